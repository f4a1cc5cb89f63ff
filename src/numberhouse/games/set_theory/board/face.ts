/** The picture of Set Theory on the shelf: two sets that overlap, and a line of three through one of them. */
import { html, svg, words, type Face, type SVGTemplateResult } from "@house/kit";

const { t } = words("faces");

const TILE = 24;
const STEP = 27;

/** A number on the grid; those of the line stand out. */
function tile(column: number, row: number, figures: string, lit: boolean): SVGTemplateResult {
  const [x, y] = [33 + column * STEP, 21 + row * STEP];
  return svg`<rect x=${x} y=${y} width=${TILE} height=${TILE} rx="5" fill="var(--sheet)"
      stroke=${lit ? "var(--accent)" : "var(--line-strong)"} stroke-width=${lit ? 2 : 1} />
    <text x=${x + TILE / 2} y=${y + TILE / 2 + 5} text-anchor="middle" font-family="var(--mono)" font-size="14"
      font-weight=${lit ? 600 : 400} fill=${lit ? "var(--accent)" : "var(--ink-soft)"}>${figures}</text>`;
}

export const face: Face = {
  accent: { day: "#1f56a8", night: "#8cb8f2" },
  words: () => ({ title: t("Set Theory"), line: t("Ten hidden sets: find out what their numbers share.") }),
  picture: () => html`<svg viewBox="0 0 160 120" aria-hidden="true">
    <circle cx="72" cy="60" r="58" fill="var(--accent)" fill-opacity="0.14" stroke="var(--accent)" stroke-width="2" />
    <circle cx="117" cy="60" r="40" fill="none" stroke="var(--ink)" stroke-width="2" stroke-dasharray="1 5" stroke-linecap="round" />
    <path d="M45 33l54 54" stroke="var(--accent)" stroke-width="7" stroke-linecap="round" stroke-opacity="0.45" />
    ${[tile(0, 0, "49", true), tile(1, 1, "28", true), tile(2, 2, "77", true), tile(2, 1, "63", false), tile(3.5, 1, "30", false)]}
  </svg>`,
};
