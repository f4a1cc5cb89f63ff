/** A new match: game, seats, clock, options, and visibility. */
import { css, html, LitElement, nothing, type TemplateResult } from "lit";
import { customElement, query, state } from "lit/decorators.js";
import { get, post, type Clock, type Draft, type GameCard, type GameInfo, type Terms, type MatchInfo } from "@house/api/api";
import { labelsOf } from "@house/games/boards";
import { colour, faceOf } from "@house/kit/face";
import { hasInvalidField } from "@house/kit/number-field";
import { shared } from "@house/kit/styles";
import { language, t, tn, seatNumber } from "@house/kit/words";
import { me } from "@house/api/me";
import { paces, paceWords, type Pace } from "@house/match/lobby/paces";
import { optionName } from "@house/match/lobby/options-words";
import { clockWords, visibilityWords } from "@house/match/lobby/terms";
import { botTitle } from "@house/match/names";
import "@house/forms/duration";
import { setTitle, gameTitle, page } from "@house/pages/page";
import "@house/forms/options-form";
import "@house/forms/presets";
import { fieldsOf, simpleFields, type Labels } from "@house/forms/schema-form";
import { refusalWords } from "@house/api/refusals";
import { go } from "@house/shell/router";
import { takeSeatAt } from "@house/seeds/contributions";
import { languageOptions } from "@house/forms/languages";

const ME = "me";
const PERSON = "person";
/** With more seats than this the seats are folded away. */
const MAX_OPEN_SEATS = 6;

@customElement("nh-new-match")
export class NewMatchPage extends LitElement {
  @state() private games: GameCard[] | null = null;
  @state() private game: GameCard | null = null;
  @state() private info: GameInfo | null = null;
  @state() private labels: Labels = () => undefined;
  @state() private occupants: string[] = [];
  @state() private clock: Clock = { type: "none" };
  /** A pace by name, or the kind of a clock of one's own. */
  @state() private clockKind: Pace | Clock["type"] = "none";
  @state() private options: Record<string, unknown> = {};
  @state() private terms: Required<Terms> = { ...DEFAULT_TERMS };
  @state() private assistance = false;
  @state() private problem = "";
  @state() private busy = false;
  @query(".refused") private errorElement?: HTMLElement;

  static override styles = [
    shared,
    page,
    css`
      .head {
        display: grid;
        grid-template-columns: 96px minmax(0, 1fr);
        gap: var(--gap-4);
        align-items: center;
        margin-block-end: var(--gap-5);
      }
      .head svg {
        display: block;
        width: 96px;
        height: 72px;
        background: var(--accent-tint);
        border-radius: var(--round);
      }
      .head h1 {
        margin: 0;
      }
      .narrow {
        max-width: 760px;
      }
      .fields {
        display: grid;
        grid-template-columns: repeat(auto-fill, minmax(min(240px, 100%), 1fr));
        gap: var(--gap-3) var(--gap-4);
        align-items: end;
      }
      .pace {
        grid-column: 1 / -1;
        max-width: 26em;
      }
      .seats {
        grid-template-columns: repeat(auto-fill, minmax(min(200px, 100%), 1fr));
        margin-block-start: var(--gap-3);
      }
      label > select,
      label > input:not([type="checkbox"]) {
        width: 100%;
      }
      .end {
        padding-block: var(--gap-4);
        border-block-start: 1px solid var(--line);
      }
      section {
        margin-block-end: var(--gap-5);
      }
    `,
  ];

  override connectedCallback(): void {
    super.connectedCallback();
    setTitle(t("New match"));
    void this.#load();
  }

