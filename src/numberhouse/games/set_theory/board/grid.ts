/** The grid: numbers with the letters of their sets, the active cell, and lines through three cells. */
import {
  LitElement, classMap, css, customElement, html, nothing, property, shared, svg,
  type SVGTemplateResult, type TemplateResult,
} from "@house/kit";
import type { View } from "@types-of/set-theory";
import { COLUMNS, ROWS } from "./facts";
import { completedLines, setsText, t, tn, seatName, type Line, type Turn } from "./words";

/** Units of the drawing in a cell. */
const UNIT = 10;
const STEPS: Record<string, readonly [number, number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

/** Fires `choose` with a cell, `digit` with a digit or "" for Backspace, and `send`. */
@customElement("nh-set-theory-grid")
export class Grid extends LitElement {
  @property({ attribute: false }) view!: View;
  @property({ attribute: false }) seat: number | null = null;
  @property({ attribute: false }) names: string[] = [];
  /** The active cell; it is chosen if it is empty. */
  @property() activeCell = "";
  /** The typed number, shown in the active cell. */
  @property() typedNumber = "";
  /** The set whose members and lines are lit. */
  @property() markedSet = "";
  /** Whether the last turn has just arrived. */
  @property({ type: Boolean }) lastIsNew = false;

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
        text-align: center;
        cursor: pointer;
        border-radius: 4px;
        scroll-margin-block: 60px 262px; /* the last turn and the number pad cover the end of the page */
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
        stroke-width: 4px;
      }
      .legend {
        display: flex;
        flex-wrap: wrap;
        gap: 0 var(--gap-4);
        margin: var(--gap-1) 0 0;
      }
      .legend svg {
        position: static;
        width: 28px;
        height: 14px;
        vertical-align: -2px;
      }
      .drawn {
        animation: drawn calc(var(--quick) * 1.4) var(--ease) backwards;
      }
      @keyframes drawn {
        from {
          transform: scale(0);
        }
      }
      /* The sentence on the turn names its lines as well. */
      @container (max-width: 499px) {
        .of-last {
          display: none;
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

  /** Focus the active cell. */
  override focus(): void {
    this.renderRoot.querySelector<HTMLElement>('[role="gridcell"][tabindex="0"]')?.focus();
  }

  /** Scrolls as little as shows the active cell. */
  showActiveCell(): void {
    this.renderRoot.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: "nearest" });
  }

  override render(): TemplateResult {
    const turnsByCell = new Map(this.view.past.flatMap((turn) => (turn.number === null ? [] : [[turn.cell, turn] as const])));
    return html`<div class="grid" role="grid" aria-label=${t("Grid")} @keydown=${this.#onKey}>
      ${this.#backgroundDrawing(turnsByCell)}
      <div role="row">
        <span role="columnheader" class="edge"><span class="heard">${t("Row")}</span></span>
        ${[...COLUMNS].map((column) => html`<span role="columnheader" class="edge">${column}</span>`)}
      </div>
      ${ROWS.map(
        (row) => html`<div role="row">
          <span role="rowheader" class="edge">${row}</span>
          ${[...COLUMNS].map((column) => this.#cell(column + row, turnsByCell.get(column + row)))}
        </div>`,
      )}
    </div>${this.#legend()}`;
  }

  /** The meaning of the lines that are drawn. */
  #legend(): TemplateResult | typeof nothing {
    const { lines, past } = this.view;
    const marked = lines.filter((line) => line.sets.includes(this.markedSet)).length;
    const last = completedLines(this.view, past.length - 1).length;
    if (!(this.markedSet && marked) && !last) return nothing;
    const sign = (kind: string): TemplateResult => html`<svg viewBox="0 0 28 14" aria-hidden="true">${svg`<path class="line ${kind}" d="M6 7H22" />`}</svg>`;
    return html`<p class="legend soft small ${this.markedSet && marked ? "" : "of-last"}">
      ${last ? html`<span class="of-last">${sign("last")} ${tn("line of the last turn", "lines of the last turn", last)}</span>` : nothing}
      ${this.markedSet && marked
        ? html`<span>${sign("marked")} ${tn("neighbours in {count} line of {set}", "neighbours in {count} lines of {set}", marked, { set: this.markedSet })}</span>`
        : nothing}
    </p>`;
  }

  #cell(cell: string, turn: Turn | undefined): TemplateResult {
    const isActive = cell === this.activeCell;
    const hasTyped = isActive && !turn && this.typedNumber !== "";
    return html`<div
      role="gridcell"
      id=${cell}
      class="cell ${classMap({ typed: hasTyped })}"
      tabindex=${cell === (this.activeCell || "A1") ? 0 : -1}
      aria-selected=${isActive ? "true" : "false"}
      @click=${() => this.#choose(cell)}
    >
      <span class="heard">${this.#cellText(cell, turn, hasTyped)}</span>
      ${turn
        ? html`${this.#setLetters("ABCDE", turn)}${numberText(String(turn.number))}${this.#setLetters("FGHIJ", turn)}`
        : hasTyped
          ? html`<span aria-hidden="true"></span>${numberText(this.typedNumber)}`
          : nothing}
    </div>`;
  }

  /** Each set has a fixed place in the cell, so that equal letters of neighbours line up. */
  #setLetters(sets: string, turn: Turn): TemplateResult {
    const letters = [...sets].map((label) => (turn.sets.includes(label) ? label : " "));
    const index = letters.indexOf(this.markedSet);
    if (!this.markedSet || index < 0) return html`<span class="letters" aria-hidden="true">${letters.join("")}</span>`;
    const [before, after] = [letters.slice(0, index).join(""), letters.slice(index + 1).join("")];
    return html`<span class="letters" aria-hidden="true">${before}<b>${this.markedSet}</b>${after}</span>`;
  }

  #cellText(cell: string, turn: Turn | undefined, hasTyped: boolean): string {
    if (!turn) return hasTyped ? t("{cell}, empty, {number} typed", { cell, number: this.typedNumber }) : t("{cell}, empty", { cell });
    const name = seatName(turn.seat, this.seat, this.names);
    const sets = turn.sets ? t("in {sets}", { sets: setsText(turn.sets) }) : t("in no set");
    return tn("{cell}: {number}, {sets}, {name}, {count} point", "{cell}: {number}, {sets}, {name}, {count} points", turn.points, {
      cell, number: turn.number ?? "", sets, name,
    });
  }

  // The drawing under the numbers

  #backgroundDrawing(turnsByCell: Map<string, Turn>): SVGTemplateResult | TemplateResult {
    const lastIndex = this.view.past.length - 1;
    const last = this.view.past[lastIndex];
    const ownSeat = this.seat ?? 0;
    const marked = this.markedSet;
    return html`<svg viewBox="0 0 80 80" preserveAspectRatio="none" aria-hidden="true">
      <rect width="80" height="80" fill="var(--sheet)" stroke="none" />
      ${[...turnsByCell.values()].map((turn) => [
        turn.seat === ownSeat ? svg`${cellSquare(turn.cell, "var(--accent-tint)")}${ownMark(turn.cell)}` : nothing,
        marked && turn.sets.includes(marked) ? cellSquare(turn.cell, "var(--accent)", 0.22) : nothing,
      ])}
      ${gridLines()}
      ${marked ? neighbourStrokes(this.view.lines.filter((line) => line.sets.includes(marked))) : nothing}
      ${completedLines(this.view, lastIndex).map((line) => lineStroke(line, this.lastIsNew ? "last drawn" : "last"))}
      ${last && last.number !== null ? cellFrame(last.cell, "var(--ink)", 2) : nothing}
      ${this.activeCell ? cellFrame(this.activeCell, "var(--accent)", 3) : nothing}
    </svg>`;
  }

  // Choosing and typing

  #choose(cell: string): void {
    this.dispatchEvent(new CustomEvent("choose", { detail: cell }));
    void this.updateComplete.then(() => this.renderRoot.querySelector<HTMLElement>(`#${cell}`)?.focus());
  }

  #onKey = (event: KeyboardEvent): void => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const current = this.activeCell || "A1";
    const step = STEPS[event.key];
    if (step) this.#choose(neighbour(current, step));
    else if (event.key === "Home") this.#choose(`A${current[1]}`);
    else if (event.key === "End") this.#choose(`H${current[1]}`);
    else if (event.key === " ") this.#choose(current);
    else if (event.key === "Enter") this.dispatchEvent(new Event("send"));
    else if (/^[-−+.,\d]$/.test(event.key) || event.key === "Backspace") {
      if (!this.activeCell) this.#choose(current);
      this.dispatchEvent(new CustomEvent("digit", { detail: event.key === "Backspace" ? "" : event.key }));
    } else return;
    event.preventDefault();
  };
}

