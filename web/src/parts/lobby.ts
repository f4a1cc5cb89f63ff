/** A match that has not begun: who sits where, and what is missing. */
import { css, html, LitElement, nothing, type TemplateResult } from "lit";
import { customElement, property, state } from "lit/decorators.js";
import { Bot, Link, Play } from "lucide";
import { get, post, put, type GameTold, type Position, type Told } from "@house/api";
import { icon } from "@house/kit/icon";
import { shared } from "@house/kit/styles";
import { t } from "@house/kit/words";
import { me } from "@house/me";
import { moment } from "@house/parts/clock";
import { refusalWords } from "@house/refusals";

@customElement("nh-lobby")
export class LobbyShown extends LitElement {
  @property({ attribute: false }) told!: Told;
  @property({ attribute: false }) position!: Position;
  @state() private problem = "";
  @state() private link = "";
  @state() private bots: readonly string[] = [];

  static override styles = [
    shared,
    css`
      li {
        display: flex;
        flex-wrap: wrap;
        gap: var(--gap-3);
        align-items: center;
        min-height: 56px;
        border-bottom: 1px solid var(--line);
      }
      .who {
        flex: 1;
        min-width: 140px;
        overflow-wrap: anywhere;
      }
      .link {
        width: 100%;
      }
    `,
  ];

  override connectedCallback(): void {
    super.connectedCallback();
    void get<GameTold>(`/api/games/${this.told.game}`).then((told) => (this.bots = told.bots));
  }

  override render(): TemplateResult {
    const { told, position } = this;
    const hosts = told.roles.includes("host") || told.roles.includes("administrator");
    const free = position.seats.filter((one) => !one.name && !one.bot).length;
    return html`<div class="stack">
      ${position.status === "draft" ? html`<p>${t("This match is a draft: nobody but its hosts sees it.")}</p>` : nothing}
      ${told.starts ? html`<p>${t("It begins {moment}.", { moment: moment(told.starts) })}</p>` : nothing}
      <ul class="plain sheet" aria-label=${t("Seats")}>
        ${position.seats.map((place, seat) => this.#seat(place, seat, hosts))}
      </ul>
      ${this.problem ? html`<p class="bad" role="alert">${this.problem}</p>` : nothing}
      <div class="row">
        ${hosts && position.status === "draft"
          ? html`<button class="primary" @click=${() => this.#ask("open")}>${t("Open it for players")}</button>`
          : nothing}
        ${hosts && position.status === "open"
          ? html`<button class="primary" ?disabled=${free > 0} @click=${() => this.#ask("start")}>${icon(Play)} ${t("Begin")}</button>
              <button @click=${() => this.#invite()}>${icon(Link)} ${t("Invite friends")}</button>`
          : nothing}
        ${told.seat === null
          ? nothing
          : html`<button @click=${() => this.#ask("leave")}>${t("Give the seat back")}</button>`}
      </div>
      ${this.link
        ? html`<label>${t("Send this link; whoever opens it first takes a free seat.")}
            <input class="link" readonly .value=${this.link} @focus=${(event: Event) => (event.target as HTMLInputElement).select()} />
          </label>`
        : nothing}
      ${told.seat === null ? nothing : this.#agreement()}
    </div>`;
  }

  #seat(place: Position["seats"][number], seat: number, hosts: boolean): TemplateResult {
    const { told } = this;
    const open = this.position.status === "open";
    return html`<li>
      <span class="soft">${t("Seat {seat}", { seat })}</span>
      <span class="who">${place.name || place.bot || html`<span class="soft">${t("free")}</span>`} ${place.bot ? icon(Bot, t("bot")) : nothing}</span>
      ${!place.name && !place.bot && open && told.seat === null
        ? html`<button class="primary" @click=${() => this.#join(seat)}>${t("Sit down")}</button>`
        : nothing}
      ${hosts && !place.name
        ? html`<label class="inline small">${t("Bot")}
            <select @change=${(event: Event) => this.#bot(seat, (event.target as HTMLSelectElement).value)}>
              <option value="" ?selected=${!place.bot}>${t("none")}</option>
              ${this.bots.map((bot) => html`<option ?selected=${bot === place.bot}>${bot}</option>`)}
            </select>
          </label>`
        : nothing}
    </li>`;
  }

  #agreement(): TemplateResult {
    const own = this.told.seats.find((one) => one.seat === this.told.seat);
    return html`<label class="inline">
      <input type="checkbox" .checked=${own?.assistance ?? false}
        @change=${(event: Event) => this.#send(() => post(`/api/matches/${this.told.id}/agree`, { assistance: (event.target as HTMLInputElement).checked }))} />
      ${t("I agree to assistance (hints and calculators for everybody, if all agree)")}
    </label>`;
  }

  async #join(seat: number): Promise<void> {
    await this.#send(async () => {
      await me.somebody();
      await post(`/api/matches/${this.told.id}/join`, { seat });
    });
  }

  #bot(seat: number, bot: string): Promise<void> {
    return this.#send(() => put(`/api/matches/${this.told.id}/seats/${seat}`, { bot: bot || null }));
  }

  #ask(deed: string): Promise<void> {
    return this.#send(() => post(`/api/matches/${this.told.id}/${deed}`));
  }

  #invite(): Promise<void> {
    return this.#send(async () => {
      const { secret } = await post<{ secret: string }>(`/api/matches/${this.told.id}/invitations`, { seat: null });
      this.link = `${location.origin}/invite#${secret}`;
    });
  }

  async #send(deed: () => Promise<unknown>): Promise<void> {
    this.problem = "";
    try {
      await deed();
      this.told = await get<Told>(`/api/matches/${this.told.id}`);
    } catch (error) {
      this.problem = refusalWords(error);
    }
  }
}
