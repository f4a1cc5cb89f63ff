/** All steps of a match in words, each with the mark of its evaluation. */
import { css, html, LitElement, nothing, type PropertyValues, type TemplateResult } from "lit";
import { customElement, property } from "lit/decorators.js";
import type { Seat } from "@house/api/api";
import { calm } from "@house/kit/board";
import { shared } from "@house/kit/styles";
import { figure, t } from "@house/kit/words";
import { entryOf, roundAt, roundTitle, stopNumber } from "@house/review/rounds";
import { actionWords, actorName, type Timeline, type EvaluationInfo, type StepInfo } from "@house/review/timeline";
import { markSign } from "@house/review/marks/marks";
import { markStyles } from "@house/review/marks/mark-styles";

@customElement("nh-review-steps")
export class ReviewSteps extends LitElement {
  @property({ attribute: false }) timeline!: Timeline;
  @property({ attribute: false }) evaluations: ReadonlyMap<number, EvaluationInfo> = new Map();
  @property({ attribute: false }) names: string[] = [];
  @property({ attribute: false }) at = 0;
  /** The seat whose actions stand for their rounds; null for none. */
  @property({ attribute: false }) seat: Seat | null = null;

  static override styles = [
    shared,
    markStyles,
    css`
      ol {
        list-style: none;
        margin: 0;
        padding: 0;
        max-height: min(30vh, 260px);
        overflow-y: auto;
        border: 1px solid var(--line);
        border-radius: var(--round);
        background: var(--sheet);
        position: relative;
      }
      button {
        display: grid;
        grid-template-columns: 2.6em 1fr 1.5em;
        gap: 0 var(--gap-2);
        justify-content: stretch;
        align-items: baseline;
        width: 100%;
        padding: var(--gap-2);
        border: 0;
        border-bottom: 1px solid var(--line);
        border-inline-start: 3px solid transparent;
        border-radius: 0;
        background: none;
        text-align: start;
        font-size: var(--text-1);
      }
      button[aria-current] {
        border-inline-start-color: var(--accent);
        background: var(--accent-tint);
      }
      .count {
        text-align: end;
        color: var(--ink-soft);
      }
      .what {
        overflow-wrap: anywhere;
      }
      .notation {
        font-family: var(--mono);
      }
      .lines {
        grid-column: 2 / -1;
        white-space: pre-line;
        overflow-wrap: anywhere;
        color: var(--ink-soft);
      }
      .on-paper {
        display: none;
      }
      @media (max-width: 900px) {
        ol {
          max-height: 60vh;
        }
      }
      @media print {
        ol {
          max-height: none;
          overflow: visible;
        }
        button {
          display: grid !important;
          break-inside: avoid;
          min-height: 0;
        }
        .on-paper {
          display: block;
        }
      }
    `,
  ];

  protected override updated(changed: PropertyValues): void {
    if (!changed.has("at")) return;
    const list = this.renderRoot.querySelector("ol");
    const current = this.renderRoot.querySelector<HTMLElement>("[aria-current]");
    if (!list || !current) return;
    // Scroll the list only, never the page.
    const top = current.offsetTop - list.clientHeight / 2;
    list.scrollTo({ top, behavior: calm() ? "auto" : "smooth" });
  }

  override render(): TemplateResult {
    return html`<ol aria-label=${t("Steps")}>
      <li>${this.#row(0, html`<span class="what">${t("The start")}</span>`)}</li>
      ${this.timeline.steps.map((step) => (step.round_end ? this.#roundItem(step) : step.free ? nothing : html`<li>${this.#row(step.number, this.#stepLine(step))}</li>`))}
    </ol>`;
  }

  /** One item for a whole round, at its last step. */
  #roundItem(step: StepInfo): TemplateResult | typeof nothing {
    if (step.round_end !== step.number) return nothing;
    const round = roundAt(this.timeline, step.number)!;
    const own = this.seat === null ? undefined : entryOf(round, this.seat, this.evaluations);
    const evaluation = own === undefined ? undefined : this.evaluations.get(own);
    const notation = round.steps.find((one) => one.number === own)?.notation;
    return html`<li>${this.#row(
      step.number,
      html`<span class="what"><strong>${roundTitle(round)}</strong> ${notation ? html`<span class="notation">${notation}</span>` : nothing}</span>
        <span>${evaluation ? markSign(evaluation.mark) : nothing}</span>
        ${step.lines.length ? html`<span class="lines">${step.lines.join("\n")}</span>` : nothing}
        ${evaluation && evaluation.loss > 0 ? html`<span class="lines on-paper">${evaluation.reason} ${evaluation.hindsight}</span>` : nothing}`,
    )}</li>`;
  }

  #row(number: number, content: TemplateResult): TemplateResult {
    return html`<button aria-current=${number === this.at ? "step" : nothing} @click=${() => this.#seek(number)}>
      <span class="count">${figure(stopNumber(this.timeline.steps, number))}</span>${content}
    </button>`;
  }

  #stepLine(step: StepInfo): TemplateResult {
    const evaluation = this.evaluations.get(step.number);
    return html`<span class="what">
        <strong>${actorName(step, this.names)}</strong>
        <span class=${step.notation ? "notation" : "soft"}>${actionWords(step)}</span>
      </span>
      <span>${evaluation ? markSign(evaluation.mark) : nothing}</span>
      ${step.lines.length ? html`<span class="lines">${step.lines.join("\n")}</span>` : nothing}
      ${evaluation && evaluation.loss > 0 ? html`<span class="lines on-paper">${evaluation.reason} ${evaluation.hindsight}</span>` : nothing}`;
  }

  #seek(number: number): void {
    this.dispatchEvent(new CustomEvent("seek", { detail: number }));
  }
}
