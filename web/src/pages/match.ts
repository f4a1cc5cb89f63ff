/** A match: the board first and largest; beside it who plays, what has happened, and where people talk. */
import { html, LitElement, nothing, type PropertyValues, type TemplateResult } from "lit";
import { customElement, property, query, state } from "lit/decorators.js";
import { Eye, Flag, RotateCcw, ScrollText, Settings2 } from "lucide";
import { get, post, Refusal, type Description, type GameInfo, type Legal, type PublicMatch, type MatchInfo } from "@house/api/api";
import { boardOf } from "@house/games/boards";
import type { Board } from "@house/kit/board";
import { colour, faceOf } from "@house/kit/face";
import { icon } from "@house/kit/icon";
import { shared } from "@house/kit/styles";
import { tabStyles } from "@house/kit/tabs";
import { language, t, tn } from "@house/kit/words";
import { Live } from "@house/live/live";
import { ROOM } from "@house/games/first-steps";
import type { Adviser } from "@house/kit/advice";
import "@house/match/ending";
import "@house/match/lobby";
import "@house/match/log";
import { seatName } from "@house/match/names";
import "@house/match/players";
import "@house/match/chat";
import "@house/games/rules";
import { layout } from "@house/match/layout";
import { patiently } from "@house/api/retry";
import { refusalWords } from "@house/api/refusals";
import { go } from "@house/router";

/** What everybody may read of a match in words. */
interface TextView {
  epoch: number;
  number: number;
  text: string;
  log: { number: number; at: number; lines: string[] }[];
}

type Tab = "log" | "rooms" | "rules" | "text";

@customElement("nh-match")
export class MatchPage extends LitElement {
  @property() match = "";
  @state() private told: MatchInfo | null = null;
  @state() private problem = "";
  @state() private refused = "";
  @state() private said = "";
  @state() private tab: Tab = "log";
  @state() private inWords: TextView = { epoch: 0, number: 0, text: "", log: [] };
  @state() private unread = 0;
  @state() private leaving = false;
  @query(".board") private place?: HTMLElement;

  #live: Live | null = null;
  #board: (Board<unknown, unknown> & HTMLElement) | null = null;
  /** Whether what can be done is told without assistance. */
  #toldFreely = true;
  #legalOf = "";
  /** Whether the match waits for one's time alone. */
  #waits = false;
  #wordsOf = "";
  #described: Description | null = null;
  #yours = false;
  /** The game's name, where it has no face. */
  #name = "";
  #advise: Adviser = (draft, signal) =>
    patiently(() => post(`/api/matches/${this.match}/advise?lang=${language}`, { draft }, signal), signal);
  #farewell = async (): Promise<string> =>
    (await get<{ text: string }>(`/api/matches/${this.match}/farewell`, { lang: language })).text;

  static override styles = [shared, tabStyles, layout];

  override connectedCallback(): void {
    super.connectedCallback();
    ROOM.addEventListener("change", this.#turned);
    void this.#begin();
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    ROOM.removeEventListener("change", this.#turned);
    this.#live?.close();
  }

  async #begin(): Promise<void> {
    try {
      this.told = await get<MatchInfo>(`/api/matches/${this.match}`);
    } catch (error) {
      this.problem = refusalWords(error);
      return;
    }
    colour(this, this.told.game);
    const [name, game] = await Promise.all([boardOf(this.told.game), get<GameInfo>(`/api/games/${this.told.game}`)]);
    this.#name = String(game.card.title);
    this.#toldFreely = game.card.moves_are_hints !== true;
    const board = document.createElement(name) as Board<unknown, unknown> & HTMLElement & { game?: string };
    board.game = this.told.game;
    board.addEventListener("act", (event) => void this.#act((event as CustomEvent).detail));
    board.addEventListener("say", (event) => (this.said = (event as CustomEvent<string>).detail));
    this.#board = board;
    this.#live = new Live(this.match, null, (told) => this.#describe(told));
    this.#live.addEventListener("change", () => this.#changed());
    this.#live.addEventListener("said", (event) => {
      const count = (event as CustomEvent<unknown[]>).detail.length;
      if (this.tab !== "rooms") this.unread += count;
    });
    this.#live.hear();
  }

