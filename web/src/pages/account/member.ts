/** A member as everybody sees it: statistics and history of public matches. */
import { html, LitElement, nothing, type TemplateResult } from "lit";
import { customElement, property, state } from "lit/decorators.js";
import { get, type components, type MatchSummary } from "@house/api/api";
import { refusalWords } from "@house/api/refusals";
import { type Filters, NO_FILTERS } from "@house/games/match-filters";
import "@house/games/match-list";
import "@house/games/statistics-table";
import { shared } from "@house/kit/styles";
import { t } from "@house/kit/words";
import { formatDay } from "@house/match/clock";
import { page, setTitle } from "@house/pages/page";

type Profile = components["schemas"]["MemberProfile"];

/** The most matches in one response of the service. */
const PAGE_SIZE = 100;

@customElement("nh-member")
export class MemberPage extends LitElement {
  @property() name = "";
  @state() private profile: Profile | null = null;
  @state() private finished: MatchSummary[] = [];
  @state() private hasMore = false;
  @state() private filters: Filters = NO_FILTERS;
  @state() private problem = "";

  static override styles = [shared, page];

  override connectedCallback(): void {
    super.connectedCallback();
    setTitle(decodeURIComponent(this.name));
    void this.#run(async () => {
      this.profile = await get<Profile>(`/api/members/${this.name}`);
      await this.#fetch();
    });
  }

  override render(): TemplateResult {
    if (this.problem) return html`<p class="refused" role="alert">${this.problem}</p>`;
    if (!this.profile) return html`<div class="skeleton" aria-busy="true" role="img" aria-label=${t("Loading")}></div>`;
    const { name, since, statistics } = this.profile;
    return html`
      <h1>${name}</h1>
      <p class="soft">${t("Member, here since {day}. Public matches alone are shown and counted.", { day: formatDay(since) })}</p>
      ${statistics.length
        ? html`<section aria-labelledby="statistics"><h2 id="statistics">${t("Statistics")}</h2><nh-statistics .rows=${statistics}></nh-statistics></section>`
        : nothing}
      <section aria-labelledby="history">
        <h2 id="history">${t("Finished matches")}</h2>
        <nh-match-filters .filters=${this.filters} @filter=${this.#filter}></nh-match-filters>
        ${this.finished.length ? html`<nh-match-list .list=${this.finished}></nh-match-list>` : html`<p class="empty">${t("There is no such match.")}</p>`}
        ${this.hasMore ? html`<p><button @click=${() => this.#run(() => this.#fetch(this.finished.at(-1)))}>${t("Show older ones")}</button></p>` : nothing}
      </section>
    `;
  }

  #filter = (event: Event): void => {
    this.filters = (event as CustomEvent<Filters>).detail;
    void this.#run(() => this.#fetch());
  };

  async #fetch(last?: MatchSummary): Promise<void> {
    const { game, result } = this.filters;
    const query = { game: game || undefined, result: result || undefined, before: last?.created, before_id: last?.id };
    const batch = await get<MatchSummary[]>(`/api/members/${this.name}/matches`, query);
    this.finished = [...(last ? this.finished : []), ...batch];
    this.hasMore = batch.length === PAGE_SIZE;
  }

  async #run(work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (error) {
      this.problem = refusalWords(error);
    }
  }
}
