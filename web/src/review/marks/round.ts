/** A round in which all submitted at once: what came of it, and what each player did, with its mark. */
import { css, html, LitElement, nothing, type TemplateResult } from "lit";
import { customElement, property } from "lit/decorators.js";
import type { Seat } from "@house/api/api";
import { shared } from "@house/kit/styles";
import { t } from "@house/kit/words";
import { markSign } from "@house/review/marks/marks";
import { markStyles } from "@house/review/marks/mark-styles";
import { entriesOf, roundTitle, type Round } from "@house/review/rounds";
import type { EvaluationInfo } from "@house/review/timeline";

@customElement("nh-review-round")
export class ReviewRound extends LitElement {
  @property({ attribute: false }) round!: Round;
  @property({ attribute: false }) evaluations: ReadonlyMap<number, EvaluationInfo> = new Map();
  @property({ attribute: false }) names: string[] = [];
  /** The seat that is looked through: it comes first. */
  @property({ attribute: false }) seat: Seat = 0;
  /** The action whose evaluation is shown beside. */
  @property({ attribute: false }) entry = 0;
  /** What came of the round, in the words of the chosen perspective. */
  @property({ attribute: false }) lines: string[] = [];

  static override styles = [
    shared,
    markStyles,
    css`
      h2 {
        font-size: var(--text-2);
        margin: 0;
      }
      .lines {
        margin: 0;
        white-space: pre-line;
        overflow-wrap: anywhere;
      }
      ul {
        margin: 0;
        padding: 0;
        list-style: none;
        max-height: 40vh;
        overflow-y: auto;
        border-block-start: 1px solid var(--line);
      }
      button {
        display: grid;
        grid-template-columns: minmax(0, 1fr) minmax(0, 1fr) 1.5em;
        gap: var(--gap-2);
        align-items: center;
        justify-content: stretch;
        width: 100%;
        min-height: var(--touch);
        padding: var(--gap-1) var(--gap-2);
        border: 0;
        border-block-end: 1px solid var(--line);
        border-inline-start: 3px solid transparent;
        border-radius: 0;
        background: none;
        text-align: start;
        font-size: var(--text-1);
        overflow-wrap: anywhere;
      }
      button[aria-pressed="true"] {
        border-inline-start-color: var(--accent);
        background: var(--accent-tint);
      }
      .notation {
        font-family: var(--mono);
      }
      @media print {
        ul {
          max-height: none;
        }
      }
    `,
  ];

  override render(): TemplateResult {
    return html`<section class="sheet stack" aria-label=${t("The round")}>
      <h2>${roundTitle(this.round)}</h2>
      ${this.lines.length ? html`<p class="lines">${this.lines.join("\n")}</p>` : nothing}
      <ul aria-label=${t("What everybody did")}>
        ${this.#rows(this.seat)} ${this.names.map((_, seat) => (seat === this.seat ? nothing : this.#rows(seat)))}
      </ul>
    </section>`;
  }

  #rows(seat: number): TemplateResult | TemplateResult[] {
    const name = this.names[seat] ?? "";
    const steps = entriesOf(this.round, seat, this.evaluations);
    if (!steps.length) return html`<li><button disabled><strong>${name}</strong><span class="soft">${t("nothing")}</span></button></li>`;
    return steps.map((step) => {
      const evaluation = this.evaluations.get(step.number);
      return html`<li>
        <button aria-pressed=${step.number === this.entry ? "true" : "false"} @click=${() => this.#choose(step.number)}>
          <strong>${name}</strong><span class="notation">${step.notation}</span><span>${evaluation ? markSign(evaluation.mark) : nothing}</span>
        </button>
      </li>`;
    });
  }

  #choose(entry: number): void {
    this.dispatchEvent(new CustomEvent("choose", { detail: entry }));
  }
}
