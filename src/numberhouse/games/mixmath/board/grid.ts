/** The 14 × 14 squares: a grid that arrow keys walk over; equations are drawn around the numbers they join. */
import {
  classMap, css, html, LitElement, nothing, property, shared, state, svg, words,
  type PropertyValues, type SVGTemplateResult, type TemplateResult,
} from "@house/kit";
import type { components, View } from "@types-of/mixmath";
import type { Plan } from "./plan";
import { cellAt, COLUMNS, indexOf, printed, SIDE, squareAt, squareWords, tileFace } from "./squares";
import { farEnd, sums } from "./sums";

type Laid = components["schemas"]["Laid"];
type Turn = components["schemas"]["Turn"];

const { t } = words("mixmath");
const MIDDLE = 6 * SIDE + 5;
const STEPS: Record<string, number> = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -SIDE, ArrowDown: SIDE };

/** Fires `pick` with a cell when one is chosen. Keys that it has no use for go on to the board. */
export class Grid extends LitElement {
  @property({ attribute: false }) view!: View;
  @property({ attribute: false }) plan: Plan = [];
  /** The turn whose tiles are lit. */
  @property({ attribute: false }) lit: Turn | null = null;
  /** Cells where the chosen tile may go, where that may be told. */
  @property({ attribute: false }) fits: ReadonlySet<string> = new Set();
  /** The cell under a tile that is being dragged. */
  @property({ attribute: false }) target: string | null = null;
  @state() private at = MIDDLE;

  static override styles = [
    shared,
    css`
      :host {
        container-type: inline-size;
      }
      .frame {
        --gutter: 20px;
        position: relative;
        font-size: clamp(14px, 2.9cqi, 21px);
        line-height: 1;
        font-variant-numeric: tabular-nums lining-nums;
        user-select: none;
        -webkit-user-select: none;
      }
      .row {
        display: grid;
        grid-template-columns: var(--gutter) repeat(14, minmax(0, 1fr));
        gap: 0;
        align-items: stretch;
      }
      .edge {
        display: grid;
        place-items: center;
        font-size: 14px;
        color: var(--ink-soft);
        min-height: var(--gutter);
      }
      .cell {
        position: relative;
        display: grid;
        place-items: center;
        aspect-ratio: 1;
        min-width: 0;
        border: 0 solid var(--line);
        border-width: 0 1px 1px 0;
        background: var(--sheet);
        cursor: default;
      }
      .first {
        border-left-width: 1px;
      }
      .top .cell {
        border-top-width: 1px;
      }
      .double {
        background: var(--accent-tint);
        color: var(--accent);
      }
      .triple {
        background: color-mix(in oklab, var(--accent) 26%, var(--sheet));
        color: var(--ink);
        font-weight: 600;
      }
      .sign {
        background: var(--well);
        color: var(--ink);
      }
      .sign > i {
        display: grid;
        place-items: center;
        width: 84%;
        aspect-ratio: 1;
        border: 1px solid var(--line-strong);
        border-radius: 50%;
        font-style: normal;
        font-size: 1.15em;
      }
      /* What a cell's name says in words is drawn here, so that it isn't read out twice. */
      [data-mark]::before {
        content: attr(data-mark);
      }
      .printed {
        background: var(--ink);
        color: var(--paper);
        font-weight: 600;
      }
      b {
        position: absolute;
        inset: 1px;
        display: grid;
        place-items: center;
        border: 1px solid var(--line-strong);
        border-radius: min(8px, 22%);
        background: var(--paper);
        color: var(--ink);
        font-weight: 600;
      }
      b.lit {
        background: var(--accent);
        border-color: var(--accent);
        color: var(--on-accent);
      }
      b.blank {
        text-decoration: underline dotted;
        text-underline-offset: 0.2em;
        border-style: dotted;
      }
      b.pencil {
        border: 2px dashed var(--accent);
        background: var(--sheet);
        color: var(--accent);
        cursor: grab;
        touch-action: none;
      }
      b.asked {
        outline: 3px double var(--accent);
        outline-offset: 1px;
        z-index: 1;
      }
      b.wrong {
        border: 2px solid var(--bad);
        background: var(--sheet);
        color: var(--bad);
        text-decoration: line-through;
      }
      .fits::after {
        content: "";
        position: absolute;
        inset: 12%;
        border: 3px dotted var(--accent);
        border-radius: 50%;
      }
      .target {
        outline: 3px solid var(--accent);
        outline-offset: -1px;
        z-index: 2;
      }
      .cell:focus-visible {
        outline: 3px solid var(--ink);
        outline-offset: -1px;
        z-index: 3;
      }
      svg.lines {
        position: absolute;
        left: var(--gutter);
        top: var(--gutter);
        width: calc(100% - var(--gutter));
        height: calc(100% - var(--gutter));
        pointer-events: none;
        overflow: visible;
        z-index: 1;
      }
      .lasso {
        fill: none;
        stroke: var(--accent);
        stroke-width: 0.08;
        stroke-dasharray: 1;
        animation: draw var(--quick) var(--ease) backwards;
      }
      .knot {
        fill: var(--sheet);
        stroke: var(--accent);
        stroke-width: 0.05;
      }
      .knots text {
        font-size: 0.44px;
        fill: var(--ink);
        font-weight: 600;
        text-anchor: middle;
        dominant-baseline: central;
      }
      .knots .word {
        font-size: 0.22px;
      }
      /* An operation between two numbers is readable from this size on; the list beside the board tells it too. */
      @container (max-width: 470px) {
        .knots {
          display: none;
        }
      }
      @keyframes draw {
        from {
          stroke-dashoffset: 1;
        }
      }
    `,
  ];

