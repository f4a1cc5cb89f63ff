/** Time as a line: the rounds behind, now, the reminder, and when time is up for whom. */
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
/** So much of the past as the running round is long, twice. */
const BACK = 2;
const STEPS = [60, 300, 900, 3600, 3 * 3600, 6 * 3600, 12 * 3600, 86400, 2 * 86400, 7 * 86400];

const hours = new Intl.DateTimeFormat(REGION, { hour: "2-digit", minute: "2-digit" });
const days = new Intl.DateTimeFormat(REGION, { weekday: "short", day: "numeric" });

@customElement("nh-timeline")
export class Timeline extends LitElement {
  @property({ attribute: false }) told!: MatchInfo;
  @property({ attribute: false }) desk!: Desk;
  /** When something happened that everybody may know. */
  @property({ attribute: false }) marks: readonly number[] = [];
  @state() private width = 600;
  @state() private at = now();
  #seen = new ResizeObserver(([entry]) => (this.width = Math.max(Math.round(entry?.contentRect.width ?? 600), 240)));
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
    this.#seen.observe(this);
    this.#timer = window.setInterval(() => (this.at = now()), 1000);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#seen.disconnect();
    window.clearInterval(this.#timer);
  }

  override render(): TemplateResult {
    const dues = this.#dues();
    const { paused_at: stopped } = this.desk;
    const words = stopped
      ? t("The clocks stand still since {moment}.", { moment: dayTimeZone(stopped) })
      : dues.length
        ? dues.map(([due, seats]) => this.#dueWords(due, seats)).join("; ")
        : t("No time runs in this match at the moment.");
    return html`<div class="stack">
      ${dues.length || stopped ? this.#drawn(dues, words) : nothing}
      <ul class="plain small">
        <li><strong>${words}</strong></li>
        ${this.#reminderWords(dues)}
        <li class="soft">${t("Your zone: {zone}", { zone: zone() })}</li>
      </ul>
    </div>`;
  }

  /** When, and for which seats. */
  #dues(): [number, number[]][] {
    const found = new Map<number, number[]>();
    for (const one of this.desk.seats) {
      if (one.awaited && one.due !== null) found.set(one.due, [...(found.get(one.due) ?? []), one.seat]);
    }
    return [...found].sort(([one], [other]) => one - other);
  }

  #dueWords(due: number, seats: number[]): string {
    const left = due > this.at ? t("{span} left", { span: span(due - this.at) }) : t("time is up");
    const who = seats.length > 3
      ? tn("{count} seat", "{count} seats", seats.length)
      : new Intl.ListFormat(language).format(seats.map((seat) => nameOf(this.desk, seat)));
    return t("{who}: until {moment}, {left}", { who, moment: dayTimeZone(due), left });
  }

  #reminderWords(dues: [number, number[]][]): TemplateResult | typeof nothing {
    const reminder = this.told.terms.reminder ?? 0;
    const first = dues[0]?.[0];
    if (!reminder || first === undefined) return nothing;
    const at = first - reminder;
    return html`<li>
      ${at > this.at
        ? t("Members who are waited for are reminded {moment}.", { moment: dayTimeZone(at) })
        : t("Members who are waited for were reminded {moment}.", { moment: dayTimeZone(at) })}
    </li>`;
  }

  #drawn(dues: [number, number[]][], words: string): TemplateResult {
    const here = this.desk.paused_at ?? this.at;
    // What the desk calls `since` is moved with the deadlines; a round really began when the last one ended.
    const began = Math.max(this.told.started ?? 0, ...this.marks.filter((one) => one <= here)) || here;
    const last = Math.max(here, ...dues.map(([due]) => due));
    const round = Math.max(last - began, 60);
    const from = Math.max(this.told.started ?? began, began - BACK * round);
    const to = last + Math.max(0.06 * (last - from), 3);
    const x = (at: number): number => EDGE + ((at - from) / (to - from)) * (this.width - 2 * EDGE);
    const marks = this.marks.filter((one) => one >= from && one <= here);
    const reminder = this.told.terms.reminder ?? 0;
    const remind = reminder && dues[0] ? dues[0][0] - reminder : 0;
    return html`<svg class="line" viewBox="0 0 ${this.width} ${HEIGHT}" role="img" aria-label=${words}>
      ${this.#ticks(from, to, x)}
      <path d="M${EDGE} ${LINE}H${this.width - EDGE}" stroke="var(--line-strong)" stroke-width="2" />
      <path d="M${x(from)} ${LINE}H${x(Math.max(here, from))}" stroke="var(--ink-soft)" stroke-width="4" />
      <path d="M${x(began)} ${LINE}H${x(Math.max(here, began))}" stroke="var(--accent)" stroke-width="10" />
      ${here < last
        ? svg`<path d="M${x(here)} ${LINE}H${x(last)}" stroke="var(--accent)" stroke-width="10" opacity="0.25" />`
        : nothing}
      ${marks.map((one) => svg`<path d="M${x(one)} ${LINE - 7}v14" stroke="var(--ink)" stroke-width="2" />`)}
      ${remind > from && remind < to ? this.#sign(x(remind), 40, "M-6 0h12l-6 10z", "var(--warn)", t("reminder")) : nothing}
      ${dues.map(([due], index) =>
        this.#sign(x(due), 18, "M0 -6v14M0 -6h-11l3 4l-3 4h11", "var(--bad)", index ? "" : t("deadline")))}
      ${this.#sign(x(here), 60, "M-5 0h10l-5 7z", "var(--accent)", this.desk.paused_at ? t("stopped here") : t("now"))}
    </svg>`;
  }

  /** A leader from its row down to the line, a shape, and its word on the side where there is room. */
  #sign(x: number, y: number, shape: string, colour: string, word: string): SVGTemplateResult {
    const right = x < this.width / 2;
    return svg`<path d="M${x} ${y}V${LINE + 6}" stroke=${colour} stroke-width="2" />
      <path d=${shape} transform="translate(${x} ${y})" stroke=${colour} stroke-width="1.5" fill=${colour} />
      <text x=${right ? x + 10 : x - 14} y=${y + 6} text-anchor=${right ? "start" : "end"}>${word}</text>`;
  }

  #ticks(from: number, to: number, x: (at: number) => number): SVGTemplateResult[] {
    const room = Math.max(Math.floor(this.width / 90), 2);
    const step = STEPS.find((one) => (to - from) / one <= room) ?? 14 * 86400;
    const shift = new Date(from * 1000).getTimezoneOffset() * 60;
    const found: SVGTemplateResult[] = [];
    for (let at = Math.ceil((from - shift) / step) * step + shift; at < to; at += step) {
      const date = new Date(at * 1000);
      const midnight = date.getHours() === 0 && date.getMinutes() === 0;
      if (x(at) < 30 || x(at) > this.width - 30) continue;
      found.push(svg`<path d="M${x(at)} ${LINE}v14" stroke="var(--line-strong)" />
        <text x=${x(at)} y=${LINE + 32} text-anchor="middle" fill="var(--ink-soft)">${(midnight ? days : hours).format(date)}</text>`);
    }
    return found;
  }
}
