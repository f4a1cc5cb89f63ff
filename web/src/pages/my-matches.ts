/** My matches: what waits for me first, then what runs, what will begin, and what is over. */
import { html, LitElement, nothing, type TemplateResult } from "lit";
import { customElement, state } from "lit/decorators.js";
import { Plus } from "lucide";
import { get, type MatchInfo } from "@house/api/api";
import { icon } from "@house/kit/icon";
import { shared } from "@house/kit/styles";
import { t } from "@house/kit/words";
import { me } from "@house/api/me";
import "@house/games/match-list";
import { entitle, page } from "@house/pages/page";
import { refusalWords } from "@house/api/refusals";
import { turns } from "@house/live/turns";

/** As many as the service gives at once. */
const A_PAGE = 100;

@customElement("nh-my-matches")
export class MyMatches extends LitElement {
  @state() private mine: MatchInfo[] | null = null;
  @state() private more = false;
  @state() private problem = "";

  static override styles = [shared, page];

  override connectedCallback(): void {
    super.connectedCallback();
    entitle(t("My matches"));
    turns.addEventListener("change", this.#again);
    void this.#begin();
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    turns.removeEventListener("change", this.#again);
  }

  #again = (): void => this.requestUpdate();

  async #begin(): Promise<void> {
    await this.#fetch();
    await turns.refresh();
  }

  async #fetch(before?: number): Promise<void> {
    try {
      await me.known();
      const found = await get<MatchInfo[]>("/api/matches", { which: "mine", before });
      this.mine = [...(before === undefined ? [] : (this.mine ?? [])), ...found];
      this.more = found.length === A_PAGE;
    } catch (error) {
      this.problem = refusalWords(error);
    }
  }

  override render(): TemplateResult {
    return html`
      <div class="top">
        <h1>${t("My matches")}</h1>
        <a class="button" href="/new">${icon(Plus)} ${t("New match")}</a>
      </div>
      ${this.problem ? html`<p class="refused" role="alert">${this.problem}</p>` : nothing}
      ${this.mine ? this.#lists(this.mine) : this.problem ? nothing : html`<div class="skeleton" aria-busy="true" role="img" aria-label=${t("Loading")}></div>`}
      ${me.person?.kind === "guest" ? html`<p class="hint">${t("You are here as a guest: your matches are found again in this browser only.")} <a href="/sign-in">${t("Register")}</a></p>` : nothing}
    `;
  }

  #lists(all: MatchInfo[]): TemplateResult {
    if (!all.length) {
      return html`<p class="empty">${t("You have played nothing yet.")} <a href="/">${t("Choose a game")}</a></p>`;
    }
    const waiting = new Set(turns.waiting.map((one) => one.match));
    const order = new Map(turns.waiting.map((one, index) => [one.match, index] as const));
    const yours = all.filter((one) => waiting.has(one.id)).sort((one, other) => (order.get(one.id) ?? 0) - (order.get(other.id) ?? 0));
    const of = (...statuses: MatchInfo["status"][]): MatchInfo[] => all.filter((one) => statuses.includes(one.status) && !waiting.has(one.id));
    return html`
      ${this.#list("yours", t("It is your turn"), yours)}
      ${this.#list("running", t("Running"), of("running", "paused"))}
      ${this.#list("before", t("Not begun"), of("draft", "open"))}
      ${this.#list("over", t("Over"), of("finished", "abandoned"))}
      ${this.more ? html`<p><button @click=${() => this.#fetch(all.at(-1)?.created)}>${t("Show older ones")}</button></p>` : nothing}
    `;
  }

  #list(id: string, words: string, matches: MatchInfo[]): TemplateResult | typeof nothing {
    if (!matches.length) return nothing;
    return html`<section aria-labelledby=${id}>
      <h2 id=${id}>${words}</h2>
      <nh-match-list .list=${matches}></nh-match-list>
    </section>`;
  }
}
