/** The filters of a list of matches. Fires `filter`, whose `detail` is the chosen `Filters`. */
import { css, html, LitElement, nothing, type TemplateResult } from "lit";
import { customElement, property, state } from "lit/decorators.js";
import { get, type GameCard } from "@house/api/api";
import { shared } from "@house/kit/styles";
import { t } from "@house/kit/words";
import { gameTitle } from "@house/pages/page";

export type Show = "all" | "turns" | "running" | "finished";

export interface Filters {
  show: Show;
  game: string;
  opponent: string;
  result: "" | "won" | "drawn" | "lost";
}

export const NO_FILTERS: Filters = { show: "all", game: "", opponent: "", result: "" };

/** Milliseconds after the last key before a name is searched. */
const TYPING = 300;

@customElement("nh-match-filters")
export class MatchFilters extends LitElement {
  @property({ attribute: false }) filters: Filters = NO_FILTERS;
  /** Whether the list is one's own, which has more than finished matches and may be searched by opponent. */
  @property({ type: Boolean }) own = false;
  @state() private games: readonly string[] = [];
  #timer = 0;

  static override styles = [
    shared,
    css`
      form {
        display: grid;
        grid-template-columns: repeat(auto-fit, minmax(200px, 1fr));
        gap: var(--gap-2) var(--gap-3);
        align-items: end;
        margin-block-end: var(--gap-4);
      }
      select,
      input {
        width: 100%;
      }
      .show {
        grid-column: 1 / -1;
        display: flex;
        flex-wrap: wrap;
        gap: var(--gap-2);
      }
      .show button[aria-pressed="true"] {
        background: var(--ink);
        color: var(--paper);
      }
      @media (max-width: 560px) {
        form {
          grid-template-columns: 1fr 1fr;
        }
        label:last-child:nth-child(even) {
          grid-column: 1 / -1;
        }
        .show {
          display: grid;
          grid-template-columns: 1fr 1fr;
        }
      }
    `,
  ];

  override connectedCallback(): void {
    super.connectedCallback();
    void get<GameCard[]>("/api/games").then((games) => (this.games = games.map((game) => game.id)), () => undefined);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    window.clearTimeout(this.#timer);
  }

  override render(): TemplateResult {
    const { show, game, opponent, result } = this.filters;
    const shows: [Show, string][] = [["all", t("All")], ["turns", t("Waiting for me")], ["running", t("Running")], ["finished", t("Finished")]];
    return html`<form role="search" @submit=${(event: Event) => event.preventDefault()}>
      ${this.own
        ? html`<div class="show" role="group" aria-label=${t("Matches to show")}>
            ${shows.map(([value, words]) => html`<button type="button" aria-pressed=${show === value} @click=${() => this.#set({ show: value })}>${words}</button>`)}
          </div>`
        : nothing}
      <label class="field">${t("Game")}
        <select @change=${(event: Event) => this.#set({ game: (event.target as HTMLSelectElement).value })}>
          <option value="">${t("Any game")}</option>
          ${this.games.map((id) => html`<option value=${id} ?selected=${id === game}>${gameTitle(id)}</option>`)}
        </select>
      </label>
      <label class="field">${t("Result")}
        <select @change=${(event: Event) => this.#set({ result: (event.target as HTMLSelectElement).value as Filters["result"] })}>
          ${([["", t("Any result")], ["won", t("Won")], ["drawn", t("Drawn")], ["lost", t("Lost")]] as const).map(
            ([value, words]) => html`<option value=${value} ?selected=${value === result}>${words}</option>`,
          )}
        </select>
      </label>
      ${this.own
        ? html`<label class="field">${t("Opponent")}
            <input type="search" maxlength="40" autocomplete="off" .value=${opponent} placeholder=${t("Name, or a part of it")} @input=${this.#typed} />
          </label>`
        : nothing}
    </form>`;
  }

  #typed = (event: Event): void => {
    const { value } = event.target as HTMLInputElement;
    window.clearTimeout(this.#timer);
    this.#timer = window.setTimeout(() => this.#set({ opponent: value.trim() }), TYPING);
  };

  #set(change: Partial<Filters>): void {
    this.filters = { ...this.filters, ...change };
    this.dispatchEvent(new CustomEvent("filter", { detail: this.filters }));
  }
}
