/** All rooms at a glance: members and last messages; one of them open to read and to write in. */
import { css, html, nothing, type TemplateResult } from "lit";
import { customElement, property, state } from "lit/decorators.js";
import { ArrowLeft, DoorClosed, DoorOpen, SendHorizontal } from "lucide";
import { post, type Message, type RoomInfo } from "@house/api/api";
import { icon } from "@house/kit/icon";
import { shared } from "@house/kit/styles";
import { language, t, tn } from "@house/kit/words";
import { roomWords } from "@house/match/talk/room-names";
import { dayAndTime } from "@house/forms/moment";
import { DeskPart, key, valueOf } from "@house/desk/part";

const LONGEST = 2000;
const PREVIEW_MESSAGES = 2;
/** Rooms shown at first; thirteen people have seventy-eight pairs. */
const MAX_ROOMS = 24;

type Filter = "active" | "open" | "closed" | "all";

@customElement("nh-desk-rooms")
export class DeskRooms extends DeskPart {
  @property({ attribute: false }) rooms: RoomInfo[] = [];
  @property({ attribute: false }) messages = new Map<string, Message[]>();
  /** Changes with every message, because the map of messages itself stays the same object. */
  @property({ attribute: false }) version = 0;
  @state() private filter: Filter = "active";
  @state() private room = "";
  @state() private text = "";
  @state() private showAll = false;

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
    const room = this.rooms.find((room) => room.id === this.room);
    return html`<div class="stack">${this.statusMessage()}${room ? this.#openRoom(room) : this.#overview()}</div>`;
  }

  #overview(): TemplateResult {
    const messagesOf = (room: RoomInfo): Message[] => this.messages.get(room.id) ?? [];
    const last = (room: RoomInfo): number => messagesOf(room).at(-1)?.at ?? 0;
    const kinds: Record<Filter, RoomInfo[]> = {
      active: this.rooms.filter((room) => messagesOf(room).length),
      open: this.rooms.filter((room) => room.open),
      closed: this.rooms.filter((room) => !room.open),
      all: this.rooms,
    };
    const words: Record<Filter, string> = {
      active: t("rooms with messages"),
      open: t("open rooms"),
      closed: t("closed rooms"),
      all: t("all rooms"),
    };
    const rooms = [...kinds[this.filter]].sort((a, b) => last(b) - last(a));
    const visible = this.showAll ? rooms : rooms.slice(0, MAX_ROOMS);
    return html`<label>${t("Which rooms")}
        <select @change=${(event: Event) => { this.filter = valueOf(event) as Filter; this.showAll = false; }}>
          ${(Object.keys(kinds) as Filter[]).map((kind) => html`<option value=${kind} ?selected=${kind === this.filter}>${words[kind]} (${kinds[kind].length})</option>`)}
        </select></label>
      ${rooms.length ? nothing : html`<p class="soft">${this.filter === "active" ? t("Nothing has been said in any room yet.") : t("There is no such room.")}</p>`}
      <div class="cards">
        ${visible.map((room) => this.#card(room, messagesOf(room)))}
      </div>
      ${visible.length < rooms.length
        ? html`<button @click=${() => (this.showAll = true)}>${tn("Show {count} more", "Show {count} more", rooms.length - visible.length)}</button>`
        : nothing}`;
  }

  #card(room: RoomInfo, messages: Message[]): TemplateResult {
    return html`<button class="card" @click=${() => this.#select(room.id)}>
      <span class="head">${icon(room.open ? DoorOpen : DoorClosed, room.open ? t("the room is open") : t("the room is closed"))}
        <strong>${roomWords(room)}</strong>
        <span class="soft small">${messages.length ? tn("{count} message", "{count} messages", messages.length) : t("nothing said")}</span></span>
      <span class="soft small">${this.#memberNames(room)}</span>
      ${messages.slice(-PREVIEW_MESSAGES).map((message) => html`<span class="last"><strong>${message.name}:</strong> ${message.text}</span>`)}
    </button>`;
  }

  #memberNames(room: RoomInfo): string {
    if (room.seats.length === this.desk.seats.length || !room.seats.length) return t("Everybody at the table");
    return new Intl.ListFormat(language).format(room.seats.map((seat) => this.name(seat)));
  }

  #openRoom(room: RoomInfo): TemplateResult {
    const messages = this.messages.get(room.id) ?? [];
    return html`<div class="row">
        <button @click=${() => this.#select("")}>${icon(ArrowLeft)} ${t("All rooms")}</button>
        <h3>${roomWords(room)}</h3>
        <span class="soft">${room.open ? t("the room is open") : t("the room is closed")}</span>
      </div>
      <p class="soft">${this.#memberNames(room)}</p>
      ${messages.length ? nothing : html`<p class="soft">${t("Nobody has said anything here.")}</p>`}
      <ol aria-live="polite" tabindex="0" aria-label=${t("Messages")}>
        ${messages.map((message) => html`<li>
          <p><strong>${message.seat === null ? t("{name}, host", { name: message.name }) : message.name}</strong>
            <time class="soft small">${dayAndTime(message.at)}</time> ${message.edited ? html`<span class="soft small">${t("edited")}</span>` : nothing}</p>
          <p>${message.deleted ? html`<span class="soft">${t("Deleted by its author")}</span>` : message.text}</p>
        </li>`)}
      </ol>
      ${room.writable
        ? html`<form class="stack" @submit=${(event: Event) => this.#send(event, room)}>
            <label>${t("Say something")}
              <textarea rows="2" maxlength=${LONGEST} .value=${this.text} @input=${(event: Event) => (this.text = valueOf(event))}></textarea></label>
            <div><button class="primary" ?disabled=${this.busy || !this.text.trim()}>${icon(SendHorizontal)} ${t("Send")}</button></div>
          </form>`
        : html`<p class="soft">${t("You can read here, not write.")}</p>`}`;
  }

  #select(room: string): void {
    this.room = room;
    this.text = "";
    this.problem = this.success = "";
  }

  async #send(event: Event, room: RoomInfo): Promise<void> {
    event.preventDefault();
    const body = { room: room.id, text: this.text, key: key() };
    if (await this.run(() => post(`${this.path}/messages`, body))) this.text = "";
  }
}
