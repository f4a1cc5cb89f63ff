/** Set Theory on the shelf: two sets that overlap, and a line of three drawn through what they share. */
import { html, svg, type Face, type SVGTemplateResult } from "@house/kit";

const TILE = 26;
const STEP = 30;

/** A number on the grid; those of the line stand out. */
function tile(column: number, row: number, figures: string, lit: boolean): SVGTemplateResult {
  const [x, y] = [37 + column * STEP, 17 + row * STEP];
  return svg`<rect x=${x} y=${y} width=${TILE} height=${TILE} rx="5" fill="var(--sheet)"
      stroke=${lit ? "var(--accent)" : "var(--line-strong)"} stroke-width=${lit ? 2 : 1} />
    <text x=${x + TILE / 2} y=${y + TILE / 2 + 5} text-anchor="middle" font-family="var(--mono)" font-size="14"
      font-weight=${lit ? 600 : 400} fill=${lit ? "var(--accent)" : "var(--ink-soft)"}>${figures}</text>`;
}

const FIGURES = [
  ["49", "", ""],
  ["", "28", "63"],
  ["", "", "77"],
] as const;

export const face: Face = {
  accent: { day: "#1f56a8", night: "#8cb8f2" },
  words: {
    en: { title: "Set Theory", line: "Ten hidden sets: find out what their numbers share." },
    ru: { title: "Теория множеств", line: "Десять скрытых множеств: поймите, что в них общего." },
  },
  picture: () => html`<svg viewBox="0 0 160 120" aria-hidden="true">
    <circle cx="62" cy="52" r="45" fill="var(--accent)" fill-opacity="0.16" stroke="var(--accent)" stroke-width="2" />
    <circle cx="98" cy="68" r="45" fill="none" stroke="var(--ink)" stroke-width="2" stroke-dasharray="1 5" stroke-linecap="round" />
    <path d="M50 30l60 60" stroke="var(--accent)" stroke-width="7" stroke-linecap="round" stroke-opacity="0.45" />
    ${FIGURES.map((line, row) => line.map((figures, column) => (figures ? tile(column, row, figures, column === row) : svg``)))}
  </svg>`,
};
