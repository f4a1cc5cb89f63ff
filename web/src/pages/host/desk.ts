/** The hosting desk of a match: seats and deadlines always in sight, the host's actions beside them. */
import { css, html, LitElement, nothing, type TemplateResult } from "lit";
import { customElement, property, state } from "lit/decorators.js";
import { repeat } from "lit/directives/repeat.js";
import { ArrowLeft } from "lucide";
import { get, Refusal, type Desk, type GameInfo, type MatchInfo } from "@house/api/api";
import { colour, faceOf } from "@house/kit/face";
import { icon } from "@house/kit/icon";
import { shared } from "@house/kit/styles";
import { tabStyles } from "@house/kit/tabs";
import { figure, language, t, tn } from "@house/kit/words";
import { Live } from "@house/api/live";
import { refusalWords } from "@house/api/refusals";
import "@house/desk/announce";
import "@house/desk/setup/seating";
import "@house/desk/closing";
import "@house/desk/export/copy-field";
import "@house/desk/corrections/corrections";
import "@house/desk/history";
import "@house/forms/moment";
import "@house/desk/next";
import "@house/desk/offers";
import type { Target } from "@house/desk/next";
import "@house/desk/setup/plan";
import "@house/desk/rooms";
import "@house/desk/corrections/rulings";
import "@house/desk/seats";
import "@house/desk/setup/secrets";
import "@house/desk/setup/set-up";
import "@house/forms/span";
import "@house/desk/export/downloads";
import "@house/desk/time";
import "@house/desk/timeline";
import { nameOf, phaseOf } from "@house/desk/part";

type Tab = "set-up" | "secrets" | "time" | "announce" | "rooms" | "rulings" | "corrections" | "history" | "take-away" | "match";

/** Milliseconds between refreshes: secret submissions send no update to the stream. */
const REFRESH_INTERVAL = 5000;

/** The first tab in each phase. */
const FIRST_TAB = { before: "set-up", during: "announce", after: "take-away" } as const;

@customElement("nh-desk")
export class DeskPage extends LitElement {
  @property() match = "";
  @state() private info: MatchInfo | null = null;
  @state() private desk: Desk | null = null;
  @state() private game: GameInfo | null = null;
  @state() private problem: unknown = null;
  @state() private isDisconnected = false;
  /** The tab that the host opened, or null: an event of the match must not change the tab. */
  @state() private tab: Tab | null = null;
  @state() private timeSeats: readonly number[] = [];
  @state() private marks: readonly number[] = [];
  @state() private messageVersion = 0;
  /** The number of drafts requested from outside the announcements. */
  @state() private draftCount = 0;
  /** Opened tabs stay rendered, so that typed text isn't lost. */
  #openTabs = new Set<Tab>();
  #live: Live | null = null;
  #timer = 0;
  #isRefreshing = false;
  #refreshAgain = false;
  #marksVersion = "";

  static override styles = [
    shared,
    tabStyles,
    css`
      .head {
        display: flex;
        flex-wrap: wrap;
        gap: var(--gap-1) var(--gap-4);
        align-items: center;
        margin-bottom: var(--gap-3);
      }
      h1 {
        margin: 0;
        font-size: var(--text-4);
        overflow-wrap: anywhere;
      }
      .head a {
        display: inline-flex;
        align-items: center;
        gap: var(--gap-1);
        min-height: var(--touch);
      }
      .status {
        border: 1px solid var(--accent);
        border-radius: 999px;
        padding: 0 var(--gap-3);
        color: var(--accent);
      }
      .desk {
        display: grid;
        grid-template-columns: minmax(0, 1fr) minmax(0, 1.15fr);
        gap: var(--gap-5);
        align-items: start;
      }
      .column {
        display: grid;
        gap: var(--gap-4);
        min-width: 0;
      }
      .tabs {
        margin-bottom: var(--gap-4);
      }
      .lost {
        background: var(--ink);
        color: var(--paper);
        padding: var(--gap-2) var(--gap-3);
        border-radius: var(--round);
        max-width: none;
      }
      .skeleton {
        height: 320px;
        border-radius: var(--round);
        background: var(--well);
      }
      .result th,
      .result td {
        padding: var(--gap-1) var(--gap-3);
      }
      @media (max-width: 900px) {
        .desk {
          grid-template-columns: minmax(0, 1fr);
        }
      }
      @media (max-width: 480px) {
        .sheet {
          padding: var(--gap-3);
        }
      }
    `,
  ];

