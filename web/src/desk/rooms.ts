/** All rooms at a glance: who is inside, what was said last; one of them open to read and to write in. */
import { css, html, nothing, type TemplateResult } from "lit";
import { customElement, property, state } from "lit/decorators.js";
import { ArrowLeft, DoorClosed, DoorOpen, SendHorizontal } from "lucide";
import { post, type Message, type RoomInfo } from "@house/api/api";
import { icon } from "@house/kit/icon";
import { shared } from "@house/kit/styles";
import { language, t, tn } from "@house/kit/words";
import { roomWords } from "@house/match/room-names";
import { dayAndTime } from "@house/forms/moment";
import { DeskPart, key, valueOf } from "@house/desk/part";

const LONGEST = 2000;
const LAST = 2;
/** Rooms that are shown at once; thirteen people have seventy-eight pairs. */
const MOST = 24;

type Which = "said" | "open" | "closed" | "all";

@customElement("nh-desk-rooms")
export class DeskRooms extends DeskPart {
  @property({ attribute: false }) rooms: RoomInfo[] = [];
  @property({ attribute: false }) messages = new Map<string, Message[]>();
  /** Changes whenever something was said; messages are held in a map. */
  @property({ attribute: false }) version = 0;
  @state() private which: Which = "said";
  @state() private room = "";
  @state() private text = "";
  @state() private all = false;

  static override styles = [
    shared,
    css`
      .cards {
        display: grid;
        gap: var(--gap-2);
      }
      .card {
        display: grid;
        gap: var(--gap-1);
        justify-content: stretch;
        text-align: start;
        padding: var(--gap-2) var(--gap-3);
        width: 100%;
        overflow-wrap: anywhere;
      }
      .card p,
      li p {
        margin: 0;
        overflow-wrap: anywhere;
      }
      .last {
        display: -webkit-box;
        -webkit-line-clamp: 2;
        -webkit-box-orient: vertical;
        overflow: hidden;
      }
      li p {
        white-space: pre-line;
      }
      ol {
        list-style: none;
        margin: 0;
        padding: 0;
        display: grid;
        gap: var(--gap-2);
        max-height: 50vh;
        overflow-y: auto;
      }
      textarea {
        width: 100%;
      }
      .head {
        display: flex;
        gap: var(--gap-2);
        align-items: center;
      }
    `,
  ];

  override render(): TemplateResult {
    const room = this.rooms.find((one) => one.id === this.room);
    return html`<div class="stack">${this.answer()}${room ? this.#inside(room) : this.#glance()}</div>`;
  }

  #glance(): TemplateResult {
    const said = (one: RoomInfo): Message[] => this.messages.get(one.id) ?? [];
    const last = (one: RoomInfo): number => said(one).at(-1)?.at ?? 0;
    const kinds: Record<Which, RoomInfo[]> = {
      said: this.rooms.filter((one) => said(one).length),
      open: this.rooms.filter((one) => one.open),
      closed: this.rooms.filter((one) => !one.open),
      all: this.rooms,
    };
    const words: Record<Which, string> = {
      said: t("rooms with messages"),
      open: t("open rooms"),
      closed: t("closed rooms"),
      all: t("all rooms"),
    };
    const found = [...kinds[this.which]].sort((one, other) => last(other) - last(one));
    const shown = this.all ? found : found.slice(0, MOST);
    return html`<label>${t("Which rooms")}
        <select @change=${(event: Event) => { this.which = valueOf(event) as Which; this.all = false; }}>
          ${(Object.keys(kinds) as Which[]).map((one) => html`<option value=${one} ?selected=${one === this.which}>${words[one]} (${kinds[one].length})</option>`)}
        </select></label>
      ${found.length ? nothing : html`<p class="soft">${this.which === "said" ? t("Nothing has been said in any room yet.") : t("There is no such room.")}</p>`}
      <div class="cards">
        ${shown.map((one) => this.#card(one, said(one)))}
      </div>
      ${shown.length < found.length
        ? html`<button @click=${() => (this.all = true)}>${tn("Show {count} more", "Show {count} more", found.length - shown.length)}</button>`
        : nothing}`;
  }

  #card(one: RoomInfo, said: Message[]): TemplateResult {
    return html`<button class="card" @click=${() => this.#enter(one.id)}>
      <span class="head">${icon(one.open ? DoorOpen : DoorClosed, one.open ? t("the room is open") : t("the room is closed"))}
        <strong>${roomWords(one)}</strong>
        <span class="soft small">${said.length ? tn("{count} message", "{count} messages", said.length) : t("nothing said")}</span></span>
      <span class="soft small">${this.#who(one)}</span>
      ${said.slice(-LAST).map((message) => html`<span class="last"><strong>${message.name}:</strong> ${message.text}</span>`)}
    </button>`;
  }

  #who(room: RoomInfo): string {
    if (room.seats.length === this.desk.seats.length || !room.seats.length) return t("Everybody at the table");
    return new Intl.ListFormat(language).format(room.seats.map((seat) => this.name(seat)));
  }

  #inside(room: RoomInfo): TemplateResult {
    const said = this.messages.get(room.id) ?? [];
    return html`<div class="row">
        <button @click=${() => this.#enter("")}>${icon(ArrowLeft)} ${t("All rooms")}</button>
        <h3>${roomWords(room)}</h3>
        <span class="soft">${room.open ? t("the room is open") : t("the room is closed")}</span>
      </div>
      <p class="soft">${this.#who(room)}</p>
      ${said.length ? nothing : html`<p class="soft">${t("Nobody has said anything here.")}</p>`}
      <ol aria-live="polite" tabindex="0" aria-label=${t("Messages")}>
        ${said.map((one) => html`<li>
          <p><strong>${one.seat === null ? t("{name}, host", { name: one.name }) : one.name}</strong>
            <time class="soft small">${dayAndTime(one.at)}</time> ${one.edited ? html`<span class="soft small">${t("edited")}</span>` : nothing}</p>
          <p>${one.text}</p>
        </li>`)}
      </ol>
      ${room.writable
        ? html`<form class="stack" @submit=${(event: Event) => this.#say(event, room)}>
            <label>${t("Say something")}
              <textarea rows="2" maxlength=${LONGEST} .value=${this.text} @input=${(event: Event) => (this.text = valueOf(event))}></textarea></label>
            <div><button class="primary" ?disabled=${this.busy || !this.text.trim()}>${icon(SendHorizontal)} ${t("Send")}</button></div>
          </form>`
        : html`<p class="soft">${t("You can read here, not write.")}</p>`}`;
  }

  #enter(room: string): void {
    this.room = room;
    this.text = "";
    this.problem = this.done = "";
  }

  async #say(event: Event, room: RoomInfo): Promise<void> {
    event.preventDefault();
    const body = { room: room.id, text: this.text, key: key() };
    if (await this.ask(() => post(`${this.path}/messages`, body))) this.text = "";
  }
}
