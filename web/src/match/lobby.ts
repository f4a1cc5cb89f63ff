/** A match before its start: the seats, the next step, and ways to join. */
import { css, html, LitElement, nothing, type PropertyValues, type TemplateResult } from "lit";
import { customElement, property, state } from "lit/decorators.js";
import { Bot, Play, Users } from "lucide";
import { get, post, put, remove, type GameInfo, type PublicMatch, type MatchInfo } from "@house/api/api";
import { icon } from "@house/kit/icon";
import { shared } from "@house/kit/styles";
import { t, tn } from "@house/kit/words";
import { me } from "@house/api/me";
import { clockWords } from "@house/match/terms";
import { botTitle, occupantName, type Titles } from "@house/match/names";
import { formatMoment } from "@house/match/clock";
import { page } from "@house/pages/page";
import "@house/match/share";
import { refusalWords } from "@house/api/refusals";
import { go } from "@house/shell/router";

@customElement("nh-lobby")
export class LobbyView extends LitElement {
  @property({ attribute: false }) info!: MatchInfo;
  @property({ attribute: false }) publicMatch!: PublicMatch;
  @state() private problem = "";
  @state() private bots: readonly string[] = [];
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
      @media (max-width: 800px) {
        .two {
          grid-template-columns: minmax(0, 1fr);
        }
      }
    `,
  ];

  override connectedCallback(): void {
    super.connectedCallback();
    void get<GameInfo>(`/api/games/${this.info.game}`).then(
      (game) => {
        this.bots = game.bots;
        this.titles = game.bot_titles;
      },
      () => undefined, // the lobby then offers no bots
    );
  }

  /** A new player or the opening of the match may change the terms too. */
  protected override willUpdate(changed: PropertyValues<this>): void {
    const before = changed.get("publicMatch");
    if (before && JSON.stringify(occupants(before)) !== JSON.stringify(occupants(this.publicMatch))) void this.#refresh();
  }

  override render(): TemplateResult {
    const { info, publicMatch } = this;
    const isHost = this.#isHost();
    const freeCount = publicMatch.seats.filter((seat) => !seat.name && !seat.bot).length;
    const open = publicMatch.status === "open";
    return html`<div class="stack">
      <p class="turn ${open && !freeCount ? "ready" : ""}" role="status">${this.#statusWords(freeCount)}</p>
      <div role="alert">${this.problem ? html`<p class="refused">${this.problem}</p>` : nothing}</div>
      ${open && freeCount ? this.#links(isHost) : nothing}
      <div class="two">
        <div class="stack">
          <ul class="plain sheet" aria-label=${t("Seats")}>
            ${publicMatch.seats.map((place, seat) => this.#seat(place, seat))}
          </ul>
          <div class="row">
            ${isHost && publicMatch.status === "draft"
              ? html`<button class="primary" ?disabled=${this.busy} @click=${() => this.#post("open")}>${icon(Users)} ${t("Open it for players")}</button>`
              : nothing}
            ${isHost && open
              ? html`<button class=${freeCount ? "" : "primary"} ?disabled=${freeCount > 0 || this.busy} @click=${() => this.#post("start")}>${icon(Play)} ${t("Begin")}</button>`
              : nothing}
            ${isHost && freeCount && this.bots[0]
              ? html`<button ?disabled=${this.busy} @click=${this.#fillWithBots}>${icon(Bot)} ${t("Bots on the free seats")}</button>`
              : nothing}
            ${info.seat === null ? nothing : html`<button ?disabled=${this.busy} @click=${this.#leave}>${t("Give the seat back")}</button>`}
          </div>
          ${info.seat === null ? nothing : this.#assistanceForm()}
        </div>
        <div class="stack">
          <p class="soft small">${this.#termsWords()}</p>
          <p><a href="/learn/${info.game}">${t("Rules")}</a></p>
          ${isHost ? this.#delete() : nothing}
        </div>
      </div>
    </div>`;
  }

  #isHost(): boolean {
    return this.info.roles.includes("host") || this.info.roles.includes("administrator");
  }

  #statusWords(freeCount: number): string {
    const { info, publicMatch } = this;
    if (publicMatch.status === "draft") {
      return info.opens
        ? t("A draft: it opens {moment}. Until then nobody but its hosts sees it.", { moment: formatMoment(info.opens, true) })
        : t("A draft: nobody but its hosts sees it.");
    }
    if (freeCount) return tn("Waiting for {count} player.", "Waiting for {count} players.", freeCount);
    if (info.starts) return t("Everybody is here. It begins {moment}.", { moment: formatMoment(info.starts, true) });
    if (this.#isHost()) return t("Everybody is here: begin.");
    return t("Everybody is here. {host} begins the match.", { host: info.hosts.join(", ") });
  }

  #termsWords(): string {
    const { info } = this;
    const facts = [clockWords(info.clock)];
    if (info.starts) facts.push(t("begins {moment}", { moment: formatMoment(info.starts, true) }));
    if (info.terms.visibility === "public") facts.push(t("listed among the open tables"));
    facts.push(info.terms.spectators ? t("others may look on") : t("nobody looks on"));
    return facts.join(" · ");
  }

  #seat(place: PublicMatch["seats"][number], seat: number): TemplateResult {
    const { info } = this;
    const isFree = !place.name && !place.bot;
    const words = t("Seat {seat}", { seat });
    return html`<li class=${seat === info.seat ? "own" : ""}>
      <span class="soft">${words}</span>
      <span class="who">
        ${occupantName(place) || html`<span class="soft">${t("free")}</span>`} ${place.bot ? icon(Bot, t("bot")) : nothing}
        ${seat === info.seat ? html`<span class="soft small">${t("you")}</span>` : nothing}
      </span>
      ${isFree && info.seat === null && (this.publicMatch.status === "open" || this.#isHost())
        ? html`<button class="primary" ?disabled=${this.busy} aria-label=${t("Sit down on seat {seat}", { seat })} @click=${() => this.#join(seat)}>${t("Sit down")}</button>`
        : nothing}
      ${this.#isHost() && (isFree || place.bot) && this.bots.length
        ? html`<select aria-label=${t("Bot on seat {seat}", { seat })} @change=${(event: Event) => this.#setBot(seat, (event.target as HTMLSelectElement).value)}>
            <option value="" ?selected=${!place.bot}>${t("no bot")}</option>
            ${this.bots.map((bot) => html`<option value=${bot} ?selected=${bot === place.bot}>${botTitle(this.titles, bot)}</option>`)}
          </select>`
        : nothing}
    </li>`;
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

  #join(seat: number): Promise<void> {
    return this.#run(async () => {
      await me.ensure();
      await post(`/api/matches/${this.info.id}/join`, { seat });
    });
  }

  /** A player who leaves a private match can't see it any more. */
  #leave = (): Promise<void> =>
    this.#run(async () => {
      if ((await post<MatchInfo | null>(`/api/matches/${this.info.id}/leave`)) === null) go("/");
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
      for (const [seat, place] of this.publicMatch.seats.entries()) {
        if (!place.name && !place.bot) await put(`/api/matches/${this.info.id}/seats/${seat}`, { bot: this.bots[0] });
      }
    });

  #post(action: string): Promise<void> {
    return this.#run(() => post(`/api/matches/${this.info.id}/${action}`));
  }

  async #run(request: () => Promise<unknown>): Promise<void> {
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

  async #refresh(): Promise<void> {
    if (!this.isConnected) return;
    try {
      this.info = await get<MatchInfo>(`/api/matches/${this.info.id}`);
    } catch {
      // The live connection reports the match's state.
    }
  }
}

function occupants(publicMatch: PublicMatch): unknown[] {
  return [publicMatch.status, ...publicMatch.seats.map((seat) => [seat.name, seat.bot])];
}
