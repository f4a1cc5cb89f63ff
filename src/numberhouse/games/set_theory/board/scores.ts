/** Both sides at a glance: points, best move, and the clock with its reserve periods. */
import {
  LitElement, css, customElement, html, nothing, property, shared,
  type Clock, type PublicSeat, type PropertyValues, type TemplateResult,
} from "@house/kit";
import { span, timeLeft, type TimeLeft } from "@house/match/clock";
import type { View } from "@types-of/set-theory";
import { DMO } from "./facts";
import { role, t, tn, who } from "./words";

/** Fires `reserve` with the periods left when one's own turn goes over into a reserve period. */
@customElement("nh-set-theory-scores")
export class Scores extends LitElement {
  @property({ attribute: false }) view!: View;
  @property({ attribute: false }) seat: number | null = null;
  @property({ attribute: false }) names: string[] = [];
  @property({ attribute: false }) clock: Clock | null = null;
  @property({ attribute: false }) places: readonly PublicSeat[] = [];

  #timer = 0;
  #periods = -1;

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
      .right {
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
      if (this.places.some((place) => place.due !== null)) this.requestUpdate();
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
    const best = Math.max(0, ...past.filter((one) => one.seat === seat).map((one) => one.points));
    const late = past.filter((one) => one.seat === seat && one.number === null).length;
    return html`<li class="${seat === this.seat ? "own" : ""} ${seat === turn ? "turn" : ""}">
      <span class="name">${seat === turn ? "▸ " : ""}${who(seat, this.seat, this.names)}</span>
      <span class="points">${scores[seat]}<span class="heard"> ${t("points")}</span></span>
      <span class="soft small" title=${role(seat).whole}>${role(seat).short}</span>
      <span class="soft small right" title=${t("the most points of a single move")}>${t("best {points}", { points: best })}</span>
      ${late ? html`<span class="small bad">${tn("{count} time-out", "{count} time-outs", late)}</span>` : nothing}
      ${this.#time(seat)}
    </li>`;
  }

  #time(seat: number): TemplateResult | typeof nothing {
    const place = this.places[seat];
    const { clock } = this;
    if (!place || !clock || clock.type === "none") return nothing;
    const time = timeOf(clock, place);
    const all = clock.type === "turn" ? clock.reserves : 0;
    if (!time && !all) return nothing;
    // While it is decided who begins no reserve can be used, and none is lost.
    const periods = this.view.begins === null ? all : (time?.periods ?? place.reserves ?? 0);
    const words = tn("{count} reserve period left", "{count} reserve periods left", periods);
    return html`<span class="time ${time?.reserve ? "reserve" : ""}">
      ${time ? html`<time>${span(time.left)}</time>` : nothing}
      ${all
        ? html`<span class="periods" role="img" aria-label=${words} title=${words}>
            ${[...Array(all).keys()].map(
              (one) => html`<i class=${one < periods ? "whole" : one === periods && time?.reserve ? "begun" : ""}></i>`,
            )}
          </span>`
        : nothing}
      ${time?.reserve ? html`<span class="small">${t("reserve")}</span>` : nothing}
    </span>`;
  }

  protected override updated(changed: PropertyValues): void {
    super.updated(changed);
    const place = this.seat === null ? undefined : this.places[this.seat];
    const time = place && this.clock ? timeOf(this.clock, place) : null;
    const periods = time?.reserve ? time.periods : -1;
    if (periods >= 0 && periods !== this.#periods) this.dispatchEvent(new CustomEvent("reserve", { detail: periods }));
    this.#periods = periods;
  }
}

/** What is left to a seat whose time runs; null for the others. */
function timeOf(clock: Clock, place: PublicSeat): TimeLeft | null {
  return place.due === null ? null : timeLeft(clock, place.due, place.reserves ?? 0);
}
