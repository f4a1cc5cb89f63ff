/** A line of time: past rounds, now, the reminder, and the deadlines. */
import { css, html, LitElement, nothing, svg, type SVGTemplateResult, type TemplateResult } from "lit";
import { customElement, property, state } from "lit/decorators.js";
import { now, type Desk, type MatchInfo } from "@house/api/api";
import { shared } from "@house/kit/styles";
import { language, t, tn } from "@house/kit/words";
import { span } from "@house/match/clock";
import { dayTimeZone, REGION, zone } from "@house/forms/moment";
import { nameOf } from "@house/desk/part";

const HEIGHT = 132;
const LINE = 78;
const EDGE = 10;
/** The line shows this many lengths of the running round before its start. */
const PAST_ROUNDS = 2;
const STEPS = [60, 300, 900, 3600, 3 * 3600, 6 * 3600, 12 * 3600, 86400, 2 * 86400, 7 * 86400];

const hours = new Intl.DateTimeFormat(REGION, { hour: "2-digit", minute: "2-digit" });
const days = new Intl.DateTimeFormat(REGION, { weekday: "short", day: "numeric" });

@customElement("nh-timeline")
export class DeskTimeline extends LitElement {
  @property({ attribute: false }) info!: MatchInfo;
  @property({ attribute: false }) desk!: Desk;
  /** Times of public events. */
  @property({ attribute: false }) marks: readonly number[] = [];
  @state() private width = 600;
  @state() private time = now();
  #resizeObserver = new ResizeObserver(([entry]) => (this.width = Math.max(Math.round(entry?.contentRect.width ?? 600), 240)));
  #timer = 0;

  static override styles = [
    shared,
    css`
      svg.line {
        display: block;
        width: 100%;
        height: 132px;
        font: 400 14px var(--font);
        fill: var(--ink);
      }
      ul {
        display: flex;
        flex-wrap: wrap;
        gap: 0 var(--gap-5);
      }
      p {
        margin: 0;
      }
    `,
  ];

  override connectedCallback(): void {
    super.connectedCallback();
    this.#resizeObserver.observe(this);
    this.#timer = window.setInterval(() => (this.time = now()), 1000);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#resizeObserver.disconnect();
    window.clearInterval(this.#timer);
  }

  override render(): TemplateResult {
    const dues = this.#dues();
    const { paused_at: pausedAt } = this.desk;
    const words = pausedAt
      ? t("The clocks stand still since {moment}.", { moment: dayTimeZone(pausedAt) })
      : dues.length
        ? dues.map(([due, seats]) => this.#dueWords(due, seats)).join("; ")
        : t("No time runs in this match at the moment.");
    return html`<div class="stack">
      ${dues.length || pausedAt ? this.#line(dues, words) : nothing}
      <ul class="plain small">
        <li><strong>${words}</strong></li>
        ${this.#reminderWords(dues)}
        <li class="soft">${t("Your zone: {zone}", { zone: zone() })}</li>
      </ul>
    </div>`;
  }

  /** Each deadline with its seats. */
  #dues(): [number, number[]][] {
    const seatsByDue = new Map<number, number[]>();
    for (const seat of this.desk.seats) {
      if (seat.awaited && seat.due !== null) seatsByDue.set(seat.due, [...(seatsByDue.get(seat.due) ?? []), seat.seat]);
    }
    return [...seatsByDue].sort(([a], [b]) => a - b);
  }

  #dueWords(due: number, seats: number[]): string {
    const left = due > this.time ? t("{span} left", { span: span(due - this.time) }) : t("time is up");
    const names = seats.length > 3
      ? tn("{count} seat", "{count} seats", seats.length)
      : new Intl.ListFormat(language).format(seats.map((seat) => nameOf(this.desk, seat)));
    return t("{who}: until {moment}, {left}", { who: names, moment: dayTimeZone(due), left });
  }

