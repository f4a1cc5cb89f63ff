/** The home page: every game with its picture and one click to play; own turns; and open matches. */
import { css, html, LitElement, nothing, type TemplateResult } from "lit";
import { customElement, state } from "lit/decorators.js";
import { CalendarDays } from "lucide";
import { get, type GameCard, type MatchInfo, type MatchSummary } from "@house/api/api";
import { isPlayableNow, takeSeat } from "@house/match/lobby/begin";
import { icon } from "@house/kit/icon";
import { shared } from "@house/kit/styles";
import { t } from "@house/kit/words";
import "@house/games/game-card";
import "@house/games/match-list";
import "@house/match/lobby/code-entry";
import "@house/match/lobby/help-switch";
import type { Practice } from "@house/practice/history";
import "@house/practice/today";
import { freeSeats } from "@house/match/lobby/terms";
import { setTitle, gameTitle, page } from "@house/pages/page";
import { refusalWords } from "@house/api/refusals";
import { turns } from "@house/api/turns";

/** Matches shown of a list that has a page of its own. */
const LIST_LIMIT = 4;
const SKELETONS = 5;

@customElement("nh-home")
export class HomePage extends LitElement {
  @state() private games: GameCard[] | null = null;
  @state() private openMatches: MatchSummary[] = [];
  @state() private ownTurns: MatchInfo[] = [];
  @state() private practice: Practice | null = null;
  @state() private problem = "";

  static override styles = [
    shared,
    page,
    css`
      .head {
        margin-block-end: var(--gap-5);
      }
      h1 {
        margin-block-end: var(--gap-1);
      }
      .shelf {
        display: grid;
        grid-template-columns: repeat(auto-fill, minmax(228px, 1fr));
        gap: var(--gap-4);
        margin-block-end: var(--gap-6);
      }
      /* As high as what takes their places, so that nothing moves when it comes. */
      .shelf > .skeleton {
        min-height: 441px;
      }
      .shelf > .skeleton:lang(ru) {
        min-height: 462px;
      }
      .three {
        display: grid;
        grid-template-columns: minmax(0, 2fr) minmax(0, 1fr) minmax(0, 1fr);
        gap: 0 var(--gap-6);
      }
      .learn li a {
        display: inline-flex;
        align-items: center;
        min-height: 36px;
      }
      .today.skeleton {
        min-height: 94px;
      }
      .today {
        margin-block-end: var(--gap-5);
      }
      .yours {
        margin-block-end: var(--gap-5);
      }
      @media (max-width: 1000px) {
        .three {
          grid-template-columns: minmax(0, 1fr) minmax(0, 1fr);
        }
        .three > :first-child {
          grid-column: 1 / -1;
        }
      }
      @media (max-width: 560px) {
        .three {
          grid-template-columns: minmax(0, 1fr);
        }
      }
      @media (max-width: 560px) {
        .shelf {
          grid-template-columns: minmax(0, 1fr);
          gap: var(--gap-3);
        }
        .shelf > .skeleton,
        .shelf > .skeleton:lang(ru) {
          min-height: 221px;
        }
        .today.skeleton {
          min-height: 146px;
        }
        .today.skeleton:lang(ru) {
          min-height: 191px;
        }
      }
    `,
  ];

