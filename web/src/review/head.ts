/** What a review is of: the match, its players with what they came to, and when it was played. */
import { css, html, LitElement, nothing, type TemplateResult } from "lit";
import { customElement, property } from "lit/decorators.js";
import { faceOf } from "@house/kit/face";
import { shared } from "@house/kit/styles";
import { figure, t } from "@house/kit/words";
import { moment } from "@house/match/clock";
import type { Timeline } from "@house/review/timeline";

/** More players than these aren't listed. */
const MOST = 13;

@customElement("nh-review-head")
export class ReviewHead extends LitElement {
  @property({ attribute: false }) course!: Timeline;
  @property({ attribute: false }) names: string[] = [];
  /** What its players call the match. */
  @property({ attribute: false }) called = "";
  /** A match of the house; none: a record. */
  @property({ attribute: false }) match = "";

  static override styles = [
    shared,
    css`
      :host {
        display: flex;
        flex-wrap: wrap;
        gap: var(--gap-1) var(--gap-4);
        align-items: baseline;
        margin-bottom: var(--gap-3);
      }
      h1 {
        margin: 0;
        font-size: var(--text-4);
        overflow-wrap: anywhere;
      }
    `,
  ];

  override render(): TemplateResult {
    const { course } = this;
    const title = faceOf(course.game, course.title).words().title;
    const { outcome } = course;
    const began = course.steps[0]?.at;
    const order = course.players.map((_, seat) => seat).sort((one, other) => (outcome ? outcome.places[one]! - outcome.places[other]! : 0));
    const told = order.map((seat) => `${this.names[seat]}${outcome ? `: ${figure(outcome.scores[seat]!)}` : ""}`);
    return html`<h1>${this.called || title}: ${t("review")}</h1>
      ${this.called ? html`<span class="soft">${title}</span>` : nothing}
      <span class="number">${told.slice(0, MOST).join(" · ")}</span>
      ${began ? html`<span class="soft">${moment(began)}</span>` : nothing}
      ${this.match ? html`<a class="screen" href="/match/${this.match}">${t("To the match")}</a>` : nothing}`;
  }
}
