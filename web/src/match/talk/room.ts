/** One room: its members, its messages, and the form. What is typed stays while one looks into other rooms. */
import { css, html, LitElement, nothing, type PropertyValues, type TemplateResult } from "lit";
import { customElement, property, query, state } from "lit/decorators.js";
import { repeat } from "lit/directives/repeat.js";
import { Handshake, Lock, SendHorizontal } from "lucide";
import { post, put, remove, type Message, type RoomInfo, type Seat } from "@house/api/api";
import { refusalWords } from "@house/api/refusals";
import { icon } from "@house/kit/icon";
import { shared } from "@house/kit/styles";
import { language, t, seatNumber } from "@house/kit/words";
import { roomWords, roomWordsFor } from "@house/match/talk/room-names";
import { mentionAt, type MentionDraft } from "@house/match/talk/mentions";
import type { MessageView } from "@house/match/talk/message";
import "@house/match/talk/message";

const LONGEST = 2000;
/** Pixels from the end of the list within which a reader follows new messages. */
const AT_END = 40;

/** What stood in the field of a room whose page has gone, for the next one of the same match: the talk before the start
 * makes room for the one beside the board while people write. */
let unsent: { match: string; text: string } | null = null;

@customElement("nh-room")
export class RoomView extends LitElement {
  @property() match = "";
  @property({ attribute: false }) room!: RoomInfo;
  @property({ attribute: false }) messages: readonly Message[] = [];
  /** What the same people said before in another room, which is closed by now. */
  @property({ attribute: false }) earlier: readonly Message[] = [];
  /** Names by seat. */
  @property({ attribute: false }) names: readonly string[] = [];
  @property({ attribute: false }) seat: Seat | null = null;
  /** The round that is played; null where there are none. */
  @property({ attribute: false }) round: number | null = null;
  /** Whether the game's players may promise each other something. */
  @property({ type: Boolean }) promises = false;
  @state() private text = "";
  @state() private isPromising = false;
  @state() private editing: Message | null = null;
  @state() private problem = "";
  @state() private mention: MentionDraft | null = null;
  @query("ol") private list?: HTMLElement;
  @query("textarea") private field?: HTMLTextAreaElement;

  /** By room, what is typed and not sent. */
  #drafts = new Map<string, string>();
  #isAtEnd = true;

