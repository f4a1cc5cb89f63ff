/** Common parts of the graphs of a review: margins, lines, and a click that leads to a step. */
import { css } from "lit";

export const EDGE = { left: 54, right: 14, top: 14, bottom: 24 };

/** Dashes distinguish players without colours. */
export const DASHES = ["none", "7 4", "2 4", "10 4 2 4"];

/** Seeks the step at the clicked place in a graph of that width. */
export function seekFromClick(graph: HTMLElement, event: MouseEvent, width: number, steps: number): void {
  const box = (event.currentTarget as Element).getBoundingClientRect();
  const x = ((event.clientX - box.left) / box.width) * width;
  const step = Math.round(((x - EDGE.left) / (width - EDGE.left - EDGE.right)) * steps);
  graph.dispatchEvent(new CustomEvent("seek", { detail: Math.min(Math.max(step, 0), steps) }));
}

export const graphStyles = css`
  figure {
    margin: 0;
  }
  svg.graph {
    display: block;
    width: 100%;
    cursor: pointer;
    touch-action: manipulation;
  }
  text {
    font-size: 14px;
    fill: var(--ink-soft);
    font-variant-numeric: tabular-nums lining-nums;
  }
  .grid {
    stroke: var(--line);
  }
  .line {
    fill: none;
    stroke: var(--ink-soft);
    stroke-width: 1.5;
    stroke-linejoin: round;
  }
  .line.own {
    stroke: var(--accent);
    stroke-width: 2.5;
  }
  .at {
    stroke: var(--ink);
    stroke-width: 1.5;
  }
`;