/** "123456" in two parts, which stand above each other in narrow cells. */
function numberText(number: string): TemplateResult {
  const thousands = number.slice(0, -3);
  return html`<span class="figure" aria-hidden="true">${thousands ? html`<span>${thousands}</span>` : nothing}<span>${number.slice(-3)}</span></span>`;
}

function origin(cell: string): [number, number] {
  return [(cell.charCodeAt(0) - 65) * UNIT, (Number(cell[1]) - 1) * UNIT];
}

function neighbour(cell: string, [columns, rows]: readonly [number, number]): string {
  const column = Math.min(Math.max(cell.charCodeAt(0) - 65 + columns, 0), 7);
  const row = Math.min(Math.max(Number(cell[1]) + rows, 1), 8);
  return `${COLUMNS[column]}${row}`;
}

function cellSquare(cell: string, fill: string, opacity = 1): SVGTemplateResult {
  const [x, y] = origin(cell);
  return svg`<rect x=${x} y=${y} width=${UNIT} height=${UNIT} fill=${fill} fill-opacity=${opacity} />`;
}

/** The mark of the viewer's own side, as beside the name. */
function ownMark(cell: string): SVGTemplateResult {
  const [x, y] = origin(cell);
  return svg`<path d="M${x + 0.4} ${y + UNIT / 4}v${UNIT / 2}" stroke="var(--accent)" stroke-width="3" vector-effect="non-scaling-stroke" />`;
}