  /** Something has come over the connection. */
  #changed(): void {
    const live = this.#live!;
    if (live.problem && live.line === "ended") this.problem = refusalWords(live.problem);
    const status = live.publicMatch?.status;
    if (this.told && status && status !== this.told.status) {
      void get<MatchInfo>(`/api/matches/${this.match}`).then((told) => (this.told = told));
    }
    this.#dress();
    this.#title();
    this.#allowDescribed();
    if (this.#live!.polling) {
      void this.#askLegal();
      void this.#askWords();
    }
    this.requestUpdate();
  }

  /** The tab of the browser says whose turn it is; who looks elsewhere hears it, if sound is on. */
  #title(): void {
    const { publicMatch, seat } = this.#live!;
    const yours =
      seat !== null && publicMatch?.status === "running" && Boolean(publicMatch.seats[seat]?.awaited) && !this.#waits;
    document.title = `${yours ? "● " : ""}${faceOf(this.told!.game, this.#name).words().title} · Numberhouse`;
    if (yours && !this.#yours) window.dispatchEvent(new CustomEvent("your-turn"));
    this.#yours = yours;
  }

  /** Hand the board what it shows. */
  #dress(): void {
    const live = this.#live;
    const board = this.#board;
    if (!live?.view || !board || !this.told) return;
    const { publicMatch } = live;
    const over = publicMatch?.status === "finished" || publicMatch?.status === "abandoned";
    board.view = live.view;
    board.seat = live.seat;
    board.match = this.match;
    board.clock = over ? null : this.told.clock;
    board.places = publicMatch?.seats ?? [];
    board.names = (publicMatch?.seats ?? []).map(seatName);
    board.awaited = live.seat !== null && Boolean(publicMatch?.seats[live.seat]?.awaited);
    board.open = live.seat !== null && publicMatch?.status === "running" && live.line === "open";
    board.busy = live.busy;
    board.arrived = live.latest;
    board.over = over;
    board.assistance = over || this.told.seats.every((one) => one.bot !== null || one.assistance);
    board.openAdvise = live.seat !== null && !over ? this.#advise : null;
    board.advise = board.assistance ? board.openAdvise : null;
  }

  /** What can be done goes with the view; it is asked for once for each. */
  async #askLegal(): Promise<void> {
    const live = this.#live;
    if (!live?.view || live.seat === null || this.#legalOf === live.place || live.publicMatch?.status !== "running") return;
    if (!this.#toldFreely && !this.#board?.assistance) return;
    const place = (this.#legalOf = live.place);
    try {
      const legal = await get<Legal>(`/api/matches/${this.match}/legal`);
      if (live.place === place) this.#allow(legal);
    } catch (error) {
      if (!(error instanceof Refusal)) this.#legalOf = "";
      if (this.#board) this.#board.legal = null;
    }
  }

  #allow(legal: Legal): void {
    if (this.#board) this.#board.legal = legal;
    if (Boolean(legal.waits) === this.#waits) return;
    this.#waits = Boolean(legal.waits);
    this.#title();
    this.requestUpdate();
  }

  /** The position in words and what can be done, sent after each step. */
  #describe(told: Description): void {
    const known = this.#log(told.epoch);
    const last = known.at(-1)?.number ?? 0;
    this.inWords = { ...told, log: [...known, ...told.log.filter((one) => one.number > last)] };
    if (this.#board && "text" in this.#board) this.#board.text = told.text;
    this.#described = told;
    this.#allowDescribed();
  }

  /** A description may come before the update that it describes. */
  #allowDescribed(): void {
    const told = this.#described;
    if (!told?.legal || told.epoch !== this.#live!.epoch || told.number !== this.#live!.number) return;
    this.#described = null;
    this.#allow(told.legal);
  }

  async #askWords(): Promise<void> {
    const live = this.#live;
    if (!live?.view || this.#wordsOf === live.place) return;
    this.#wordsOf = live.place;
    const { epoch } = live;
    try {
      const after = this.#log(epoch).at(-1)?.number ?? 0;
      const found = await get<TextView>(`/api/matches/${this.match}/text`, { lang: language, after });
      const known = this.#log(epoch);
      const last = known.at(-1)?.number ?? 0;
      if (found.epoch !== epoch || found.number < last) return;
      this.inWords = { ...found, log: [...known, ...found.log.filter((one) => one.number > last)] };
      if (this.#board && "text" in this.#board) this.#board.text = found.text;
    } catch {
      this.#wordsOf = "";
    }
  }

  /** What is known of the log; after a correction it is told anew. */
  #log(epoch: number): TextView["log"] {
    return this.inWords.epoch === epoch ? this.inWords.log : [];
  }

  async #act(action: unknown): Promise<void> {
    this.refused = "";
    try {
      await this.#live!.act(action);
    } catch (error) {
      this.refused = refusalWords(error);
    }
  }

  async #do(deed: string): Promise<void> {
    this.refused = "";
    try {
      const told = await post<MatchInfo | undefined>(`/api/matches/${this.match}/${deed}`);
      this.leaving = false;
      if (deed === "rematch" && told && told.id !== this.match) go(`/match/${told.id}`);
    } catch (error) {
      this.refused = refusalWords(error);
    }
  }

  protected override updated(changed: PropertyValues): void {
    super.updated(changed);
    if (this.#board && this.#live?.view && this.place && this.#board.parentElement !== this.place) {
      this.place.append(this.#board);
    }
  }

  override render(): TemplateResult {
    if (this.problem) return html`<div class="narrow" role="alert"><h1>${this.problem}</h1></div>
      <p class="narrow row"><a class="button primary" href="/">${t("To the games")}</a> <a class="button" href="/matches">${t("My matches")}</a></p>`;
    const live = this.#live;
    if (!this.told || !live?.publicMatch) return html`<div class="skeleton" aria-busy="true" aria-label=${t("Loading")}></div>`;
    return html`
      <div class="heard" role="status">${this.said}</div>
      ${live.line === "lost"
        ? html`<p class="lost" role="status">${t("The connection is lost; it comes back by itself. What you have sent is kept.")}</p>`
        : nothing}
      ${this.#head()} ${live.lobby ? html`<nh-lobby .told=${this.told} .publicMatch=${live.publicMatch}></nh-lobby>` : this.#table()}
    `;
  }

  #head(): TemplateResult {
    const told = this.told!;
    const face = faceOf(told.game, this.#name).words();
    return html`<div class="head">
      <h1>${told.terms.title || face.title}</h1>
      ${told.terms.title ? html`<span class="soft">${face.title}</span>` : nothing}
      ${this.#live?.lobby ? this.#desk() : nothing} ${ROOM.matches ? nothing : this.#steps()}
    </div>`;
  }

  /** A telephone or a window is held another way. */
  #turned = (): void => this.requestUpdate();

  #steps(): TemplateResult | typeof nothing {
    const { lobby, seat, publicMatch } = this.#live!;
    if (lobby || seat === null || publicMatch!.status === "finished" || publicMatch!.status === "abandoned") return nothing;
    return html`<nh-first-steps .game=${this.told!.game}></nh-first-steps>`;
  }

  #desk(): TemplateResult | typeof nothing {
    const { id, roles } = this.told!;
    if (!roles.includes("host") && !roles.includes("administrator")) return nothing;
    return html`<a class="button plain" href="/match/${id}/desk">${icon(Settings2)} ${t("Hosting desk")}</a>`;
  }

  #table(): TemplateResult {
    const live = this.#live!;
    const publicMatch = live.publicMatch!;
    const over = publicMatch.status === "finished" || publicMatch.status === "abandoned";
    return html`<div class="table">
      <div class="state">
        ${over ? this.#result() : this.#turn()}
      </div>
      <div class="middle">
        <div role="alert">${this.refused ? html`<p class="refused">${this.refused}</p>` : nothing}</div>
        <div class="board"></div>
        ${over ? html`<nh-farewell .of=${this.match} .ask=${this.#farewell}></nh-farewell>` : nothing}
      </div>
      <aside>
        <nh-players .publicMatch=${publicMatch} .seat=${live.seat} .clock=${this.told!.clock}></nh-players>
        ${publicMatch.spectators || publicMatch.hosts ? html`<p class="soft small">${icon(Eye)} ${onlookers(publicMatch)}</p>` : nothing}
        ${ROOM.matches ? this.#steps() : nothing} ${this.#tabs()}
        <div class="row screen">${over || live.seat === null || this.#given ? nothing : this.#giveUp()} ${this.#desk()}</div>
      </aside>
    </div>`;
  }

  /** Whether one has given up one's seat. */
  get #given(): boolean {
    const { publicMatch, seat } = this.#live!;
    return seat !== null && publicMatch!.resigned.includes(seat);
  }

  #turn(): TemplateResult {
    const { publicMatch, seat } = this.#live!;
    const awaited = publicMatch!.seats.map((one, index) => ({ ...one, index })).filter((one) => one.awaited);
    const yours = awaited.some((one) => one.index === seat);
    const names = awaited.map((one) => seatName(one, one.index));
    const words =
      publicMatch!.status === "paused"
        ? t("The host has paused the match.")
        : yours
          ? this.#waits ? t("You are done; the round lasts until its time is up.") : t("Your turn.")
          : this.#given
          ? t("You have given up this seat; the others play on.")
          : names.length > 4
            ? tn("Waiting for {count} player.", "Waiting for {count} players.", names.length)
            : t("Waiting for {names}.", { names: new Intl.ListFormat(language).format(names) });
    return html`<p class="turn ${yours && !this.#waits ? "yours" : ""}" role="status">${words}</p>`;
  }

  #result(): TemplateResult {
    const { publicMatch, seat } = this.#live!;
    const outcome = publicMatch!.outcome;
    const winners = (outcome?.places ?? []).flatMap((place, index) => (place === 1 ? [index] : []));
    const names = winners.map((one) => (one === seat ? t("you") : seatName(publicMatch!.seats[one], one)));
    return html`<div class="result sheet">
      <h2>
        ${publicMatch!.status === "abandoned" && !outcome
          ? t("The match was ended without a result.")
          : publicMatch!.seats.length === 1
            ? t("The match is over.")
            : winners.length === publicMatch!.seats.length
            ? t("Nobody is ahead: all share the first place.")
            : winners.length === 1 && winners[0] === seat
            ? t("You have won.")
            : t("First: {names}", { names: new Intl.ListFormat(language).format(names) })}
      </h2>
      <div class="row screen">
        <a class="button primary" href="/match/${this.match}/review">${icon(ScrollText)} ${t("Review")}</a>
        ${seat === null
          ? nothing
          : html`<button @click=${() => this.#do("rematch")}>${icon(RotateCcw)} ${t("Rematch")}</button>`}
      </div>
    </div>`;
  }

  #tabs(): TemplateResult {
    const names: Record<Tab, string> = {
      log: t("Log"),
      rooms: this.unread ? t("Rooms ({count})", { count: this.unread }) : t("Rooms"),
      rules: t("Rules"),
      text: t("As text"),
    };
    const tabs = Object.keys(names) as Tab[];
    return html`<div class="sheet">
      <div class="tabs" role="tablist" @keydown=${(event: KeyboardEvent) => this.#tabKey(event, tabs)}>
        ${tabs.map(
          (tab) => html`<button role="tab" id="tab-${tab}" aria-controls="panel" aria-selected=${tab === this.tab}
            tabindex=${tab === this.tab ? 0 : -1} @click=${() => this.#show(tab)}>${names[tab]}</button>`,
        )}
      </div>
      <div class="panel" role="tabpanel" id="panel" aria-labelledby="tab-${this.tab}" tabindex="0">${this.#panel()}</div>
    </div>`;
  }

  #tabKey(event: KeyboardEvent, tabs: Tab[]): void {
    const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (!step) return;
    const tab = tabs.at((tabs.indexOf(this.tab) + step) % tabs.length) ?? "log";
    this.#show(tab);
    void this.updateComplete.then(() => this.renderRoot.querySelector<HTMLElement>(`#tab-${tab}`)?.focus());
  }

  #show(tab: Tab): void {
    this.tab = tab;
    if (tab === "rooms") this.unread = 0;
  }

  #panel(): TemplateResult {
    const live = this.#live!;
    switch (this.tab) {
      case "log":
        return html`<nh-log .entries=${this.inWords.log} .announcements=${live.publicMatch!.announcements}></nh-log>`;
      case "rooms":
        return html`<nh-rooms .match=${this.match} .rooms=${live.rooms} .messages=${live.messages}
          .version=${live.number} .names=${live.publicMatch!.seats.map(seatName)}></nh-rooms>`;
      case "rules":
        return html`<nh-rules .game=${this.told!.game}></nh-rules>`;
      case "text":
        return html`<pre>${this.inWords.text}</pre>`;
    }
  }

  #giveUp(): TemplateResult {
    if (!this.leaving) {
      return html`<button class="plain" @click=${() => (this.leaving = true)}>${icon(Flag)} ${t("Resign")}</button>`;
    }
    return html`<div class="row" role="group" aria-label=${t("Resign")}>
      <span>${t("Give up this seat for good?")}</span>
      <button @click=${() => this.#do("resign")}>${t("Resign")}</button>
      <button @click=${() => (this.leaving = false)}>${t("Go on playing")}</button>
    </div>`;
  }
}

/** Those who look on without a seat. */
function onlookers({ hosts = 0, spectators }: PublicMatch): string {
  const words = [];
  if (hosts) words.push(tn("{count} host looks on", "{count} hosts look on", hosts));
  if (spectators) words.push(tn("{count} spectator", "{count} spectators", spectators));
  return words.join(" · ");
}