  static override styles = [
    shared,
    css`
      :host {
        display: flex;
        flex-direction: column;
        gap: var(--gap-1);
        flex: 1 0 auto;
      }
      p {
        margin: 0;
      }
      ol {
        list-style: none;
        margin: 0;
        padding: 0;
        flex: 1 0 140px;
        height: 140px;
        overflow-y: auto;
        overscroll-behavior: contain;
        font-size: var(--text-1);
      }
      form {
        display: grid;
        grid-template-columns: 1fr auto;
        gap: var(--gap-1) var(--gap-2);
        align-items: end;
      }
      textarea {
        width: 100%;
        resize: none;
        height: 60px;
      }
      .begun {
        margin-block: var(--gap-1);
        border-block-end: 1px solid var(--line);
      }
      .wide {
        grid-column: 1 / -1;
      }
      .names {
        display: flex;
        flex-wrap: wrap;
        gap: var(--gap-1);
      }
      .names button {
        min-height: 36px;
        padding: 0 var(--gap-2);
        font-size: var(--text-1);
      }
      .promising {
        min-height: 32px;
        padding: 0 var(--gap-1);
        font-size: var(--text-1);
      }
      /* Its place is kept, so that a refusal moves nothing. */
      .problem {
        min-height: 1.4em;
        line-height: 1.2;
        font-size: var(--text-1);
      }
    `,
  ];

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    if (this.text && !this.editing) unsent = { match: this.match, text: this.text };
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    const before = changed.get("room");
    if (changed.has("room") && before?.id !== this.room.id) {
      // What was begun in the lobby is finished at the table.
      if (before) this.#drafts.set(before.name === "lobby" ? this.room.id : before.id, this.editing ? "" : this.text);
      else if (unsent?.match === this.match) this.#drafts.set(this.room.id, unsent.text);
      unsent = null;
      this.editing = null;
      this.mention = null;
      this.isPromising = false;
      this.problem = "";
      this.text = this.#drafts.get(this.room.id) ?? "";
      this.#isAtEnd = true;
    } else if (this.list) {
      this.#isAtEnd = this.list.scrollHeight - this.list.scrollTop - this.list.clientHeight < AT_END;
    }
  }

  protected override updated(changed: PropertyValues<this>): void {
    if (!this.list || !this.#isAtEnd) return;
    const list = this.list;
    const offered = changed.has("messages") && this.messages.at(-1)?.promise?.may_answer && !changed.get("messages")?.includes(this.messages.at(-1)!);
    void Promise.all([...list.querySelectorAll<MessageView>("nh-message")].map((message) => message.updateComplete)).then(() => {
      list.scrollTop = list.scrollHeight;
      if (offered) this.#showOffer(list);
    });
  }

  /** Shows the whole of the newest promise, which awaits the reader's answer: in the list and in the pane, never by moving the page. */
  #showOffer(list: HTMLElement): void {
    const card = list.lastElementChild!;
    const hidden = list.getBoundingClientRect().top - card.getBoundingClientRect().top;
    if (hidden > 0) list.scrollTop -= hidden;
    const pane = (this.getRootNode() as ShadowRoot).host;
    const below = Math.min(card.getBoundingClientRect().bottom, list.getBoundingClientRect().bottom) - pane.getBoundingClientRect().bottom;
    if (below > 0) pane.scrollTop += below;
  }

  override render(): TemplateResult {
    const { room } = this;
    const members = this.#memberWords();
    return html`${members && !this.isPromising ? html`<p class="soft small">${members}</p>` : nothing}
      ${this.#unreadMembers()}
      <ol tabindex="0" aria-label=${t("Messages")}>
        ${this.earlier.map((message) => html`<li><nh-message .match=${this.match} .message=${message} .names=${this.#memberNames()}></nh-message></li>`)}
        ${this.earlier.length ? html`<li class="soft begun">${t("The match has begun.")}</li>` : nothing}
        ${this.messages.length || this.earlier.length ? nothing : html`<li class="soft">${t("Nobody has said anything here.")}</li>`}
        ${repeat(
          this.messages,
          (message) => message.number,
          (message) => html`<li><nh-message .match=${this.match} .message=${message} .names=${this.#memberNames()} .players=${this.names} .seat=${this.seat} .round=${this.round} ?open=${room.writable}
            @edit=${() => this.#edit(message)}></nh-message></li>`,
        )}
      </ol>
      ${room.writable ? html`${this.#promiseForm()} ${this.isPromising ? nothing : this.#form()}` : html`<p class="soft">${icon(Lock)} ${t("You can read here, not write.")}</p>`}`;
  }

  #memberNames(): string[] {
    return this.room.seats.map((seat) => this.names[seat] || t("Seat {seat}", { seat: seatNumber(seat) }));
  }

  #memberWords(): string {
    const isForAll = !this.room.seats.length || this.room.seats.length === this.names.length;
    // Two people are no "everybody": they are called by their names.
    if (isForAll && this.names.length !== 2) return t("Everybody at the table");
    const members = isForAll ? [0, 1] : this.room.seats;
    const others = members.filter((seat) => seat !== this.seat);
    // The name of a talk of two says who they are.
    if (others.length === 1 && this.room.seats.length === 2 && roomWordsFor(this.room, this.seat, this.names) !== roomWords(this.room)) return "";
    const names = new Intl.ListFormat(language).format(others.map((seat) => this.names[seat] || t("Seat {seat}", { seat: seatNumber(seat) })));
    return others.length < members.length && others.length ? t("You and {names}", { names }) : names || t("Only you");
  }

  #unreadMembers(): TemplateResult[] {
    const members = this.room.unread_members ?? [];
    const seats = [...new Set(members.map((member) => member.seat))];
    return seats.map((seat) => {
      const name = this.names[seat] || t("Seat {seat}", { seat: seatNumber(seat) });
      return html`<p class="soft small">${t("You don’t read {name}.", { name })}
        <button @click=${() => this.#readAgain(seat)}>${t("Read {name} again", { name })}</button></p>`;
    });
  }

  async #readAgain(seat: Seat): Promise<void> {
    try {
      const members = (this.room.unread_members ?? []).filter((member) => member.seat === seat);
      for (const { kind, id } of members) await remove(`/api/me/${kind}s/${id}`);
      this.field?.focus();
      this.dispatchEvent(new CustomEvent("readers-changed", { bubbles: true, composed: true }));
    } catch (error) {
      this.problem = refusalWords(error);
    }
  }

  #promiseForm(): TemplateResult | typeof nothing {
    if (!this.promises || this.seat === null || this.room.seats.length < 2) return nothing;
    if (!this.isPromising) {
      return html`<div><button class="plain promising" @click=${this.#promise}>${icon(Handshake)} ${t("Promise something")}</button></div>`;
    }
    return html`<nh-promise-form .match=${this.match} .room=${this.room} .names=${this.names} .seat=${this.seat} @done=${this.#promised}></nh-promise-form>`;
  }

  #promise = async (): Promise<void> => {
    await import("@house/match/talk/promise-form");
    this.isPromising = true;
  };

  #promised = async (): Promise<void> => {
    this.isPromising = false;
    this.#isAtEnd = true;
    await this.updateComplete;
    this.renderRoot.querySelector<HTMLElement>(".promising")?.focus();
  };

  #form(): TemplateResult {
    return html`<form @submit=${this.#send}>
      ${this.mention
        ? html`<div class="wide names" role="group" aria-label=${t("Whom you name")}>
            ${this.mention.names.map((name) => html`<button type="button" @click=${() => this.#complete(name)}>@${name}</button>`)}
          </div>`
        : nothing}
      <label>
        <span class="heard">${this.editing ? t("Edit what you have said") : t("Say something")}</span>
        <textarea rows="2" maxlength=${LONGEST} placeholder=${this.editing ? t("Edit what you have said") : t("Say something")}
          .value=${this.text} @keydown=${this.#onKey} @input=${this.#onInput}></textarea>
      </label>
      <button class="primary" aria-label=${t("Send")} title=${t("Send")}>${icon(SendHorizontal)}</button>
      <div class="wide problem" role="alert">${this.problem ? html`<span class="bad">${this.problem}</span>` : nothing}</div>
      ${this.editing ? html`<button class="wide" type="button" @click=${() => this.#edit(null)}>${t("Leave it as it is")}</button>` : nothing}
    </form>`;
  }

  #edit(message: Message | null): void {
    if (message && !this.editing) this.#drafts.set(this.room.id, this.text);
    this.editing = message;
    this.text = message?.text ?? this.#drafts.get(this.room.id) ?? "";
    this.field?.focus();
  }

  #onInput = (): void => {
    const field = this.field!;
    this.text = field.value;
    const others = this.room.seats.filter((seat) => seat !== this.seat).flatMap((seat) => this.names[seat] || []);
    this.mention = mentionAt(field.value, field.selectionStart, others);
  };

  #complete(name: string): void {
    const field = this.field!;
    const { start } = this.mention!;
    const before = `${this.text.slice(0, start)}@${name} `;
    this.text = before + this.text.slice(field.selectionStart).trimStart();
    this.mention = null;
    void this.updateComplete.then(() => {
      field.focus();
      field.setSelectionRange(before.length, before.length);
    });
  }

  #onKey = (event: KeyboardEvent): void => {
    if (event.key !== "Enter" || event.shiftKey || event.isComposing) return;
    event.preventDefault();
    this.field!.closest("form")!.requestSubmit();
  };

  /** The focus stays in the field: the next message is often not far. */
  #send = async (event: Event): Promise<void> => {
    event.preventDefault();
    this.field?.focus();
    if (!this.text.trim()) return;
    const path = `/api/matches/${this.match}/messages`;
    const { editing, text, room } = this;
    try {
      if (editing) await put(path, { room: editing.room, number: editing.number, text });
      else await post(path, { room: room.id, text, key: crypto.randomUUID() });
      this.#drafts.delete(room.id);
      if (this.room.id === room.id) {
        this.editing = null;
        this.mention = null;
        this.text = "";
        this.problem = "";
        this.#isAtEnd = true;
      }
    } catch (error) {
      this.problem = refusalWords(error);
    }
  };
}