function cellFrame(cell: string, colour: string, width: number): SVGTemplateResult {
  const [x, y] = origin(cell);
  return svg`<rect x=${x + 0.2} y=${y + 0.2} width=${UNIT - 0.4} height=${UNIT - 0.4} rx="0.6" fill="none" stroke=${colour}
    stroke-width=${width} vector-effect="non-scaling-stroke" />`;
}

function gridLines(): SVGTemplateResult[] {
  return [...Array(9).keys()].map(
    (step) => svg`<path d="M0 ${step * UNIT}H80M${step * UNIT} 0V80" fill="none" stroke="var(--line-strong)" stroke-width="1"
      stroke-opacity=${step % 8 ? 0.6 : 1} vector-effect="non-scaling-stroke" />`,
  );
}

/** A short stroke across the border of every two neighbours in these lines: it crosses no number. */
function neighbourStrokes(lines: readonly Line[]): SVGTemplateResult[] {
  const pairs = new Set(lines.flatMap(({ cells: [first, second, third] }) => [[first, second].sort().join(" "), [second, third].sort().join(" ")]));
  return [...pairs].map((pair) => {
    const [from, to] = pair.split(" ").map(origin) as [[number, number], [number, number]];
    const at = (axis: 0 | 1, part: number): number => from[axis] + UNIT / 2 + (to[axis] - from[axis]) * part;
    return svg`<path class="line marked" d="M${at(0, 0.4)} ${at(1, 0.4)}L${at(0, 0.6)} ${at(1, 0.6)}" />`;
  });
}

/** A line starts at its own origin, so that it can grow from there in the animation. */
function lineStroke(line: Line, kind: string): SVGTemplateResult {
  const [from, to] = [origin(line.cells[0]), origin(line.cells[2])];
  const half = UNIT / 2;
  return svg`<g transform="translate(${from[0] + half} ${from[1] + half})">
    <path class="line ${kind}" d="M0 0L${to[0] - from[0]} ${to[1] - from[1]}" />
  </g>`;
}
