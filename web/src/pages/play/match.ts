/** A match: the board first and largest; beside it players, log and chat. */
import { html, LitElement, nothing, type PropertyValues, type TemplateResult } from "lit";
import { customElement, property, query, state } from "lit/decorators.js";
import { Eye, Flag, LayoutGrid, MessagesSquare, Rows3, Settings2, X } from "lucide";
import { get, post, Refusal, type Description, type GameInfo, type Legal, type PublicMatch, type MatchInfo } from "@house/api/api";
import { boardOf } from "@house/games/boards";
import type { Board, BoardPart, JudgedPromise } from "@house/kit/board";
import { colour, faceOf } from "@house/kit/face";
import { keepFocus } from "@house/kit/focus";
import { icon } from "@house/kit/icon";
import type { KeyHelp } from "@house/kit/keys";
import { speechOf } from "@house/kit/speech";
import { shared } from "@house/kit/styles";
import { tabStyles } from "@house/kit/tabs";
import { language, t, tn } from "@house/kit/words";
import { Live } from "@house/api/live";
import { WIDE_SCREEN } from "@house/games/first-steps";
import type { Adviser } from "@house/kit/advice";
import { Announcer } from "@house/match/announcer";
import "@house/match/ending/claim";
import "@house/match/ending/ending";
import "@house/match/lobby/invitation";
import "@house/match/lobby/lobby";
import "@house/match/log";
import { seatName } from "@house/match/names";
import "@house/match/players";
import "@house/match/ending/offers";
import "@house/match/ending/proposals";
import "@house/match/ending/result";
import { resultWords } from "@house/match/ending/result-words";
import { fairPlay, isAnyHost } from "@house/match/fair-play";
import { HeldPress } from "@house/match/held-press";
import "@house/match/command-line";
import { opensKeys, type Keys } from "@house/match/keys";
import { judgedPromises } from "@house/match/talk/promise-list";
import { privateRoom, type Talk } from "@house/match/talk/talk";
import { countWords, type Unread } from "@house/match/talk/unread";
import "@house/games/rules";
import { layout } from "@house/match/layout";
import { TextViews, type TextView } from "@house/match/text-view";
import { TimeWarnings } from "@house/match/time-warnings";
import { turnState, waitingSpeech, type TurnState } from "@house/match/turn-state";
import { retryWhileBusy } from "@house/api/retry";
import { refusalWords } from "@house/api/refusals";
import "@house/seeds/seed-check";

type Tab = "log" | "rules" | "text";

/** What a telephone shows at a time; a desk shows all three. */
type Part = "board" | "talk" | "rounds";

/** The section of a board that isn't one of its `sections`. */
const MAIN = "main";

/** Above as many seats the list of players would push the talk below the fold. */
const MANY_SEATS = 6;

/** Milliseconds between two looks at the clock. */
const CLOCK_INTERVAL = 250;

@customElement("nh-match")
export class MatchPage extends LitElement {
  @property() match = "";
  @state() private info: MatchInfo | null = null;
  @state() private problem = "";
  /** Whether the match isn't there for this person. */
  @state() private isUnknown = false;
  @state() private refusal = "";
  @state() private tab: Tab = "log";
  /** Whether the board hides the solution of a match that is over. */
  @state() private isConcealed = false;
  @state() private textView: TextView = { epoch: 0, number: 0, text: "", log: [] };
  @state() private unread: Unread = { count: 0, mentions: 0 };
  @state() private shownPart: Part = "board";
  /** The section of the board that a telephone shows. */
  @state() private section = MAIN;
  @state() private isResigning = false;
  /** Whether an invited person wants to see the seats. */
  @state() private choosesSeat = false;
  @query(".board") private boardSlot?: HTMLElement;
  @query("nh-talk") private talk?: Talk;
  @query("nh-keys") private keys?: Keys;