  override connectedCallback(): void {
    super.connectedCallback();
    setTitle("");
    turns.addEventListener("change", this.#onTurns);
    get<GameCard[]>("/api/games").then(
      (games) => (this.games = games),
      (error) => (this.problem = refusalWords(error)),
    );
    get<MatchSummary[]>("/api/matches", { which: "open" }).then(
      (openMatches) => (this.openMatches = openMatches.filter((match) => freeSeats(match) && match.seat === null)),
      () => undefined, // the request for the games reports the problem
    );
    get<Practice>("/api/practice").then(
      (practice) => (this.practice = practice),
      () => undefined, // the request for the games reports the problem
    );
    this.#onTurns();
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    turns.removeEventListener("change", this.#onTurns);
  }

  /** Fetches the matches that wait for this person, if the list has changed. */
  #onTurns = (): void => {
    const pending = turns.pending.map((turn) => turn.match);
    if (pending.every((id) => this.ownTurns.some((match) => match.id === id))) {
      this.ownTurns = this.ownTurns.filter((match) => pending.includes(match.id));
      return;
    }
    Promise.all(pending.slice(0, LIST_LIMIT).map((id) => get<MatchInfo>(`/api/matches/${id}`))).then(
      (ownTurns) => (this.ownTurns = ownTurns),
      () => undefined,
    );
  };

  override render(): TemplateResult {
    return html`
      <div class="head">
        <h1>${t("Which game?")}</h1>
        <p class="lead">${this.games && !this.games.some(isPlayableNow)
          ? t("Number games against other people. No account needed.")
          : t("Number games against bots or people. No account needed.")}</p>
        ${this.games?.some((game) => game.bots.length) ?? true ? html`<nh-help-switch></nh-help-switch>` : nothing}
      </div>
      ${this.ownTurns.length ? this.#ownTurnsSection() : nothing}
      <div role="alert">${this.problem ? html`<p class="refused">${this.problem}</p>` : nothing}</div>
      ${this.practice?.today ? html`<nh-today class="today" .problem=${this.practice.today} .day=${this.practice.day}></nh-today>` : nothing}
      ${this.practice || this.problem ? nothing : html`<div class="today skeleton"></div>`}
      <div class="shelf" aria-busy=${this.games ? "false" : "true"}>
        ${this.games?.map((game) => html`<nh-game-card .game=${game} @refusal=${this.#onRefusal}></nh-game-card>`) ??
        Array.from({ length: SKELETONS }, () => html`<div class="skeleton"></div>`)}
      </div>
      <div class="three">${this.#openTables()} ${this.#more()}</div>
    `;
  }

  #ownTurnsSection(): TemplateResult {
    return html`<section class="yours" aria-labelledby="yours">
      <h2 id="yours">${t("It is your turn")}</h2>
      <nh-match-list .list=${this.ownTurns}></nh-match-list>
      ${turns.pending.length > LIST_LIMIT ? html`<p><a href="/matches">${t("All my matches")}</a></p>` : nothing}
    </section>`;
  }

  #openTables(): TemplateResult {
    return html`<section aria-labelledby="tables">
      <h2 id="tables">${t("Open tables")}</h2>
      ${this.openMatches.length
        ? html`<nh-match-list .list=${this.openMatches.slice(0, LIST_LIMIT)} @sit=${this.#sit}></nh-match-list>`
        : html`<p class="empty">${t("Nobody waits for players at the moment. Invite friends with a link, or open a table that everybody sees.")}</p>`}
      <p class="after">
        <a href="/tables">${t("All tables")}</a>
        <a href="/new">${t("New match")}</a>
      </p>
      <nh-code-entry></nh-code-entry>
    </section>`;
  }

  #more(): TemplateResult {
    return html`<section aria-labelledby="daily">
        <h2 id="daily">${t("Practice")}</h2>
        <p>${t("One problem a day of each kind, and as many as you like after it.")}</p>
        <p><a class="button" href="/practice">${icon(CalendarDays)} ${t("Practice")}</a></p>
      </section>
      <section class="learn" aria-labelledby="learn">
        <h2 id="learn">${t("Learn")}</h2>
        <ul class="plain">
          ${(this.games ?? []).map(
            (game) => html`<li><a href="/learn/${game.id}">${t("Rules of {game}", { game: gameTitle(game.id) })}</a></li>`,
          )}
        </ul>
      </section>`;
  }

  #onRefusal = (event: CustomEvent<unknown>): void => {
    this.problem = refusalWords(event.detail);
  };

  #sit = async (event: CustomEvent<string>): Promise<void> => {
    try {
      await takeSeat(event.detail);
    } catch (error) {
      this.problem = refusalWords(error);
    }
  };
}

