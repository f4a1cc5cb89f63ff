/** The picture of Mixmath on the shelf: a tile on its way to two numbers; it is their result. */
import { html, svg, words, type Face, type SVGTemplateResult } from "@house/kit";

const { t } = words("faces");

export const face: Face = {
  accent: { day: "#ad4500", night: "#f5a55c" },
  words: () => ({ title: t("Mixmath"), line: t("Lay tiles so that each is the result of two neighbours.") }),
  picture: () => html`<svg viewBox="0 0 160 120" aria-hidden="true">
    ${[12, 44, 76, 108].flatMap((x) => [12, 44, 76].map((y) => square(x, y)))}
    <g fill="none" stroke="var(--line-strong)" stroke-width="2" stroke-linecap="round">
      <path d="M23 28h10M28 23v10M119 92h10" />
    </g>
    ${tile(44, 44, "8")}${tile(76, 44, "3")}${tile(76, 12, "5")}
    <rect x="8" y="40" width="104" height="40" rx="12" fill="none" stroke="var(--accent)" stroke-width="3" />
    <g transform="rotate(-8 28 60)">
      <rect x="9" y="43" width="36" height="36" rx="8" fill="var(--accent)" />
      <text x="27" y="68" text-anchor="middle" font-size="20" font-weight="600" fill="var(--on-accent)">24</text>
    </g>
  </svg>`,
};

function square(x: number, y: number): SVGTemplateResult {
  return svg`<rect x=${x} y=${y} width="32" height="32" fill="none" stroke="var(--line)" />`;
}

function tile(x: number, y: number, value: string): SVGTemplateResult {
  return svg`<rect x=${x + 2} y=${y + 2} width="28" height="28" rx="6" fill="var(--sheet)" stroke="var(--ink)" stroke-width="1.5" />
    <text x=${x + 16} y=${y + 23} text-anchor="middle" font-size="19" font-weight="600" fill="var(--ink)">${value}</text>`;
}
