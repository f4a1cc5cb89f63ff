/** Setting up a match: which game, who sits where, the clock, the game's options, and who may look. */
import { css, html, LitElement, nothing, type TemplateResult } from "lit";
import { customElement, query, state } from "lit/decorators.js";
import { get, post, type Clock, type Draft, type GameCard, type GameInfo, type Terms, type MatchInfo } from "@house/api/api";
import { labelsOf } from "@house/games/boards";
import { colour, faceOf } from "@house/kit/face";
import { shared } from "@house/kit/styles";
import { language, t, tn } from "@house/kit/words";
import { me } from "@house/api/me";
import { visibilityWords } from "@house/match/terms";
import { botTitle } from "@house/match/names";
import "@house/forms/duration";
import { entitle, gameTitle, page } from "@house/pages/page";
import "@house/forms/presets";
import "@house/forms/schema-form";
import { fieldsOf, simpleFields, type Labels } from "@house/forms/schema-form";
import { refusalWords } from "@house/api/refusals";
import { go } from "@house/router";
import { languageOptions } from "@house/forms/languages";

const ME = "me";
const PERSON = "person";
/** With more seats than this nobody wants a field for each. */
const MANY = 6;

@customElement("nh-new-match")
export class NewMatch extends LitElement {
  @state() private games: GameCard[] | null = null;
  @state() private game: GameCard | null = null;
  @state() private told: GameInfo | null = null;
  @state() private labels: Labels = () => undefined;
  @state() private sitters: string[] = [];
  @state() private clock: Clock = { type: "none" };
  @state() private options: Record<string, unknown> = {};
  @state() private terms: Required<Terms> = { ...TERMS };
  @state() private assistance = false;
  @state() private problem = "";
  @state() private busy = false;
  @query(".refused") private refused?: HTMLElement;

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
    entitle(t("New match"));
    void this.#begin();
  }

  async #begin(): Promise<void> {
    try {
      const games = await get<GameCard[]>("/api/games");
      const wanted = new URLSearchParams(location.search).get("game");
      const game = games.find((one) => one.id === wanted) ?? games[0];
      if (game) await this.#choose(game);
      this.games = games;
    } catch (error) {
      this.problem = refusalWords(error);
    }
  }

  async #choose(game: GameCard): Promise<void> {
    const [told, labels] = await Promise.all([get<GameInfo>(`/api/games/${game.id}`), labelsOf(game.id)]);
    this.game = game;
    this.told = told;
    this.labels = labels;
    this.options = { ...(told.default_options as Record<string, unknown>) };
    this.clock = this.#usual() ?? { type: "none" };
    this.sitters = [ME, ...Array<string>(game.usual_seats - 1).fill(PERSON)];
    colour(this, game.id);
  }

  #usual(): Clock | null {
    return (this.told?.card.clock as Clock | null | undefined) ?? null;
  }

  override render(): TemplateResult {
    if (!this.games || !this.game || !this.told) {
      if (this.problem) return html`<p class="refused" role="alert">${this.problem}</p>`;
      return html`<div class="skeleton" aria-busy="true" role="img" aria-label=${t("Loading")}></div>`;
    }
    return html`<form class="narrow" @submit=${this.#set}>
      <div class="head">
        ${faceOf(this.game.id).picture()}
        <h1>${t("New match")}</h1>
      </div>
      <section class="fields">
        <label>${t("Game")}
          <select @change=${this.#change}>
            ${this.games.map((one) => html`<option value=${one.id} ?selected=${one.id === this.game?.id}>${gameTitle(one.id)}</option>`)}
          </select>
        </label>
        <label>${t("Title, if you like")}
          <input maxlength="100" autocomplete="off" .value=${this.terms.title} @input=${(event: Event) => this.#agree({ title: value(event) })} />
        </label>
      </section>
      ${this.#seats(this.game)} ${this.#clocks()} ${this.#terms()} ${this.#options(this.told)}
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
    const mine = this.sitters.indexOf(ME);
    const chairs = html`<div class="fields seats">
        ${this.sitters.map(
          (sitter, seat) => html`<label>${t("Seat {seat}", { seat })}
            <select @change=${(event: Event) => this.#sit(seat, value(event))}>
              <option value=${PERSON} ?selected=${sitter === PERSON}>${t("free for a person")}</option>
              <option value=${ME} ?selected=${sitter === ME}>${t("me")}</option>
              ${bots.map((bot) => html`<option value=${bot} ?selected=${sitter === bot}>${t("bot: {name}", { name: botTitle(titles, bot) })}</option>`)}
            </select>
          </label>`,
        )}
      </div>`;
    return html`<section aria-labelledby="seats">
      <h2 id="seats">${t("Seats")}</h2>
      <div class="fields">
        ${counts.length > 1
          ? html`<label>${t("How many")}
              <select @change=${(event: Event) => this.#count(Number(value(event)))}>
                ${counts.map((one) => html`<option value=${one} ?selected=${one === this.sitters.length}>${one}</option>`)}
              </select>
            </label>`
          : nothing}
        <label class="inline">
          <input type="checkbox" .checked=${mine >= 0} @change=${(event: Event) => this.#play(checked(event))} /> ${t("I play too")}
        </label>
      </div>
      ${mine < 0 ? html`<p class="hint">${t("You only host: you see every secret, and run the match from the hosting desk.")}</p>` : nothing}
      ${this.sitters.length > MANY
        ? html`<details><summary>${t("Who sits where")} <span class="hint">${this.#summary()}</span></summary>${chairs}</details>`
        : chairs}
    </section>`;
  }

  #summary(): string {
    const count = (is: (one: string) => boolean): number => this.sitters.filter(is).length;
    const people = count((one) => one === PERSON);
    const bots = count((one) => one !== PERSON && one !== ME);
    return [
      ...(people ? [tn("{count} seat for a person", "{count} seats for people", people)] : []),
      ...(bots ? [tn("{count} bot", "{count} bots", bots)] : []),
    ].join(", ");
  }

  #clocks(): TemplateResult {
    const clock = this.clock;
    const usual = this.#usual();
    return html`<section aria-labelledby="clock">
      <h2 id="clock">${t("Clock")}</h2>
      <div class="fields">
        <label>${t("Kind")}
          <select @change=${(event: Event) => (this.clock = CLOCKS[value(event) as Clock["type"]](usual))}>
            <option value="none" ?selected=${clock.type === "none"}>${t("none: take your time")}</option>
            <option value="turn" ?selected=${clock.type === "turn"}>${t("time for each turn")}</option>
            <option value="round" ?selected=${clock.type === "round"}>${t("time for each round")}</option>
          </select>
        </label>
        ${clock.type === "none"
          ? nothing
          : html`<nh-duration label=${clock.type === "turn" ? t("For each turn") : t("For each round")} .seconds=${clock.seconds}
              @change=${(event: CustomEvent<number>) => (this.clock = { ...clock, seconds: event.detail })}></nh-duration>`}
        ${clock.type === "turn"
          ? html`<label>${t("Reserve periods for the whole match")}
                <input type="number" inputmode="numeric" min="0" max="100" required .value=${String(clock.reserves ?? 0)}
                  @change=${(event: Event) => (this.clock = { ...clock, reserves: Number(value(event)) })} />
              </label>
              ${clock.reserves
                ? html`<nh-duration label=${t("Each period")} .seconds=${clock.reserve_seconds ?? 60}
                    @change=${(event: CustomEvent<number>) => (this.clock = { ...clock, reserve_seconds: event.detail })}></nh-duration>`
                : nothing}`
          : nothing}
      </div>
    </section>`;
  }

  #terms(): TemplateResult {
    const { terms } = this;
    const kinds = ["public", "unlisted", "private"] as const;
    return html`<section aria-labelledby="terms">
      <h2 id="terms">${t("Who sees it")}</h2>
      <div class="fields">
        <label>${t("May join")}
          <select @change=${(event: Event) => this.#agree({ visibility: value(event) as Terms["visibility"] })}>
            ${kinds.map((one) => html`<option value=${one} ?selected=${one === terms.visibility}>${visibilityWords(one)}</option>`)}
          </select>
        </label>
        <label class="inline">
          <input type="checkbox" .checked=${terms.spectators} @change=${(event: Event) => this.#agree({ spectators: checked(event) })} />
          ${t("Others may look on")}
        </label>
      </div>
      <details>
        <summary>${t("More: delay, language, downtime, reminder, assistance")}</summary>
        <div class="fields">
          ${terms.spectators
            ? html`<nh-duration zero label=${t("Spectators see it later by")} .seconds=${terms.spectator_delay}
                @change=${(event: CustomEvent<number>) => this.#agree({ spectator_delay: event.detail })}></nh-duration>`
            : nothing}
          <nh-duration zero label=${t("Reminder before a deadline (0: none)")} .seconds=${terms.reminder}
            @change=${(event: CustomEvent<number>) => this.#agree({ reminder: event.detail })}></nh-duration>
          <label>${t("Language of announcements")}
            <select @change=${(event: Event) => this.#agree({ language: value(event) })}>
              ${languageOptions(terms.language)}
            </select>
          </label>
          <label>${t("If the house was down at a deadline")}
            <select @change=${(event: Event) => this.#agree({ after_downtime: value(event) as Terms["after_downtime"] })}>
              <option value="extend" ?selected=${terms.after_downtime === "extend"}>${t("give that time back")}</option>
              <option value="strict" ?selected=${terms.after_downtime === "strict"}>${t("the deadline stands")}</option>
            </select>
          </label>
          ${this.sitters.includes(ME)
            ? html`<label class="inline">
                <input type="checkbox" .checked=${this.assistance} @change=${(event: Event) => (this.assistance = checked(event))} />
                ${t("I agree to assistance; it is on when all players do")}
              </label>`
            : nothing}
        </div>
      </details>
    </section>`;
  }

  #options(told: GameInfo): TemplateResult {
    const left = [...((told.card.secret_options ?? []) as string[]), "assistance"];
    const simple = simpleFields(told.options_schema);
    const all = fieldsOf(told.options_schema).filter((one) => !left.includes(one));
    const long = all.filter((one) => !simple.includes(one));
    const form = (without: string[]): TemplateResult => html`<nh-schema-form .schema=${told.options_schema} .value=${this.options} .labels=${this.labels}
      .without=${[...left, ...without]} @change=${(event: CustomEvent<Record<string, unknown>>) => (this.options = event.detail)}></nh-schema-form>`;
    return html`<section aria-labelledby="options">
      <h2 id="options">${t("The game's options")}</h2>
      <nh-presets .presets=${told.presets} .usual=${told.default_options} .value=${this.options} .without=${left}
        @change=${(event: CustomEvent<Record<string, unknown>>) => (this.options = event.detail)}></nh-presets>
      ${all.length > long.length ? form(long) : nothing}
      ${long.length ? html`<details><summary>${t("More options")}</summary>${form(simple)}</details>` : nothing}
    </section>`;
  }

  #change = async (event: Event): Promise<void> => {
    const game = this.games?.find((one) => one.id === value(event));
    if (!game) return;
    this.problem = "";
    try {
      await this.#choose(game);
      history.replaceState(null, "", `/new?game=${game.id}`);
    } catch (error) {
      this.problem = refusalWords(error);
    }
  };

  #count(count: number): void {
    this.sitters = Array.from({ length: count }, (_, seat) => this.sitters[seat] ?? PERSON);
  }

  /** On the first free seat, or on none. */
  #play(playing: boolean): void {
    const seat = playing ? Math.max(this.sitters.indexOf(PERSON), 0) : this.sitters.indexOf(ME);
    if (seat >= 0) this.#sit(seat, playing ? ME : PERSON);
  }

  /** I sit on one seat at most. */
  #sit(seat: number, sitter: string): void {
    this.sitters = this.sitters.map((one, index) => (index === seat ? sitter : sitter === ME && one === ME ? PERSON : one));
  }

  #agree(terms: Partial<Terms>): void {
    this.terms = { ...this.terms, ...terms };
  }

  #set = async (event: SubmitEvent): Promise<void> => {
    event.preventDefault();
    const open = (event.submitter as HTMLButtonElement | null)?.name !== "draft";
    this.busy = true;
    this.problem = "";
    try {
      await me.somebody();
      const told = await post<MatchInfo>("/api/matches", this.#draft());
      const path = `/api/matches/${told.id}`;
      const seat = this.sitters.indexOf(ME);
      if (seat >= 0) await post(`${path}/join`, { seat });
      if (seat >= 0 && this.assistance) await post(`${path}/assistance`, { assistance: true });
      if (open) await post(`${path}/open`);
      // Who only hosts, or has more to set up, goes on at the desk.
      go(open && seat >= 0 ? `/match/${told.id}` : `/match/${told.id}/desk`);
    } catch (error) {
      this.problem = refusalWords(error);
      await this.updateComplete;
      this.refused?.focus();
    }
    this.busy = false;
  };

  #draft(): Draft {
    return {
      game: this.game!.id,
      options: this.options as Record<string, never>,
      seats: this.sitters.length,
      clock: this.clock,
      terms: this.terms,
      bots: this.sitters.map((one) => (one === ME || one === PERSON ? null : one)),
    };
  }
}

const TERMS: Required<Terms> = {
  title: "",
  visibility: "public",
  language,
  spectators: true,
  spectator_delay: 0,
  after_downtime: "extend",
  reminder: 3600,
};

/** Something to begin with, of each kind: the game's own where it has that kind. */
const CLOCKS: Record<Clock["type"], (usual: Clock | null) => Clock> = {
  none: () => ({ type: "none" }),
  turn: (usual) => (usual?.type === "turn" ? usual : { type: "turn", seconds: 120, reserves: 5, reserve_seconds: 60 }),
  round: (usual) => (usual?.type === "round" ? usual : { type: "round", seconds: 86400 }),
};

function value(event: Event): string {
  return (event.target as HTMLInputElement | HTMLSelectElement).value;
}

function checked(event: Event): boolean {
  return (event.target as HTMLInputElement).checked;
}
