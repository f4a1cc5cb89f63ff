/** The grid: numbers with the letters of their sets, the cell that is chosen, and the lines of three drawn through. */
import {
  LitElement, classMap, css, customElement, html, nothing, property, shared, svg,
  type SVGTemplateResult, type TemplateResult,
} from "@house/kit";
import type { View } from "@types-of/set-theory";
import { COLUMNS, ROWS } from "./facts";
import { linesOf, listed, t, tn, who, type Line, type Turn } from "./words";

/** Units of the drawing to a cell. */
const UNIT = 10;
const STEPS: Record<string, readonly [number, number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

/** Fires `choose` with a cell, `digit` with a figure or "" for rubbing one out, and `send`. */
@customElement("nh-set-theory-grid")
export class Grid extends LitElement {
  @property({ attribute: false }) view!: View;
  @property({ attribute: false }) seat: number | null = null;
  @property({ attribute: false }) names: string[] = [];
  /** The cell that is looked at, and chosen if it is empty. */
  @property() active = "";
  /** What is being typed, to be seen on the cell. */
  @property() typed = "";
  /** The set whose members and lines are lit. */
  @property() marked = "";
  /** Whether the last turn has only just come. */
  @property({ type: Boolean }) fresh = false;

  static override styles = [
    shared,
    css`
      :host {
        container-type: inline-size;
        --edge: 14px;
        --head: 22px;
        --cell: calc((100cqi - var(--edge)) / 8);
      }
      .grid {
        position: relative;
        display: grid;
        grid-template-columns: var(--edge) repeat(8, minmax(0, 1fr));
        grid-template-rows: var(--head) repeat(8, minmax(56px, 1fr));
        user-select: none;
        touch-action: manipulation;
      }
      [role="row"] {
        display: contents;
      }
      .edge {
        display: grid;
        place-items: center;
        font: 400 var(--text-1) / 1 var(--mono);
        color: var(--ink-soft);
      }
      svg {
        position: absolute;
        inset: var(--head) 0 0 var(--edge);
        width: calc(100% - var(--edge));
        height: calc(100% - var(--head));
        overflow: visible;
      }
      .cell {
        position: relative;
        display: grid;
        grid-template-rows: 14px minmax(0, 1fr) 14px;
        min-width: 0;
        padding: 1px 0;
        text-align: center;
        cursor: pointer;
        border-radius: 4px;
        scroll-margin-block: 60px 180px; /* what one types with lies over the page's end */
      }
      .cell:focus-visible {
        outline-offset: -3px;
        z-index: 1;
      }
      .cell:hover {
        box-shadow: inset 0 0 0 1px var(--accent);
      }
      .letters {
        font: 400 14px/14px var(--mono);
        letter-spacing: calc((var(--cell) - 5px) / 5 - 0.6em);
        padding-inline-start: calc(3px + max(0px, ((var(--cell) - 5px) / 5 - 0.6em) / 2));
        white-space: pre;
        color: var(--ink-soft);
        text-align: start;
      }
      .letters b {
        color: var(--accent);
        font-weight: 600;
      }
      .figure {
        display: flex;
        flex-direction: column;
        align-items: center;
        justify-content: center;
        font: 600 15px/14px var(--font);
        font-variant-numeric: tabular-nums lining-nums;
      }
      .typed .figure {
        color: var(--accent);
        font-weight: 400;
        font-style: italic;
      }
      .line {
        fill: none;
        stroke: var(--accent);
        stroke-linecap: round;
        vector-effect: non-scaling-stroke;
      }
      .line.last {
        stroke-width: 11px;
        stroke-opacity: 0.4;
      }
      .line.marked {
        stroke-width: 3px;
        stroke-opacity: 0.75;
      }
      .drawn {
        animation: drawn calc(var(--quick) * 1.4) var(--ease) backwards;
      }
      @keyframes drawn {
        from {
          transform: scale(0);
        }
      }
      @container (min-width: 500px) {
        .grid {
          grid-template-rows: var(--head) repeat(8, minmax(var(--row, 62px), 1fr));
        }
        .figure {
          flex-direction: row;
          gap: 2px;
          font-size: clamp(14px, calc((var(--cell) - 13px) / 3.65), 22px);
        }
        .cell {
          padding: 3px 0;
        }
      }
    `,
  ];

  override render(): TemplateResult {
    const taken = new Map(this.view.past.flatMap((turn) => (turn.number === null ? [] : [[turn.cell, turn] as const])));
    return html`<div class="grid" role="grid" aria-label=${t("Grid")} @keydown=${this.#key}>
      ${this.#drawing(taken)}
      <div role="row">
        <span role="columnheader" class="edge"><span class="heard">${t("Row")}</span></span>
        ${[...COLUMNS].map((column) => html`<span role="columnheader" class="edge">${column}</span>`)}
      </div>
      ${ROWS.map(
        (row) => html`<div role="row">
          <span role="rowheader" class="edge">${row}</span>
          ${[...COLUMNS].map((column) => this.#cell(column + row, taken.get(column + row)))}
        </div>`,
      )}
    </div>`;
  }

  #cell(cell: string, turn: Turn | undefined): TemplateResult {
    const active = cell === this.active;
    const typed = active && !turn && this.typed !== "";
    return html`<div
      role="gridcell"
      id=${cell}
      class="cell ${classMap({ typed })}"
      tabindex=${cell === (this.active || "A1") ? 0 : -1}
      aria-selected=${active ? "true" : "false"}
      @click=${() => this.#choose(cell)}
    >
      <span class="heard">${this.#words(cell, turn, typed)}</span>
      ${turn
        ? html`${this.#letters("ABCDE", turn)}${figure(String(turn.number))}${this.#letters("FGHIJ", turn)}`
        : typed
          ? html`<span aria-hidden="true"></span>${figure(this.typed)}`
          : nothing}
    </div>`;
  }

  /** Every set has a place of its own in the cell, so that equal letters of neighbours stand alike. */
  #letters(sets: string, turn: Turn): TemplateResult {
    const shown = [...sets].map((label) => (turn.sets.includes(label) ? label : " "));
    const lit = shown.indexOf(this.marked);
    if (!this.marked || lit < 0) return html`<span class="letters" aria-hidden="true">${shown.join("")}</span>`;
    const [before, after] = [shown.slice(0, lit).join(""), shown.slice(lit + 1).join("")];
    return html`<span class="letters" aria-hidden="true">${before}<b>${this.marked}</b>${after}</span>`;
  }

  #words(cell: string, turn: Turn | undefined, typed: boolean): string {
    if (!turn) return typed ? t("{cell}, empty, {number} typed", { cell, number: this.typed }) : t("{cell}, empty", { cell });
    const name = who(turn.seat, this.seat, this.names);
    const sets = turn.sets ? t("in {sets}", { sets: listed(turn.sets) }) : t("in no set");
    return tn("{cell}: {number}, {sets}, {name}, {count} point", "{cell}: {number}, {sets}, {name}, {count} points", turn.points, {
      cell, number: turn.number ?? "", sets, name,
    });
  }

  // What lies under the numbers

  #drawing(taken: Map<string, Turn>): SVGTemplateResult | TemplateResult {
    const place = this.view.past.length - 1;
    const last = this.view.past[place];
    const own = this.seat ?? 0;
    const lit = this.marked;
    return html`<svg viewBox="0 0 80 80" preserveAspectRatio="none" aria-hidden="true">
      <rect width="80" height="80" fill="var(--sheet)" stroke="none" />
      ${[...taken.values()].map((turn) => [
        turn.seat === own ? svg`${square(turn.cell, "var(--accent-tint)")}${bar(turn.cell)}` : nothing,
        lit && turn.sets.includes(lit) ? square(turn.cell, "var(--accent)", 0.22) : nothing,
      ])}
      ${rules()}
      ${lit ? this.view.lines.filter((line) => line.sets.includes(lit)).map((line) => stroke(line, "marked")) : nothing}
      ${linesOf(this.view, place).map((line) => stroke(line, this.fresh ? "last drawn" : "last"))}
      ${last && last.number !== null ? frame(last.cell, "var(--ink)", 2) : nothing}
      ${this.active ? frame(this.active, "var(--accent)", 3) : nothing}
    </svg>`;
  }

  // Choosing and typing

  #choose(cell: string): void {
    this.dispatchEvent(new CustomEvent("choose", { detail: cell }));
    void this.updateComplete.then(() => this.renderRoot.querySelector<HTMLElement>(`#${cell}`)?.focus());
  }

  #key = (event: KeyboardEvent): void => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const now = this.active || "A1";
    const step = STEPS[event.key];
    if (step) this.#choose(moved(now, step));
    else if (event.key === "Home") this.#choose(`A${now[1]}`);
    else if (event.key === "End") this.#choose(`H${now[1]}`);
    else if (event.key === " ") this.#choose(now);
    else if (event.key === "Enter") this.dispatchEvent(new Event("send"));
    else if (/^\d$/.test(event.key) || event.key === "Backspace") {
      if (!this.active) this.#choose(now);
      this.dispatchEvent(new CustomEvent("digit", { detail: event.key === "Backspace" ? "" : event.key }));
    } else return;
    event.preventDefault();
  };
}

/** "123456" in two parts, which stand above each other where cells are narrow. */
function figure(number: string): TemplateResult {
  const first = number.slice(0, -3);
  return html`<span class="figure" aria-hidden="true">${first ? html`<span>${first}</span>` : nothing}<span>${number.slice(-3)}</span></span>`;
}

function at(cell: string): [number, number] {
  return [(cell.charCodeAt(0) - 65) * UNIT, (Number(cell[1]) - 1) * UNIT];
}

function moved(cell: string, [right, down]: readonly [number, number]): string {
  const column = Math.min(Math.max(cell.charCodeAt(0) - 65 + right, 0), 7);
  const row = Math.min(Math.max(Number(cell[1]) + down, 1), 8);
  return `${COLUMNS[column]}${row}`;
}

function square(cell: string, fill: string, opacity = 1): SVGTemplateResult {
  const [x, y] = at(cell);
  return svg`<rect x=${x} y=${y} width=${UNIT} height=${UNIT} fill=${fill} fill-opacity=${opacity} />`;
}

/** The mark of one's own side, as beside one's name. */
function bar(cell: string): SVGTemplateResult {
  const [x, y] = at(cell);
  return svg`<path d="M${x + 0.4} ${y + UNIT / 4}v${UNIT / 2}" stroke="var(--accent)" stroke-width="3" vector-effect="non-scaling-stroke" />`;
}

function frame(cell: string, colour: string, width: number): SVGTemplateResult {
  const [x, y] = at(cell);
  return svg`<rect x=${x + 0.2} y=${y + 0.2} width=${UNIT - 0.4} height=${UNIT - 0.4} rx="0.6" fill="none" stroke=${colour}
    stroke-width=${width} vector-effect="non-scaling-stroke" />`;
}

function rules(): SVGTemplateResult[] {
  return [...Array(9).keys()].map(
    (step) => svg`<path d="M0 ${step * UNIT}H80M${step * UNIT} 0V80" fill="none" stroke="var(--line-strong)" stroke-width="1"
      stroke-opacity=${step % 8 ? 0.6 : 1} vector-effect="non-scaling-stroke" />`,
  );
}

/** It begins at its own origin, from which it grows when it is drawn. */
function stroke(line: Line, kind: string): SVGTemplateResult {
  const [from, to] = [at(line.cells[0]), at(line.cells[2])];
  const half = UNIT / 2;
  return svg`<g transform="translate(${from[0] + half} ${from[1] + half})">
    <path class="line ${kind}" d="M0 0L${to[0] - from[0]} ${to[1] - from[1]}" />
  </g>`;
}
