/** The whole match at a glance: values, win probabilities, and the number of marks. */
import { css, html, LitElement, nothing, type TemplateResult } from "lit";
import { customElement, property } from "lit/decorators.js";
import type { Seat } from "@house/api/api";
import { shared } from "@house/kit/styles";
import "@house/review/graphs/win-probability";
import type { Timeline } from "@house/review/timeline";
import "@house/review/graphs/graph";
import type { Evaluations } from "@house/review/evaluations";
import "@house/review/marks/summary";

@customElement("nh-review-overview")
export class ReviewOverview extends LitElement {
  @property({ attribute: false }) timeline!: Timeline;
  /** The same object grows with every batch, so every assignment is a change. */
  @property({ attribute: false, hasChanged: () => true }) evaluations!: Evaluations;
  @property({ attribute: false }) names: string[] = [];
  @property({ attribute: false }) at = 0;
  @property({ attribute: false }) seat: Seat | null = null;

  static override styles = [
    shared,
    css`
      :host {
        display: grid;
        gap: var(--gap-3);
      }
    `,
  ];

  override render(): TemplateResult | typeof nothing {
    const { timeline, names, at, seat } = this;
    const byStep = new Map(this.evaluations.evaluations);
    if (!byStep.size) return nothing;
    return html`<nh-review-graph .timeline=${timeline} .evaluations=${byStep} .at=${at} .names=${names} .seat=${seat}
        @seek=${this.#seek}></nh-review-graph>
      <nh-review-win-probability .timeline=${timeline} .probabilities=${new Map(this.evaluations.probabilities)} .names=${names} .at=${at} .seat=${seat}
        .bot=${this.evaluations.bot} .complete=${this.evaluations.nextProbability > timeline.steps.length} @seek=${this.#seek}></nh-review-win-probability>
      <nh-review-summary .evaluations=${byStep} .names=${names}></nh-review-summary>`;
  }

  #seek = (event: CustomEvent<number>): void => {
    this.dispatchEvent(new CustomEvent("seek", { detail: event.detail }));
  };
}