  #reminderWords(dues: [number, number[]][]): TemplateResult | typeof nothing {
    const reminder = this.info.terms.reminder ?? 0;
    const first = dues[0]?.[0];
    if (!reminder || first === undefined) return nothing;
    const at = first - reminder;
    // Where a turn or round is shorter than that, its own notice is enough, and nobody is reminded.
    if (at <= (this.desk.round_started ?? this.info.started ?? first)) return nothing;
    return html`<li>
      ${at > this.time
        ? t("Members who are waited for are reminded {moment}.", { moment: dayTimeZone(at) })
        : t("Members who are waited for were reminded {moment}.", { moment: dayTimeZone(at) })}
    </li>`;
  }

  #line(dues: [number, number[]][], words: string): TemplateResult {
    const current = this.desk.paused_at ?? this.time;
    // The desk's `round_started` moves with the deadlines; the round really began when the last one ended.
    const roundStart = Math.max(this.info.started ?? 0, ...this.marks.filter((mark) => mark <= current)) || current;
    const last = Math.max(current, ...dues.map(([due]) => due));
    const round = Math.max(last - roundStart, 60);
    const from = Math.max(this.info.started ?? roundStart, roundStart - PAST_ROUNDS * round);
    const to = last + Math.max(0.06 * (last - from), 3);
    const x = (at: number): number => EDGE + ((at - from) / (to - from)) * (this.width - 2 * EDGE);
    const marks = this.marks.filter((mark) => mark >= from && mark <= current);
    const reminder = this.info.terms.reminder ?? 0;
    const remindAt = reminder && dues[0] ? dues[0][0] - reminder : 0;
    return html`<svg class="line" viewBox="0 0 ${this.width} ${HEIGHT}" role="img" aria-label=${words}>
      ${this.#ticks(from, to, x)}
      <path d="M${EDGE} ${LINE}H${this.width - EDGE}" stroke="var(--line-strong)" stroke-width="2" />
      <path d="M${x(from)} ${LINE}H${x(Math.max(current, from))}" stroke="var(--ink-soft)" stroke-width="4" />
      <path d="M${x(roundStart)} ${LINE}H${x(Math.max(current, roundStart))}" stroke="var(--accent)" stroke-width="10" />
      ${current < last
        ? svg`<path d="M${x(current)} ${LINE}H${x(last)}" stroke="var(--accent)" stroke-width="10" opacity="0.25" />`
        : nothing}
      ${marks.map((mark) => svg`<path d="M${x(mark)} ${LINE - 7}v14" stroke="var(--ink)" stroke-width="2" />`)}
      ${remindAt > roundStart && remindAt < to ? this.#sign(x(remindAt), 40, "M-6 0h12l-6 10z", "var(--warn)", t("reminder")) : nothing}
      ${dues.map(([due], index) =>
        this.#sign(x(due), 18, "M0 -6v14M0 -6h-11l3 4l-3 4h11", "var(--bad)", index ? "" : t("deadline")))}
      ${this.#sign(x(current), 60, "M-5 0h10l-5 7z", "var(--accent)", this.desk.paused_at ? t("stopped here") : t("now"))}
    </svg>`;
  }

  /** A leader from its row down to the line, a shape, and a label on the side with more room. */
  #sign(x: number, y: number, shape: string, colour: string, label: string): SVGTemplateResult {
    const isLeftHalf = x < this.width / 2;
    return svg`<path d="M${x} ${y}V${LINE + 6}" stroke=${colour} stroke-width="2" />
      <path d=${shape} transform="translate(${x} ${y})" stroke=${colour} stroke-width="1.5" fill=${colour} />
      <text x=${isLeftHalf ? x + 10 : x - 14} y=${y + 6} text-anchor=${isLeftHalf ? "start" : "end"}>${label}</text>`;
  }

  #ticks(from: number, to: number, x: (at: number) => number): SVGTemplateResult[] {
    const limit = Math.max(Math.floor(this.width / 90), 2);
    const step = STEPS.find((seconds) => (to - from) / seconds <= limit) ?? 14 * 86400;
    const offset = new Date(from * 1000).getTimezoneOffset() * 60;
    const ticks: SVGTemplateResult[] = [];
    for (let at = Math.ceil((from - offset) / step) * step + offset; at < to; at += step) {
      const date = new Date(at * 1000);
      const midnight = date.getHours() === 0 && date.getMinutes() === 0;
      if (x(at) < 30 || x(at) > this.width - 30) continue;
      ticks.push(svg`<path d="M${x(at)} ${LINE}v14" stroke="var(--line-strong)" />
        <text x=${x(at)} y=${LINE + 32} text-anchor="middle" fill="var(--ink-soft)">${(midnight ? days : hours).format(date)}</text>`);
    }
    return ticks;
  }
}
