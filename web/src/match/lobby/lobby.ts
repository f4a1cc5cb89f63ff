/** A match before its start: the seats, the next step, and ways to join. */
import { css, html, LitElement, nothing, type PropertyValues, type TemplateResult } from "lit";
import { customElement, property, state } from "lit/decorators.js";
import { Bot, Play, Users } from "lucide";
import { get, post, put, remove, type GameInfo, type PublicMatch, type MatchInfo } from "@house/api/api";
import { keepFocus } from "@house/kit/focus";
import { icon } from "@house/kit/icon";
import { shared } from "@house/kit/styles";
import { language, seatNumber, t, tn } from "@house/kit/words";
import { me } from "@house/api/me";
import { botMix } from "@house/match/lobby/bot-mix";
import { botWithLevel, levelOf, type Opponent } from "@house/match/lobby/levels";
import { clockWords, shortClockWords, takenSeats, whyNoSeat } from "@house/match/lobby/terms";
import { occupantName, type Titles } from "@house/match/names";
import { formatMoment } from "@house/match/clock";
import { fairPlay, watchingHostWords } from "@house/match/fair-play";
import { page } from "@house/pages/page";
import "@house/match/lobby/code";
import "@house/match/lobby/own-name";
import "@house/match/ending/offers";
import "@house/match/lobby/seat-count";
import "@house/match/lobby/share";
import "@house/match/lobby/what-is-played";
import { refusalWords } from "@house/api/refusals";
import { contributeIfMissing, forgetContribution, takeSeatAt } from "@house/seeds/contributions";
import { go } from "@house/shell/router";

@customElement("nh-lobby")
export class LobbyView extends LitElement {
  @property({ attribute: false }) info!: MatchInfo;
  @property({ attribute: false }) publicMatch!: PublicMatch;
  @state() private problem = "";
  @state() private game: GameInfo | null = null;
  @state() private bots: readonly string[] = [];
  /** The fewest and most seats of the game. */
  @state() private limits: readonly number[] = [1, 1];
  @state() private opponents: readonly Opponent[] = [];
  @state() private titles: Titles = {};
  @state() private busy = false;
  @state() private isDeleting = false;

  static override styles = [
    shared,
    page,
    css`
      .two {
        display: grid;
        grid-template-columns: minmax(0, 1fr) minmax(280px, 380px);
        gap: var(--gap-5);
        align-items: start;
      }
      li {
        display: flex;
        flex-wrap: wrap;
        gap: var(--gap-2) var(--gap-3);
        align-items: center;
        min-height: 60px;
        padding: var(--gap-2) var(--gap-3);
        border-block-end: 1px solid var(--line);
        border-inline-start: 4px solid transparent;
      }
      li:last-child {
        border-block-end: 0;
      }
      li.own {
        border-inline-start-color: var(--accent);
        background: var(--accent-tint);
      }
      ul.sheet {
        padding: 0;
        overflow: hidden;
      }
      .who {
        flex: 1;
        min-width: 120px;
        overflow-wrap: anywhere;
      }
      .turn {
        padding: var(--gap-2) var(--gap-3);
        border-inline-start: 4px solid var(--line-strong);
        background: var(--well);
        margin: 0;
        max-width: none;
      }
      .turn.ready {
        border-color: var(--accent);
        background: var(--accent-tint);
        font-weight: 600;
      }
      section h2 {
        margin-block-start: 0;
      }
      section > * + p {
        margin-block: var(--gap-1) 0;
      }
      @media (max-width: 800px) {
        .two {
          grid-template-columns: minmax(0, 1fr);
        }
      }
    `,
  ];

