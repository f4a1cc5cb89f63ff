/** Sign Cook on the shelf: a covered dish and its ingredients. */
import { html, words, type Face } from "@house/kit";

const { t } = words("faces");

export const face: Face = {
  accent: { day: "#b8321c", night: "#ff8f75" },
  words: () => ({ title: t("Sign Cook"), line: t("Trade digits for signs and cook three dishes of arithmetic.") }),
  picture: () => html`<svg viewBox="0 0 160 120" aria-hidden="true" stroke-linecap="round" stroke-linejoin="round">
    <path d="M14 98h132" stroke="var(--line-strong)" stroke-width="2" />
    <path d="M32 88h96l-8 10H40z" fill="var(--sheet)" stroke="var(--ink)" stroke-width="2" />
    <path d="M38 88a42 42 0 0 1 84 0z" fill="var(--accent-tint)" stroke="var(--accent)" stroke-width="2.5" />
    <circle cx="80" cy="41" r="4.5" fill="var(--accent)" />
    <path d="M50 76a32 32 0 0 1 14-18" fill="none" stroke="var(--accent)" stroke-width="2" />
    <path d="M71 69h18" stroke="var(--ink)" stroke-width="2.5" />
    <g fill="var(--ink)" text-anchor="middle" font-size="14" font-weight="600">
      <text x="80" y="65">24</text>
      <text x="80" y="83">1</text>
    </g>
    <g fill="none" stroke="var(--accent)" stroke-width="3">
      <path d="M20 36h12M26 30v12" />
      <path d="M40 14h12" />
      <path d="M75.5 10l9 9M84.5 10l-9 9" />
      <path d="M108 14.5h12" />
      <path d="M128 38l6-8 6 8" />
    </g>
    <g fill="var(--accent)">
      <circle cx="114" cy="9" r="1.8" />
      <circle cx="114" cy="20" r="1.8" />
    </g>
  </svg>`,
};