  async #load(): Promise<void> {
    try {
      const games = await get<GameCard[]>("/api/games");
      const id = new URLSearchParams(location.search).get("game");
      const game = games.find((game) => game.id === id) ?? games[0];
      if (game) await this.#choose(game);
      this.games = games;
    } catch (error) {
      this.problem = refusalWords(error);
    }
  }

  async #choose(game: GameCard): Promise<void> {
    const [info, labels] = await Promise.all([get<GameInfo>(`/api/games/${game.id}`), labelsOf(game.id)]);
    this.game = game;
    this.info = info;
    this.labels = labels;
    this.options = { ...(info.default_options as Record<string, unknown>) };
    this.#setClockKind(this.#defaultPace());
    const plays = !isForOthers();
    this.occupants = [plays ? ME : PERSON, ...Array<string>(game.usual_seats - 1).fill(PERSON)];
    const [fewest = 1, most = 1] = game.seats;
    this.#setTerms({ drop_free_seats: fewest < most && plays, starts_when_full: !plays, visibility: plays ? this.terms.visibility : "unlisted" });
    colour(this, game.id);
  }

  #defaultPace(): Pace | "none" {
    const clock = this.#defaultClock();
    if (!clock || clock.type === "none") return "none";
    return this.#paces().live === clock ? "live" : "slow";
  }

  #paces(): Record<Pace, Clock> {
    return paces(this.info?.card.simultaneous === true, this.#defaultClock());
  }

  #setClockKind(kind: Pace | Clock["type"]): void {
    this.clockKind = kind;
    this.clock = kind === "live" || kind === "slow" ? this.#paces()[kind] : DEFAULT_CLOCKS[kind](this.#defaultClock());
  }

  #defaultClock(): Clock | null {
    return (this.info?.card.clock as Clock | null | undefined) ?? null;
  }

  override render(): TemplateResult {
    if (!this.games || !this.game || !this.info) {
      if (this.problem) return html`<p class="refused" role="alert">${this.problem}</p>`;
      return html`<div class="skeleton" aria-busy="true" role="img" aria-label=${t("Loading")}></div>`;
    }
    return html`<form class="narrow" @submit=${this.#create}>
      <div class="head">
        ${faceOf(this.game.id).picture()}
        <h1>${t("New match")}</h1>
      </div>
      <section class="fields">
        <label>${t("Game")}
          <select @change=${this.#onGameChange}>
            ${this.games.map((game) => html`<option value=${game.id} ?selected=${game.id === this.game?.id}>${gameTitle(game.id)}</option>`)}
          </select>
        </label>
        <label>${t("Title, if you like")}
          <input maxlength="100" autocomplete="off" .value=${this.terms.title} @input=${(event: Event) => this.#setTerms({ title: value(event) })} />
        </label>
      </section>
      ${this.#seats(this.game)} ${this.#clocks()} ${this.#terms()} ${this.#options(this.info)}
      <div role="alert">${this.problem ? html`<p class="refused" tabindex="-1">${this.problem}</p>` : nothing}</div>
      <div class="row end">
        <button class="primary" name="open" ?disabled=${this.busy}>${t("Create the match")}</button>
        <button name="draft" ?disabled=${this.busy}>${t("Keep it as a draft")}</button>
        <span class="hint">${t("A draft is seen by its hosts alone; secrets and dates are set at the hosting desk.")}</span>
      </div>
    </form>`;
  }

  #seats({ seats: [fewest = 1, most = 1], bots, bot_titles: titles }: GameCard): TemplateResult {
    const counts = Array.from({ length: most - fewest + 1 }, (_, index) => fewest + index);
    const ownSeat = this.occupants.indexOf(ME);
    const chairs = html`<div class="fields seats">
        ${this.occupants.map(
          (occupant, seat) => html`<label>${t("Seat {seat}", { seat: seatNumber(seat) })}
            <select @change=${(event: Event) => this.#setOccupant(seat, value(event))}>
              <option value=${PERSON} ?selected=${occupant === PERSON}>${t("free for a person")}</option>
              <option value=${ME} ?selected=${occupant === ME}>${t("me")}</option>
              ${bots.map((bot) => html`<option value=${bot} ?selected=${occupant === bot}>${t("bot: {name}", { name: botTitle(titles, bot) })}</option>`)}
            </select>
          </label>`,
        )}
      </div>`;
    return html`<section aria-labelledby="seats">
      <h2 id="seats">${t("Seats")}</h2>
      <div class="fields">
        ${counts.length > 1
          ? html`<label>${t("How many")}
              <select @change=${(event: Event) => this.#setSeatCount(Number(value(event)))}>
                ${counts.map((count) => html`<option value=${count} ?selected=${count === this.occupants.length}>${count}</option>`)}
              </select>
            </label>`
          : nothing}
        <label class="inline">
          <input type="checkbox" .checked=${ownSeat >= 0} @change=${(event: Event) => this.#setPlaying(isChecked(event))} /> ${t("I play too")}
        </label>
      </div>
      ${ownSeat < 0 ? html`<p class="hint">${t("You only host: you may see every secret, and everybody at the table is told so. Send the link to those who play.")}</p>` : nothing}
      <div class="fields seats">
        ${counts.length > 1
          ? html`<label class="inline">
              <input type="checkbox" .checked=${this.terms.drop_free_seats} @change=${(event: Event) => this.#setTerms({ drop_free_seats: isChecked(event) })} />
              ${t("For as many as come: free seats are dropped when it begins")}
            </label>`
          : nothing}
        <label class="inline">
          <input type="checkbox" .checked=${this.terms.starts_when_full} @change=${(event: Event) => this.#setTerms({ starts_when_full: isChecked(event) })} />
          ${t("Begins by itself when all seats are taken")}
        </label>
      </div>
      ${this.occupants.length > MAX_OPEN_SEATS
        ? html`<details><summary>${t("Who sits where")} <span class="hint">${this.#summary()}</span></summary>${chairs}</details>`
        : chairs}
    </section>`;
  }

  #summary(): string {
    const count = (matches: (occupant: string) => boolean): number => this.occupants.filter(matches).length;
    const people = count((occupant) => occupant === PERSON);
    const bots = count((occupant) => occupant !== PERSON && occupant !== ME);
    return [
      ...(people ? [tn("{count} seat for a person", "{count} seats for people", people)] : []),
      ...(bots ? [tn("{count} bot", "{count} bots", bots)] : []),
    ].join(", ");
  }

  #clocks(): TemplateResult {
    const { clock, clockKind } = this;
    const named = this.#paces();
    return html`<section aria-labelledby="clock">
      <h2 id="clock">${t("Clock")}</h2>
      <div class="fields">
        <label class="pace">${t("Kind")}
          <select @change=${(event: Event) => this.#setClockKind(value(event) as Pace | Clock["type"])}>
            ${(["live", "slow"] as const).map((pace) => html`<option value=${pace} ?selected=${clockKind === pace}>${paceWords(pace, named[pace])}</option>`)}
            <option value="none" ?selected=${clockKind === "none"}>${t("none: take your time")}</option>
            <option value="turn" ?selected=${clockKind === "turn"}>${t("time for each turn")}</option>
            <option value="round" ?selected=${clockKind === "round"}>${t("time for each round")}</option>
          </select>
        </label>
        ${clock.type === "none" || clockKind !== clock.type
          ? nothing
          : html`<nh-duration label=${clock.type === "turn" ? t("For each turn") : t("For each round")} .seconds=${clock.seconds}
              @change=${(event: CustomEvent<number>) => (this.clock = { ...clock, seconds: event.detail })}></nh-duration>`}
        ${clock.type === "turn" && clockKind === "turn"
          ? html`<nh-number whole label=${t("Reserve periods for the whole match")} .min=${0} .max=${100} .value=${clock.reserves ?? 0}
                @change=${(event: CustomEvent<number>) => (this.clock = { ...clock, reserves: event.detail })}></nh-number>
              ${clock.reserves
                ? html`<nh-duration label=${t("Each period")} .seconds=${clock.reserve_seconds ?? 60}
                    @change=${(event: CustomEvent<number>) => (this.clock = { ...clock, reserve_seconds: event.detail })}></nh-duration>`
                : nothing}`
          : nothing}
        ${clock.type === "turn" ? this.#firstTurns() : nothing}
      </div>
      <p class="hint">${clock.type === "none" ? nothing : t("That is: {clock}.", { clock: clockWords(clock) })}</p>
    </section>`;
  }

  /** When each player's first turn begins; the game's card has its own answer. */
  #firstTurns(): TemplateResult {
    const { clock_starts: chosen } = this.terms;
    const starts = chosen === "game" ? (this.info?.card.clock_starts ?? "at-once") : chosen;
    const options: [Terms["clock_starts"], string][] = [
      ["at-once", t("with the match")],
      ["when-seen", t("when they have opened the match, a minute later at most")],
    ];
    return html`<label>${t("The first turn of the players begins")}
      <select @change=${(event: Event) => this.#setTerms({ clock_starts: value(event) as Required<Terms>["clock_starts"] })}>
        ${options.map(([option, words]) => html`<option value=${option} ?selected=${option === starts}>${words}</option>`)}
      </select>
    </label>`;
  }

  #terms(): TemplateResult {
    const { terms } = this;
    const kinds = ["public", "unlisted", "private"] as const;
    return html`<section aria-labelledby="terms">
      <h2 id="terms">${t("Who sees it")}</h2>
      <div class="fields">
        <label>${t("May join")}
          <select @change=${(event: Event) => this.#setTerms({ visibility: value(event) as Terms["visibility"] })}>
            ${kinds.map((kind) => html`<option value=${kind} ?selected=${kind === terms.visibility}>${visibilityWords(kind)}</option>`)}
          </select>
        </label>
        <label class="inline">
          <input type="checkbox" .checked=${terms.spectators} @change=${(event: Event) => this.#setTerms({ spectators: isChecked(event) })} />
          ${t("Others may look on")}
        </label>
      </div>
      <details>
        <summary>${t("More: delay, language, downtime, reminder, assistance")}</summary>
        <div class="fields">
          ${terms.spectators
            ? html`<nh-duration zero label=${t("Spectators see it later by")} .seconds=${terms.spectator_delay}
                @change=${(event: CustomEvent<number>) => this.#setTerms({ spectator_delay: event.detail })}></nh-duration>`
            : nothing}
          <nh-duration zero label=${t("Reminder before a deadline (0: none)")} .seconds=${terms.reminder}
            @change=${(event: CustomEvent<number>) => this.#setTerms({ reminder: event.detail })}></nh-duration>
          <label>${t("Language of announcements")}
            <select @change=${(event: Event) => this.#setTerms({ language: value(event) })}>
              ${languageOptions(terms.language)}
            </select>
          </label>
          <label>${t("If the house was down at a deadline")}
            <select @change=${(event: Event) => this.#setTerms({ after_downtime: value(event) as Terms["after_downtime"] })}>
              <option value="extend" ?selected=${terms.after_downtime === "extend"}>${t("give that time back")}</option>
              <option value="strict" ?selected=${terms.after_downtime === "strict"}>${t("the deadline stands")}</option>
            </select>
          </label>
          ${this.occupants.includes(ME)
            ? html`<label class="inline">
                <input type="checkbox" .checked=${this.assistance} @change=${(event: Event) => (this.assistance = isChecked(event))} />
                ${t("I agree to assistance; it is on when all players do")}
              </label>`
            : nothing}
        </div>
      </details>
    </section>`;
  }

  #options(info: GameInfo): TemplateResult {
    const exclude = [...((info.card.secret_options ?? []) as string[]), "assistance"];
    const simple = simpleFields(info.options_schema);
    const all = fieldsOf(info.options_schema).filter((field) => !exclude.includes(field));
    const advanced = all.filter((field) => !simple.includes(field));
    const form = (others: string[]): TemplateResult => html`<nh-options-form .game=${this.game!.id} .schema=${info.options_schema} .value=${this.options} .labels=${this.labels}
      .exclude=${[...exclude, ...others]} @change=${(event: CustomEvent<Record<string, unknown>>) => (this.options = event.detail)}></nh-options-form>`;
    return html`<section aria-labelledby="options">
      <h2 id="options">${t("The game's options")}</h2>
      <nh-presets .presets=${info.presets} .defaults=${info.default_options} .value=${this.options} .exclude=${exclude}
        @change=${(event: CustomEvent<Record<string, unknown>>) => (this.options = event.detail)}></nh-presets>
      ${advanced.length ? html`<p class="hint">${t("Under “More options” you can change: {names}.", { names: this.#optionNames(advanced) })}</p>` : nothing}
      ${all.length > advanced.length ? form(advanced) : nothing}
      ${advanced.length ? html`<details><summary>${t("More options")}</summary>${form(simple)}</details>` : nothing}
    </section>`;
  }

  #optionNames(names: readonly string[]): string {
    return names.map((name) => optionName(name, this.labels)).join("; ");
  }

  #onGameChange = async (event: Event): Promise<void> => {
    const game = this.games?.find((game) => game.id === value(event));
    if (!game) return;
    this.problem = "";
    try {
      await this.#choose(game);
      history.replaceState(null, "", `/new?game=${game.id}${isForOthers() ? "&play=0" : ""}`);
    } catch (error) {
      this.problem = refusalWords(error);
    }
  };

  #setSeatCount(count: number): void {
    this.occupants = Array.from({ length: count }, (_, seat) => this.occupants[seat] ?? PERSON);
  }

  /** Takes the first free seat, or leaves the seat. */
  #setPlaying(isPlaying: boolean): void {
    const seat = isPlaying ? Math.max(this.occupants.indexOf(PERSON), 0) : this.occupants.indexOf(ME);
    if (seat >= 0) this.#setOccupant(seat, isPlaying ? ME : PERSON);
  }

  /** One person has one seat at most. */
  #setOccupant(seat: number, occupant: string): void {
    this.occupants = this.occupants.map((current, index) => (index === seat ? occupant : occupant === ME && current === ME ? PERSON : current));
  }

  #setTerms(terms: Partial<Terms>): void {
    this.terms = { ...this.terms, ...terms };
  }

  #create = async (event: SubmitEvent): Promise<void> => {
    event.preventDefault();
    if (hasInvalidField(this)) return;
    const isOpen = (event.submitter as HTMLButtonElement | null)?.name !== "draft";
    this.busy = true;
    this.problem = "";
    try {
      await me.ensure();
      const match = await post<MatchInfo>("/api/matches", this.#draft());
      const path = `/api/matches/${match.id}`;
      const seat = this.occupants.indexOf(ME);
      if (seat >= 0) await takeSeatAt(`${path}/join`, { seat }, match);
      if (seat >= 0 && this.assistance) await post(`${path}/assistance`, { assistance: true });
      if (isOpen) await post(`${path}/open`);
      // A host who doesn't play, or has more to set up, goes to the desk; who wants a link for others finds it in the lobby.
      go(isOpen && (seat >= 0 || isForOthers()) ? `/match/${match.id}` : `/match/${match.id}/desk`);
    } catch (error) {
      this.problem = refusalWords(error);
      await this.updateComplete;
      this.errorElement?.focus();
    }
    this.busy = false;
  };

  #draft(): Draft {
    return {
      game: this.game!.id,
      options: this.options as Record<string, never>,
      seats: this.occupants.length,
      clock: this.clock,
      terms: this.terms,
      bots: this.occupants.map((occupant) => (occupant === ME || occupant === PERSON ? null : occupant)),
    };
  }
}

const DEFAULT_TERMS: Required<Terms> = {
  title: "",
  visibility: "public",
  language,
  spectators: true,
  spectator_delay: 0,
  after_downtime: "extend",
  reminder: 3600,
  drop_free_seats: false,
  clock_starts: "game",
  starts_when_full: false,
};

/** The initial clock of each kind: the game's own if it is of that kind. */
const DEFAULT_CLOCKS: Record<Clock["type"], (defaultClock: Clock | null) => Clock> = {
  none: () => ({ type: "none" }),
  turn: (defaultClock) => (defaultClock?.type === "turn" ? defaultClock : { type: "turn", seconds: 120, reserves: 5, reserve_seconds: 60 }),
  round: (defaultClock) => (defaultClock?.type === "round" ? defaultClock : { type: "round", seconds: 86400 }),
};

/** Whether the page was opened for a match that others play. */
function isForOthers(): boolean {
  return new URLSearchParams(location.search).get("play") === "0";
}

function value(event: Event): string {
  return (event.target as HTMLInputElement | HTMLSelectElement).value;
}

function isChecked(event: Event): boolean {
  return (event.target as HTMLInputElement).checked;
}
