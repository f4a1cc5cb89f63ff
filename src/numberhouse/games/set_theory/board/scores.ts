/** Both sides: points, best move, and the clock with its reserve periods. */
import {
  LitElement, css, customElement, html, nothing, property, shared,
  type Clock, type PublicSeat, type PropertyValues, type TemplateResult,
} from "@house/kit";
import { span, timeLeft, type TimeLeft } from "@house/match/clock";
import type { View } from "@types-of/set-theory";
import { DMO } from "./facts";
import { seatRole, t, tn, seatName } from "./words";

/** Fires `reserve` with the number of periods left when the viewer's turn enters a reserve period. */
@customElement("nh-set-theory-scores")
export class Scores extends LitElement {
  @property({ attribute: false }) view!: View;
  @property({ attribute: false }) seat: number | null = null;
  @property({ attribute: false }) names: string[] = [];
  @property({ attribute: false }) clock: Clock | null = null;
  @property({ attribute: false }) places: readonly PublicSeat[] = [];

  #timer = 0;
  #lastPeriods = -1;

  static override styles = [
    shared,
    css`
      ul {
        display: grid;
        grid-template-columns: repeat(2, minmax(0, 1fr));
        gap: var(--gap-2);
      }
      li {
        display: grid;
        grid-template-columns: minmax(0, 1fr) auto;
        align-items: center;
        gap: 0 var(--gap-2);
        padding: var(--gap-1) var(--gap-2);
        border: 1px solid var(--line);
        border-inline-start: 4px solid var(--line-strong);
        border-radius: var(--round);
        background: var(--sheet);
        line-height: 1.3;
      }
      li.own {
        border-inline-start-color: var(--accent);
        background: var(--accent-tint);
      }
      li.turn .name {
        font-weight: 600;
      }
      .name {
        overflow: hidden;
        text-overflow: ellipsis;
        white-space: nowrap;
      }
      .points {
        font-size: var(--text-5);
        font-weight: 600;
        line-height: 1.1;
        text-align: end;
      }
      .best {
        grid-column: 2;
        text-align: end;
      }
      .time {
        grid-column: 1 / -1;
        display: flex;
        align-items: center;
        gap: var(--gap-2);
        min-height: 22px;
      }
      time {
        font: 600 var(--text-2) / 1.2 var(--mono);
      }
      .reserve time {
        color: var(--bad);
      }
      .periods {
        display: flex;
        gap: 3px;
      }
      .periods i {
        width: 8px;
        height: 14px;
        border: 1px solid var(--line-strong);
        border-radius: 2px;
      }
      /* A line less where the screen is low, so that grid and entry have room below it. */
      @media (max-width: 900px), (max-height: 880px) {
        li.timed .role {
          display: none;
        }
        li.timed .time {
          grid-area: 2 / 1;
        }
      }
      @media (max-width: 900px) {
        .time {
          gap: var(--gap-1);
        }
        .periods {
          gap: 2px;
        }
        .periods i {
          width: 6px;
        }
      }
      .periods i.whole {
        background: var(--accent);
        border-color: var(--accent);
      }
      .periods i.begun {
        border-color: var(--bad);
        background: linear-gradient(to top, var(--bad) 50%, transparent 50%);
      }
    `,
  ];

  override connectedCallback(): void {
    super.connectedCallback();
    this.#timer = window.setInterval(() => {
      if (this.places.some((publicSeat) => publicSeat.due !== null)) this.requestUpdate();
    }, 250);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    window.clearInterval(this.#timer);
  }

  override render(): TemplateResult {
    return html`<ul class="plain" aria-label=${t("Points")}>
      ${[0, 1].map((seat) => this.#side(seat))}
    </ul>`;
  }

  #side(seat: number): TemplateResult {
    const { past, scores } = this.view;
    const turn = this.view.begins === null ? DMO : this.view.turn;
    const best = Math.max(0, ...past.filter((turn) => turn.seat === seat).map((turn) => turn.points));
    const timeOuts = past.filter((turn) => turn.seat === seat && turn.number === null).length;
    const time = this.#timeLeft(seat);
    return html`<li class="${seat === this.seat ? "own" : ""} ${seat === turn ? "turn" : ""} ${time === nothing ? "" : "timed"}">
      <span class="name">${seat === turn ? "▸ " : ""}${seatName(seat, this.seat, this.names)}</span>
      <span class="points">${scores[seat]}<span class="heard"> ${t("points")}</span></span>
      <span class="role soft small"><abbr title=${seatRole(seat).whole}>${seatRole(seat).short}</abbr></span>
      <span class="best soft small" title=${t("the most points of a single move")}>${t("best {points}", { points: best })}</span>
      ${timeOuts ? html`<span class="small bad">${tn("{count} time-out", "{count} time-outs", timeOuts)}</span>` : nothing}
      ${time}
    </li>`;
  }

  #timeLeft(seat: number): TemplateResult | typeof nothing {
    const publicSeat = this.places[seat];
    const { clock } = this;
    if (!publicSeat || !clock || clock.type === "none") return nothing;
    const time = timeLeftOf(clock, publicSeat);
    const totalPeriods = clock.type === "turn" ? clock.reserves : 0;
    if (!time && !totalPeriods) return nothing;
    // Before the beginner is decided no reserve can be used or lost.
    const periods = this.view.begins === null ? totalPeriods : (time?.periods ?? publicSeat.reserves ?? 0);
    const label = tn("{count} reserve period left", "{count} reserve periods left", periods);
    return html`<span class="time ${time?.reserve ? "reserve" : ""}">
      ${time ? html`<time>${span(time.left)}</time>` : nothing}
      ${totalPeriods
        ? html`<span class="periods" role="img" aria-label=${label} title=${label}>
            ${[...Array(totalPeriods).keys()].map(
              (period) => html`<i class=${period < periods ? "whole" : period === periods && time?.reserve ? "begun" : ""}></i>`,
            )}
          </span>`
        : nothing}
      ${time?.reserve ? html`<span class="small">${t("reserve")}</span>` : nothing}
    </span>`;
  }

  protected override updated(changed: PropertyValues): void {
    super.updated(changed);
    const publicSeat = this.seat === null ? undefined : this.places[this.seat];
    const time = publicSeat && this.clock ? timeLeftOf(this.clock, publicSeat) : null;
    const periods = time?.reserve ? time.periods : -1;
    if (periods >= 0 && periods !== this.#lastPeriods) this.dispatchEvent(new CustomEvent("reserve", { detail: periods }));
    this.#lastPeriods = periods;
  }
}

/** The time left to a seat whose time runs; null for other seats. */
function timeLeftOf(clock: Clock, publicSeat: PublicSeat): TimeLeft | null {
  return publicSeat.due === null ? null : timeLeft(clock, publicSeat.due, publicSeat.reserves ?? 0);
}