  /** The cell where keys work. */
  get cursor(): string {
    return cellAt(this.at);
  }

  /** Move to a cell, and take the keyboard along if asked. */
  goTo(cell: string, focus = false): void {
    this.at = indexOf(cell);
    if (focus) void this.updateComplete.then(() => this.square(cell)?.focus());
  }

  square(cell: string): HTMLElement | null {
    return this.renderRoot.querySelector(`[data-cell="${cell}"]`);
  }

  /** The cell at a point of the window. */
  cellUnder(x: number, y: number): string | null {
    const first = this.square("A1")?.getBoundingClientRect();
    if (!first) return null;
    const [column, row] = [Math.floor((x - first.left) / first.width), Math.floor((y - first.top) / first.height)];
    return column >= 0 && column < SIDE && row >= 0 && row < SIDE ? cellAt(row * SIDE + column) : null;
  }

  protected override updated(changed: PropertyValues): void {
    if (changed.has("at") && changed.get("at") !== undefined && this.shadowRoot?.activeElement) {
      this.square(this.cursor)?.focus();
    }
  }

  override render(): TemplateResult {
    const rows = Array.from({ length: SIDE }, (_, row) => row);
    const lit = new Map((this.lit?.laid ?? []).map((laid) => [laid.cell, laid]));
    const blanks = blankCells(this.view);
    return html`<div class="frame">
      <div role="grid" aria-label=${t("Board")} aria-rowcount=${SIDE} aria-colcount=${SIDE}
        @keydown=${this.#key} @click=${this.#click} @focusin=${this.#focused}>
        <div class="row" aria-hidden="true">
          <span class="edge"></span>
          ${[...COLUMNS].map((column) => html`<span class="edge">${column}</span>`)}
        </div>
        ${rows.map(
          (row) => html`<div role="row" class="row ${row === 0 ? "top" : ""}" aria-rowindex=${row + 1}>
            <span class="edge" aria-hidden="true">${row + 1}</span>
            ${[...COLUMNS].map((_, column) => this.#cell(row * SIDE + column, lit, blanks))}
          </div>`,
        )}
      </div>
      ${this.#lines()}
    </div>`;
  }

  #cell(index: number, lit: Map<string, Laid>, blanks: Set<string>): TemplateResult {
    const cell = cellAt(index);
    const square = squareAt(index);
    const value = this.view.board.cells[index] ?? null;
    const planned = this.plan.find((one) => one.cell === cell);
    const wrong = this.lit?.wrong?.cell === cell && value === null && !planned ? this.lit.wrong : null;
    const fits = this.fits.has(cell) && value === null && !planned;
    const asked = this.view.waiting.length > 0 && this.view.turn.laid.at(-1)?.cell === cell;
    const said = [
      value !== null
        ? String(value)
        : planned
          ? planned.value === null
            ? t("a blank in pencil")
            : t("{tile} in pencil", { tile: planned.value })
          : t("empty"),
      squareWords(index),
      blanks.has(cell) ? t("a blank") : "",
      lit.has(cell) ? t("lit") : "",
      asked ? t("may be challenged") : "",
      wrong ? t("{tile} was taken back", { tile: wrong.tile }) : "",
      fits ? t("the tile fits here") : "",
    ];
    const classes = {
      cell: true,
      first: index % SIDE === 0,
      double: square === "2",
      triple: square === "3",
      sign: "+-x/".includes(square),
      printed: square === "#",
      fits,
      target: this.target === cell,
    };
    return html`<div
      role="gridcell"
      class=${classMap(classes)}
      data-cell=${cell}
      tabindex=${index === this.at ? 0 : -1}
      aria-colindex=${(index % SIDE) + 1}
      aria-label="${cell}: ${said.filter(Boolean).join(", ")}"
    >
      ${square === "#" ? html`<span>${value}</span>` : under(square)}
      ${value !== null && square !== "#"
        ? html`<b class=${classMap({ lit: lit.has(cell), blank: blanks.has(cell), asked })}>${value}</b>`
        : planned
          ? html`<b class="pencil" data-mark=${planned.value === null ? tileFace(planned.tile) : ""}>${planned.value}</b>`
          : wrong
            ? html`<b class="wrong">${wrong.tile}</b>`
            : nothing}
    </div>`;
  }

  /** Around the numbers of every equation that is lit, and between two of them what is done with them. */
  #lines(): TemplateResult {
    const found = (this.lit?.laid ?? []).flatMap((laid) => sums(laid).map((one) => ({ laid, one })));
    return html`<svg class="lines" viewBox="0 0 14 14" aria-hidden="true">
      ${found.map(({ laid, one }) => lasso(indexOf(laid.cell), indexOf(farEnd(one, laid.cell))))}
      <g class="knots">${found.flatMap(({ one }) => one.signs.map((sign, number) => knot(one.cells, number, sign)))}</g>
    </svg>`;
  }

