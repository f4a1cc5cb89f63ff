/** A match from a position of a review: the game's board, what has just happened, and the result. */
import { css, html, LitElement, nothing, type TemplateResult } from "lit";
import { customElement, property, state } from "lit/decorators.js";
import { ArrowLeft, Undo2 } from "lucide";
import { get } from "@house/api/api";
import { refusalWords } from "@house/api/refusals";
import { colour } from "@house/kit/face";
import { icon } from "@house/kit/icon";
import { shared } from "@house/kit/styles";
import { t } from "@house/kit/words";
import { gameTitle, page, setTitle } from "@house/pages/page";
import { AttemptTable } from "@house/practice/attempt-table";
import type { Attempt } from "@house/practice/history";

@customElement("nh-play-on")
export class PlayOnPage extends LitElement {
  /** The id of the attempt. */
  @property() attempt = "";
  @state() private problem = "";

  #table = new AttemptTable(this, {
    onAnswered: () => void this.updateComplete.then(() => this.renderRoot.querySelector<HTMLElement>(".result")?.focus()),
  });

  static override styles = [
    shared,
    page,
    css`
      .head {
        display: flex;
        flex-wrap: wrap;
        gap: var(--gap-1) var(--gap-4);
        align-items: baseline;
        margin-bottom: var(--gap-3);
      }
      .head h1 {
        margin: 0;
        font-size: var(--text-4);
      }
      .table {
        display: grid;
        grid-template-columns: minmax(0, 1fr) 320px;
        gap: var(--gap-5);
        align-items: start;
      }
      .board,
      aside {
        min-width: 0;
      }
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
      .result {
        border-inline-start: 4px solid var(--accent);
        margin-bottom: var(--gap-4);
      }
      .skeleton {
        min-height: 420px;
      }
      @media (max-width: 900px) {
        .table {
          grid-template-columns: minmax(0, 1fr);
        }
      }
    `,
  ];

  override connectedCallback(): void {
    super.connectedCallback();
    void this.#load();
  }

  async #load(): Promise<void> {
    try {
      const attempt = await get<Attempt>(`/api/practice/attempts/${this.attempt}`);
      colour(this, attempt.game);
      setTitle(`${t("From a position")} · ${gameTitle(attempt.game)}`);
      await this.#table.show(attempt);
    } catch (error) {
      this.problem = refusalWords(error);
    }
  }

  override render(): TemplateResult {
    const { attempt, announcer, refusal } = this.#table;
    if (this.problem) return html`<p role="alert" class="refused">${this.problem}</p>${this.#back()}`;
    if (!attempt) return html`<div class="skeleton" aria-busy="true" role="status" aria-label=${t("Loading")}></div>`;
    return html`
      ${announcer.region()}
      <div class="head">
        <h1>${t("From a position")}</h1>
        <a href="/games/${attempt.game}">${gameTitle(attempt.game)}</a>
      </div>
      <div class="table">
        <div>
          ${attempt.verdict ? this.#result(attempt.verdict) : nothing}
          <div role="alert">${refusal ? html`<p class="refused">${refusal}</p>` : nothing}</div>
          <div class="board"></div>
        </div>
        <aside>
          ${this.#events(attempt)}
          <section class="sheet beside" aria-label=${t("This match")}>
            <p class="soft small">${t("A match from a position counts nowhere. Hidden facts were drawn anew: they fit what was seen on this seat.")}</p>
            ${attempt.verdict || !attempt.moves ? nothing : html`<div class="row">${this.#again()}</div>`}
            ${attempt.verdict ? nothing : this.#back()}
          </section>
        </aside>
      </div>
    `;
  }

  #again(): TemplateResult {
    return html`<button ?disabled=${this.#table.busy} @click=${() => this.#table.send("retract")}>${icon(Undo2)} ${t("Start over")}</button>`;
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
      ${this.#back()}
    </section>`;
  }

  /** A link to the review, if the page was opened from one. */
  #back(): TemplateResult | typeof nothing {
    const back = new URLSearchParams(location.search).get("back") ?? "";
    if (!/^\/(review|match\/[\w-]+\/review)(\?[\w=&-]*)?$/.test(back)) return nothing;
    return html`<div class="row screen"><a class="button" href=${back}>${icon(ArrowLeft)} ${t("Back to the review")}</a></div>`;
  }
}
