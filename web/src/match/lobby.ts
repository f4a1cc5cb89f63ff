/** A match that has not begun: who sits where, what is missing, and how others get in. */
import { css, html, LitElement, nothing, type PropertyValues, type TemplateResult } from "lit";
import { customElement, property, state } from "lit/decorators.js";
import { Bot, Play, Users } from "lucide";
import { get, post, put, remove, type GameInfo, type PublicMatch, type MatchInfo } from "@house/api/api";
import { icon } from "@house/kit/icon";
import { shared } from "@house/kit/styles";
import { t, tn } from "@house/kit/words";
import { me } from "@house/api/me";
import { clockWords } from "@house/match/terms";
import { botTitle, givenName, type Titles } from "@house/match/names";
import { moment } from "@house/match/clock";
import { page } from "@house/pages/page";
import "@house/match/share";
import { refusalWords } from "@house/api/refusals";
import { go } from "@house/router";

@customElement("nh-lobby")
export class LobbyShown extends LitElement {
  @property({ attribute: false }) told!: MatchInfo;
  @property({ attribute: false }) publicMatch!: PublicMatch;
  @state() private problem = "";
  @state() private bots: readonly string[] = [];
  @state() private titles: Titles = {};
  @state() private busy = false;
  @state() private leaving = false;

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
    void get<GameInfo>(`/api/games/${this.told.game}`).then(
      (told) => {
        this.bots = told.bots;
        this.titles = told.bot_titles;
      },
      () => undefined, // then there are none to choose from
    );
  }

  /** Somebody has sat down, or the match was opened: what is agreed may have changed too. */
  protected override willUpdate(changed: PropertyValues<this>): void {
    const before = changed.get("publicMatch");
    if (before && JSON.stringify(names(before)) !== JSON.stringify(names(this.publicMatch))) void this.#look();
  }

  override render(): TemplateResult {
    const { told, publicMatch } = this;
    const hosts = this.#hosts();
    const free = publicMatch.seats.filter((one) => !one.name && !one.bot).length;
    const open = publicMatch.status === "open";
    return html`<div class="stack">
      <p class="turn ${open && !free ? "ready" : ""}" role="status">${this.#standing(free)}</p>
      <div role="alert">${this.problem ? html`<p class="refused">${this.problem}</p>` : nothing}</div>
      ${open && free ? this.#links(hosts) : nothing}
      <div class="two">
        <div class="stack">
          <ul class="plain sheet" aria-label=${t("Seats")}>
            ${publicMatch.seats.map((place, seat) => this.#seat(place, seat))}
          </ul>
          <div class="row">
            ${hosts && publicMatch.status === "draft"
              ? html`<button class="primary" ?disabled=${this.busy} @click=${() => this.#ask("open")}>${icon(Users)} ${t("Open it for players")}</button>`
              : nothing}
            ${hosts && open
              ? html`<button class=${free ? "" : "primary"} ?disabled=${free > 0 || this.busy} @click=${() => this.#ask("start")}>${icon(Play)} ${t("Begin")}</button>`
              : nothing}
            ${hosts && free && this.bots[0]
              ? html`<button ?disabled=${this.busy} @click=${this.#fill}>${icon(Bot)} ${t("Bots on the free seats")}</button>`
              : nothing}
            ${told.seat === null ? nothing : html`<button ?disabled=${this.busy} @click=${this.#leave}>${t("Give the seat back")}</button>`}
          </div>
          ${told.seat === null ? nothing : this.#agreement()}
        </div>
        <div class="stack">
          <p class="soft small">${this.#agreed()}</p>
          <p><a href="/learn/${told.game}">${t("Rules")}</a></p>
          ${hosts ? this.#delete() : nothing}
        </div>
      </div>
    </div>`;
  }

  #hosts(): boolean {
    return this.told.roles.includes("host") || this.told.roles.includes("administrator");
  }

  #standing(free: number): string {
    const { told, publicMatch } = this;
    if (publicMatch.status === "draft") {
      return told.opens
        ? t("A draft: it opens {moment}. Until then nobody but its hosts sees it.", { moment: moment(told.opens, true) })
        : t("A draft: nobody but its hosts sees it.");
    }
    if (free) return tn("Waiting for {count} player.", "Waiting for {count} players.", free);
    if (told.starts) return t("Everybody is here. It begins {moment}.", { moment: moment(told.starts, true) });
    if (this.#hosts()) return t("Everybody is here: begin.");
    return t("Everybody is here. {host} begins the match.", { host: told.hosts.join(", ") });
  }

  #agreed(): string {
    const { told } = this;
    const facts = [clockWords(told.clock)];
    if (told.starts) facts.push(t("begins {moment}", { moment: moment(told.starts, true) }));
    if (told.terms.visibility === "public") facts.push(t("listed among the open tables"));
    facts.push(told.terms.spectators ? t("others may look on") : t("nobody looks on"));
    return facts.join(" · ");
  }

  #seat(place: PublicMatch["seats"][number], seat: number): TemplateResult {
    const { told } = this;
    const free = !place.name && !place.bot;
    const words = t("Seat {seat}", { seat });
    return html`<li class=${seat === told.seat ? "own" : ""}>
      <span class="soft">${words}</span>
      <span class="who">
        ${givenName(place) || html`<span class="soft">${t("free")}</span>`} ${place.bot ? icon(Bot, t("bot")) : nothing}
        ${seat === told.seat ? html`<span class="soft small">${t("you")}</span>` : nothing}
      </span>
      ${free && told.seat === null && (this.publicMatch.status === "open" || this.#hosts())
        ? html`<button class="primary" ?disabled=${this.busy} aria-label=${t("Sit down on seat {seat}", { seat })} @click=${() => this.#join(seat)}>${t("Sit down")}</button>`
        : nothing}
      ${this.#hosts() && (free || place.bot) && this.bots.length
        ? html`<select aria-label=${t("Bot on seat {seat}", { seat })} @change=${(event: Event) => this.#bot(seat, (event.target as HTMLSelectElement).value)}>
            <option value="" ?selected=${!place.bot}>${t("no bot")}</option>
            ${this.bots.map((bot) => html`<option value=${bot} ?selected=${bot === place.bot}>${botTitle(this.titles, bot)}</option>`)}
          </select>`
        : nothing}
    </li>`;
  }

  #links(hosts: boolean): TemplateResult | typeof nothing {
    const { told } = this;
    if (told.terms.visibility !== "private") {
      return html`<nh-share class="sheet" label=${t("Send this link to your friends: whoever opens it may sit down.")}
        link=${`${location.origin}/match/${told.id}`}></nh-share>`;
    }
    return hosts
      ? html`<nh-share class="sheet" label=${t("A link for one person: it takes a free seat, once. Make one for each friend.")} .make=${this.#invitation}></nh-share>`
      : nothing;
  }

  #agreement(): TemplateResult {
    const own = this.told.seats.find((one) => one.seat === this.told.seat);
    return html`<label class="inline">
      <input type="checkbox" .checked=${own?.assistance ?? false}
        @change=${(event: Event) => this.#send(() => post(`/api/matches/${this.told.id}/assistance`, { assistance: (event.target as HTMLInputElement).checked }))} />
      ${t("I agree to assistance (hints and calculators for everybody, if all agree)")}
    </label>`;
  }

  #delete(): TemplateResult {
    if (!this.leaving) return html`<p><button class="plain bad" @click=${() => (this.leaving = true)}>${t("Delete this match")}</button></p>`;
    return html`<div class="row" role="group" aria-label=${t("Delete this match")}>
      <span>${t("Delete it for everybody?")}</span>
      <button class="bad" @click=${this.#remove}>${t("Delete")}</button>
      <button @click=${() => (this.leaving = false)}>${t("Keep it")}</button>
    </div>`;
  }

  #invitation = async (): Promise<string> => {
    const { secret } = await post<{ secret: string }>(`/api/matches/${this.told.id}/invitations`, { seat: null });
    return `${location.origin}/invite#${secret}`;
  };

  #join(seat: number): Promise<void> {
    return this.#send(async () => {
      await me.somebody();
      await post(`/api/matches/${this.told.id}/join`, { seat });
    });
  }

  /** Whoever leaves a private table sees it no longer. */
  #leave = (): Promise<void> =>
    this.#send(async () => {
      if ((await post<MatchInfo | null>(`/api/matches/${this.told.id}/leave`)) === null) go("/");
    });

  #remove = (): Promise<void> =>
    this.#send(async () => {
      await remove(`/api/matches/${this.told.id}`);
      go("/matches");
    });

  #bot(seat: number, bot: string): Promise<void> {
    return this.#send(() => put(`/api/matches/${this.told.id}/seats/${seat}`, { bot: bot || null }));
  }

  #fill = (): Promise<void> =>
    this.#send(async () => {
      for (const [seat, place] of this.publicMatch.seats.entries()) {
        if (!place.name && !place.bot) await put(`/api/matches/${this.told.id}/seats/${seat}`, { bot: this.bots[0] });
      }
    });

  #ask(deed: string): Promise<void> {
    return this.#send(() => post(`/api/matches/${this.told.id}/${deed}`));
  }

  async #send(deed: () => Promise<unknown>): Promise<void> {
    this.problem = "";
    this.busy = true;
    try {
      await deed();
    } catch (error) {
      this.problem = refusalWords(error);
    }
    this.busy = false;
    await this.#look();
  }

  async #look(): Promise<void> {
    if (!this.isConnected) return;
    try {
      this.told = await get<MatchInfo>(`/api/matches/${this.told.id}`);
    } catch {
      // The live connection tells what has become of the match.
    }
  }
}

function names(publicMatch: PublicMatch): unknown[] {
  return [publicMatch.status, ...publicMatch.seats.map((one) => [one.name, one.bot])];
}
