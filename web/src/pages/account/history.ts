/** One's own statistics and opponents, on the profile page. */
import { css, html, LitElement, nothing, type TemplateResult } from "lit";
import { customElement, state } from "lit/decorators.js";
import { get, type components } from "@house/api/api";
import { refusalWords } from "@house/api/refusals";
import "@house/games/statistics-table";
import type { GameStatistics } from "@house/games/statistics-table";
import { shared } from "@house/kit/styles";
import { figure, t, tn } from "@house/kit/words";
import { formatMoment } from "@house/match/clock";
import { page } from "@house/pages/page";

type Opponent = components["schemas"]["OpponentTally"];

/** Milliseconds after the last key before a name is searched. */
const TYPING = 300;

@customElement("nh-history")
export class History extends LitElement {
  @state() private statistics: readonly GameStatistics[] | null = null;
  @state() private opponents: readonly Opponent[] = [];
  @state() private search = "";
  @state() private problem = "";
  #timer = 0;

  static override styles = [
    shared,
    page,
    css`
      li {
        display: flex;
        flex-wrap: wrap;
        gap: 0 var(--gap-4);
        align-items: center;
        justify-content: space-between;
        min-height: var(--touch);
        border-bottom: 1px solid var(--line);
        overflow-wrap: anywhere;
      }
      input {
        max-width: 320px;
      }
    `,
  ];

  override connectedCallback(): void {
    super.connectedCallback();
    void this.#load();
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    window.clearTimeout(this.#timer);
  }

  override render(): TemplateResult | typeof nothing {
    if (this.problem) return html`<p class="refused" role="alert">${this.problem}</p>`;
    if (!this.statistics?.length) return nothing;
    const hasOpponents = this.opponents.length > 0 || this.search !== "";
    return html`
      <section aria-labelledby="statistics">
        <h2 id="statistics">${t("Statistics")}</h2>
        <nh-statistics .rows=${this.statistics}></nh-statistics>
        <p><a href="/matches">${t("My matches")}</a></p>
      </section>
      ${hasOpponents
        ? html`<section aria-labelledby="opponents">
            <h2 id="opponents">${t("Opponents")}</h2>
            <label class="field">${t("Search by name")}<input type="search" maxlength="40" autocomplete="off" .value=${this.search} @input=${this.#typed} /></label>
            <ul class="plain" aria-labelledby="opponents">${this.opponents.map((opponent) => this.#opponent(opponent))}</ul>
            ${this.opponents.length ? nothing : html`<p class="soft" role="status">${t("You have finished no match with anybody of this name.")}</p>`}
          </section>`
        : nothing}
    `;
  }

  #opponent({ name, played, won, lost, last }: Opponent): TemplateResult {
    return html`<li>
      <strong>${name}</strong>
      <span class="soft">${tn("{count} match", "{count} matches", played)}; ${t("ahead {won}, behind {lost}", { won: figure(won), lost: figure(lost) })}; ${t("the last one {moment}", { moment: formatMoment(last) })}</span>
    </li>`;
  }

  #typed = (event: Event): void => {
    this.search = (event.target as HTMLInputElement).value.trim();
    window.clearTimeout(this.#timer);
    this.#timer = window.setTimeout(() => void this.#fetchOpponents(), TYPING);
  };

  async #load(): Promise<void> {
    try {
      this.statistics = await get<GameStatistics[]>("/api/me/statistics");
      await this.#fetchOpponents();
    } catch (error) {
      this.problem = refusalWords(error);
    }
  }

  async #fetchOpponents(): Promise<void> {
    this.opponents = await get<Opponent[]>("/api/me/opponents", { name: this.search });
  }
}
