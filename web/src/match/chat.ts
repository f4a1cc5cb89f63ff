/** The chat of a match: the viewer's rooms, open and closed, and a form for messages. */
import { css, html, LitElement, nothing, type TemplateResult } from "lit";
import { customElement, property, state } from "lit/decorators.js";
import { Lock, Pencil, SendHorizontal } from "lucide";
import { now, post, put, type Message, type RoomInfo } from "@house/api/api";
import { icon } from "@house/kit/icon";
import { shared } from "@house/kit/styles";
import { language, t } from "@house/kit/words";
import { timeOfDay } from "@house/match/clock";
import { roomWords } from "@house/match/room-names";
import { refusalWords } from "@house/api/refusals";


/** Seconds in which an author may edit a message. */
const EDIT_SECONDS = 60;
const LONGEST = 2000;

@customElement("nh-chat")
export class Rooms extends LitElement {
  @property() match = "";
  @property({ attribute: false }) rooms: RoomInfo[] = [];
  @property({ attribute: false }) messages = new Map<string, Message[]>();
  @property({ attribute: false }) names: string[] = [];
  /** Changes with every message, because the map of messages itself stays the same object. */
  @property({ attribute: false }) version = 0;
  @state() private room = "";
  @state() private text = "";
  @state() private editing: Message | null = null;
  @state() private problem = "";

  static override styles = [
    shared,
    css`
      .stack {
        padding-top: var(--gap-3);
      }
      ol {
        list-style: none;
        margin: 0;
        padding: 0;
        display: grid;
        gap: var(--gap-2);
        font-size: var(--text-1);
      }
      p {
        margin: 0;
        overflow-wrap: anywhere;
      }
      .text {
        white-space: pre-line;
      }
      textarea {
        width: 100%;
        resize: vertical;
      }
      select {
        width: 100%;
      }
      .say {
        display: grid;
        gap: var(--gap-2);
      }
    `,
  ];

  override render(): TemplateResult {
    if (!this.rooms.length) return html`<p class="soft">${t("There is no room for you to talk in at the moment.")}</p>`;
    const room = this.rooms.find((room) => room.id === this.room) ?? this.rooms.find((room) => room.open) ?? this.rooms[0]!;
    const messages = this.messages.get(room.id) ?? [];
    return html`<div class="stack">
      <label>
        <span class="heard">${t("Room")}</span>
        <select @change=${(event: Event) => (this.room = (event.target as HTMLSelectElement).value)}>
          ${this.rooms.map(
            (option) => html`<option value=${option.id} ?selected=${option.id === room.id}>
              ${roomWords(option)}${option.open ? "" : ` · ${t("closed")}`}
            </option>`,
          )}
        </select>
      </label>
      <p class="soft small">${this.#memberNames(room)}</p>
      <ol aria-live="polite">
        ${messages.map((message) => this.#message(message))}
      </ol>
      ${room.writable ? this.#form(room) : html`<p class="soft">${icon(Lock)} ${t("You can read here, not write.")}</p>`}
    </div>`;
  }

  #memberNames(room: RoomInfo): string {
    const names = room.seats.map((seat) => this.names[seat] || t("Seat {seat}", { seat }));
    return names.length ? new Intl.ListFormat(language).format(names) : t("Everybody at the table");
  }

  #message(message: Message): TemplateResult {
    const isEditable = message.mine && now() < message.at + EDIT_SECONDS;
    return html`<li>
      <p>
        <strong>${message.seat === null ? t("{name}, host", { name: message.name }) : message.name}</strong>
        <time class="soft">${timeOfDay(message.at)}</time>
        ${message.edited ? html`<span class="soft">${t("edited")}</span>` : nothing}
        ${isEditable
          ? html`<button class="plain" title=${t("Edit")} aria-label=${t("Edit")} @click=${() => this.#edit(message)}>${icon(Pencil)}</button>`
          : nothing}
      </p>
      <p class="text">${message.text}</p>
    </li>`;
  }

  #form(room: RoomInfo): TemplateResult {
    return html`<form class="say" @submit=${(event: Event) => this.#send(event, room)}>
      <label>
        ${this.editing ? t("Edit what you have said") : t("Say something")}
        <textarea rows="2" maxlength=${LONGEST} .value=${this.text} @keydown=${this.#key}
          @input=${(event: Event) => (this.text = (event.target as HTMLTextAreaElement).value)}></textarea>
      </label>
      ${this.problem ? html`<p class="bad" role="alert">${this.problem}</p>` : nothing}
      <div class="row">
        <button ?disabled=${!this.text.trim()}>${icon(SendHorizontal)} ${t("Send")}</button>
        ${this.editing ? html`<button type="button" @click=${() => this.#edit(null)}>${t("Leave it as it is")}</button>` : nothing}
      </div>
    </form>`;
  }

  #edit(message: Message | null): void {
    this.editing = message;
    this.text = message?.text ?? "";
  }

  #key = (event: KeyboardEvent): void => {
    if (event.key !== "Enter" || event.shiftKey || event.isComposing) return;
    event.preventDefault();
    (event.target as HTMLElement).closest("form")?.requestSubmit();
  };

  async #send(event: Event, room: RoomInfo): Promise<void> {
    event.preventDefault();
    const path = `/api/matches/${this.match}/messages`;
    try {
      if (this.editing) await put(path, { room: this.editing.room, number: this.editing.number, text: this.text });
      else await post(path, { room: room.id, text: this.text, key: crypto.randomUUID() });
      this.#edit(null);
      this.problem = "";
    } catch (error) {
      this.problem = refusalWords(error);
    }
  }
}
