/** The equations that tiles solve, set like mathematics: two numbers with an operation, or a longer line as a
 * whole. */
import { html, nothing, words, type TemplateResult } from "@house/kit";
import type { components } from "@types-of/mixmath";
import { indexOf, signText } from "./squares";

type Equation = components["schemas"]["Equation"];
type Chain = components["schemas"]["Chain"];

const { t } = words("mixmath");

export interface Sum {
  /** The adjacent cells of the numbers. */
  cells: readonly string[];
  /** The operations between the numbers, one fewer than numbers. */
  signs: readonly string[];
  /** The left side of the equation. */
  left: TemplateResult;
}

export function sums(of: { equations: readonly Equation[]; chains: readonly Chain[] }): Sum[] {
  return [
    ...of.equations.map(([near, far, left, sign, right]) => ({ cells: [near, far], signs: [sign], left: pair(left, sign, right) })),
    ...of.chains.map(({ cells, numbers, signs }) => ({ cells, signs, left: chain(numbers, signs) })),
  ];
}

/** The cell of an equation that is farthest from its tile. */
export function farEnd(sum: Sum, tile: string): string {
  const [first, last] = [sum.cells[0] ?? tile, sum.cells.at(-1) ?? tile];
  const away = (cell: string): number => Math.abs(indexOf(cell) - indexOf(tile));
  return away(first) > away(last) ? first : last;
}

function pair(left: number, sign: string, right: number): TemplateResult {
  switch (sign) {
    case "root":
      return html`${right === 2 ? nothing : html`<sup>${right}</sup>`}√${left}`;
    case "log":
      return html`log<sub>${right}</sub> ${left}`;
    default:
      return chain([left, right], [sign]);
  }
}

/** Numbers with operations between them; exponents stand above the line, and above one another. */
function chain([first, ...numbers]: readonly number[], [sign, ...signs]: readonly string[]): TemplateResult {
  if (sign === undefined) return html`${first}`;
  if (sign !== "^") return html`${first} ${signText(sign)} ${chain(numbers, signs)}`;
  const above = signs.findIndex((one) => one !== "^") + 1 || numbers.length;
  const exponent = chain(numbers.slice(0, above), signs.slice(0, above - 1));
  const raised = html`${first}<sup><span class="heard">^</span>${exponent}</sup>`;
  const next = signs[above - 1];
  if (next === undefined) return raised;
  return html`${raised} ${signText(next)} ${chain(numbers.slice(above), signs.slice(above))}`;
}

/** The optional operations, in words. */
export function operationWords(name: string): string {
  return (
    { power: t("powers"), root: t("roots"), logarithm: t("logarithms"), modulus: t("remainders") }[name] ?? name
  );
}
