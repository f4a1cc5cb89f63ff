/** A match from a position of a review: the game's board, what has just happened, and the result. */
import { css, html, nothing, type TemplateResult } from "lit";
import { customElement, property } from "lit/decorators.js";
import { ArrowLeft, Undo2 } from "lucide";
import { get } from "@house/api/api";
import { icon } from "@house/kit/icon";
import { t } from "@house/kit/words";
import { AttemptPage } from "@house/practice/attempt-page";
import type { Attempt } from "@house/practice/history";

@customElement("nh-play-on")
export class PlayOnPage extends AttemptPage {
  /** The id of the attempt. */
  @property() attempt = "";

  static override styles = [
    AttemptPage.styles,
    css`
      aside,
      .beside {
        display: grid;
        gap: var(--gap-3);
      }
      p {
        margin: 0;
        overflow-wrap: anywhere;
      }
      .events {
        display: grid;
        gap: var(--gap-1);
      }
      .back {
        margin-bottom: var(--gap-2);
      }
      .back svg {
        vertical-align: text-bottom;
      }
      .result {
        border-inline-start: 4px solid var(--accent);
        margin-bottom: var(--gap-4);
      }
    `,
  ];

  override connectedCallback(): void {
    super.connectedCallback();
    void this.open(async () => {
      const attempt = await get<Attempt>(`/api/practice/attempts/${this.attempt}`);
      this.setGame(attempt.game, t("From a position"));
      return attempt;
    });
  }

  protected override onAnswered(): void {
    void this.focusOn(".result");
  }

  override render(): TemplateResult {
    const { attempt } = this.table;
    if (this.problem) return html`${this.problemWords()}${this.#back("button")}`;
    if (!attempt) return this.skeleton();
    return html`
      ${this.heard()} ${attempt.verdict ? nothing : this.#back("")} ${this.heading(t("From a position"), attempt.game)}
      <div class="table">
        <div>
          ${attempt.verdict ? this.#result(attempt.verdict) : nothing} ${this.refusal()}
          <div class="board"></div>
        </div>
        <aside>
          ${this.#events(attempt)}
          <section class="sheet beside" aria-label=${t("This match")}>
            <p class="soft small">${t("A match from a position counts nowhere. Hidden facts were drawn anew: they fit what was seen on this seat.")}</p>
            ${attempt.verdict || !attempt.moves ? nothing : html`<div class="row">${this.#again()}</div>`}
          </section>
        </aside>
      </div>
    `;
  }

  #again(): TemplateResult {
    return html`<button ?disabled=${this.table.busy} @click=${() => this.table.send("retract")}>${icon(Undo2)} ${t("Start over")}</button>`;
  }

  #events(attempt: Attempt): TemplateResult {
    const events = attempt.explanations.at(-1) ?? [];
    return html`<div role="status">
      ${events.length
        ? html`<section class="sheet events" aria-label=${t("What has just happened")}>${events.map((words) => html`<p>${words}</p>`)}</section>`
        : nothing}
    </div>`;
  }

  #result(verdict: NonNullable<Attempt["verdict"]>): TemplateResult {
    return html`<section class="result sheet stack" tabindex="-1" aria-label=${t("The result")}>
      ${verdict.explanation.map((words) => html`<p>${words}</p>`)}
      ${this.#back("button")}
    </section>`;
  }

  /** A link to the review, if the page was opened from one: at the top, and as a button where it is the thing to do. */
  #back(kind: "button" | ""): TemplateResult | typeof nothing {
    const back = new URLSearchParams(location.search).get("back") ?? "";
    if (!/^\/(review|match\/[\w-]+\/review)(\?[\w=&-]*)?$/.test(back)) return nothing;
    return html`<div class="back screen"><a class=${kind} href=${back}>${icon(ArrowLeft)} ${t("Back to the review")}</a></div>`;
  }
}
