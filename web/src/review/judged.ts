/** What is to be said of one action: its mark, the reason, and what would have been better. */
import { css, html, LitElement, nothing, type TemplateResult } from "lit";
import { customElement, property } from "lit/decorators.js";
import { shared } from "@house/kit/styles";
import { t } from "@house/kit/words";
import type { Judged, StepTold } from "@house/review/course";
import { markShown, markWords } from "@house/review/marks";
import { markStyles } from "@house/review/mark-styles";

@customElement("nh-review-judged")
export class ReviewJudged extends LitElement {
  /** None at the start. */
  @property({ attribute: false }) step: StepTold | null = null;
  @property({ attribute: false }) judged: Judged | null = null;
  @property({ attribute: false }) name = "";
  /** Whether a judgement of it may still come. */
  @property({ attribute: false }) waiting = false;

  static override styles = [
    shared,
    markStyles,
    css`
      h2 {
        font-size: var(--text-2);
        margin: 0;
        overflow-wrap: anywhere;
      }
      p {
        margin: 0;
        overflow-wrap: anywhere;
      }
      ol {
        margin: 0;
        padding-inline-start: 1.4em;
      }
      li {
        padding: var(--gap-1) 0;
      }
      .notation {
        font-family: var(--mono);
        overflow-wrap: anywhere;
      }
      .sheet {
        min-height: 9.5em;
      }
    `,
  ];

  override render(): TemplateResult {
    return html`<section class="sheet stack" aria-label=${t("This step")}>${this.step ? this.#told(this.step) : this.#start()}</section>`;
  }

  #start(): TemplateResult {
    return html`<h2>${t("The start")}</h2>
      <p class="soft">${t("Step through the match with the arrow keys, the slider or the list.")}</p>`;
  }

  #told(step: StepTold): TemplateResult {
    const judged = this.judged;
    return html`<h2>${this.name}: <span class="notation">${step.notation || t("time ran out")}</span></h2>
      ${judged
        ? html`<p>${markShown(judged.mark, true)} <strong>${markWords(judged.mark)}</strong></p>
            <p>${judged.reason}</p>
            ${judged.hindsight ? html`<p class="soft">${judged.hindsight}</p>` : nothing} ${this.#better(judged)}
            ${judged.exact ? nothing : html`<p class="soft small">${t("This is what was found in a moment; there may be better.")}</p>`}`
        : html`<p class="soft">${this.waiting ? t("It is being looked at.") : t("There is nothing to judge in this step.")}</p>`}`;
  }

  #better(judged: Judged): TemplateResult | typeof nothing {
    if (!judged.better.length) return nothing;
    return html`<div>
      <h3>${t("Better")}</h3>
      <ol>
        ${judged.better.map((one) => html`<li><span class="notation">${one.notation}</span> <span class="soft">${one.reason}</span></li>`)}
      </ol>
    </div>`;
  }
}
