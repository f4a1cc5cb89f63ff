/** The ring of nodes: each is a tile with its letter, its value as a bar, and its history as a spark line. */
import { classMap, css, html, nothing, ref, svg, type SVGTemplateResult, type TemplateResult } from "@house/kit";
import type { View } from "@types-of/addition-crypt";
import { digitsOf, inBase } from "./points";
import { barredText, letter, signed, t, termsOf, valuesAfter } from "./words";

/** A draft of a submission: the nodes in order, and the node with the asterisk. */
export interface Draft {
  nodes: readonly number[];
  scoring: number | null;
}

export interface Ring {
  view: View;
  draft: Draft;
  /** Whether nodes can be chosen; otherwise they are pictures. */
  choosing: boolean;
  /** The number of nodes that show their values after the last round; the others show those before it. */
  counted: number;
  /** The node that the Tab key reaches. */
  focused: number;
  choose(node: number): void;
  focus(node: number): void;
  centre: TemplateResult;
}

/** With more nodes than this, a circle is too small and they stand around a rectangle. */
const ROUND = 8;
/** With more nodes than this, the ring takes the board's whole width. */
const BESIDE = 12;

export function wantsWidth(view: View): boolean {
  return view.values.length > BESIDE;
}

export function ring({ centre, ...model }: Ring): TemplateResult {
  const count = model.view.values.length;
  const circle = count <= ROUND;
  const nodes = model.view.values.map((_, node) => tile(model, node));
  return html`<div
    class=${classMap({ ring: true, circle, square: !circle })}
    role=${model.choosing ? "group" : "list"}
    aria-label=${model.choosing ? t("Nodes: choose two in order") : t("Nodes")}
  >
    ${circle
      ? html`<svg class="orbit" viewBox="0 0 100 100" preserveAspectRatio="none" aria-hidden="true">
          <ellipse cx="50" cy="50" rx="50" ry="50" vector-effect="non-scaling-stroke" />
        </svg>`
      : nothing}
    <div class="centre" role=${model.choosing ? nothing : "listitem"} ${ref((element) => placed(element, model.view))}>${centre}</div>
    ${nodes}
  </div>`;
}

function tile(model: Omit<Ring, "centre">, node: number): TemplateResult {
  const { view, draft, choosing } = model;
  const { values, barred, options } = view;
  const counts = node < model.counted;
  const before = view.rounds.length ? valuesAfter(view, view.rounds.length - 1)[node] : undefined;
  const value = (counts ? values[node] : before) ?? 0;
  const { amounts, base } = termsOf(options, view.round);
  const place = draft.nodes.indexOf(node);
  const scores = place >= 0 && draft.scoring === node;
  const bars = barred.includes(node) && view.end === null;
  const spread = view.end === null ? passedTo(view, draft, node) : 0;
  const classes = {
    node: true,
    fact: true,
    barred: bars,
    chosen: place >= 0,
    scores,
    long: isLong(view),
    now: node === model.counted - 1,
  };
  const inside = html`
    <span class="head"><b>${letter(node)}</b> <span class="value">${value}</span>${base === 10 ? nothing : based(value, base)}</span>
    ${spark(view, node, counts)}
    <span class="well"><span class="level" ${ref((element) => level(element, value, view))}></span></span>
    <span class="foot">
      ${bars
        ? html`<span class="soft">${t("barred")}<span class="heard">, ${t("you used it in the last round")}</span></span>`
        : place >= 0
          ? html`<span class="badge">
              <span class="heard">${place ? t("your second") : t("your first")}</span>
              ${signed(amounts[place] ?? 0)}${scores ? html`<span class="star">*</span><span class="heard">, ${t("scores for you")}</span>` : nothing}
            </span>`
          : before === undefined || !counts
            ? nothing
            : html`<span class="soft">${value === before ? "±0" : signed(value - before)}<span class="heard"> ${t("in the last round")}</span></span>`}
      ${spread && !bars ? html`<span class="passed"><span class="heard">${t("from your first")}</span> ${signed(spread)}</span>` : nothing}
    </span>
  `;
  const put = ref((element) => placed(element, view, node));
  return choosing
    ? html`<button
        class=${classMap(classes)}
        data-node=${node}
        aria-pressed=${place >= 0}
        aria-disabled=${bars}
        title=${bars ? barredText(view, node) : nothing}
        tabindex=${node === model.focused ? 0 : -1}
        @click=${() => model.choose(node)}
        @focus=${() => model.focus(node)}
        ${put}
      >
        ${inside}
      </button>`
    : html`<div class=${classMap(classes)} role="listitem" title=${bars ? barredText(view, node) : nothing} ${put}>${inside}</div>`;
}

