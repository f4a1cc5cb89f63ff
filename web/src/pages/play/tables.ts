/** Matches open to join or to watch; refreshed while the page is open. */
import { html, LitElement, nothing, type TemplateResult } from "lit";
import { customElement, state } from "lit/decorators.js";
import { Plus } from "lucide";
import { get, type GameCard, type MatchSummary } from "@house/api/api";
import { takeSeat } from "@house/match/lobby/begin";
import { icon } from "@house/kit/icon";
import { shared } from "@house/kit/styles";
import { t } from "@house/kit/words";
import "@house/games/match-list";
import "@house/match/lobby/code-entry";
import { setTitle, gameTitle, page } from "@house/pages/page";
import { refusalWords } from "@house/api/refusals";

/** Milliseconds between two refreshes. */
const REFRESH_INTERVAL = 10_000;

@customElement("nh-tables")
export class TablesPage extends LitElement {
  @state() private games: GameCard[] = [];
  @state() private game = new URLSearchParams(location.search).get("game") ?? "";
  @state() private openMatches: MatchSummary[] | null = null;
  @state() private running: MatchSummary[] = [];
  @state() private problem = "";
  #timer = 0;

  static override styles = [shared, page];

  override connectedCallback(): void {
    super.connectedCallback();
    setTitle(t("Open tables"));
    get<GameCard[]>("/api/games").then(
      (games) => (this.games = games),
      () => undefined,
    );
    void this.#refresh();
    this.#timer = window.setInterval(() => document.visibilityState === "visible" && void this.#refresh(), REFRESH_INTERVAL);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    window.clearInterval(this.#timer);
  }

  async #refresh(): Promise<void> {
    try {
      const [open, running] = await Promise.all(
        ["open", "running"].map((which) => get<MatchSummary[]>("/api/matches", { which })),
      );
      this.openMatches = open ?? [];
      this.running = (running ?? []).filter((match) => match.terms.spectators || match.seat !== null);
      this.problem = "";
    } catch (error) {
      this.problem = refusalWords(error);
    }
  }

  override render(): TemplateResult {
    const isSelected = (match: MatchSummary): boolean => !this.game || match.game === this.game;
    return html`
      <div class="top">
        <h1>${t("Open tables")}</h1>
        <a class="button" href=${this.game ? `/new?game=${this.game}` : "/new"}>${icon(Plus)} ${t("New match")}</a>
      </div>
      <p>
        <label class="inline">${t("Game")}
          <select @change=${(event: Event) => (this.game = (event.target as HTMLSelectElement).value)}>
            <option value="">${t("all")}</option>
            ${this.games.map((game) => html`<option value=${game.id} ?selected=${game.id === this.game}>${gameTitle(game.id)}</option>`)}
          </select>
        </label>
      </p>
      <nh-code-entry></nh-code-entry>
      <div role="alert">${this.problem ? html`<p class="refused">${this.problem}</p>` : nothing}</div>
      ${this.openMatches === null
        ? html`<div class="skeleton" aria-busy="true" role="img" aria-label=${t("Loading")}></div>`
        : this.#lists(this.openMatches.filter(isSelected), this.running.filter(isSelected))}
    `;
  }

  #lists(openMatches: MatchSummary[], running: MatchSummary[]): TemplateResult {
    return html`
      <section aria-labelledby="open">
        <h2 id="open">${t("Waiting for players")}</h2>
        ${openMatches.length
          ? html`<nh-match-list .list=${openMatches} @sit=${this.#sit}></nh-match-list>`
          : html`<p class="empty">${t("No table waits for players at the moment.")} ${t("Open one, and it is shown here to everybody.")}</p>`}
      </section>
      <section aria-labelledby="running">
        <h2 id="running">${t("Running: look on")}</h2>
        ${running.length
          ? html`<nh-match-list .list=${running}></nh-match-list>`
          : html`<p class="empty">${t("No match that may be watched runs at the moment.")}</p>`}
      </section>
    `;
  }

  #sit = async (event: CustomEvent<MatchSummary>): Promise<void> => {
    try {
      await takeSeat(event.detail);
    } catch (error) {
      await this.#refresh();
      this.problem = refusalWords(error);
    }
  };
}
