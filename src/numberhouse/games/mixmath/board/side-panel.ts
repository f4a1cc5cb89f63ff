/** The panel beside the board: the variant that is played, every turn with its equations, and the tiles not seen yet. */
import {
  classMap, css, figure, html, LitElement, nothing, property, ref, shared, words, type TemplateResult,
} from "@house/kit";
import type { components, View } from "@types-of/mixmath";
import { BLANK, copyCount, indexOf, squareAt, tileFace, tileText, VALUES } from "./squares";
import { operationWords, sums } from "./equations";
import { USUAL_IDLE_ROUNDS } from "./facts";

type Laid = components["schemas"]["Laid"];
type Turn = components["schemas"]["Turn"];

const { t, tn } = words("mixmath");

/** Matches a window so wide that the panel has room for everything. */
const WIDE_WINDOW = matchMedia("(min-width: 1500px)");

/** Fires `show` with the number of the turn to light, or null. */
export class Side extends LitElement {
  @property({ attribute: false }) view!: View;
  @property({ attribute: false }) names: string[] = [];
  /** The turn that the viewer chose to light. */
  @property({ attribute: false }) shownTurn: number | null = null;

  static override styles = [
    shared,
    css`
      :host {
        display: grid;
        gap: var(--gap-4);
        align-content: start;
      }
      .variant {
        display: flex;
        flex-wrap: wrap;
        gap: 0 var(--gap-3);
        margin: 0;
        max-width: none;
      }
      h2 {
        margin: 0 0 var(--gap-2);
        font-size: var(--text-2);
      }
      ol {
        list-style: none;
        margin: 0;
        padding: 0;
        max-height: 420px;
        overflow-y: auto;
      }
      li {
        border-bottom: 1px solid var(--line);
      }
      .turn {
        display: flex;
        justify-content: space-between;
        width: 100%;
        padding: 0 var(--gap-2);
        border: 0;
        border-radius: 0;
        border-inline-start: 3px solid transparent;
        background: none;
        text-align: start;
      }
      .turn[aria-pressed="true"] {
        border-inline-start-color: var(--accent);
        background: var(--accent-tint);
      }
      .turn.mine .who {
        font-weight: 600;
      }
      .sums {
        display: grid;
        grid-template-columns: minmax(0, 1fr) auto;
        gap: 0 var(--gap-3);
        margin: 0 0 var(--gap-2);
        padding-inline: calc(var(--gap-2) + 3px) var(--gap-2);
        font-size: var(--text-1);
      }
      .sums > :nth-child(even) {
        text-align: end;
      }
      /* Superscripts and subscripts must not push the lines apart. */
      sup,
      sub {
        line-height: 0;
      }
      .wide {
        grid-column: 1 / -1;
        text-align: start !important;
      }
      .cellname {
        font-family: var(--mono);
        color: var(--ink-soft);
        margin-inline-end: var(--gap-2);
      }
      .tiles {
        display: grid;
        grid-template-columns: repeat(auto-fill, minmax(44px, 1fr));
        gap: var(--gap-1);
        margin: 0;
        padding: 0;
        list-style: none;
        max-height: none;
      }
      .tiles li {
        position: relative;
        display: grid;
        justify-items: center;
        border: 1px solid var(--line-strong);
        border-radius: 6px;
        background: var(--sheet);
        line-height: 1.35;
        font-size: var(--text-1);
        padding-bottom: 3px;
      }
      .tiles li.gone {
        color: var(--ink-soft);
        background: none;
        border-style: dashed;
        text-decoration: line-through;
      }
      .bar {
        height: 4px;
        width: 80%;
        border-radius: 2px;
        background: var(--line);
        overflow: hidden;
      }
      .bar::before {
        content: "";
        display: block;
        height: 100%;
        width: calc(100% * var(--left, 1));
        background: var(--accent);
      }
      summary {
        min-height: var(--touch);
        display: flex;
        align-items: center;
        gap: var(--gap-2);
        cursor: pointer;
      }
      summary::before {
        content: "▸";
      }
      details[open] summary::before {
        content: "▾";
      }
    `,
  ];

