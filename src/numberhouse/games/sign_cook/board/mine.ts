/** The mine: the player draws a path with finger, mouse or arrow keys and writes its equation. `dig` fires with
 * both. */
import {
  css, customElement, html, keepFocus, LitElement, nothing, property, query, ref, shared, state, svg,
  type PropertyValues, type SVGTemplateResult, type TemplateResult,
} from "@house/kit";
import { face, t, tileOf, tn } from "./words";

const KEYS = ["+", "-", "x", "/", "="];
/** Wider mines scroll with the finger, so their cells are tapped. */
const WIDEST_DRAWN = 10;

@customElement("nh-sign-cook-mine")
export class MineFace extends LitElement {
  @property({ attribute: false }) grid: string[] = [];
  @property({ attribute: false }) closed: ReadonlySet<string> = new Set();
  /** Whether a visit is possible. */
  @property({ attribute: false }) open = false;
  @property({ attribute: false }) busy = false;
  /** Indices of cells, row by row. */
  @state() private path: number[] = [];
  @state() private text = "";
  @state() private gap = 0;
  @state() private cursor = 0;
  @state() private drawing = false;
  @query("form") private form?: HTMLFormElement;
  @query("#equation") private field?: HTMLInputElement;

  #pointer: { id: number; tapped: number | null } | null = null;

  static override styles = [
    shared,
    css`
      .scroll {
        overflow-x: auto;
        padding: 2px;
      }
      .grid {
        display: grid;
        grid-template-columns: 22px repeat(var(--columns), minmax(26px, 1fr));
        width: 100%;
        max-width: calc(22px + 44px * var(--columns));
        position: relative;
        user-select: none;
        -webkit-user-select: none;
      }
      .grid.wide {
        width: max-content;
      }
      [role="row"] {
        display: contents;
      }
      .head {
        display: grid;
        place-items: center;
        font-size: 14px;
        line-height: 22px;
        color: var(--ink-soft);
      }
      .cell {
        display: grid;
        place-items: center;
        aspect-ratio: 1;
        border: 1px solid var(--line);
        font-size: var(--text-3);
        position: relative;
        z-index: 1;
      }
      .drawn .cell {
        touch-action: none;
      }
      .can .cell {
        cursor: pointer;
      }
      .cell:focus-visible {
        z-index: 3;
        outline-offset: -3px;
      }
      .on {
        font-weight: 600;
      }
      .closed {
        color: var(--ink-soft);
        background: repeating-linear-gradient(135deg, transparent 0 5px, var(--line) 5px 7px);
      }
      .path {
        position: absolute;
        inset: 22px 0 0 22px;
        width: calc(100% - 22px);
        height: calc(100% - 22px);
        fill: none;
        stroke-linejoin: round;
        stroke-linecap: round;
      }
      /* A seam through the rock, under the digits. */
      .seam {
        stroke: color-mix(in oklab, var(--accent) 26%, var(--sheet));
        stroke-width: 0.74;
      }
      .start {
        stroke: var(--accent);
        stroke-width: 0.07;
      }
      .strip {
        display: flex;
        flex-wrap: wrap;
        align-items: center;
        row-gap: var(--gap-2);
      }
      .digit {
        font-size: var(--text-4);
        font-weight: 600;
        min-width: 24px;
        text-align: center;
      }
      .gap {
        min-width: 44px;
        padding: 0;
        font-size: var(--text-4);
        color: var(--accent);
        border-style: dashed;
      }
      .gap[aria-pressed="true"] {
        border: 2px solid var(--accent);
        background: var(--accent-tint);
      }
      .keys {
        display: flex;
        flex-wrap: wrap;
        gap: var(--gap-1);
      }
      .keys button {
        padding: 0 var(--gap-2);
        font-size: var(--text-3);
      }
      .keys .join {
        font-size: var(--text-1);
      }
      input {
        width: 100%;
        font-family: var(--mono);
        font-size: var(--text-3);
      }
      .work {
        scroll-margin-bottom: calc(var(--bar, 0px) + var(--gap-2));
        display: grid;
        gap: var(--gap-3);
        align-content: start;
        min-width: 0;
      }
      .all {
        display: grid;
        gap: var(--gap-3) var(--gap-4);
      }
      :host {
        container-type: inline-size;
      }
      /* The keys with signs stay: a telephone has no others at hand. */
      @media (hover: none) and (pointer: coarse) {
        .arrows {
          display: none;
        }
      }
      @container (min-width: 460px) {
        .all.split {
          grid-template-columns: minmax(0, 3fr) minmax(0, 2fr);
        }
      }
      p {
        margin: 0;
      }
    `,
  ];

