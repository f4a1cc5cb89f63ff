/** The head of a review: the match, its players with their scores, and its date. */
import { css, html, LitElement, nothing, type TemplateResult } from "lit";
import { customElement, property } from "lit/decorators.js";
import { faceOf } from "@house/kit/face";
import { shared } from "@house/kit/styles";
import { figure, t } from "@house/kit/words";
import { formatMoment } from "@house/match/clock";
import type { Timeline } from "@house/review/timeline";

/** The players of larger matches aren't all listed. */
const MAX_PLAYERS = 13;

@customElement("nh-review-head")
export class ReviewHead extends LitElement {
  @property({ attribute: false }) timeline!: Timeline;
  @property({ attribute: false }) names: string[] = [];
  /** The match's own title. */
  @property({ attribute: false }) matchTitle = "";
  /** The match's id; empty for a record. */
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
    const { timeline } = this;
    const title = faceOf(timeline.game, timeline.title).words().title;
    const { outcome } = timeline;
    const startedAt = timeline.steps[0]?.at;
    const order = timeline.players.map((_, seat) => seat).sort((a, b) => (outcome ? outcome.places[a]! - outcome.places[b]! : 0));
    const results = order.map((seat) => `${this.names[seat]}${outcome ? `: ${figure(outcome.scores[seat]!)}` : ""}`);
    return html`<h1>${this.matchTitle || title}: ${t("review")}</h1>
      ${this.matchTitle ? html`<span class="soft">${title}</span>` : nothing}
      <span class="number">${results.slice(0, MAX_PLAYERS).join(" · ")}</span>
      ${startedAt ? html`<span class="soft">${formatMoment(startedAt)}</span>` : nothing}
      ${this.match ? html`<a class="screen" href="/match/${this.match}">${t("To the match")}</a>` : nothing}`;
  }
}
