/** A note beside the board while it shows the result of another action. */
import { css, html, LitElement, nothing, type TemplateResult } from "lit";
import { customElement, property } from "lit/decorators.js";
import { shared } from "@house/kit/styles";
import { t } from "@house/kit/words";
import type { WhatIf } from "@house/review/timeline";

@customElement("nh-review-what-if")
export class ReviewWhatIf extends LitElement {
  @property({ attribute: false }) whatIf: WhatIf | null = null;

  static override styles = [
    shared,
    css`
      section {
        border-inline-start: 4px solid var(--accent);
        background: var(--accent-tint);
        padding: var(--gap-2) var(--gap-3);
      }
      p {
        margin: 0;
      }
      .lines {
        white-space: pre-line;
        overflow-wrap: anywhere;
      }
    `,
  ];

  override render(): TemplateResult {
    return html`<div role="status">${this.whatIf ? this.#section(this.whatIf) : nothing}</div>`;
  }

  #section(whatIf: WhatIf): TemplateResult {
    return html`<section class="stack" aria-label=${t("On the board")}>
      <p>${t("The board shows what would have come of this, with the luck that the match had.")}</p>
      ${whatIf.lines.length ? html`<p class="lines">${whatIf.lines.join("\n")}</p>` : nothing}
      <div><button @click=${() => this.dispatchEvent(new CustomEvent("back"))}>${t("Back to what was done")}</button></div>
    </section>`;
  }
}
