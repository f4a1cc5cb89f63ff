/** One game: description, credits, and all ways to play it. */
import { css, html, LitElement, nothing, type TemplateResult } from "lit";
import { customElement, property, state } from "lit/decorators.js";
import { BookOpen, GraduationCap, Play, Puzzle, Settings2, UserPlus, Users } from "lucide";
import { get, type Clock, type GameCard, type GameInfo, type Seat, type MatchSummary } from "@house/api/api";
import { clockOf, inviteFriends, isPlayableNow, playNow, takeSeat } from "@house/match/lobby/begin";
import { liveClock } from "@house/match/lobby/paces";
import { labelsOf, problemsOf } from "@house/games/boards";
import { colour, faceOf, type FaceWords } from "@house/kit/face";
import { icon } from "@house/kit/icon";
import { hasInvalidField } from "@house/kit/number-field";
import type { ProblemReader } from "@house/kit/options";
import { shared } from "@house/kit/styles";
import { seatNumber, t } from "@house/kit/words";
import { clockWords, seatsWords } from "@house/match/lobby/terms";
import "@house/games/first-steps";
import "@house/games/problem-entry";
import { botTitle } from "@house/match/names";
import "@house/games/match-list";
import "@house/match/lobby/help-switch";
import "@house/match/lobby/opponents";
import { setTitle, page } from "@house/pages/page";
import "@house/forms/schema-form";
import { fieldsOf, simpleFields, type Labels, type Schema } from "@house/forms/schema-form";
import type { Practice } from "@house/practice/history";
import { refusalWords } from "@house/api/refusals";

@customElement("nh-game")
export class GamePage extends LitElement {
  @property() game = "";
  @state() private card: GameCard | null = null;
  @state() private info: GameInfo | null = null;
  @state() private labels: Labels = () => undefined;
  @state() private openMatches: MatchSummary[] = [];
  @state() private problem = "";
  @state() private busy = false;
  /** Whether the game's first match exists and this person has played it; null: not known, or it has none. */
  @state() private hasLearned: boolean | null = null;
  @state() private bot = "";
  @state() private seats = 2;
  @state() private seat: Seat = 0;
  /** Whether a match against bots has a clock. Nobody waits in it, so it is the person's wish. */
  @state() private hasClock = false;
  @state() private options: Record<string, unknown> = {};
  /** Reads the ids of the game's problems; null: it has none. */
  @state() private problems: ProblemReader | null = null;

  static override styles = [
    shared,
    page,
    css`
      .head {
        display: grid;
        grid-template-columns: auto minmax(0, 1fr);
        gap: var(--gap-5);
        align-items: center;
        margin-block-end: var(--gap-5);
      }
      .picture {
        background: var(--accent-tint);
        border-radius: var(--round);
        border-block-end: 3px solid var(--accent);
        padding: var(--gap-4);
      }
      .picture svg {
        display: block;
        width: 200px;
        height: 150px;
      }
      .head h1 {
        font-size: var(--text-6);
        margin-block-end: var(--gap-1);
      }
      .head p {
        margin-block-end: var(--gap-3);
      }
      .two {
        display: grid;
        grid-template-columns: minmax(0, 1fr) minmax(0, 1fr);
        gap: 0 var(--gap-6);
      }
      .two > * {
        min-width: 0;
      }
      .two > .bots {
        grid-row: 1 / span 2;
      }
      form {
        display: grid;
        gap: var(--gap-4);
      }
      .fields {
        display: grid;
        grid-template-columns: repeat(auto-fill, minmax(min(180px, 100%), 1fr));
        gap: var(--gap-3);
        align-items: end;
      }
      .fields select {
        width: 100%;
      }
      @media (max-width: 800px) {
        .two {
          grid-template-columns: minmax(0, 1fr);
        }
        .two > .bots {
          grid-row: auto;
        }
      }
      @media (max-width: 560px) {
        .head {
          grid-template-columns: minmax(0, 1fr);
          gap: var(--gap-3);
        }
        .picture svg {
          width: 160px;
          height: 120px;
          margin: 0 auto;
        }
      }
    `,
  ];

  override connectedCallback(): void {
    super.connectedCallback();
    colour(this, this.game);
    setTitle(this.#words().title);
    void this.#load();
  }

  async #load(): Promise<void> {
    get<Practice>("/api/practice").then(
      (practice) => (this.hasLearned = practice.first_matches?.find((first) => first.game === this.game)?.ended ?? null),
      () => undefined, // the request for the game reports the problem
    );
    try {
      const [cards, info] = await Promise.all([get<GameCard[]>("/api/games"), get<GameInfo>(`/api/games/${this.game}`)]);
      const card = cards.find((card) => card.id === this.game) ?? null;
      this.card = card;
      this.info = info;
      this.seats = card?.usual_seats ?? 2;
      this.bot = this.#company() ? "" : (info.opponents?.[0]?.bot ?? info.bots[0] ?? "");
      const first = info.presets.find((preset) => preset.name === info.first_preset);
      this.options = { ...(info.default_options as Record<string, unknown>), ...(first?.options as Record<string, unknown> | undefined) };
      setTitle(this.#words().title);
      [this.labels, this.problems] = await Promise.all([labelsOf(this.game), problemsOf(this.game)]);
      this.openMatches = await get<MatchSummary[]>("/api/matches", { which: "open", game: this.game });
    } catch (error) {
      this.problem = refusalWords(error);
    }
  }

  #words(): FaceWords {
    return faceOf(this.game, this.card?.title).words();
  }