  override connectedCallback(): void {
    super.connectedCallback();
    document.title = `${t("Hosting desk")} · Numberhouse`;
    void this.#load();
    this.#timer = window.setInterval(() => {
      if (document.visibilityState === "visible") void this.#refresh();
    }, REFRESH_INTERVAL);
    this.addEventListener("changed", () => void this.#refresh());
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    window.clearInterval(this.#timer);
    this.#live?.close();
  }

  async #load(): Promise<void> {
    try {
      this.info = await get<MatchInfo>(`/api/matches/${this.match}`);
      colour(this, this.info.game);
      const [desk, game] = await Promise.all([get<Desk>(`/api/matches/${this.match}/desk`), get<GameInfo>(`/api/games/${this.info.game}`)]);
      this.game = game;
      this.desk = desk;
    } catch (error) {
      this.problem = error;
      return;
    }
    this.#live = new Live(this.match);
    this.#live.addEventListener("change", () => {
      this.requestUpdate();
      void this.#refresh();
    });
    this.#live.addEventListener("messages", () => (this.messageVersion += 1));
    this.#live.subscribe();
  }

  /** Refreshes the desk; a request during a refresh repeats it afterwards, so that no change is missed. */
  #refresh = async (): Promise<void> => {
    if (!this.desk || this.#isRefreshing) {
      this.#refreshAgain = this.#isRefreshing;
      return;
    }
    this.#isRefreshing = true;
    try {
      const [info, desk] = await Promise.all([get<MatchInfo>(`/api/matches/${this.match}`), get<Desk>(`/api/matches/${this.match}/desk`)]);
      if (JSON.stringify(desk) !== JSON.stringify(this.desk)) this.desk = desk;
      if (JSON.stringify(info) !== JSON.stringify(this.info)) this.info = info;
      this.isDisconnected = false;
      void this.#fetchMarks();
    } catch (error) {
      if (error instanceof Refusal && error.status < 500 && error.status !== 429) this.problem = error;
      else this.isDisconnected = true;
    } finally {
      this.#isRefreshing = false;
    }
    if (this.#refreshAgain) {
      this.#refreshAgain = false;
      await this.#refresh();
    }
  };

  /** Fetches the times of public events, for the timeline. */
  async #fetchMarks(): Promise<void> {
    const live = this.#live;
    const state = `${live?.epoch} ${live?.number}`;
    if (!live?.view || state === this.#marksVersion) return;
    this.#marksVersion = state;
    try {
      const { log } = await get<{ log: { at: number }[] }>(`/api/matches/${this.match}/text`, { lang: language });
      this.marks = [...new Set(log.map((entry) => entry.at))];
    } catch {
      this.#marksVersion = "";
    }
  }

  override render(): TemplateResult {
    if (this.problem) return this.#problemPage();
    const { info, desk } = this;
    if (!info || !desk || !this.game) return html`<div class="skeleton" aria-busy="true" aria-label=${t("Loading …")}></div>`;
    const title = info.terms.title || faceOf(info.game).words().title;
    const phase = phaseOf(desk.status);
    return html`<div class="head">
        <h1>${t("Desk: {title}", { title })}</h1>
        <span class="status">${statusWords(desk.status)}</span>
        ${desk.spectators ? html`<span class="soft small">${tn("{count} spectator", "{count} spectators", desk.spectators)}</span>` : nothing}
        <a href="/match/${this.match}">${icon(ArrowLeft)} ${t("To the match")}</a>
      </div>
      ${this.isDisconnected || this.#live?.state === "lost"
        ? html`<p class="lost" role="status">${t("The connection is lost. What you see is what was known last; it goes on by itself.")}</p>`
        : nothing}
      <nh-desk-next .info=${info} .desk=${desk} .secretOptions=${this.#secretOptions()} @navigate=${(event: CustomEvent<Target>) => this.#go(event.detail)}></nh-desk-next>
      <div class="desk">
        <div class="column">
          ${phase === "before"
            ? html`<div class="sheet"><nh-desk-plan .info=${info} .desk=${desk}></nh-desk-plan></div>
                <div class="sheet"><nh-desk-seating .info=${info} .desk=${desk} .bots=${this.game.bots} .titles=${this.game.bot_titles} .limits=${this.game.card.seats}></nh-desk-seating></div>`
            : html`${phase === "during"
                  ? html`<div class="sheet"><nh-timeline .info=${info} .desk=${desk} .marks=${this.marks}></nh-timeline></div>`
                  : this.#result()}
                <div class="sheet"><nh-desk-seats .info=${info} .desk=${desk} .bots=${this.game.bots} .titles=${this.game.bot_titles} ?overseer=${info.seat === null && info.roles.includes("host")}
                  @time-for=${(event: CustomEvent<number>) => this.#giveTime(event.detail)}></nh-desk-seats></div>`}
          <nh-desk-offers .info=${info} .desk=${desk}></nh-desk-offers>
        </div>
        <div class="column">${this.#tabs(info, desk)}</div>
      </div>`;
  }

  /** The reason why this person can't see the desk, and links to other pages. */
  #problemPage(): TemplateResult {
    const hosts = this.info?.hosts ?? [];
    const isForbidden = this.problem instanceof Refusal && this.problem.code === "not-allowed";
    const isSignedOut = this.problem instanceof Refusal && this.problem.code === "not-signed-in";
    return html`<h1>${t("Hosting desk")}</h1>
      <p role="alert">${isForbidden
        ? t("This desk is for whoever hosts the match: {names}.", { names: new Intl.ListFormat(language).format(hosts) })
        : isSignedOut
          ? t("This desk is for whoever hosts the match, and you are not signed in.")
          : refusalWords(this.problem)}</p>
      <div class="row">
        ${this.info ? html`<a class="button primary" href="/match/${this.match}">${t("To the match")}</a>` : html`<a class="button" href="/">${t("To the games")}</a>`}
        ${isSignedOut ? html`<a class="button" href="/sign-in">${t("Sign in")}</a>` : nothing}
      </div>`;
  }

  #result(): TemplateResult {
    const outcome = this.#live?.publicMatch?.outcome;
    if (!outcome) return html`<div class="sheet"><h2>${t("The match was ended without a result.")}</h2></div>`;
    const ranked = outcome.places.map((place, seat) => ({ place, seat })).sort((a, b) => a.place - b.place);
    return html`<div class="sheet">
      <h2>${t("Result")}</h2>
      <table class="result">
        <thead><tr><th scope="col">${t("Place")}</th><th scope="col">${t("Name")}</th><th scope="col">${t("Points")}</th></tr></thead>
        <tbody>${ranked.map(({ place, seat }) => html`<tr><td>${place}</td><th scope="row">${nameOf(this.desk!, seat)}</th><td>${figure(outcome.scores[seat] ?? 0)}</td></tr>`)}</tbody>
      </table>
    </div>`;
  }

  #names(info: MatchInfo, desk: Desk): Partial<Record<Tab, string>> {
    const secretOptions = this.#secretOptions();
    const phase = phaseOf(desk.status);
    const isHost = info.roles.includes("host");
    const canDecide = isHost && (desk.status === "finished" || (info.seat === null && phase === "during"));
    return {
      ...(phase === "before" ? { "set-up": t("Set-up") } : {}),
      ...(phase === "before" && secretOptions.length ? { secrets: t("Secrets") } : {}),
      ...(phase === "before" ? {} : { announce: t("Announcements") }),
      ...(phase === "during" ? { time: t("Time") } : {}),
      ...(desk.status === "draft" ? {} : { rooms: t("Rooms") }),
      ...(canDecide && info.seat === null && this.game?.rulings_schema ? { rulings: t("Rulings") } : {}),
      ...(canDecide ? { corrections: t("Corrections") } : {}),
      ...(phase === "before" ? {} : { history: t("History"), "take-away": t("Take away") }),
      match: t("The match"),
    };
  }

  #secretOptions(): readonly string[] {
    return (this.game?.card as { secret_options?: string[] } | undefined)?.secret_options ?? [];
  }

  #tabs(info: MatchInfo, desk: Desk): TemplateResult {
    const names = this.#names(info, desk);
    const tabs = Object.keys(names) as Tab[];
    const current = this.tab && tabs.includes(this.tab) ? this.tab : FIRST_TAB[phaseOf(desk.status)];
    this.#openTabs.add(current);
    return html`<div class="sheet">
      <div class="tabs" role="tablist" aria-label=${t("What a host does")} @keydown=${(event: KeyboardEvent) => this.#onTabKey(event, tabs)}>
        ${repeat(tabs, (tab) => tab, (tab) => html`<button role="tab" id="tab-${tab}" aria-controls="panel-${tab}" aria-selected=${tab === current}
          tabindex=${tab === current ? 0 : -1} @click=${() => (this.tab = tab)}>${names[tab]}</button>`)}
      </div>
      ${repeat(tabs, (tab) => tab, (tab) => html`<div role="tabpanel" id="panel-${tab}" aria-labelledby="tab-${tab}" ?hidden=${tab !== current}>
        ${this.#openTabs.has(tab) ? this.#panel(tab, info, desk) : nothing}
      </div>`)}
    </div>`;
  }

  #panel(tab: Tab, info: MatchInfo, desk: Desk): TemplateResult {
    switch (tab) {
      case "set-up":
        return html`<nh-desk-set-up .info=${info} .desk=${desk} .game=${this.game} .secretOptions=${this.#secretOptions()}></nh-desk-set-up>`;
      case "secrets":
        return html`<nh-desk-secrets .info=${info} .desk=${desk} .game=${this.game} .names=${this.#secretOptions()}></nh-desk-secrets>`;
      case "time":
        return html`<nh-desk-time .info=${info} .desk=${desk} .seats=${this.timeSeats}></nh-desk-time>`;
      case "announce":
        return html`<nh-desk-announce .info=${info} .desk=${desk} .draftCount=${this.draftCount}></nh-desk-announce>`;
      case "rooms":
        return html`<nh-desk-rooms .info=${info} .desk=${desk} .rooms=${this.#live?.rooms ?? []} .messages=${this.#live?.messages ?? new Map()} .version=${this.messageVersion}></nh-desk-rooms>`;
      case "rulings":
        return html`<nh-desk-rulings .info=${info} .desk=${desk} .game=${this.game} .version=${`${this.#live?.epoch} ${this.#live?.number}`}></nh-desk-rulings>`;
      case "corrections":
        return html`<nh-desk-corrections .info=${info} .desk=${desk}></nh-desk-corrections>`;
      case "history":
        return html`<nh-desk-history .info=${info} .desk=${desk} ?overseer=${info.seat === null}></nh-desk-history>`;
      case "take-away":
        return html`<nh-desk-downloads .info=${info} .desk=${desk}></nh-desk-downloads>`;
      case "match":
        return html`<nh-desk-closing .info=${info} .desk=${desk}></nh-desk-closing>`;
    }
  }

  #onTabKey(event: KeyboardEvent, tabs: Tab[]): void {
    const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    const focused = (event.target as HTMLElement).id.replace("tab-", "") as Tab;
    if (!step || !tabs.includes(focused)) return;
    const tab = tabs.at((tabs.indexOf(focused) + step) % tabs.length) ?? "match";
    this.tab = tab;
    void this.updateComplete.then(() => this.renderRoot.querySelector<HTMLElement>(`#tab-${tab}`)?.focus());
  }

  #giveTime(seat: number): void {
    this.timeSeats = [seat];
    this.#open("time");
  }

  #go(target: Target): void {
    if (target === "draft") this.draftCount += 1;
    this.#open(target === "draft" ? "announce" : target);
  }

  #open(tab: Tab): void {
    this.tab = tab;
    void this.updateComplete.then(() => this.renderRoot.querySelector<HTMLElement>(`#tab-${tab}`)?.focus());
  }
}

function statusWords(status: string): string {
  const words: Record<string, string> = {
    draft: t("draft"),
    open: t("open for players"),
    running: t("running"),
    paused: t("the clocks stand still"),
    finished: t("finished"),
    abandoned: t("ended without a result"),
  };
  return words[status] ?? status;
}
