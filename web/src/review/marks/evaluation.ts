/** What is to be said of one action: its mark, the reason, and what would have been better. */
import { css, html, LitElement, nothing, type TemplateResult } from "lit";
import { customElement, property } from "lit/decorators.js";
import { shared } from "@house/kit/styles";
import { figure, t } from "@house/kit/words";
import { isRuling, whatWasDone, type WinProbabilityInfo, type EvaluationInfo, type StepInfo } from "@house/review/timeline";
import { markShown, markWords, percent } from "@house/review/marks/marks";
import { markStyles } from "@house/review/marks/mark-styles";

@customElement("nh-review-judged")
export class ReviewJudged extends LitElement {
  /** None at the start. */
  @property({ attribute: false }) step: StepInfo | null = null;
  @property({ attribute: false }) judged: EvaluationInfo | null = null;
  @property({ attribute: false }) name = "";
  @property({ attribute: false }) chance: WinProbabilityInfo | null = null;
  /** Who played the match out. */
  @property({ attribute: false }) bot = "";
  /** Why there is no evaluation. */
  @property({ attribute: false }) why = "";
  /** Whether the board can show what would have been better, and which one it shows. */
  @property({ attribute: false }) showable = false;
  @property({ attribute: false }) shown = -1;
  /** Whether an evaluation of it may still come. */
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
    return html`<section class="sheet stack" aria-label=${t("This step")}>${this.step ? this.#told(this.step) : this.#start()}</section>`;
  }

  #start(): TemplateResult {
    return html`<h2>${t("The start")}</h2>
      <p class="soft">${t("Step through the match with the arrow keys, the slider or the list.")}</p>`;
  }

  #told(step: StepInfo): TemplateResult {
    const judged = this.judged;
    return html`<h2>${this.name}: <span class=${step.notation ? "notation" : ""}>${whatWasDone(step)}</span></h2>
      ${isRuling(step) ? step.lines.map((one) => html`<p>${one}</p>`) : nothing}
      ${judged
        ? html`<p>${markShown(judged.mark, true)} <strong>${markWords(judged.mark)}</strong></p>
            <p>${judged.reason}</p>
            ${this.#chance()} ${judged.hindsight ? html`<p class="soft">${judged.hindsight}</p>` : nothing} ${this.#better(judged)}
            ${judged.exact ? nothing : html`<p class="soft small">${t("This is what was found in a moment; there may be better.")}</p>`}`
        : html`<p class="soft">${this.waiting && !isRuling(step) ? t("It is being looked at.") : this.#silent(step)}</p>`}`;
  }

  #silent(step: StepInfo): string {
    if (isRuling(step)) return t("A ruling of the host isn’t judged.");
    if (!step.notation) return t("The time ran out: nothing was chosen.");
    return this.why || t("There is nothing to judge in this step.");
  }

  #chance(): TemplateResult | typeof nothing {
    const one = this.chance;
    if (!one) return nothing;
    const told = { chance: percent(one.probability), error: percent(one.error), playouts: figure(one.playouts), bot: this.bot };
    return html`<p class="soft small">
      ${t("Chance of winning before it: {chance} ± {error} %, from {playouts} playouts by {bot}.", told)}
      ${one.loss != null && one.loss > (one.loss_error ?? 1)
        ? t("The step cost {lost} ± {error} % of it.", { lost: percent(one.loss), error: percent(one.loss_error ?? 0) })
        : nothing}
    </p>`;
  }

  #better(judged: EvaluationInfo): TemplateResult | typeof nothing {
    if (!judged.better.length) return nothing;
    return html`<div>
      <h3>${t("Better")}</h3>
      <ol>
        ${judged.better.map((one, place) => {
          const told = html`<span class="notation">${one.notation}</span> <span class="soft">${one.reason}</span>`;
          return html`<li>${this.showable
            ? html`<button class="fact" aria-pressed=${place === this.shown ? "true" : "false"} @click=${() => this.#try(place)}>${told}</button>`
            : told}</li>`;
        })}
      </ol>
      ${this.showable ? html`<p class="soft small screen">${t("Choose one to see it on the board.")}</p>` : nothing}
    </div>`;
  }

  /** Ask to show one of the better ones, or what was done again. */
  #try(place: number): void {
    this.dispatchEvent(new CustomEvent("try", { detail: place === this.shown ? -1 : place }));
  }
}