  constructor() {
    super();
    keepFocus(this, () => (this.busy || this.#isBehind ? null : ["button.primary", ".turn"]));
  }

  override connectedCallback(): void {
    super.connectedCallback();
    void get<GameInfo>(`/api/games/${this.info.game}`).then(
      (game) => {
        this.game = game;
        this.bots = game.bots;
        this.opponents = game.opponents ?? [];
        this.titles = game.bot_titles;
        this.limits = game.card.seats as unknown as number[];
      },
      () => undefined, // the lobby then offers no bots
    );
    void this.#refresh(); // the page's description may be older than the table
  }

  /** A new player, the opening of the match, and a change of what is played. */
  protected override willUpdate(changed: PropertyValues<this>): void {
    const before = changed.get("publicMatch");
    const awaitsAnswers = this.info.seats.some((seat) => typeof seat.offered_to === "string");
    if (before && (awaitsAnswers || JSON.stringify(occupants(before)) !== JSON.stringify(occupants(this.publicMatch)))) void this.#refresh();
  }

  override render(): TemplateResult {
    const { info, publicMatch } = this;
    const isHost = this.#isHost();
    const emptyCount = publicMatch.seats.filter((seat) => !seat.name && !seat.bot).length;
    const canBegin = this.#canBegin(emptyCount);
    const open = publicMatch.status === "open";
    const offers = html`<nh-offers match=${info.id} .info=${info} @accepted=${() => this.#refresh()}></nh-offers>`;
    return html`<div class="stack">
      ${offers}
      <p class="turn ${open && canBegin ? "ready" : ""}" role="status" tabindex="-1">${this.#statusWords(emptyCount)}</p>
      <div role="alert">${this.problem ? html`<p class="refused">${this.problem}</p>` : nothing}</div>
      ${isHost || info.seat !== null ? html`<nh-own-name></nh-own-name>` : nothing}
      ${open && emptyCount ? this.#links(isHost) : nothing}
      ${open && isHost ? html`<nh-match-code match=${info.id}></nh-match-code>` : nothing}
      <div class="two">
        <div class="stack">
          <ul class="plain sheet" aria-label=${t("Seats")}>
            ${publicMatch.seats.map((place, seat) => (this.#isFolded(seat) ? nothing : this.#seat(place, seat)))} ${this.#room()}
          </ul>
          ${isHost
            ? html`<nh-seat-count .info=${info} .count=${publicMatch.seats.length} .limits=${this.limits} @change=${(event: CustomEvent<MatchInfo>) => (this.info = event.detail)}></nh-seat-count>`
            : nothing}
          <div class="row">
            ${isHost && publicMatch.status === "draft"
              ? html`<button class="primary" aria-disabled=${this.busy} @click=${() => this.#post("open")}>${icon(Users)} ${t("Open it for players")}</button>`
              : nothing}
            ${isHost && open
              ? html`<button class=${canBegin ? "primary" : ""} ?disabled=${!canBegin} aria-disabled=${this.busy} @click=${() => this.#post("start")}>${icon(Play)} ${t("Begin")}</button>`
              : nothing}
            ${isHost && this.#freeChairs().length && this.bots[0]
              ? html`<button aria-disabled=${this.busy} @click=${this.#fillWithBots}>${icon(Bot)} ${t("Bots on the free seats")}</button>`
              : nothing}
            ${info.seat === null ? nothing : html`<button aria-disabled=${this.busy} @click=${this.#leave}>${t("Give the seat back")}</button>`}
          </div>
          ${info.seat === null ? nothing : this.#assistanceForm()}
        </div>
        <div class="stack">
          <section aria-labelledby="played">
            <h2 id="played">${t("What is played")}</h2>
            <nh-what-is-played .info=${this.info} .game=${this.game}></nh-what-is-played>
            <p class="soft small">${this.#termsWords()}</p>
          </section>
          ${fairPlay(info, (words) => html`<p class="small">${words}</p>`, publicMatch.seats)}
          ${info.seat === null && whyNoSeat(info) ? html`<p class="small">${whyNoSeat(info)}</p>` : nothing}
          ${info.seats.some((seat) => seat.hosts) ? nothing : html`<p class="small">${this.#hostWords()}</p>`}
          <p><a href="/learn/${info.game}">${t("Rules")}</a></p>
          ${isHost ? this.#delete() : nothing}
        </div>
      </div>
    </div>`;
  }

  /** Whether the live connection doesn't know the viewer's seat yet. */
  get #isBehind(): boolean {
    return this.info.seat !== null && !this.publicMatch.seats[this.info.seat]?.name;
  }

  #isHost(): boolean {
    return this.info.roles.includes("host") || this.info.roles.includes("administrator");
  }

  /** Whether every seat is taken, or the others are dropped and enough people are here. */
  #canBegin(emptyCount: number): boolean {
    return !emptyCount || (Boolean(this.info.terms.drop_free_seats) && takenSeats(this.publicMatch) >= (this.limits[0] ?? 1));
  }

  /** The seats on which anybody may sit down, as the table is now: the description of the match may be older. */
  #freeChairs(): MatchInfo["seats"] {
    const { seats } = this.publicMatch;
    return this.info.seats.filter(({ seat, offered_to }) => typeof offered_to !== "string" && seats[seat] && !seats[seat].name && !seats[seat].bot);
  }

  /** A table for as many as come shows its free seats in one row. */
  #isFolded(seat: number): boolean {
    const place = this.publicMatch.seats[seat];
    return Boolean(this.info.terms.drop_free_seats) && !place?.name && !place?.bot && typeof this.info.seats[seat]?.offered_to !== "string";
  }

  #room(): TemplateResult | typeof nothing {
    const first = this.publicMatch.seats.findIndex((_, seat) => this.#isFolded(seat));
    if (first < 0) return nothing;
    const count = this.publicMatch.seats.filter((_, seat) => this.#isFolded(seat)).length;
    return html`<li>
      <span class="who soft">${tn("Room for {count} more", "Room for {count} more", count)}</span>
      ${this.#sitButton(null, t("Sit down"))}
      ${this.#isHost() && this.bots.length
        ? html`<select aria-label=${t("Add a bot")} @change=${(event: Event) => this.#addBot(first, event.target as HTMLSelectElement)}>
            <option value="">${t("Add a bot")}</option>
            ${this.bots.map((bot) => html`<option value=${bot}>${botWithLevel(this.titles, this.opponents, bot)}</option>`)}
          </select>`
        : nothing}
    </li>`;
  }

  async #addBot(seat: number, select: HTMLSelectElement): Promise<void> {
    if (!select.value) return;
    await this.#setBot(seat, select.value);
    select.value = "";
  }

  /** Nothing for a person who has a seat or can't have one: the page says why. */
  #sitButton(seat: number | null, label: string): TemplateResult | typeof nothing {
    const { info } = this;
    if (info.seat !== null || whyNoSeat(info) || !(this.publicMatch.status === "open" || this.#isHost())) return nothing;
    return html`<button class="primary" aria-disabled=${this.busy} aria-label=${label} @click=${() => this.#join(seat)}>${t("Sit down")}</button>`;
  }

  #statusWords(emptyCount: number): string {
    const { info, publicMatch } = this;
    if (publicMatch.status === "draft") {
      const isSeen = !this.#isHost();
      if (info.opens) {
        const moment = formatMoment(info.opens, true);
        return isSeen
          ? t("{host} is still setting this match up. It opens {moment}.", { host: info.hosts.join(", "), moment })
          : t("A draft: it opens {moment}. Until then nobody but its hosts and players sees it.", { moment });
      }
      return isSeen
        ? t("{host} is still setting this match up.", { host: info.hosts.join(", ") })
        : t("A draft: nobody but its hosts and players sees it.");
    }
    if (emptyCount && this.#canBegin(emptyCount)) {
      const count = takenSeats(publicMatch);
      if (info.starts) return tn("{count} is here. It begins {moment}.", "{count} are here. It begins {moment}.", count, { moment: formatMoment(info.starts, true) });
      return this.#isHost()
        ? tn("{count} is here: begin, or wait for more.", "{count} are here: begin, or wait for more.", count)
        : tn("{count} is here. {host} begins the match.", "{count} are here. {host} begins the match.", count, { host: info.hosts.join(", ") });
    }
    if (emptyCount) return this.#waitingWords(emptyCount);
    if (info.starts) return t("Everybody is here. It begins {moment}.", { moment: formatMoment(info.starts, true) });
    if (this.#isHost()) return t("Everybody is here: begin.");
    return t("Everybody is here. {host} begins the match.", { host: info.hosts.join(", ") });
  }

  #waitingWords(emptyCount: number): string {
    const names = this.info.seats.map((seat) => seat.offered_to).filter((name) => name);
    const missing = this.info.terms.drop_free_seats ? Math.max((this.limits[0] ?? 1) - takenSeats(this.publicMatch), 1) : emptyCount;
    if (names.length && names.length >= missing) return t("Waiting for the answer of {names}.", { names: new Intl.ListFormat(language).format(names as string[]) });
    return this.info.terms.drop_free_seats
      ? tn("Waiting for {count} more player at least.", "Waiting for {count} more players at least.", missing)
      : tn("Waiting for {count} player.", "Waiting for {count} players.", missing);
  }

  #termsWords(): string {
    const { info } = this;
    // The short line of what is played has a clock without reserves in full.
    const facts = clockWords(info.clock) === shortClockWords(info.clock) ? [] : [clockWords(info.clock)];
    if (info.starts) facts.push(t("begins {moment}", { moment: formatMoment(info.starts, true) }));
    if (info.terms.drop_free_seats) facts.push(t("for as many as come"));
    if (info.terms.starts_when_full) facts.push(t("begins by itself when all seats are taken"));
    if (info.terms.visibility === "public") facts.push(t("listed among the open tables"));
    facts.push(info.terms.spectators ? t("others may look on") : t("nobody looks on"));
    return facts.join(" · ");
  }

  #seat(place: PublicMatch["seats"][number], seat: number): TemplateResult {
    const { info } = this;
    const isFree = !place.name && !place.bot;
    const words = t("Seat {seat}", { seat: seatNumber(seat) });
    return html`<li class=${seat === info.seat ? "own" : ""}>
      <span class="soft">${words}</span>
      <span class="who">
        ${occupantName(place) || html`<span class="soft">${this.#freeWords(seat)}</span>`} ${place.bot ? icon(Bot, t("bot")) : nothing}
        <span class="soft small">${levelOf(this.opponents, place.bot)}</span>
        ${seat === info.seat ? html`<span class="soft small">${t("you")}</span>` : nothing}
      </span>
      ${isFree && typeof info.seats[seat]?.offered_to !== "string" ? this.#sitButton(seat, t("Sit down on seat {seat}", { seat: seatNumber(seat) })) : nothing}
      ${this.#isHost() && (isFree || place.bot) && this.bots.length
        ? html`<select aria-label=${t("Bot on seat {seat}", { seat: seatNumber(seat) })} @change=${(event: Event) => this.#setBot(seat, (event.target as HTMLSelectElement).value)}>
            <option value="" ?selected=${!place.bot}>${t("no bot")}</option>
            ${this.bots.map((bot) => html`<option value=${bot} ?selected=${bot === place.bot}>${botWithLevel(this.titles, this.opponents, bot)}</option>`)}
          </select>`
        : nothing}
    </li>`;
  }

  #freeWords(seat: number): string {
    const offered = this.info.seats[seat]?.offered_to;
    if (offered) return t("offered to {name}", { name: offered });
    return offered === "" ? t("offered") : t("free");
  }

  #links(isHost: boolean): TemplateResult | typeof nothing {
    const { info } = this;
    if (info.terms.visibility !== "private") {
      return html`<nh-share class="sheet" label=${t("Send this link to your friends: whoever opens it may sit down.")}
        link=${`${location.origin}/match/${info.id}`}></nh-share>`;
    }
    return isHost
      ? html`<nh-share class="sheet" label=${t("A link for one person: it takes a free seat, once. Make one for each friend.")} .createLink=${this.#invitation}></nh-share>`
      : nothing;
  }

  #assistanceForm(): TemplateResult {
    const ownSeat = this.info.seats.find((seat) => seat.seat === this.info.seat);
    return html`<label class="inline">
      <input type="checkbox" .checked=${ownSeat?.assistance ?? false}
        @change=${(event: Event) => this.#run(() => post(`/api/matches/${this.info.id}/assistance`, { assistance: (event.target as HTMLInputElement).checked }))} />
      ${t("I agree to assistance (hints and calculators for everybody, if all agree)")}
    </label>`;
  }

  #delete(): TemplateResult {
    if (!this.isDeleting) return html`<p><button class="plain bad" @click=${() => (this.isDeleting = true)}>${t("Delete this match")}</button></p>`;
    return html`<div class="row" role="group" aria-label=${t("Delete this match")}>
      <span>${t("Delete it for everybody?")}</span>
      <button class="bad" @click=${this.#remove}>${t("Delete")}</button>
      <button @click=${() => (this.isDeleting = false)}>${t("Keep it")}</button>
    </div>`;
  }

  #invitation = async (): Promise<string> => {
    const { secret } = await post<{ secret: string }>(`/api/matches/${this.info.id}/invitations`, { seat: null });
    return `${location.origin}/invite#${secret}`;
  };

  #hostWords(): string {
    const { info } = this;
    if (info.roles.includes("host")) {
      return info.terms.starts_when_full
        ? t("This table is for others: you host it without a seat, and it begins by itself.")
        : t("This table is for others: you host it without a seat.");
    }
    return watchingHostWords(info);
  }

  #join(seat: number | null): Promise<void> {
    return this.#run(async () => {
      await me.ensure();
      await takeSeatAt(`/api/matches/${this.info.id}/join`, { seat }, this.info);
    });
  }

