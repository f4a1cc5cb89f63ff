/** A person's matches: own turns first, then running, future and past ones. */
import { html, LitElement, nothing, type TemplateResult } from "lit";
import { customElement, state } from "lit/decorators.js";
import { Plus } from "lucide";
import { get, type MatchSummary } from "@house/api/api";
import { icon } from "@house/kit/icon";
import { shared } from "@house/kit/styles";
import { t } from "@house/kit/words";
import { me } from "@house/api/me";
import { type Filters, NO_FILTERS } from "@house/games/match-filters";
import "@house/games/match-list";
import "@house/match/ending/offers";
import { setTitle, page } from "@house/pages/page";
import { refusalWords } from "@house/api/refusals";
import { turns } from "@house/api/turns";

/** The most matches in one response of the service. */
const PAGE_SIZE = 100;

@customElement("nh-my-matches")
export class MyMatchesPage extends LitElement {
  @state() private ownMatches: MatchSummary[] | null = null;
  @state() private filters: Filters = NO_FILTERS;
  @state() private hasMore = false;
  @state() private problem = "";

  static override styles = [shared, page];

  override connectedCallback(): void {
    super.connectedCallback();
    setTitle(t("My matches"));
    turns.addEventListener("change", this.#onTurns);
    void this.#load();
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    turns.removeEventListener("change", this.#onTurns);
  }

  #onTurns = (): void => this.requestUpdate();

  async #load(): Promise<void> {
    await this.#fetch();
    await turns.refresh();
  }

  /** What goes on comes whole, and what is over page by page: a running match is never behind a hundred finished ones. */
  async #fetch(last?: MatchSummary): Promise<void> {
    const { show, game, opponent, result } = this.filters;
    const query = { which: "mine", game: game || undefined, opponent: opponent || undefined, result: result || undefined };
    const page = (status: string): Promise<MatchSummary[]> => get<MatchSummary[]>("/api/matches", { ...query, status });
    const statuses = { all: ["running", "waiting"], turns: ["running"], running: ["running"], finished: [] }[show];
    const filters = this.filters;
    try {
      await me.load();
      const unfinished = last === undefined && !result ? (await Promise.all(statuses.map(page))).flat() : [];
      const finished =
        show === "all" || show === "finished"
          ? await get<MatchSummary[]>("/api/matches", { ...query, status: "finished", before: last?.created, before_id: last?.id })
          : [];
      if (filters !== this.filters) return;
      this.ownMatches = [...(last === undefined ? unfinished : (this.ownMatches ?? [])), ...finished];
      this.hasMore = finished.length === PAGE_SIZE;
      this.problem = "";
    } catch (error) {
      this.problem = refusalWords(error);
    }
  }

  #filter = (event: Event): void => {
    this.filters = (event as CustomEvent<Filters>).detail;
    void this.#fetch();
  };

  override render(): TemplateResult {
    return html`
      <div class="top">
        <h1>${t("My matches")}</h1>
        <a class="button" href="/new">${icon(Plus)} ${t("New match")}</a>
      </div>
      <nh-offers></nh-offers>
      <nh-match-filters own .filters=${this.filters} @filter=${this.#filter}></nh-match-filters>
      ${this.problem ? html`<p class="refused" role="alert">${this.problem}</p>` : nothing}
      ${this.ownMatches ? this.#lists(this.ownMatches) : this.problem ? nothing : html`<div class="skeleton" aria-busy="true" role="img" aria-label=${t("Loading")}></div>`}
      ${me.person?.kind === "guest" ? html`<p class="hint">${t("You are here as a guest: your matches are found again in this browser only.")} <a href="/sign-in">${t("Register")}</a></p>` : nothing}
    `;
  }

  #lists(matches: MatchSummary[]): TemplateResult {
    if (!matches.length && this.filters !== NO_FILTERS) return html`<p class="empty" role="status">${t("There is no such match.")}</p>`;
    if (!matches.length) {
      return html`<p class="empty">${t("You have played nothing yet.")} <a href="/">${t("Choose a game")}</a></p>`;
    }
    const pending = new Set(turns.pending.map((turn) => turn.match));
    const order = new Map(turns.pending.map((turn, index) => [turn.match, index] as const));
    const ownTurns = matches.filter((match) => pending.has(match.id)).sort((a, b) => (order.get(a.id) ?? 0) - (order.get(b.id) ?? 0));
    if (this.filters.show === "turns") {
      return ownTurns.length ? this.#list("yours", t("It is your turn"), ownTurns) as TemplateResult : html`<p class="empty" role="status">${t("No match waits for you.")}</p>`;
    }
    const withStatus = (...statuses: MatchSummary["status"][]): MatchSummary[] => matches.filter((match) => statuses.includes(match.status) && !pending.has(match.id));
    return html`
      ${this.#list("yours", t("It is your turn"), ownTurns)}
      ${this.#list("running", t("Running"), withStatus("running", "paused"))}
      ${this.#list("before", t("Not begun"), withStatus("draft", "open"))}
      ${this.#list("over", t("Over"), withStatus("finished", "abandoned"))}
      ${this.hasMore ? html`<p><button @click=${() => this.#fetch(matches.at(-1))}>${t("Show older ones")}</button></p>` : nothing}
    `;
  }

  #list(id: string, words: string, matches: MatchSummary[]): TemplateResult | typeof nothing {
    if (!matches.length) return nothing;
    return html`<section aria-labelledby=${id}>
      <h2 id=${id}>${words}</h2>
      <nh-match-list .list=${matches}></nh-match-list>
    </section>`;
  }
}
