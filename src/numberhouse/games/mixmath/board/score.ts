/** The points and tiles of the players, the tiles in the bag, and the final table. */
import { classMap, css, figure, html, LitElement, property, nothing, shared, words, type TemplateResult } from "@house/kit";
import type { View } from "@types-of/mixmath";
import { tileFace, tileText } from "./squares";
import { endText } from "./announcements";

const { t, tn } = words("mixmath");

export class Score extends LitElement {
  @property({ attribute: false }) view!: View;
  /** Whether the match is over, also where somebody has resigned. */
  @property({ type: Boolean }) over = false;
  @property({ attribute: false }) names: string[] = [];

  static override styles = [
    shared,
    css`
      .scores {
        display: flex;
        flex-wrap: wrap;
        gap: var(--gap-1) var(--gap-2);
        list-style: none;
        margin: 0;
        padding: 0;
      }
      .scores li {
        flex: 1 1 220px;
        display: flex;
        flex-wrap: wrap;
        align-items: baseline;
        gap: 0 var(--gap-2);
        padding: 2px var(--gap-2);
        border: 1px solid var(--line);
        border-inline-start: 4px solid var(--line);
        border-radius: var(--round);
        min-width: 0;
      }
      .scores li.turn {
        border-inline-start-color: var(--accent);
        background: var(--accent-tint);
      }
      @media (max-width: 480px) {
        .scores li {
          flex-basis: 140px;
        }
      }
      /* The final points are in the last column, so it must be visible beside the narrowest board. */
      .end th,
      .end td {
        padding: var(--gap-1) 2px;
      }
      .end th {
        overflow-wrap: anywhere;
      }
      .end td:not(.left) {
        white-space: nowrap;
      }
      .end thead th {
        font-size: var(--text-1);
        overflow-wrap: normal;
      }
      .end :is(th, td):not(:first-child) {
        text-align: end;
      }
      .end .left {
        padding-top: 0;
        text-align: start;
      }
      .end .follows :is(th, td) {
        border-bottom: 0;
      }
      /* A long name takes a row of its own. */
      .scores .name {
        flex: 1 1 auto;
        max-width: 100%;
        overflow-wrap: anywhere;
        line-height: 1.3;
      }
      .scores .mine {
        font-weight: 600;
      }
      .scores b {
        min-width: 3ch;
        font-size: var(--text-3);
        text-align: end;
      }
      /* Points, the mark of the turn and the known tile come and go, and must not push the board. */
      .scores .tiles {
        flex: 1 0 100%;
        display: flex;
        flex-wrap: wrap;
        align-items: baseline;
        gap: 0 var(--gap-1);
        min-height: 26px;
      }
      .mark {
        visibility: hidden;
      }
      .turn .mark {
        visibility: visible;
      }
      .known {
        min-width: 26px;
        padding: 0 3px;
        border: 1px solid var(--line-strong);
        border-radius: 4px;
        background: var(--sheet);
        font-size: var(--text-1);
        text-align: center;
      }
      .bag {
        display: flex;
        align-items: center;
        justify-content: space-between;
        gap: 0 var(--gap-2);
        min-height: 28px;
        margin: 0;
        max-width: none;
        line-height: 1.2;
      }
      /* The place of the button is kept while there is nothing to replay: it reaches over what lies above and below. */
      .bag ::slotted(*) {
        flex: none;
        margin-block: calc(-1 * var(--gap-2));
      }
      .end {
        overflow-x: auto;
      }
      .end table {
        width: 100%;
      }
    `,
  ];

  /** The element with a seat's points. */
  points(seat: number): HTMLElement | null {
    return this.renderRoot.querySelector(`[data-seat="${seat}"] b`);
  }

  override render(): TemplateResult {
    return html`${this.view.end ? this.#finalTable() : this.#scores()} ${this.#bag()}`;
  }

  #scores(): TemplateResult {
    const { view } = this;
    const turnPoints = view.turn.laid.reduce((sum, tile) => sum + tile.points, 0);
    return html`<ul class="scores" aria-label=${t("Points")}>
      ${view.scores.map((points, seat) => {
        const isTurn = !this.over && seat === view.turn.seat;
        const currentPoints = points + (isTurn ? turnPoints : 0);
        return html`<li class=${classMap({ turn: isTurn })} data-seat=${seat}>
          <span class="name ${seat === view.seat ? "mine" : ""}"><span class="mark">▸ </span>${this.#name(seat)}</span>
          <b class="number">${figure(currentPoints)}</b>
          <span class="tiles soft small">${tn("{count} tile", "{count} tiles", view.racks[seat] ?? 0)}${this.#knownTile(view.shown[seat] ?? null)}</span>
        </li>`;
      })}
    </ul>`;
  }

  /** A tile of the rack that all players have seen. */
  #knownTile(tile: number | null): TemplateResult | typeof nothing {
    if (tile === null) return nothing;
    const label = t("{tile} is known to be on the rack", { tile: tileText(tile) });
    return html`<span aria-hidden="true">· ${t("known:")} <span class="known number" title=${label}>${tileFace(tile)}</span></span>
      <span class="heard">, ${label}</span>`;
  }

  #bag(): TemplateResult {
    return html`<div class="bag soft small"><span>${tn("{count} tile in the bag", "{count} tiles in the bag", this.view.bag)}</span><slot name="replay"></slot></div>`;
  }

  #finalTable(): TemplateResult {
    const end = this.view.end!;
    const rackValue = (rack: number[]): number => rack.reduce((sum, tile) => sum + Math.max(tile, 0), 0);
    return html`<div class="end">
      <p>${endText(end.reason)}</p>
      <table>
        <thead>
          <tr><th>${t("Player")}</th><th>${t("Points")}</th><th>${t("Left")}</th><th>${t("Final")}</th></tr>
        </thead>
        <tbody>
          ${end.hands.map((hand, seat) => html`<tr class=${hand.rack.length ? "follows" : ""}>
              <th>${this.#name(seat)}</th>
              <td class="number">${figure(this.view.scores[seat] ?? 0)}</td>
              <td class="number">${figure(0 - rackValue(hand.rack))}</td>
              <td class="number"><b>${figure(end.finals[seat] ?? 0)}</b></td>
            </tr>
            ${hand.rack.length
              ? html`<tr><td colspan="4" class="left number soft small">${t("left: {tiles}", { tiles: hand.rack.map(tileText).join(" ") })}</td></tr>`
              : nothing}`)}
        </tbody>
      </table>
    </div>`;
  }

  #name(seat: number): string {
    return seat === this.view.seat ? t("You") : (this.names[seat] ?? String(seat));
  }
}

customElements.define("nh-mixmath-score", Score);
