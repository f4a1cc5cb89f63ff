/** The whole match at a glance: how far each had come, how likely to win, and how good their steps were. */
import { css, html, LitElement, nothing, type TemplateResult } from "lit";
import { customElement, property } from "lit/decorators.js";
import type { Seat } from "@house/api/api";
import { shared } from "@house/kit/styles";
import "@house/review/graphs/win-probability";
import type { Timeline } from "@house/review/timeline";
import "@house/review/graphs/graph";
import type { Judging } from "@house/review/evaluations";
import "@house/review/marks/summary";

@customElement("nh-review-outlook")
export class ReviewOutlook extends LitElement {
  @property({ attribute: false }) course!: Timeline;
  /** The same thing with more in it after every batch. */
  @property({ attribute: false, hasChanged: () => true }) judging!: Judging;
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
    const { course, names, at, seat } = this;
    const judged = new Map(this.judging.judged);
    if (!judged.size) return nothing;
    return html`<nh-review-graph .course=${course} .judged=${judged} .at=${at} .names=${names} .seat=${seat}
        @seek=${this.#seek}></nh-review-graph>
      <nh-review-chances .course=${course} .chances=${new Map(this.judging.chances)} .names=${names} .at=${at} .seat=${seat}
        .bot=${this.judging.bot} .complete=${this.judging.weighed > course.steps.length} @seek=${this.#seek}></nh-review-chances>
      <nh-review-summary .judged=${judged} .names=${names}></nh-review-summary>`;
  }

  #seek = (event: CustomEvent<number>): void => {
    this.dispatchEvent(new CustomEvent("seek", { detail: event.detail }));
  };
}