  constructor() {
    super();
    keepFocus(this, () => (this.busy ? null : [`[data-cell="${this.cursor}"]`]));
  }

  protected override willUpdate(changed: PropertyValues): void {
    // Another equation: an earlier refusal isn't about it any more.
    if (changed.get("text") !== undefined) this.dispatchEvent(new Event("draft", { bubbles: true, composed: true }));
    if (changed.has("closed") && this.path.some((cell) => this.closed.has(this.#name(cell)))) this.#walk([]);
  }

  override render(): TemplateResult {
    const width = this.#width;
    return html`<div class="all ${this.open && width <= WIDEST_DRAWN ? "split" : ""}"><div class="scroll">
        <div role="grid" aria-label=${t("The mine")} aria-multiselectable="true"
          class="grid ${width > WIDEST_DRAWN ? "wide" : "drawn"} ${this.open ? "can" : ""}"
          ${ref((element) => (element as HTMLElement | undefined)?.style.setProperty("--columns", String(width)))}
          @pointerdown=${this.#press} @pointermove=${this.#drag} @pointerup=${this.#release} @pointercancel=${this.#release}
          @keydown=${this.#key}>
          <div role="row">
            <span class="head" role="columnheader"><span class="heard">${t("Row")}</span></span>
            ${this.grid[0]?.split("").map((_, column) => html`<span class="head" role="columnheader">${letter(column)}</span>`)}
          </div>
          ${this.grid.map(
            (row, y) => html`<div role="row">
              <span class="head" role="rowheader">${y + 1}</span>
              ${row.split("").map((digit, x) => this.#cell(y * width + x, digit))}
            </div>`,
          )}
          ${this.#line()}
        </div>
      </div>
      ${this.open ? this.#work() : nothing}</div>`;
  }

  #cell(cell: number, digit: string): TemplateResult {
    const place = this.path.indexOf(cell);
    const closed = this.closed.has(this.#name(cell));
    const name = closed
      ? t("{cell}: {digit}, closed to you", { cell: this.#name(cell), digit })
      : place < 0
        ? t("{cell}: {digit}", { cell: this.#name(cell), digit })
        : t("{cell}: {digit}, number {place} of the path", { cell: this.#name(cell), digit, place: place + 1 });
    return html`<span role="gridcell" class="cell ${place < 0 ? "" : "on"} ${closed ? "closed" : ""}" data-cell=${cell}
      tabindex=${cell === this.cursor ? 0 : -1} aria-label=${name} aria-selected=${String(place >= 0)}
      @focus=${() => (this.cursor = cell)}>${digit}</span>`;
  }

  #line(): TemplateResult {
    const spots = this.path.map((cell) => [(cell % this.#width) + 0.5, Math.floor(cell / this.#width) + 0.5] as const);
    const [start] = spots;
    const drawn: SVGTemplateResult | typeof nothing = start
      ? svg`<path class="seam" d=${`M${[start, ...spots].map((spot) => spot.join(" ")).join("L")}`} /><circle class="start" cx=${start[0]} cy=${start[1]} r="0.4" />`
      : nothing;
    return html`<svg class="path" viewBox="0 0 ${this.#width} ${this.grid.length}" aria-hidden="true">${drawn}</svg>`;
  }

  // The equation

  #work(): TemplateResult {
    const { path } = this;
    if (!path.length) {
      return html`<div class="work"><p class="soft">
        ${t("Draw a path of 3 to 7 cells, each beside the one before.")}
        <span class="arrows">${t("With the keyboard: Enter begins, arrows draw, Enter ends.")}</span>
      </p></div>`;
    }
    const gaps = gapsOf(this.text, this.#digits);
    return html`<form class="work" @submit=${this.#dig}>
      <p class="soft small">${tn("{count} cell; 3 to 7 can be mined.", "{count} cells; 3 to 7 can be mined.", path.length)}</p>
      ${gaps ? this.#strip(gaps) : html`<p class="bad">${t("The path holds {digits}; all of them stand in the equation, in this order.", { digits: [...this.#digits].join(" ") })}</p>`}
      <label>${t("Equation, worked from left to right, = last")}
        <input id="equation" .value=${this.text} autocomplete="off" autocapitalize="off" spellcheck="false"
          @input=${(event: Event) => (this.text = (event.target as HTMLInputElement).value)} />
      </label>
      <div class="row">
        <button class="primary" aria-disabled=${this.busy}>${tn("Mine {count} tile", "Mine {count} tiles", path.length)}</button>
        <button type="button" class="plain" @click=${() => this.#walk([])}>${t("Clear the path")}</button>
      </div>
    </form>`;
  }

  #strip(gaps: string[]): TemplateResult {
    const digits = [...this.#digits];
    const chosen = Math.min(this.gap, gaps.length - 1);
    return html`<div class="strip" role="group" aria-label=${t("Signs between the digits")}>
        ${digits.map(
          (digit, index) => html`<span class="digit" aria-hidden="true">${digit}</span>${index < gaps.length
              ? html`<button type="button" class="gap fact" aria-pressed=${String(index === chosen)}
                  aria-label=${t("between {one} and {other}: {sign}", { one: digit, other: digits[index + 1] ?? "", sign: gaps[index] ? face(gaps[index] ?? "") : t("nothing") })}
                  @click=${() => (this.gap = index)}>${face(gaps[index] ?? "")}</button>`
              : nothing}`,
        )}
      </div>
      ${gaps.length
        ? html`<div class="keys" role="group" aria-label=${t("What stands in the marked gap")}>
            ${KEYS.map((key) => html`<button type="button" @click=${() => this.#put(gaps, chosen, key)}>${face(key)}</button>`)}
            <button type="button" class="join" @click=${() => this.#put(gaps, chosen, "")}>${t("join")}</button>
          </div>`
        : nothing}`;
  }

  #put(gaps: string[], gap: number, sign: string): void {
    const next = gaps.map((mark, index) => (index === gap ? sign : sign === "=" && mark === "=" ? "" : mark));
    this.text = written(this.#digits, next);
    this.gap = Math.min(gap + 1, gaps.length - 1);
  }

  #dig = (event: Event): void => {
    event.preventDefault();
    if (this.busy) return;
    this.drawing = false;
    const detail = { cells: this.path.map((cell) => this.#name(cell)), equation: this.text };
    this.dispatchEvent(new CustomEvent("dig", { detail }));
  };

  // The path

  get #width(): number {
    return this.grid[0]?.length ?? 0;
  }

  get #digits(): string {
    return this.path.map((cell) => this.grid.join("").charAt(cell)).join("");
  }

  #name(cell: number): string {
    return `${letter(cell % this.#width)}${Math.floor(cell / this.#width) + 1}`;
  }

  /** Set the path; signs between cells that stay are kept. */
  #walk(path: number[]): void {
    const gaps = gapsOf(this.text, this.#digits) ?? [];
    const continues = this.path.every((cell, index) => index >= path.length || cell === path[index]);
    this.path = path;
    if (!continues) this.gap = 0;
    this.text = written(this.#digits, path.slice(1).map((_, index) => (continues ? (gaps[index] ?? "") : "")));
    if (!path.length) this.drawing = false;
  }

  /** Handle a tap on a cell. */
  #touch(cell: number): void {
    const place = this.path.indexOf(cell);
    if (this.closed.has(this.#name(cell))) return;
    if (place >= 0) this.#walk(this.path.slice(0, place === this.path.length - 1 ? place : place + 1));
    else if (this.#isAdjacent(this.path.at(-1), cell)) this.#walk([...this.path, cell]);
    else this.#walk([cell]);
  }

  /** Extend the path to a cell, or shorten it back to it. */
  #step(cell: number): boolean {
    if (cell === this.path.at(-2)) this.#walk(this.path.slice(0, -1));
    else if (this.#isAdjacent(this.path.at(-1), cell) && !this.path.includes(cell) && !this.closed.has(this.#name(cell)))
      this.#walk([...this.path, cell]);
    else return false;
    return true;
  }

  #isAdjacent(from: number | undefined, to: number): boolean {
    if (from === undefined) return false;
    const width = this.#width;
    return Math.abs((from % width) - (to % width)) + Math.abs(Math.floor(from / width) - Math.floor(to / width)) === 1;
  }

  #press = (event: PointerEvent): void => {
    const cell = cellOf(event.target);
    if (!this.open || cell === null || event.button) return;
    const last = cell === this.path.at(-1);
    this.#pointer = { id: event.pointerId, tapped: last ? cell : null };
    if (!last) this.#touch(cell);
  };

  #drag = (event: PointerEvent): void => {
    if (this.#pointer?.id !== event.pointerId || this.#width > WIDEST_DRAWN) return;
    const cell = cellOf((this.renderRoot as ShadowRoot).elementFromPoint(event.clientX, event.clientY));
    if (cell !== null && cell !== this.path.at(-1) && this.#step(cell)) this.#pointer.tapped = null;
  };

  #release = (event: PointerEvent): void => {
    if (this.#pointer?.id !== event.pointerId) return;
    const { tapped } = this.#pointer;
    this.#pointer = null;
    if (tapped !== null && event.type === "pointerup") this.#touch(tapped);
    // On a telephone the equation begins below the fold. While a finger draws, nothing may move.
    void this.updateComplete.then(() => this.form?.scrollIntoView({ block: "nearest" }));
  };

  #key = (event: KeyboardEvent): void => {
    const width = this.#width;
    const steps: Record<string, [number, number]> = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
    const step = steps[event.key];
    if (step) {
      event.preventDefault();
      const [x, y] = [(this.cursor % width) + step[0], Math.floor(this.cursor / width) + step[1]];
      if (x < 0 || x >= width || y < 0 || y >= this.grid.length) return;
      const cell = y * width + x;
      if (!this.drawing || this.#step(cell)) this.#focus(cell);
    } else if (this.open && (event.key === "Enter" || event.key === " ")) {
      event.preventDefault();
      if (this.drawing && this.path.length > 1) {
        this.drawing = false;
        this.field?.focus();
      } else if (!this.closed.has(this.#name(this.cursor))) {
        if (this.path.at(-1) !== this.cursor) this.#walk([this.cursor]);
        this.drawing = true;
      }
    } else if (event.key === "Escape" && this.path.length) {
      event.preventDefault();
      this.#walk([]);
    }
  };

  #focus(cell: number): void {
    this.cursor = cell;
    void this.updateComplete.then(() => this.renderRoot.querySelector<HTMLElement>(`[data-cell="${cell}"]`)?.focus());
  }
}

function letter(column: number): string {
  return String.fromCharCode(65 + column);
}

function cellOf(target: EventTarget | null): number | null {
  const cell = target instanceof Element ? target.closest<HTMLElement>("[data-cell]")?.dataset["cell"] : undefined;
  return cell === undefined ? null : Number(cell);
}

/** The marks between the digits, if the text contains exactly these digits and nothing before or after them. */
function gapsOf(text: string, digits: string): string[] | null {
  const marks = text.replaceAll(" ", "");
  if (marks.replace(/[^0-9]/g, "") !== digits || !/^([0-9].*[0-9]|[0-9]?)$/.test(marks)) return null;
  return marks.slice(1).match(/[^0-9]*[0-9]/g)?.map((part) => [...part.slice(0, -1)].map((mark) => tileOf(mark) ?? mark).join("")) ?? [];
}

function written(digits: string, gaps: string[]): string {
  return [...digits].map((digit, index) => digit + face(gaps[index] ?? "")).join("");
}