  #live: Live | null = null;
  #announcer = new Announcer(this);
  #timeWarnings = new TimeWarnings();
  #heldPress = new HeldPress(this, {
    isBusy: () => this.#live?.busy ?? false,
    say: (words) => this.#announcer.say(words),
    refuse: (words) => (this.refusal = words),
  });
  #timer = 0;
  #board: (Board<unknown, unknown> & HTMLElement) | null = null;
  /** Whether legal actions are available without assistance. */
  #legalNeedsNoAssistance = true;
  #legalVersion = "";
  /** Whether only the viewer's time remains before the match goes on. */
  #waitsForTime = false;
  #textViews: TextViews | null = null;
  #pendingDescription: Description | null = null;
  #isYourTurn = false;
  #turnCount = 0;
  #countedVersion = "";
  #countedRound: number | null = null;
  /** Whether the game lets several seats act at once: then what others do makes no new turn. */
  #isSimultaneous = false;
  /** Whether the match ran while this page showed it. */
  #sawItRun = false;
  /** What is played, as the lobby has it: a digest. */
  #setup = "";
  /** Whether the page has shown the table before the start. */
  #wasLobby = false;
  #sawItEnd = false;
  /** By part, how far down one was on a telephone. */
  #scrolled = new Map<string, number>();
  /** The names of the rooms that the board was given last. */
  #rooms: readonly string[] = [];
  /** The judged promises that the board was given last. */
  #promises: readonly JudgedPromise[] = [];
  /** The seats whose resignation is known; null until the match is. */
  #resigned: readonly number[] | null = null;
  /** Whether the game's players may promise each other something. */
  #hasPromises = false;
  /** The game's title, for a game without a face. */
  #gameTitle = "";
  #advise: Adviser = (draft, signal) =>
    retryWhileBusy(() => post(`/api/matches/${this.match}/advise?lang=${language}`, { draft }, signal), signal);
  #farewell = async (): Promise<string> =>
    (await get<{ text: string }>(`/api/matches/${this.match}/farewell`, { lang: language })).text;

  static override styles = [shared, tabStyles, layout];

  constructor() {
    super();
    keepFocus(this, () => (this.isResigning ? [".resign button:last-child"] : ["nh-result", ".turn p", ".head h1"]));
  }

  override connectedCallback(): void {
    super.connectedCallback();
    WIDE_SCREEN.addEventListener("change", this.#onLayoutChange);
    this.addEventListener("say", this.#onSay);
    window.addEventListener("keydown", this.#onKey);
    this.#timer = window.setInterval(() => this.#warnOfTime(), CLOCK_INTERVAL);
    void this.#load();
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    WIDE_SCREEN.removeEventListener("change", this.#onLayoutChange);
    this.removeEventListener("say", this.#onSay);
    window.removeEventListener("keydown", this.#onKey);
    window.clearInterval(this.#timer);
    this.#live?.close();
  }

  async #load(): Promise<void> {
    try {
      this.info = await get<MatchInfo>(`/api/matches/${this.match}`);
    } catch (error) {
      this.isUnknown = error instanceof Refusal && error.code === "no-match";
      this.problem = refusalWords(error);
      return;
    }
    colour(this, this.info.game);
    const [name, game] = await Promise.all([boardOf(this.info.game), get<GameInfo>(`/api/games/${this.info.game}`)]);
    this.#gameTitle = String(game.card.title);
    this.#legalNeedsNoAssistance = game.card.moves_are_hints !== true;
    const board = document.createElement(name) as Board<unknown, unknown> & HTMLElement & { game?: string };
    board.game = this.info.game;
    board.addEventListener("act", (event) => void this.#act((event as CustomEvent).detail));
    board.addEventListener("conceal", (event) => (this.isConcealed = (event as CustomEvent<boolean>).detail));
    board.addEventListener("draft", () => (this.refusal = ""));
    board.addEventListener("open-room", (event) => void this.#openRoom((event as CustomEvent<string>).detail));
    this.#hasPromises = game.promises;
    this.#isSimultaneous = game.card.simultaneous === true;
    this.#board = board;
    this.#textViews = new TextViews(this.match, this.#onText);
    this.#live = new Live(this.match, null, (description) => this.#onDescription(description));
    this.#live.addEventListener("change", () => this.#onChange());
    this.#live.addEventListener("messages", () => {
      this.#updateBoard();
      this.requestUpdate();
    });
    this.#live.subscribe();
  }

  /** Applies a change of the live connection. */
  #onChange(): void {
    const live = this.#live!;
    if (live.problem && live.state === "ended") this.problem = refusalWords(live.problem);
    const status = live.publicMatch?.status;
    if (this.#sawItRun && !this.#sawItEnd && isEnd(status)) {
      this.#sawItEnd = true;
      this.#announcer.say(t("The match is over. {result}", { result: resultWords(live.publicMatch!, live.seat) }));
    }
    this.#sawItRun ||= status === "running";
    if (this.#wasLobby && !live.lobby) void this.#showBeginning();
    this.#wasLobby = live.lobby;
    const setup = live.publicMatch?.setup ?? "";
    const isSetAnew = live.lobby && this.#setup !== "" && setup !== this.#setup;
    this.#setup = setup;
    if (this.info && status && (status !== this.info.status || isSetAnew)) {
      void get<MatchInfo>(`/api/matches/${this.match}`).then((info) => (this.info = info));
    }
    this.#updateBoard();
    this.#updateTitle();
    this.#applyDescription();
    this.#announceResignations();
    this.#countTurns();
    this.#announceTurn();
    if (this.#live!.isPolling) {
      void this.#fetchLegal();
      void this.#textViews!.fetch(this.#live!);
    }
    this.requestUpdate();
  }

  /** The tab's title shows the viewer's turn; a sound announces it, if sound is on. */
  #updateTitle(): void {
    const { publicMatch, seat } = this.#live!;
    const isYourTurn =
      seat !== null && publicMatch?.status === "running" && Boolean(publicMatch.seats[seat]?.awaited) && !this.#waitsForTime;
    document.title = `${isYourTurn ? "● " : ""}${faceOf(this.info!.game, this.#gameTitle).words().title} · Numberhouse`;
    if (isYourTurn && !this.#isYourTurn) window.dispatchEvent(new CustomEvent("your-turn"));
    this.#isYourTurn = isYourTurn;
  }

  /** The table takes the lobby's place: from its top, but for a person who is writing, who goes on writing. */
  async #showBeginning(): Promise<void> {
    const isWriting = this.talk?.matches(":focus-within") ?? false;
    if (isWriting && !WIDE_SCREEN.matches) this.shownPart = "talk";
    this.requestUpdate();
    await this.updateComplete;
    window.scrollTo(0, 0);
    if (isWriting) await this.talk?.focusField();
  }

  /** Passes the current state to the board. */
  #updateBoard(): void {
    const live = this.#live;
    const board = this.#board;
    if (!live?.view || !board || !this.info) return;
    const { publicMatch } = live;
    const isOver = publicMatch?.status === "finished" || publicMatch?.status === "abandoned";
    board.view = live.view;
    board.seat = live.seat;
    board.match = this.match;
    board.clock = isOver ? null : this.info.clock;
    board.places = publicMatch?.seats ?? [];
    board.names = (publicMatch?.seats ?? []).map(seatName);
    board.awaited = live.seat !== null && Boolean(publicMatch?.seats[live.seat]?.awaited);
    board.open = live.seat !== null && publicMatch?.status === "running" && live.state === "open";
    board.busy = live.busy;
    board.arrived = live.latest;
    board.over = isOver;
    board.rooms = this.#roomNames();
    board.resigned = publicMatch?.resigned ?? [];
    board.promises = this.#judgedPromises();
    board.shownPart = this.#boardPart;
    board.assistance = isOver || this.info.seats.every((seat) => seat.bot !== null || seat.assistance);
    board.openAdvise = live.seat === null ? null : this.#advise;
    board.advise = board.assistance && !isOver ? board.openAdvise : null;
    this.#updateSection();
  }

  #updateSection(): void {
    const board = this.#board;
    if (!board) return;
    const sections = board.sections ?? []; // a board of another package may be older than the kit
    if (!sections.some(({ name }) => name === this.section)) this.section = MAIN;
    board.shownSection = WIDE_SCREEN.matches || !sections.length ? "" : this.section;
  }

  /** The names of the rooms that the talk shows; the same array as long as they are the same. */
  #roomNames(): readonly string[] {
    const live = this.#live!;
    const shown = live.publicMatch && this.#hasTalk ? live.rooms.filter((room) => room.open || live.messages.get(room.id)?.length) : [];
    const names = shown.map((room) => room.name);
    if (names.join("\n") !== this.#rooms.join("\n")) this.#rooms = names;
    return this.#rooms;
  }

  /** The outcomes of the viewer's promises; the same array as long as they are the same. */
  #judgedPromises(): readonly JudgedPromise[] {
    const judged = judgedPromises(this.#live!.messages.values());
    if (JSON.stringify(judged) !== JSON.stringify(this.#promises)) this.#promises = judged;
    return this.#promises;
  }

  get #boardPart(): BoardPart {
    if (WIDE_SCREEN.matches) return "all";
    return this.shownPart === "rounds" ? "rounds" : "play";
  }

  /** Fetches the legal actions, once for each version of the view. */
  async #fetchLegal(): Promise<void> {
    const live = this.#live;
    if (!live?.view || live.seat === null || this.#legalVersion === live.version || live.publicMatch?.status !== "running") return;
    if (!this.#legalNeedsNoAssistance && !this.#board?.assistance) return;
    const version = (this.#legalVersion = live.version);
    try {
      const legal = await get<Legal>(`/api/matches/${this.match}/legal`);
      if (live.version === version) this.#setLegal(legal);
    } catch (error) {
      if (!(error instanceof Refusal)) this.#legalVersion = "";
      if (this.#board) this.#board.legal = null;
    }
  }

  #setLegal(legal: Legal): void {
    if (this.#board) this.#board.legal = legal;
    if (Boolean(legal.waits) === this.#waitsForTime) return;
    this.#waitsForTime = Boolean(legal.waits);
    this.#updateTitle();
    this.#announceTurn();
    this.requestUpdate();
  }

  /** Takes the position in words and the legal actions, which the service sends after each step. */
  #onDescription(description: Description): void {
    this.#textViews!.take(description);
    this.#pendingDescription = description;
    this.#applyDescription();
  }

  /** A description may arrive before the update that it describes. */
  #applyDescription(): void {
    const description = this.#pendingDescription;
    if (!description?.legal || description.epoch !== this.#live!.epoch || description.number !== this.#live!.number) return;
    this.#pendingDescription = null;
    this.#setLegal(description.legal);
  }

  #onText = (textView: TextView): void => {
    this.textView = textView;
    if (this.#board && "text" in this.#board) this.#board.text = textView.text;
  };

  async #act(action: unknown): Promise<void> {
    this.refusal = "";
    try {
      await this.#live!.act(action);
    } catch (error) {
      this.#heldPress.drop();
      this.refusal = refusalWords(error);
    }
  }

  async #post(action: string): Promise<void> {
    this.refusal = "";
    try {
      await post(`/api/matches/${this.match}/${action}`);
      this.isResigning = false;
    } catch (error) {
      this.refusal = refusalWords(error);
    }
  }

  protected override updated(changed: PropertyValues): void {
    super.updated(changed);
    if (this.#board && this.#live?.view && this.boardSlot && this.#board.parentElement !== this.boardSlot) {
      this.boardSlot.append(this.#board);
    }
  }

  protected override willUpdate(): void {
    const live = this.#live;
    this.toggleAttribute("with-bar", Boolean(live?.publicMatch && !live.lobby));
    if (this.#board) this.#board.shownPart = this.#boardPart;
  }

  override render(): TemplateResult {
    if (this.problem) return html`<div class="narrow" role="alert"><h1>${this.problem}</h1>
        ${this.isUnknown ? html`<p>${t("If somebody has invited you, ask for a new link: a private match opens by its own invitations only, and each of them once.")}</p>` : nothing}</div>
      <p class="narrow row"><a class="button primary" href="/">${t("To the games")}</a> <a class="button" href="/matches">${t("My matches")}</a></p>`;
    const live = this.#live;
    if (!this.info || !live?.publicMatch) return html`<div class="skeleton" aria-busy="true" role="img" aria-label=${t("Loading")}></div>`;
    return html`
      ${this.#announcer.region()}
      ${live.state === "lost"
        ? html`<p class="lost" role="status">${t("The connection is lost; it comes back by itself. What you have sent is kept.")}</p>`
        : nothing}
      ${live.lobby && this.#isInvited
        ? this.#invitation()
        : html`${this.#head()} ${live.lobby ? html`<nh-lobby .info=${this.info} .publicMatch=${live.publicMatch}></nh-lobby>${this.#lobbyTalk()}` : this.#table()}`}
    `;
  }

  /** Whether the viewer has come by a link to a match that has a free seat. Who is offered a seat answers in the lobby. */
  get #isInvited(): boolean {
    const { publicMatch, seat } = this.#live!;
    const { roles } = this.info!;
    const isFree = publicMatch!.seats.some((place) => !place.name && !place.bot);
    return publicMatch!.status === "open" && seat === null && isFree && !this.choosesSeat && !isAnyHost(this.info!) && !roles.includes("offered");
  }

  #invitation(): TemplateResult {
    const seats = this.info!.seats.map((seat, index) => ({ ...seat, ...this.#live!.publicMatch!.seats[index], hosts: seat.hosts }));
    return html`<nh-invitation .info=${{ ...this.info!, seats }} @taken=${this.#onSeatTaken} @choose=${() => (this.choosesSeat = true)}></nh-invitation>`;
  }

  /** The pressed button is gone: focus stays at the beginning of the page. */
  #onSeatTaken = async (event: CustomEvent<MatchInfo>): Promise<void> => {
    this.info = event.detail;
    this.choosesSeat = true;
    await this.updateComplete;
    this.renderRoot.querySelector<HTMLElement>(".head h1")?.focus();
  };

  #head(): TemplateResult {
    const info = this.info!;
    const face = faceOf(info.game, this.#gameTitle).words();
    return html`<div class="head">
      <h1 tabindex="-1">${info.terms.title || face.title}</h1>
      ${info.terms.title ? html`<span class="soft">${face.title}</span>` : nothing}
      ${this.#live?.lobby ? this.#desk() : nothing} ${WIDE_SCREEN.matches ? nothing : this.#steps()}
    </div>`;
  }

  /** A turned telephone or a resized window changes the layout. */
  #onLayoutChange = (): void => {
    this.#updateSection();
    this.requestUpdate();
  };

  #steps(): TemplateResult | typeof nothing {
    const { lobby, seat, publicMatch } = this.#live!;
    if (lobby || seat === null || publicMatch!.status === "finished" || publicMatch!.status === "abandoned") return nothing;
    return html`<nh-first-steps .game=${this.info!.game}></nh-first-steps>`;
  }

  #desk(): TemplateResult | typeof nothing {
    const { id } = this.info!;
    if (!isAnyHost(this.info!)) return nothing;
    return html`<a class="button plain" href="/match/${id}/desk">${icon(Settings2)} ${t("Hosting desk")}</a>`;
  }

  #table(): TemplateResult {
    const live = this.#live!;
    const publicMatch = live.publicMatch!;
    const isOver = publicMatch.status === "finished" || publicMatch.status === "abandoned";
    const isCrowded = publicMatch.seats.length > MANY_SEATS;
    const kind = isOver ? "over" : isCrowded ? "crowded" : "";
    const tells = this.#board?.tellsRounds ? "tells-rounds" : "";
    return html`<div class="table ${kind} ${tells}" data-part=${this.shownPart} @readers-changed=${() => live.resubscribe()}>
      <div class="state">
        ${isOver ? this.#result() : html`${this.#turnStatus()} ${this.#watching()}`}
      </div>
      <div class="middle">
        <div class="alert">
          <div role="alert">${this.refusal ? html`<p class="refused">${this.refusal}</p>` : nothing}</div>
          ${this.refusal
            ? html`<button class="plain" aria-label=${t("Close")} title=${t("Close")} @click=${() => (this.refusal = "")}>${icon(X)}</button>`
            : nothing}
        </div>
        <div class="board"></div>
        ${isOver && !this.isConcealed
          ? html`<nh-farewell .key=${this.match} .load=${this.#farewell}></nh-farewell>
              <nh-seed-check class="screen" .match=${this.match}></nh-seed-check>`
          : nothing}
      </div>
      <aside>
        <nh-offers match=${this.match} .info=${this.info} .without=${isOver && !live.isPolling}></nh-offers>
        ${this.#claim()}
        <nh-proposals .match=${this.match} .publicMatch=${publicMatch} .seat=${live.seat}></nh-proposals>
        <nh-players .publicMatch=${publicMatch} .seat=${live.seat} .clock=${this.info!.clock} .correspondents=${this.#correspondents()}
          .notesOf=${live.seat === null ? "" : this.match}
          @write-to=${(event: CustomEvent<number>) => this.#writeTo(event.detail)}></nh-players>
        ${fairPlay(this.info!, (words) => html`<p class="soft small">${words}</p>`, publicMatch.seats)}
        ${publicMatch.spectators || publicMatch.hosts ? html`<p class="soft small">${icon(Eye)} ${spectatorWords(publicMatch)}</p>` : nothing}
        <div class="row screen">${isOver || live.seat === null || this.#hasResigned ? nothing : this.#resignControls()}
          ${isOver ? nothing : html`<nh-keys .heading=${t("Keys: {game}", { game: this.#gameName })} .keys=${this.#keyHelp()}></nh-keys>`} ${this.#desk()}</div>
      </aside>
      ${this.#talk()}
      <section class="rounds">${WIDE_SCREEN.matches ? this.#steps() : nothing} ${this.#tabs()}</section>
    </div>
    ${this.#bar()}`;
  }

  /** Whether there is anybody to talk to, or anything to read. */
  get #hasTalk(): boolean {
    const { publicMatch, seat, rooms, messages } = this.#live!;
    const hasCompany = publicMatch!.hosts ? true : publicMatch!.seats.some((place, index) => index !== seat && !place.bot);
    return rooms.length > 0 && (hasCompany || [...messages.values()].some((room) => room.length));
  }

  #talk(): TemplateResult | typeof nothing {
    const live = this.#live!;
    if (!this.#hasTalk) {
      const isSpectator = live.seat === null && live.publicMatch!.status === "running" && live.publicMatch!.seats.length > 1;
      return isSpectator ? html`<section class="talk none"><p class="soft small">${t("The players talk among themselves; their talk can be read when the match is over.")}</p></section>` : nothing;
    }
    return html`<section class="talk sheet screen" aria-label=${t("Talk")}>
      <nh-talk .match=${this.match} .rooms=${live.rooms} .messages=${live.messages} .version=${live.messagesVersion} .seat=${live.seat}
        .names=${live.publicMatch!.seats.map(seatName)} ?shown=${WIDE_SCREEN.matches || this.shownPart === "talk"} .round=${this.#round}
        ?promises=${this.#hasPromises && live.seat !== null && live.publicMatch!.status === "running"}
        @unread=${(event: CustomEvent<Unread>) => (this.unread = event.detail)}></nh-talk>
    </section>`;
  }

  /** The round that is played, where the game's view counts rounds. */
  get #round(): number | null {
    const { round } = (this.#live!.view ?? {}) as { round?: unknown };
    return typeof round === "number" ? round : null;
  }

  /** The seats with which the rules give the viewer a room for two. */
  #correspondents(): number[] {
    const { rooms, seat, publicMatch } = this.#live!;
    if (publicMatch!.seats.length < 3) return [];
    return publicMatch!.seats.flatMap((place, other) => (!place.bot && privateRoom(rooms, seat, other) ? [other] : []));
  }

  async #writeTo(seat: number): Promise<void> {
    this.#showPart("talk");
    await this.updateComplete;
    this.talk?.writeTo(seat);
  }

  async #openRoom(name: string): Promise<void> {
    this.#showPart("talk");
    await this.updateComplete;
    this.talk?.openNamed(name);
  }

  /** On telephones: the parts of the match, one at a time. */
  #bar(): TemplateResult {
    const { count, mentions } = this.unread;
    const sections = this.#board?.sections ?? [];
    const parts: [Part, string, TemplateResult, string][] = [["board", MAIN, icon(LayoutGrid), t("Board")]];
    for (const { name, picture, words } of sections) parts.push(["board", name, icon(picture), words]);
    if (this.#hasTalk) parts.push(["talk", "", icon(MessagesSquare), t("Talk")]);
    parts.push(["rounds", "", icon(Rows3), t("Rounds")]);
    return html`<nav class="parts screen ${parts.length > 3 ? "many" : ""}" aria-label=${t("Parts of the match")}>
      ${parts.map(
        ([part, section, picture, words]) => html`<button class="plain" @click=${() => this.#showPart(part, section)}
          aria-current=${part === this.shownPart && (!section || section === this.section)}>
          ${picture} ${words}
          ${part === "talk" && count
            ? html`<span class="count" aria-hidden="true">${mentions ? "@" : ""}${countWords(count)}</span>
                <span class="heard">${tn("{count} unread", "{count} unread", count)}</span>`
            : nothing}
        </button>`,
      )}
    </nav>`;
  }

  #showPart(part: Part, section = ""): void {
    if (WIDE_SCREEN.matches) return;
    const before = this.#partKey;
    const scrolled = window.scrollY;
    this.shownPart = part;
    if (section) this.section = section;
    if (this.#partKey === before) return;
    this.#scrolled.set(before, scrolled);
    this.#updateSection();
    // What stays of the board when another section is shown stays where it is.
    const top = this.#scrolled.get(this.#partKey) ?? (section && before.startsWith("board") ? scrolled : 0);
    void Promise.all([this.updateComplete, this.#board?.updateComplete]).then(() => window.scrollTo(0, top));
  }

  /** The shown part, and of the board the section. */
  get #partKey(): string {
    return this.shownPart === "board" ? `board ${this.section}` : this.shownPart;
  }

  /** Talk before the start, for those who have a seat and for the hosts. */
  #lobbyTalk(): TemplateResult | typeof nothing {
    const live = this.#live!;
    const { seats } = live.publicMatch!;
    if (!live.rooms.some((room) => room.writable || live.messages.get(room.id)?.length)) return nothing;
    // Nobody listens on a free seat.
    const rooms = live.rooms.map((room) => ({ ...room, seats: room.seats.filter((seat) => seats[seat]?.name && !seats[seat]?.bot) }));
    return html`<section class="sheet lobby-talk" aria-label=${t("Talk at the table")}>
      <nh-talk .match=${this.match} .rooms=${rooms} .messages=${live.messages} .version=${live.messagesVersion} .seat=${live.seat}
        .names=${live.publicMatch!.seats.map(seatName)}></nh-talk>
    </section>`;
  }

  /** Whether the viewer has resigned. */
  get #hasResigned(): boolean {
    const { publicMatch, seat } = this.#live!;
    return seat !== null && publicMatch!.resigned.includes(seat);
  }

  // Announcements and keys

  #onSay = (event: Event): void => {
    const { text, concern } = speechOf(event);
    this.#announcer.say(text, concern);
  };

  /** The others hear who has resigned; the end of a match says it itself. */
  #announceResignations(): void {
    const { publicMatch, seat, lobby } = this.#live!;
    if (!publicMatch || lobby) return;
    const known = this.#resigned;
    this.#resigned = publicMatch.resigned;
    if (!known || isEnd(publicMatch.status)) return;
    for (const other of publicMatch.resigned) {
      if (other === seat || known.includes(other)) continue;
      this.#announcer.say(t("{name} has resigned; the others play on.", { name: seatName(publicMatch.seats[other], other) }), "others");
    }
  }

  /**
   * Counts the turns that begin while the viewer's last one seems to go on: one message may bring the viewer's own action and
   * those of all others, and the action that ends a round begins the next one.
   */
  #countTurns(): void {
    const live = this.#live!;
    if (live.version === this.#countedVersion) return;
    this.#countedVersion = live.version;
    if (this.#round !== this.#countedRound || (live.latest.length > 1 && !this.#isSimultaneous)) this.#turnCount += 1;
    this.#countedRound = this.#round;
  }

  #announceTurn(): void {
    const { lobby, publicMatch } = this.#live!;
    if (lobby) return this.#announcer.setState(t("Not begun"), "others");
    if (!publicMatch || isEnd(publicMatch.status)) return;
    const turn = this.#turn();
    if (turn.isYours) this.#announcer.setState(t("You can act now."), "always", this.#turnCount);
    else this.#announcer.setState(waitingSpeech(turn), "others");
  }

  #warnOfTime(): void {
    const live = this.#live;
    const isRunning = live?.publicMatch?.status === "running" && !this.#waitsForTime;
    const place = isRunning && live.seat !== null ? live.publicMatch!.seats[live.seat] : null;
    this.#announcer.say(this.#timeWarnings.check(place ?? null));
  }

  #onKey = (event: KeyboardEvent): void => {
    if (!this.keys || !opensKeys(event)) return;
    event.preventDefault();
    this.keys.open();
  };

  /** The keys of the board, then those of the page. */
  #keyHelp(): KeyHelp[] {
    return [
      ...(this.#board?.keys ?? []),
      { keys: ["Enter"], does: t("in the talk: send; with Shift a new line") },
      { keys: ["←", "→"], does: t("in the row Log, Rules, As text: the one beside it") },
      { keys: ["↑", "↓"], does: t("in the command field, under As text: what you typed before") },
      { keys: ["?"], does: t("this list") },
    ];
  }

  #turn(): TurnState {
    const { publicMatch, seat } = this.#live!;
    return turnState(publicMatch!, seat, this.#waitsForTime);
  }

  #turnStatus(): TemplateResult {
    const { words, isYours } = this.#turn();
    const { publicMatch, seat } = this.#live!;
    const own = seat === null ? undefined : publicMatch!.seats[seat];
    const running = own?.awaited ? own : publicMatch!.seats.find((player) => player.awaited);
    // On telephones the players with their clocks are below the board.
    const clocked = WIDE_SCREEN.matches ? undefined : running;
    return html`<div class="turn ${isYours ? "yours" : ""}">
      <p tabindex="-1">${words}</p>
      ${clocked?.due == null ? nothing : html`<nh-clock .clock=${this.info!.clock} .due=${clocked.due} .reserves=${clocked.reserves ?? 0}></nh-clock>`}
    </div>`;
  }

  /** Why a person who has come by a link only looks on, and what to do instead. */
  #watching(): TemplateResult | typeof nothing {
    if (this.#live!.seat !== null || isAnyHost(this.info!)) return nothing;
    return html`<p class="watching small">${t("This match has begun; you are watching.")}
      <a href="/games/${this.info!.game}">${t("Start your own: {game}", { game: this.#gameName })}</a></p>`;
  }

  #result(): TemplateResult {
    const { publicMatch, seat, player } = this.#live!;
    return html`<nh-result .info=${this.info!} .publicMatch=${publicMatch} .seat=${seat}
      .rematch=${player.rematch} .fresh=${this.#sawItRun}></nh-result>`;
  }

  #claim(): TemplateResult | typeof nothing {
    const { publicMatch, seat, player } = this.#live!;
    if (seat === null || publicMatch!.seats.length !== 2 || player.claim_at === null) return nothing;
    const opponent = seatName(publicMatch!.seats[1 - seat], 1 - seat);
    return html`<nh-claim .match=${this.match} .opponent=${opponent} .at=${player.claim_at}></nh-claim>`;
  }

  #tabs(): TemplateResult {
    const names: Record<Tab, string> = {
      log: t("Log"),
      rules: t("Rules"),
      text: t("As text"),
    };
    const tabs = Object.keys(names) as Tab[];
    return html`<div class="sheet">
      <div class="tabs" role="tablist" @keydown=${(event: KeyboardEvent) => this.#onTabKey(event, tabs)}>
        ${tabs.map(
          (tab) => html`<button role="tab" id="tab-${tab}" aria-controls="panel" aria-selected=${tab === this.tab}
            tabindex=${tab === this.tab ? 0 : -1} @click=${() => this.#show(tab)}>${names[tab]}</button>`,
        )}
      </div>
      <div class="panel" role="tabpanel" id="panel" aria-labelledby="tab-${this.tab}" tabindex="0">${this.#panel()}</div>
    </div>`;
  }

  #onTabKey(event: KeyboardEvent, tabs: Tab[]): void {
    const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (!step) return;
    const tab = tabs.at((tabs.indexOf(this.tab) + step) % tabs.length) ?? "log";
    this.#show(tab);
    void this.updateComplete.then(() => this.renderRoot.querySelector<HTMLElement>(`#tab-${tab}`)?.focus());
  }

  #show(tab: Tab): void {
    this.tab = tab;
  }

  #panel(): TemplateResult {
    const live = this.#live!;
    if (this.isConcealed && this.tab !== "rules") {
      return html`<p class="soft">${t("Hidden as long as the solution is: it would tell it.")}</p>`;
    }
    switch (this.tab) {
      case "log":
        return html`<nh-log .entries=${this.textView.log} .announcements=${live.publicMatch!.announcements}></nh-log>`;
      case "rules":
        return html`<nh-rules .game=${this.info!.game}></nh-rules>`;
      case "text":
        return html`<nh-command-line .game=${this.info!.game} .text=${this.textView.text} .log=${this.textView.log}
            .publicMatch=${live.publicMatch!} .clock=${this.info!.clock} .send=${live.seat === null ? null : (action: unknown) => live.act(action)}></nh-command-line>
          <pre tabindex="0">${this.textView.text}</pre>`;
    }
  }

  #goOn = async (): Promise<void> => {
    this.isResigning = false;
    await this.updateComplete;
    this.renderRoot.querySelector<HTMLElement>("button.resigns")?.focus();
  };

  get #gameName(): string {
    return faceOf(this.info!.game, this.#gameTitle).words().title;
  }

  #resignWords(): string {
    const count = this.#live!.publicMatch!.seats.length;
    if (count === 1) return t("Resign, and see the solution?");
    return count === 2 ? t("Resign? You lose the match at once.") : t("Resign for good? The others play on.");
  }

  #resignControls(): TemplateResult {
    if (!this.isResigning) {
      return html`<button class="plain resigns" @click=${() => (this.isResigning = true)}>${icon(Flag)} ${t("Resign")}</button>`;
    }
    return html`<div class="row resign" role="group" aria-labelledby="resign">
      <span id="resign">${this.#resignWords()}</span>
      <button @click=${() => this.#post("resign")}>${t("Resign")}</button>
      <button @click=${this.#goOn}>${t("Go on playing")}</button>
    </div>`;
  }
}

function isEnd(status: string | undefined): boolean {
  return status === "finished" || status === "abandoned";
}

/** The number of hosts and spectators without a seat. */
function spectatorWords({ hosts = 0, spectators }: PublicMatch): string {
  const words = [];
  if (hosts) words.push(tn("{count} host looks on", "{count} hosts look on", hosts));
  if (spectators) words.push(tn("{count} spectator", "{count} spectators", spectators));
  return words.join(" · ");
}
