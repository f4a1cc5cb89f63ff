import { html, words, type Face } from "@house/kit";

const { t } = words("faces");

export const face: Face = {
  accent: { day: "#0b6b6b", night: "#63cfc4" },
  words: () => ({ title: t("Turing Machine"), line: t("Question silent verifiers, find the one code of 125.") }),
  picture: () => html`<svg viewBox="0 0 160 120" aria-hidden="true" stroke-linejoin="round" stroke-linecap="round">
    <path d="M35 15 57 53H13Z" fill="var(--accent)" />
    <rect x="63" y="16" width="36" height="36" rx="2" fill="none" stroke="var(--ink)" stroke-width="3" />
    <circle cx="125" cy="34" r="19" fill="none" stroke="var(--accent)" stroke-width="3" />
    <g font-size="20" font-weight="600" text-anchor="middle" fill="var(--ink)" font-family="var(--font)">
      <text x="35" y="48" fill="var(--on-accent)">2</text>
      <text x="81" y="41">4</text>
      <text x="125" y="41">1</text>
    </g>
    <g fill="none" stroke="var(--line-strong)" stroke-width="1.5">
      <rect x="13" y="72" width="38" height="32" rx="6" />
      <rect x="61" y="72" width="38" height="32" rx="6" />
      <rect x="109" y="72" width="38" height="32" rx="6" />
      <path d="M35 58V72M81 58V72M125 58V72" stroke-dasharray="1 4" />
    </g>
    <g fill="none" stroke-width="4">
      <path d="m24 88 6 7 12-14M119 88l6 7 12-14" stroke="var(--accent)" />
      <path d="m73 81 14 14M87 81 73 95" stroke="var(--ink)" />
    </g>
  </svg>`,
};
