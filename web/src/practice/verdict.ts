/** The verdict on an answer, in figures and words. */
import { css, html, LitElement, nothing, type TemplateResult } from "lit";
import { customElement, property } from "lit/decorators.js";
import { ref } from "lit/directives/ref.js";
import { shared } from "@house/kit/styles";
import { figure, t } from "@house/kit/words";
import { signedFigure } from "@house/practice/figures";
import { gradeColour, gradeSign, gradeWords } from "@house/practice/grade";
import type { Attempt } from "@house/practice/history";

@customElement("nh-verdict")
export class Verdict extends LitElement {
  @property({ attribute: false }) verdict!: NonNullable<Attempt["verdict"]>;

  static override styles = [
    shared,
    css`
      .result {
        display: flex;
        flex-wrap: wrap;
        gap: var(--gap-2) var(--gap-4);
        align-items: center;
      }
      h2 {
        display: inline-flex;
        align-items: center;
        gap: var(--gap-2);
        margin: 0;
      }
      .bar {
        flex: 1 1 120px;
        height: 12px;
        border: 1px solid var(--line-strong);
        border-radius: var(--round);
        overflow: hidden;
      }
      .bar div {
        height: 100%;
        width: var(--share);
        background: var(--accent);
      }
      .explanation {
        margin-top: var(--gap-3);
        display: grid;
        gap: var(--gap-1);
      }
      .explanation p {
        margin: 0;
      }
    `,
  ];

  override render(): TemplateResult {
    const { score, explanation, rating, rating_change } = this.verdict;
    return html`
      <div class="result">
        <h2 class=${gradeColour(this.verdict)}>${gradeSign(this.verdict, true)} ${gradeWords(this.verdict)}</h2>
        ${score
          ? html`<div class="bar" aria-hidden="true">
              <div ${ref((element) => (element as HTMLElement | undefined)?.style.setProperty("--share", `${score * 100}%`))}></div>
            </div>`
          : nothing}
        ${rating === null
          ? nothing
          : html`<span class="number">
              ${t("Your rating: {rating}", { rating: figure(Math.round(rating)) })} (${signedFigure(rating_change ?? 0)})
            </span>`}
      </div>
      <div class="explanation">${explanation.map((paragraph) => html`<p>${paragraph}</p>`)}</div>
    `;
  }
}