  /** A player who leaves a private match can't see it any more. */
  #leave = (): Promise<void> =>
    this.#run(async () => {
      const isHidden = (await post<MatchInfo | null>(`/api/matches/${this.info.id}/leave`)) === null;
      forgetContribution(this.info.id);
      if (isHidden) go("/");
    });

  #remove = (): Promise<void> =>
    this.#run(async () => {
      await remove(`/api/matches/${this.info.id}`);
      go("/matches");
    });

  #setBot(seat: number, bot: string): Promise<void> {
    return this.#run(() => put(`/api/matches/${this.info.id}/seats/${seat}`, { bot: bot || null }));
  }

  #fillWithBots = (): Promise<void> =>
    this.#run(async () => {
      const free = this.#freeChairs();
      const seated = this.info.seats.flatMap((seat) => seat.bot ?? []);
      // Opponents that a beginner can beat, and not all alike.
      const weakest = this.opponents.slice(0, 3).map((one) => one.bot);
      for (const [index, bot] of botMix(weakest.length ? weakest : this.bots, seated, free.length).entries()) {
        await put(`/api/matches/${this.info.id}/seats/${free[index]!.seat}`, { bot });
      }
    });

  #post(action: string): Promise<void> {
    return this.#run(() => post(`/api/matches/${this.info.id}/${action}`));
  }

  async #run(request: () => Promise<unknown>): Promise<void> {
    if (this.busy) return;
    this.problem = "";
    this.busy = true;
    try {
      await request();
    } catch (error) {
      this.problem = refusalWords(error);
    }
    this.busy = false;
    await this.#refresh();
  }

  /** A seat that the host has given to this person lacks a contribution to the seed. */
  async #contribute(): Promise<void> {
    await contributeIfMissing(this.info).catch(() => undefined); // without one the match is played all the same
  }

  async #refresh(): Promise<void> {
    if (!this.isConnected) return;
    try {
      this.info = await get<MatchInfo>(`/api/matches/${this.info.id}`);
    } catch {
      // The live connection reports the match's state.
    }
    await this.#contribute();
  }
}

function occupants(publicMatch: PublicMatch): unknown[] {
  return [publicMatch.status, publicMatch.setup, ...publicMatch.seats.map((seat) => [seat.name, seat.bot])];
}
