/** Whether a person is present: a filled or empty dot with words. */
import { css, html, type TemplateResult } from "lit";
import { t } from "@house/kit/words";

export function presence(present: boolean): TemplateResult {
  const label = present ? t("is here") : t("is away");
  return html`<span class="dot ${present ? "here" : ""}" role="img" aria-label=${label} title=${label}></span>`;
}

export const presenceStyles = css`
  .dot {
    width: 10px;
    height: 10px;
    border-radius: 50%;
    border: 1.5px solid var(--line-strong);
  }
  .dot.here {
    background: var(--good);
    border-color: var(--good);
  }
`;
