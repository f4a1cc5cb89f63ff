/** A seat's remaining time: its turn's, and its reserve periods. */
import { css, html, LitElement, nothing, type TemplateResult } from "lit";
import { customElement, property } from "lit/decorators.js";
import { now, type Clock } from "@house/api/api";
import { shared } from "@house/kit/styles";
import { language, t } from "@house/kit/words";
import { reserveWords } from "@house/match/lobby/terms";

/** The day first and the month in letters, so that nobody confuses them. */
export const REGION = language === "en" ? "en-GB" : language;
const TIME = { hour: "2-digit", minute: "2-digit" } as const;

/** A moment in the reader's own zone: "14:05" today, else "21 Nov, 14:05"; with `zone` the zone too, for people of several zones. */
export function formatMoment(seconds: number, zone = false): string {
  const date = new Date(seconds * 1000);
  const year = date.getFullYear() === new Date().getFullYear() ? {} : ({ year: "numeric" } as const);
  const day = isToday(date) && !zone ? {} : ({ day: "numeric", month: "short", ...year } as const);
  return new Intl.DateTimeFormat(REGION, { ...TIME, ...day, ...(zone ? { timeZoneName: "short" } : {}) }).format(date);
}

/** The day alone, "21 Nov 2026". */
export function formatDay(seconds: number): string {
  return new Intl.DateTimeFormat(REGION, { day: "numeric", month: "short", year: "numeric" }).format(new Date(seconds * 1000));
}

/** For recent events: the time of day alone, with the date where it isn't today. */
export function timeOfDay(seconds: number): string {
  return formatMoment(seconds);
}

function isToday(date: Date): boolean {
  return date.toDateString() === new Date().toDateString();
}

/** The time of day, with the date unless it is today's. */
export function recentMoment(seconds: number): string {
  const isToday = new Date(seconds * 1000).toDateString() === new Date(1000 * now()).toDateString();
  return isToday ? timeOfDay(seconds) : formatMoment(seconds);
}

export interface TimeLeft {
  /** Seconds of the turn, or of the running reserve period. */
  left: number;
  /** Whole reserve periods beyond that. */
  periods: number;
  /** Whether a reserve period runs. */
  reserve: boolean;
}

/** The time left for a seat whose last period ends at `due` and that began its turn with `reserves` periods. */
export function timeLeft(clock: Clock, due: number, reserves: number): TimeLeft {
  const left = Math.max(due - now(), 0);
  if (clock.type !== "turn") return { left, periods: 0, reserve: false };
  const reserveSeconds = clock.reserve_seconds ?? 60;
  const turn = left - reserves * reserveSeconds;
  if (turn > 0 || reserves === 0) return { left: Math.max(turn, 0), periods: reserves, reserve: false };
  const periods = Math.max(Math.ceil(left / reserveSeconds) - 1, 0);
  return { left: left - periods * reserveSeconds, periods, reserve: true };
}

@customElement("nh-clock")
export class ClockView extends LitElement {
  @property({ attribute: false }) clock!: Clock;
  /** The end of the last period; null while no time runs. */
  @property({ attribute: false }) due: number | null = null;
  @property({ type: Number }) reserves = 0;
  #timer = 0;

  static override styles = [
    shared,
    css`
      :host {
        display: inline-block;
      }
      time {
        font-family: var(--mono);
      }
      .short {
        color: var(--bad);
        font-weight: 600;
      }
    `,
  ];

  override connectedCallback(): void {
    super.connectedCallback();
    this.#timer = window.setInterval(() => this.due !== null && this.requestUpdate(), 250);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    window.clearInterval(this.#timer);
  }

  override render(): TemplateResult | typeof nothing {
    if (this.due === null) return this.#periods(this.reserves, false);
    const { left, periods, reserve } = timeLeft(this.clock, this.due, this.reserves);
    const isShort = left < 20 && !periods;
    return html`<time class=${isShort ? "short" : ""} title=${t("until {moment}", { moment: formatMoment(this.due) })}>${span(left)}</time>
      ${this.#periods(periods, reserve)}`;
  }

  #periods(count: number, reserve: boolean): TemplateResult | typeof nothing {
    if (!count && !reserve) return nothing;
    const words = reserve ? inReserve(reserveWords(this.clock, count), count) : t("+ {time} in reserve", { time: reserveWords(this.clock, count) });
    return html`<span class="soft small">${words}</span>`;
  }
}

/** 93784 seconds as "1 d 2 h", 75 as "1:15". */
export function span(seconds: number): string {
  const total = Math.ceil(seconds);
  const [days, hours, minutes] = [Math.floor(total / 86400), Math.floor(total / 3600) % 24, Math.floor(total / 60) % 60];
  if (days) return t("{days} d {hours} h", { days, hours });
  const pad = (value: number): string => String(value).padStart(2, "0");
  return hours ? `${hours}:${pad(minutes)}:${pad(total % 60)}` : `${minutes}:${pad(total % 60)}`;
}

/** That a reserve period runs, and the time of those after it. */
function inReserve(time: string, count: number): string {
  return count ? t("of the reserve, + {time}", { time }) : t("the last of the reserve");
}