/** A value in the base of the round, whose digits are scored. */
export function based(value: number, base: number): TemplateResult {
  return html`<span class="based"><span aria-hidden="true">${inBase(value, base)}<sub>${base}</sub></span
    ><span class="heard">, ${t("in base {base}: {digits}", { base, digits: digitsOf(value, base).join(" ") })}</span></span>`;
}

/** The value that the draft's first node passes to this node. */
function passedTo(view: View, { nodes: [first] }: Draft, node: number): number {
  const { spread } = termsOf(view.options, view.round);
  if (!spread || first === undefined) return 0;
  const count = view.values.length;
  return node === (first + 1) % count || node === (first + count - 1) % count ? spread : 0;
}

/** Whether the values are too long to stand beside their letters. */
function isLong(view: View): boolean {
  return highest(view) > 9999;
}

function highest(view: View): number {
  return Math.max(1, ...view.options.start, ...view.rounds.flatMap((round) => round.values));
}

/** The values so far, drawn from left to right; without the last one if the node doesn't show it yet. */
function spark(view: View, node: number, counts: boolean): SVGTemplateResult | TemplateResult {
  if (!view.rounds.length) return html`<span class="spark"></span>`; // a single value makes no line
  const most = highest(view);
  const step = 96 / view.options.rounds.length;
  const points = [view.options.start, ...view.rounds.slice(0, counts ? undefined : -1).map((round) => round.values)].map(
    (values, round) => [2 + step * round, 38 - (36 * (values[node] ?? 0)) / most] as const,
  );
  const [x, y] = points.at(-1) ?? [0, 0];
  return html`<svg class="spark" viewBox="0 0 100 40" preserveAspectRatio="none" aria-hidden="true">
    ${svg`<path d=${`M${points.map(([x, y]) => `${x.toFixed(1)} ${y.toFixed(1)}`).join("L")}`} vector-effect="non-scaling-stroke" />
      <path class="tip" d=${`M${x.toFixed(1)} ${y.toFixed(1)}h0.01`} vector-effect="non-scaling-stroke" />`}
  </svg>`;
}

function level(element: Element | undefined, value: number, view: View): void {
  (element as HTMLElement | undefined)?.style.setProperty("--level", String(value / highest(view)));
}

// Places

/** Puts a node in its place; without a node, the centre. */
function placed(element: Element | undefined, view: View, node?: number): void {
  if (!element) return;
  const count = view.values.length;
  const { style } = element as HTMLElement;
  if (count <= ROUND) {
    if (node === undefined) return;
    const turn = (2 * Math.PI * node) / count;
    style.setProperty("--x", ((1 + Math.sin(turn)) / 2).toFixed(4));
    style.setProperty("--y", ((1 - Math.cos(turn)) / 2).toFixed(4));
    return;
  }
  for (const [size, columns] of [["narrow", count > 14 && !isLong(view) ? 5 : 4], ["wide", Math.max(4, Math.ceil(count / 3))]] as const) {
    const rows = 2 + Math.ceil((count - 2 * columns) / 2);
    const area = node === undefined ? `2 / 2 / ${rows} / ${columns}` : around(node, columns, rows).join(" / ");
    style.setProperty(`--${size}`, area);
  }
}

/** Row and column of the node on the rectangle, clockwise from the left upper corner. */
function around(node: number, columns: number, rows: number): [number, number] {
  if (node < columns) return [1, node + 1];
  const right = node - columns;
  if (right < rows - 2) return [right + 2, columns];
  const bottom = right - (rows - 2);
  if (bottom < columns) return [rows, columns - bottom];
  return [rows - 1 - (bottom - columns), 1];
}