  override render(): TemplateResult {
    if (!this.card || !this.info) {
      if (this.problem) return html`<p class="refused" role="alert">${this.problem}</p><p><a href="/">${t("To the games")}</a></p>`;
      return html`<div class="skeleton" aria-busy="true" role="img" aria-label=${t("Loading")}></div>`;
    }
    const words = this.#words();
    return html`
      <div class="head">
        <div class="picture">${faceOf(this.game).picture()}</div>
        <div>
          <h1>${words.title}</h1>
          ${words.line ? html`<p class="lead">${words.line}</p>` : nothing}
          <p>${seatsWords(this.card.seats)} · ${this.#clock()}</p>
          <div class="row">
            ${this.hasLearned === false ? this.#learn("primary") : nothing}
            ${isPlayableNow(this.card)
              ? html`<button class=${this.hasLearned === false ? "" : "primary"} ?disabled=${this.busy} @click=${() => this.#run(() => playNow(this.game, { preset: this.info!.first_preset }))}>${icon(Play)} ${t("Play now")}</button>`
              : nothing}
            <button ?disabled=${this.busy} @click=${() => this.#run(() => inviteFriends(this.game))}>${icon(UserPlus)} ${t("Invite friends")}</button>
            <a class="button" href="/learn/${this.game}">${icon(BookOpen)} ${t("Rules")}</a>
            <a class="button" href="/practice">${icon(Puzzle)} ${t("Practice")}</a>
            ${this.hasLearned ? this.#learn("") : nothing}
          </div>
        </div>
      </div>
      <div role="alert">${this.problem ? html`<p class="refused">${this.problem}</p>` : nothing}</div>
      ${linkedProblem() ? this.#problemEntry() : nothing}
      <div class="two">
        <section aria-labelledby="how">
          <h2 id="how">${t("How to play")}</h2>
          <nh-first-steps plain .game=${this.game}></nh-first-steps>
          <p><a href="/learn/${this.game}">${t("All rules")}</a></p>
        </section>
        ${this.#botForm()} ${this.#openTables()}
      </div>
      ${linkedProblem() ? nothing : this.#problemEntry()}
      <p class="hint" lang="en">${this.card.credits}</p>
    `;
  }

  /** The way to the first match: before all others for a person who hasn't played it. */
  #learn(style: string): TemplateResult {
    return html`<a class="button ${style}" href="/learn/${this.game}/first-match">${icon(GraduationCap)} ${t("Learn in three minutes")}</a>`;
  }

  #clock(): string {
    const clock = this.info && clockOf(this.info);
    return clock ? clockWords(clock) : t("no clock");
  }

  /** The game's own clock, or one for a sitting where that takes days. */
  #botClock(): Clock {
    return liveClock(this.info!.card.simultaneous === true, clockOf(this.info!));
  }

  #botForm(): TemplateResult | typeof nothing {
    if (!this.info?.bots.length) return nothing;
    const [fewest, most] = this.card!.seats;
    const counts = Array.from({ length: most - fewest + 1 }, (_, index) => fewest + index);
    const advanced = this.#advancedFields();
    const hasSimple = fieldsOf(this.#schema()).length > advanced.length;
    return html`<section class="bots" aria-labelledby="bots">
      <h2 id="bots">${t("Against bots")}</h2>
      <form @submit=${this.#play}>
        <nh-opponents .opponents=${this.info.opponents ?? []} .titles=${this.info.bot_titles} .value=${this.bot} .mixed=${this.#company()}
          @choose=${(event: CustomEvent<string>) => (this.bot = event.detail)}></nh-opponents>
        <nh-help-switch></nh-help-switch>
        <div class="fields">
          ${counts.length > 1
            ? html`<label>${t("Players")}
                <select @change=${(event: Event) => this.#setSeats(Number(selectValue(event)))}>
                  ${counts.map((count) => html`<option value=${count} ?selected=${count === this.seats}>${count}</option>`)}
                </select>
              </label>`
            : nothing}
          <label>${t("My seat")}
            <select @change=${(event: Event) => (this.seat = Number(selectValue(event)))}>
              ${Array.from({ length: this.seats }, (_, seat) => html`<option value=${seat} ?selected=${seat === this.seat}>${seatNumber(seat)}</option>`)}
            </select>
          </label>
          ${this.#otherBots()}
        </div>
        ${hasSimple
          ? html`<nh-schema-form .schema=${this.#schema()} .value=${this.options} .labels=${this.labels} .exclude=${advanced}
              @change=${(event: CustomEvent<Record<string, unknown>>) => (this.options = event.detail)}></nh-schema-form>`
          : nothing}
        ${this.info.card.clock
          ? html`<label class="inline">
              <input type="checkbox" .checked=${this.hasClock} @change=${(event: Event) => (this.hasClock = (event.target as HTMLInputElement).checked)} />
              ${t("With a clock: {clock}", { clock: clockWords(this.#botClock()) })}
            </label>`
          : nothing}
        <div class="row"><button class="primary" ?disabled=${this.busy}>${icon(Play)} ${t("Play")}</button></div>
      </form>
    </section>`;
  }

  /** The mixed opponents of a table with several seats for bots, in words; empty for two players. */
  #company(): string {
    const opponents = this.info?.opponents ?? [];
    if (this.seats < 3 || opponents.length < 2) return "";
    return t("The three weakest by turns: for a first match.");
  }

  /** Bots that are no opponents of a level, such as those of other packages. */
  #otherBots(): TemplateResult | typeof nothing {
    const levelled = (this.info!.opponents ?? []).map((opponent) => opponent.bot);
    const others = this.info!.bots.filter((bot) => !levelled.includes(bot));
    if (!others.length) return nothing;
    return html`<label>${t("Other bots")}
      <select .value=${others.includes(this.bot) ? this.bot : ""} @change=${(event: Event) => (this.bot = selectValue(event) || this.bot)}>
        <option value="" ?selected=${!others.includes(this.bot)}>–</option>
        ${others.map((bot) => html`<option value=${bot} ?selected=${bot === this.bot}>${botTitle(this.info!.bot_titles, bot)}</option>`)}
      </select>
    </label>`;
  }

  /** Plays a problem by its id, with the opponents that are chosen on this page. */
  #problemEntry(): TemplateResult | typeof nothing {
    if (!this.problems || !isPlayableNow(this.card!)) return nothing;
    return html`<section aria-labelledby="problem">
      <h2 id="problem">${t("A problem by its id")}</h2>
      <nh-problem-entry .reader=${this.problems} .problem=${linkedProblem()} .busy=${this.busy}
        @play=${(event: CustomEvent<Record<string, unknown>>) => this.#playWith(event.detail)}></nh-problem-entry>
    </section>`;
  }

  #openTables(): TemplateResult {
    return html`<section aria-labelledby="people">
      <h2 id="people">${t("With people")}</h2>
      ${this.openMatches.length
        ? html`<nh-match-list .list=${this.openMatches} label=${t("Open tables")} @sit=${(event: CustomEvent<string>) => this.#run(() => takeSeat(event.detail))}></nh-match-list>`
        : html`<p class="empty">${t("No table of this game waits for players at the moment.")}</p>`}
      <p class="after"><a class="button" href="/new?game=${this.game}">${icon(Settings2)} ${t("New match with options of your own")}</a>
        <a class="button" href="/new?game=${this.game}&play=0">${icon(Users)} ${t("A link for others to play")}</a></p>
    </section>`;
  }

  #schema(): Schema {
    return this.info?.options_schema ?? {};
  }

  /** Options that only the page for a new match shows: lists, texts, and terms the players agree on. */
  #advancedFields(): string[] {
    const schema = this.#schema();
    const secret = (this.info?.card.secret_options ?? []) as string[];
    const simple = simpleFields(schema).filter((field) => field !== "assistance" && !secret.includes(field));
    return fieldsOf(schema).filter((field) => !simple.includes(field));
  }

  #setSeats(seats: number): void {
    this.seats = seats;
    this.seat = Math.min(this.seat, seats - 1);
    if (!this.bot && !this.#company()) this.bot = this.info?.opponents?.[0]?.bot ?? "";
  }

  #play = (event: Event): void => {
    event.preventDefault();
    if (!hasInvalidField(this)) this.#playWith(this.options);
  };

  #playWith(options: Record<string, unknown>): void {
    const clock: Clock = this.hasClock && this.info!.card.clock ? this.#botClock() : { type: "none" };
    const request = { bot: this.bot || null, seats: this.seats, seat: this.seat, options: options as Record<string, never>, clock };
    void this.#run(() => playNow(this.game, request));
  }

  async #run(action: () => Promise<void>): Promise<void> {
    this.busy = true;
    this.problem = "";
    try {
      await action();
    } catch (error) {
      this.problem = refusalWords(error);
    }
    this.busy = false;
  }
}

/** The id of a problem in the page's address. */
function linkedProblem(): string {
  return new URLSearchParams(location.search).get("problem") ?? "";
}

function selectValue(event: Event): string {
  return (event.target as HTMLSelectElement).value;
}
