/** The evaluation of one action: its mark, the reason, and better alternatives. */
import { css, html, LitElement, nothing, type TemplateResult } from "lit";
import { customElement, property } from "lit/decorators.js";
import { shared } from "@house/kit/styles";
import { figure, t } from "@house/kit/words";
import { isRuling, actionWords, type WinProbabilityInfo, type EvaluationInfo, type StepInfo } from "@house/review/timeline";
import { lossWords, markSign, markWords, percent } from "@house/review/marks/marks";
import { markStyles } from "@house/review/marks/mark-styles";

@customElement("nh-review-evaluation")
export class ReviewEvaluation extends LitElement {
  /** Null at the start. */
  @property({ attribute: false }) step: StepInfo | null = null;
  @property({ attribute: false }) evaluation: EvaluationInfo | null = null;
  @property({ attribute: false }) name = "";
  /** Which step it is, and whose turn. */
  @property({ attribute: false }) count = "";
  /** What the step did, in the words of the chosen perspective. */
  @property({ attribute: false }) lines: readonly string[] = [];
  /** The facts behind a step without an evaluation. */
  @property({ attribute: false }) facts: readonly string[] = [];
  @property({ attribute: false }) probability: WinProbabilityInfo | null = null;
  /** The bot of the playouts. */
  @property({ attribute: false }) bot = "";
  /** The reason why there is no evaluation. */
  @property({ attribute: false }) unratedReason = "";
  /** Whether the board can show an alternative, and the index of the shown one. */
  @property({ attribute: false }) canShow = false;
  @property({ attribute: false }) selection = -1;
  /** Whether an evaluation may still arrive. */
  @property({ attribute: false }) isPending = false;

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
      .lines {
        white-space: pre-line;
      }
      .why {
        display: grid;
        gap: var(--gap-1);
        border-inline-start: 3px solid var(--line-strong);
        padding-inline-start: var(--gap-3);
      }
      li {
        padding: var(--gap-1) 0;
      }
      .notation {
        font-family: var(--mono);
        overflow-wrap: anywhere;
      }
      li button {
        width: 100%;
        justify-content: start;
        text-align: start;
        flex-wrap: wrap;
        gap: 0 var(--gap-2);
        padding: var(--gap-2) var(--gap-3);
      }
      li button[aria-pressed="true"] {
        border-color: var(--accent);
        background: var(--accent-tint);
      }
      .sheet {
        min-height: 9.5em;
      }
    `,
  ];

  override render(): TemplateResult {
    return html`<section class="sheet stack" aria-label=${t("This step")}>${this.step ? this.#stepDetails(this.step) : this.#start()}</section>`;
  }

  #start(): TemplateResult {
    return html`<h2>${t("The start")}</h2>
      <p class="soft">${t("Step through the match with the arrow keys, the slider or the list.")}</p>
      <slot name="action"></slot>`;
  }

  #stepDetails(step: StepInfo): TemplateResult {
    const evaluation = this.evaluation;
    return html`<div>
        ${this.count ? html`<p class="soft small">${this.count}</p>` : nothing}
        <h2>${this.name}: <span class=${step.notation ? "notation" : ""}>${actionWords(step)}</span></h2>
        ${this.lines.length ? html`<p class="lines">${this.lines.join("\n")}</p>` : nothing}
      </div>
      ${evaluation ? html`<p>${markSign(evaluation.mark, true)} <strong>${markWords(evaluation.mark)}</strong></p>` : nothing}
      <slot name="action"></slot>
      ${evaluation
        ? html`<p>${evaluation.reason}</p>
            ${this.#why(evaluation.why ?? [])}
            ${this.#probabilityWords()} ${evaluation.hindsight ? html`<p class="soft">${evaluation.hindsight}</p>` : nothing} ${this.#alternatives(evaluation)}
            ${evaluation.exact ? nothing : html`<p class="soft small">${t("This is what was found in a moment; there may be better.")}</p>`}`
        : html`<p class="soft">${this.isPending && !isRuling(step) ? t("It is being looked at.") : this.#unratedWords(step)}</p>
            ${this.#why(this.facts)}`}`;
  }

  #why(sentences: readonly string[]): TemplateResult | typeof nothing {
    return sentences.length ? html`<div class="why">${sentences.map((sentence) => html`<p>${sentence}</p>`)}</div>` : nothing;
  }

  #unratedWords(step: StepInfo): string {
    if (isRuling(step)) return t("A ruling of the host isn’t judged.");
    if (!step.notation) return t("The time ran out: nothing was chosen.");
    return this.unratedReason || t("There is nothing to judge in this step.");
  }

  #probabilityWords(): TemplateResult | typeof nothing {
    const probability = this.probability;
    if (!probability) return nothing;
    const values = { name: this.name, chance: percent(probability.probability), error: percent(probability.error), playouts: figure(probability.playouts), bot: this.bot };
    return html`<p class="soft small">
      ${t("{name}’s chance of winning before it: {chance} ± {error} %, from {playouts} playouts by {bot}.", values)}
      ${lossWords(probability, this.name)}
    </p>`;
  }

  #alternatives(evaluation: EvaluationInfo): TemplateResult | typeof nothing {
    if (!evaluation.better.length) return nothing;
    return html`<div>
      <h3>${t("Better")}</h3>
      <ol>
        ${evaluation.better.map((alternative, index) => {
          const words = html`<span class="notation">${alternative.notation}</span> <span class="soft">${alternative.reason}</span>`;
          return html`<li>${this.canShow
            ? html`<button class="fact" aria-pressed=${index === this.selection ? "true" : "false"} @click=${() => this.#toggle(index)}>${words}</button>`
            : words}</li>`;
        })}
      </ol>
      ${this.canShow ? html`<p class="soft small screen">${t("Choose one to see it on the board.")}</p>` : nothing}
    </div>`;
  }

  /** Asks to show an alternative, or the real action again. */
  #toggle(index: number): void {
    this.dispatchEvent(new CustomEvent("choose", { detail: index === this.selection ? -1 : index }));
  }
}