  #click = (event: Event): void => {
    const cell = (event.target as HTMLElement).closest<HTMLElement>("[data-cell]")?.dataset.cell;
    if (cell) this.#pick(cell);
  };

  #pick(cell: string): void {
    this.at = indexOf(cell);
    this.dispatchEvent(new CustomEvent("pick", { detail: cell }));
  }

  #focused = (event: FocusEvent): void => {
    const cell = (event.target as HTMLElement).dataset.cell;
    if (cell) this.at = indexOf(cell);
  };

  #key = (event: KeyboardEvent): void => {
    const [row, column] = [Math.floor(this.at / SIDE), this.at % SIDE];
    const ends: Record<string, number> = {
      Home: event.ctrlKey ? 0 : row * SIDE,
      End: event.ctrlKey ? SIDE * SIDE - 1 : row * SIDE + SIDE - 1,
      PageUp: column,
      PageDown: (SIDE - 1) * SIDE + column,
    };
    const step = STEPS[event.key];
    if (step !== undefined) {
      const sideways = Math.abs(step) === 1;
      const next = this.at + step;
      const inside = sideways ? Math.floor(next / SIDE) === row : true;
      if (inside && next >= 0 && next < SIDE * SIDE) this.at = next;
    } else if (event.key in ends) {
      this.at = ends[event.key] ?? this.at;
    } else if (event.key === "Enter" || event.key === " ") {
      this.#pick(this.cursor);
    } else {
      return;
    }
    event.preventDefault();
  };
}

function under(square: string): TemplateResult | typeof nothing {
  if (square === ".") return nothing;
  return "23".includes(square) ? html`<span data-mark="×${square}"></span>` : html`<i data-mark=${printed(square)}></i>`;
}

function blankCells(view: View): Set<string> {
  const laid = [...view.past, view.turn].flatMap((turn) => turn.laid);
  return new Set(laid.filter((one) => one.blank).map((one) => one.cell));
}

function lasso(from: number, to: number): SVGTemplateResult {
  const [left, right] = [Math.min(from % SIDE, to % SIDE), Math.max(from % SIDE, to % SIDE)];
  const [high, low] = [Math.min(from, to), Math.max(from, to)].map((index) => Math.floor(index / SIDE)) as [number, number];
  return svg`<rect class="lasso" pathLength="1" x=${left + 0.03} y=${high + 0.03} rx="0.3"
    width=${right - left + 0.94} height=${low - high + 0.94} />`;
}

function knot(cells: readonly string[], number: number, sign: string): SVGTemplateResult {
  const [near, far] = [indexOf(cells[number] ?? ""), indexOf(cells[number + 1] ?? "")];
  const x = ((near % SIDE) + (far % SIDE)) / 2 + 0.5;
  const y = (Math.floor(near / SIDE) + Math.floor(far / SIDE)) / 2 + 0.5;
  return svg`<circle class="knot" cx=${x} cy=${y} r="0.23" /><text class=${printed(sign).length > 1 ? "word" : ""} x=${x} y=${y}>${printed(sign)}</text>`;
}

customElements.define("nh-mixmath-grid", Grid);