export const ringStyles = css`
  .ring {
    --tile: 74px;
    --tall: 80px;
    position: relative;
  }
  .circle {
    width: 100%;
    max-width: 560px;
    height: clamp(324px, 100dvh - 520px, 410px);
    margin-inline: auto;
  }
  .node {
    scroll-margin-block-end: 190px; /* the tray, and the bar below it */
  }
  .orbit {
    position: absolute;
    inset: calc(var(--tall) / 2) calc(var(--tile) / 2);
    width: calc(100% - var(--tile));
    height: calc(100% - var(--tall));
    overflow: visible;
  }
  .orbit ellipse {
    fill: none;
    stroke: var(--line-strong);
    stroke-dasharray: 2 6;
    stroke-linecap: round;
  }
  .circle .node {
    position: absolute;
    left: calc((100% - var(--tile)) * var(--x));
    top: calc((100% - var(--tall)) * var(--y));
    width: var(--tile);
  }
  .circle .centre {
    position: absolute;
    inset: 0;
    margin: auto;
    width: calc(100% - 2 * var(--tile) - var(--gap-5));
    max-width: 260px;
    height: fit-content;
  }
  .square {
    display: grid;
    gap: var(--gap-2);
    grid-auto-columns: minmax(0, 1fr);
  }
  .square > * {
    grid-area: var(--narrow);
  }
  .centre {
    display: grid;
    gap: var(--gap-1);
    place-content: center;
    justify-items: center;
    text-align: center;
  }
  .node {
    display: grid;
    grid-template: auto 1fr 22px / minmax(0, 1fr) 16px;
    gap: 2px var(--gap-1);
    height: var(--tall);
    min-width: 0;
    padding: var(--gap-1) 6px;
    border: 1px solid var(--line-strong);
    border-radius: var(--round);
    background: var(--sheet);
    box-shadow: var(--shadow);
    line-height: 1.2;
    text-align: start;
  }
  .head {
    display: flex;
    justify-content: space-between;
    align-items: baseline;
    gap: var(--gap-1);
    grid-column: 1 / -1;
    width: 100%;
  }
  .head b {
    color: var(--ink-soft);
  }
  .head .value {
    font-size: var(--text-4);
    font-weight: 600;
  }
  .head:has(.based) {
    flex-wrap: wrap;
    row-gap: 0;
  }
  .head .based {
    flex: 0 0 100%;
    text-align: end;
  }
  .based {
    font-size: var(--text-1);
    line-height: 1;
    color: var(--accent);
    font-weight: 600;
  }
  .based sub {
    font-size: 14px;
    font-weight: 400;
    line-height: 1;
    vertical-align: -0.3em;
  }
  .long .head {
    display: block;
  }
  .long .head .value {
    display: block;
    font-size: var(--text-1);
  }
  .spark {
    width: 100%;
    height: 100%;
    min-height: 0;
    overflow: visible;
  }
  .spark path {
    fill: none;
    stroke: var(--ink-soft);
    stroke-width: 1.5;
    stroke-linejoin: round;
    stroke-linecap: round;
  }
  .spark .tip {
    stroke: var(--accent);
    stroke-width: 5;
  }
  .well {
    grid-area: 2 / 2 / 4 / 3;
    align-self: stretch;
    position: relative;
    border-radius: 2px 2px 0 0;
    border-bottom: 2px solid var(--ink);
    background: var(--well);
    overflow: hidden;
  }
  .level {
    position: absolute;
    inset: 0;
    background: var(--accent);
    transform: scaleY(var(--level, 0));
    transform-origin: bottom;
    transition: transform calc(1.3 * var(--quick)) var(--ease);
  }
  .foot {
    display: flex;
    justify-content: space-between;
    align-items: center;
    width: 100%;
    font-size: var(--text-1);
    white-space: nowrap;
  }
  .badge {
    padding: 0 var(--gap-1);
    border-radius: 4px;
    background: var(--accent);
    color: var(--on-accent);
    font-weight: 600;
  }
  .star {
    margin-inline-start: 3px;
    font-weight: 600;
  }
  .passed {
    padding: 0 3px;
    border: 1px dashed var(--accent);
    border-radius: 4px;
    color: var(--accent);
  }
  .node.now {
    outline: 3px solid var(--accent);
    outline-offset: 2px;
  }
  .node.chosen {
    border-color: var(--accent);
    background: var(--accent-tint);
    box-shadow: 0 0 0 1px var(--accent);
  }
  .node.scores {
    box-shadow: 0 0 0 3px var(--accent);
  }
  .node.barred {
    border-style: dashed;
    box-shadow: none;
    background: repeating-linear-gradient(-45deg, var(--sheet) 0 7px, var(--line) 7px 8.5px);
    cursor: not-allowed;
  }
  .node.barred .foot > span,
  .node.barred .head > * {
    padding-inline: 2px;
    border-radius: 3px;
    background: var(--sheet);
  }
  /* The word is as wide as the small tile. */
  @container (max-width: 559px) {
    .node.barred .foot {
      grid-column: 1 / -1;
    }
    .node.barred .well {
      display: none;
    }
  }
  .node.barred .level {
    background: var(--ink-soft);
  }
  @container (min-width: 560px) {
    .ring {
      --tile: 98px;
      --tall: 112px;
    }
    .circle {
      height: 500px;
    }
    .square > * {
      grid-area: var(--wide);
    }
    .square {
      --tall: 100px;
    }
  }
  @container (min-width: 1000px) {
    .ring {
      --tile: 124px;
      --tall: 128px;
    }
    .circle {
      max-width: 780px;
      height: clamp(500px, 100dvh - 330px, 640px);
    }
  }
`;