  override render(): TemplateResult {
    return html`
      ${this.#variant()}
      <section aria-labelledby="turns">
        <h2 id="turns">${t("Turns")}</h2>
        <ol tabindex="0" aria-labelledby="turns">${this.#turns()}</ol>
      </section>
      <details class="seen" ?open=${WIDE_WINDOW.matches}>
        <summary>${t("Tiles not seen yet: {count}", { count: this.#unseen().reduce((sum, [, left]) => sum + left, 0) })}</summary>
        ${this.#tiles()}
      </details>
    `;
  }

  /** The differences from the usual match, and the turns that bring its end nearer. */
  #variant(): TemplateResult | typeof nothing {
    const { options, idle, end } = this.view;
    const facts = [
      options.blanks ? t("with two blanks") : "",
      options.challenge ? t("tiles may be challenged") : "",
      options.operations.length ? t("with {operations}", { operations: options.operations.map(operationWords).join(", ") }) : "",
      options.chains ? t("longer lines count") : "",
      options.turn_ends === "player" ? t("turns end when the player says so") : "",
      options.idle_rounds !== USUAL_IDLE_ROUNDS && !end ? idleText(options.idle_rounds ?? USUAL_IDLE_ROUNDS) : "",
      options.assistance ? t("assistance is on") : "",
      idle && !end ? tn("{count} turn without a tile", "{count} turns without a tile", idle) : "",
    ].filter(Boolean);
    return facts.length ? html`<p class="variant soft small">${facts.map((fact) => html`<span>${fact}</span>`)}</p>` : nothing;
  }

  #turns(): TemplateResult[] {
    const { view } = this;
    const turns = [...view.past, view.turn].map((turn, number) => ({ turn, number }));
    const visibleTurns = turns.filter(({ turn, number }) => number < view.past.length || view.end || touched(turn));
    return [...visibleTurns.reverse().map(({ turn, number }) => this.#turn(turn, number)), this.#opening()];
  }

  #turn(turn: Turn, number: number): TemplateResult {
    const points = turn.laid.reduce((sum, laidTile) => sum + laidTile.points, 0) + turn.bonus;
    const isLatest = number === this.view.past.length;
    const isPressed = this.shownTurn === number;
    return html`<li>
      <button class="turn fact ${turn.seat === this.view.seat ? "mine" : ""}" aria-pressed=${isPressed}
        @click=${() => this.dispatchEvent(new CustomEvent("show", { detail: isPressed ? null : number }))}>
        <span class="who"><span class="soft">${number + 1}.</span> ${this.#name(turn.seat)}</span>
        <span class="number">${turn.laid.length ? tn("{points} point", "{points} points", points, { points: figure(points) }) : this.#idleText(turn)}</span>
      </button>
      <div class="sums">
        ${turn.laid.map((laid, index) => this.#laid(laid, isLatest && index === turn.laid.length - 1))}
        ${turn.wrong
          ? html`<span class="wide bad"><span class="cellname">${turn.wrong.cell}</span>${t("{tile} taken back: {name} saw that it solves nothing", {
              tile: turn.wrong.tile,
              name: this.#name(turn.challenger ?? 0),
            })}</span>`
          : nothing}
        ${turn.exchanged && turn.laid.length
          ? html`<span class="wide">${tn("{count} tile exchanged", "{count} tiles exchanged", turn.exchanged)}</span>`
          : nothing}
        ${turn.bonus ? html`<span>${t("rack emptied in one turn")}</span><b>+${turn.bonus}</b>` : nothing}
        ${turn.late ? html`<span class="wide">${t("time ran out")}</span>` : nothing}
      </div>
    </li>`;
  }

  #idleText(turn: Turn): string {
    if (turn.exchanged) return tn("{count} tile exchanged", "{count} tiles exchanged", turn.exchanged);
    return turn.wrong || turn.late ? "—" : t("passed");
  }

  #laid(laid: Laid, isLast: boolean): TemplateResult {
    const mayBeChallenged = isLast && this.view.waiting.length > 0;
    const equations = sums(laid);
    const square = squareAt(indexOf(laid.cell));
    const premiumMark = square === "2" || square === "3" ? html` <span class="soft">×${square}</span>` : nothing;
    return html`<span>
        <span class="cellname">${laid.cell}</span>${equations.length
          ? equations.map((equation, index) => html`${index ? ", " : ""}<span class="number">${equation.left} = ${laid.tile}</span>`)
          : html`<span class="number">${laid.tile}</span> <span class="soft">${mayBeChallenged ? t("may be challenged") : t("solves nothing")}</span>`}${premiumMark}
        ${laid.blank ? html`<span class="soft">${t("a blank")}</span>` : nothing}
        ${laid.drew ? html`<span class="soft">${t("and drew")}</span>` : nothing}
        ${laid.doubted === null ? nothing : html`<span class="soft">${t("challenged by {name}, and right", { name: this.#name(laid.doubted) })}</span>`}
      </span>
      <span class="number">${figure(laid.points)}</span>`;
  }

  #opening(): TemplateResult {
    const draws = (round: (typeof this.view.opening)[number]): string =>
      round.map(([seat, tile]) => `${this.#name(seat)} ${tileText(tile)}`).join(", ");
    return html`<li class="small soft">${this.view.opening.map((round, index) =>
      html`<div>${index === 0 ? t("Drawn for the start: {draws}", { draws: draws(round) }) : t("drawn again: {draws}", { draws: draws(round) })}</div>`,
    )}</li>`;
  }

  #name(seat: number): string {
    return seat === this.view.seat ? t("You") : (this.names[seat] ?? String(seat));
  }

  // Tiles

  /** For each value, the number of tiles that are neither on the board nor on the viewer's rack, nor known to be
   * on another one; after the end, those on no rack. */
  #unseen(): [value: number, left: number, all: number][] {
    const { view } = this;
    const laid = [...view.past, view.turn].flatMap((turn) => turn.laid.map((one) => (one.blank ? BLANK : one.tile)));
    const known = view.shown.flatMap((tile, seat) => (tile === null || seat === view.seat ? [] : [tile]));
    const racks = view.end ? view.end.hands.flatMap((hand) => hand.rack) : [...(view.hand?.rack ?? []), ...known];
    const seen = [...laid, ...racks];
    const values = view.options.blanks ? [BLANK, ...VALUES] : VALUES;
    return values.map((value) => {
      const all = value === BLANK ? view.options.blanks : copyCount(value);
      return [value, all - seen.filter((one) => one === value).length, all];
    });
  }

  #tiles(): TemplateResult {
    return html`<ul class="tiles" aria-label=${t("Tiles in the bag and on the others' racks")}>
      ${this.#unseen().map(([value, left, all]) => {
        const name = t("{tile}: {left} of {all} not seen", { tile: tileText(value), left, all });
        return html`<li class=${classMap({ gone: left === 0 })} title=${name}>
          <span aria-hidden="true">${tileFace(value)}</span><span class="heard">${name}</span>
          <span class="bar" ${ref((bar) => (bar as HTMLElement | undefined)?.style.setProperty("--left", String(left / all)))}></span>
        </li>`;
      })}
    </ul>`;
  }
}

function idleText(rounds: number): string {
  if (!rounds) return t("exchanging may go on for ever");
  return tn("ends after {count} round without a tile", "ends after {count} rounds without a tile", rounds);
}

function touched(turn: Turn): boolean {
  return turn.laid.length > 0 || turn.wrong !== null || turn.exchanged > 0 || turn.late;
}

customElements.define("nh-mixmath-side", Side);
