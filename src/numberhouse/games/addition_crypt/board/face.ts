/** The picture of Addition Crypt on the shelf: seven bars on a ring, one barred, one with the asterisk. */
import { html, svg, words, type Face, type SVGTemplateResult } from "@house/kit";

const { t } = words("faces");

/** Position and height of each bar; bars at the back come first. */
const BARS: readonly (readonly [x: number, foot: number, height: number])[] = [
  [80, 60, 30],
  [32, 69, 24],
  [128, 69, 46],
  [18, 89, 60],
  [142, 89, 26],
  [53, 106, 38],
  [107, 106, 64],
];
const BARRED = 3;
const SCORING = 6;

function bar([x, foot, height]: (typeof BARS)[number], index: number): SVGTemplateResult {
  const fill = index === SCORING ? "var(--accent)" : "var(--accent-tint)";
  return svg`<g>
    <rect x=${x - 7} y=${foot - height} width="14" height=${height} rx="3" fill=${fill} stroke="var(--ink)" stroke-width="1.5" />
    ${index === BARRED
      ? svg`<path d=${[0, 1, 2, 3].map((step) => `M${x - 7} ${foot - 6 - 14 * step}l14 -9`).join("")} stroke="var(--ink)" stroke-width="1.5" />`
      : null}
  </g>`;
}

/** Six strokes about a point. */
function asterisk(x: number, y: number, reach: number): string {
  const ends = [30, 90, 150].map((turn) => {
    const across = reach * Math.cos((turn * Math.PI) / 180);
    const down = reach * Math.sin((turn * Math.PI) / 180);
    return `M${x - across} ${y - down}L${x + across} ${y + down}`;
  });
  return ends.join("");
}

export const face: Face = {
  accent: { day: "#6a3d9a", night: "#c3a6f2" },
  words: () => ({ title: t("Addition Crypt"), line: t("Everybody adds in secret; the digits decide.") }),
  picture: () => html`<svg viewBox="0 0 160 120" aria-hidden="true">
    <ellipse cx="80" cy="84" rx="62" ry="24" fill="none" stroke="var(--line-strong)" stroke-width="1.5" stroke-dasharray="2 4" />
    ${BARS.map(bar)}
    <path d=${asterisk(107, 27, 9)} stroke="var(--accent)" stroke-width="4" stroke-linecap="round" />
    <path d="M68 84h24M80 72v24" stroke="var(--accent)" stroke-width="4" stroke-linecap="round" />
  </svg>`,
};
