/** The talk at a match: the viewer's rooms with what is unread in each, and one room open to read and write in. */
import { css, html, LitElement, nothing, type PropertyValues, type TemplateResult } from "lit";
import { customElement, property, state } from "lit/decorators.js";
import { now, put, type Message, type RoomInfo, type Seat } from "@house/api/api";
import { me } from "@house/api/me";
import { announce } from "@house/kit/speech";
import { shared } from "@house/kit/styles";
import { language, t, tn } from "@house/kit/words";
import { promiseWords } from "@house/match/talk/promise";
import { outcomeWords, ownPromises } from "@house/match/talk/promise-list";
import { roomWords, roomWordsFor } from "@house/match/talk/room-names";
import "@house/match/talk/room";
import { countWords, sum, unreadIn, unreadMessages, type Unread } from "@house/match/talk/unread";

/** Milliseconds for which new messages are gathered before a screen reader is given them in one sentence. */
const GATHERING = 1200;
/** Milliseconds that a message must be in sight to count as read. */
const READING = 700;
const LONGEST_SPOKEN = 160;
/** Above as many of them the talks for two in which nobody has said anything fold away. */
const MOST_QUIET = 4;
/** Seconds after which a message is no news, though it arrives only now. */
const NEWS = 120;

/** Fires `unread` when the number of unread messages changes, and `say` with the new messages of others. */
@customElement("nh-talk")
export class Talk extends LitElement {
  @property() match = "";
  @property({ attribute: false }) rooms: RoomInfo[] = [];
  @property({ attribute: false }) messages = new Map<string, Message[]>();
  @property({ attribute: false }) names: readonly string[] = [];
  @property({ attribute: false }) seat: Seat | null = null;
  /** Whether players may promise each other something now. */
  @property({ type: Boolean }) promises = false;
  /** The round that is played; null where there are none. */
  @property({ attribute: false }) round: number | null = null;
  /** Changes with every message, because the map of messages itself stays the same object. */
  @property({ attribute: false }) version = 0;
  /** Whether the pane is in sight. */
  @property({ type: Boolean }) shown = true;
  /** The id of the open room. It changes under the eyes of the reader only when it closes. */
  @state() private chosen = "";
  /** Whether a closed room is open here because there is something to read in it. */
  #readsClosed = false;
  /** The ids of the rooms that were open here, the last one last. */
  #visited: string[] = [];

  /** By room, the last message read in this window. */
  #readHere = new Map<string, number>();
  /** By room, the last message that the screen reader knows; null until the first ones have come. */
  #announced: Map<string, number> | null = null;
  #gathered: Message[] = [];
  /** Promises whose outcome the screen reader knows, by room and number; null until the first messages have come. */
  #judged: Set<string> | null = null;
  #timer = 0;
  #reading = 0;
  #unread = "";

  static override styles = [
    shared,
    css`
      :host {
        display: flex;
        flex-direction: column;
        gap: var(--gap-2);
        min-height: 0;
        /* Where rooms, promises and a form leave the messages no height, all of it scrolls; the rings of the focus fit in. */
        overflow-y: auto;
        margin: -4px;
        padding: 4px;
      }
      h2,
      nh-promise-list {
        flex: none;
      }
      h2 {
        margin: 0;
        font-size: var(--text-2);
      }
      .rooms {
        display: flex;
        flex-wrap: wrap;
        gap: var(--gap-1);
        max-height: 130px;
        overflow-y: auto;
        flex: none;
      }
      .rooms li {
        max-width: 100%;
      }
      .rooms button {
        min-height: 36px;
        max-width: 100%;
        padding: 0 var(--gap-2);
        gap: var(--gap-1);
        font-size: var(--text-1);
        justify-content: start;
        text-align: start;
        overflow-wrap: anywhere;
      }
      .rooms button[aria-current="true"] {
        border-color: var(--accent);
        background: var(--accent-tint);
        font-weight: 600;
      }
      .count {
        min-width: 22px;
        padding: 0 6px;
        border-radius: 11px;
        background: var(--accent);
        color: var(--on-accent);
        font-weight: 600;
        text-align: center;
        line-height: 22px;
      }
      details {
        flex: none;
      }
      summary {
        cursor: pointer;
        min-height: 28px;
        font-size: var(--text-1);
      }
      /* Narrow screens keep their height for the messages: the rooms stand in one row. */
      @media (max-width: 900px) {
        .rooms {
          flex-wrap: nowrap;
          overflow: auto hidden;
        }
        .rooms li {
          flex: none;
        }
      }
      @media (pointer: coarse) {
        .rooms button {
          min-height: var(--touch);
        }
      }
    `,
  ];

  override connectedCallback(): void {
    super.connectedCallback();
    document.addEventListener("visibilitychange", this.#onVisibility);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    document.removeEventListener("visibilitychange", this.#onVisibility);
    window.clearTimeout(this.#timer);
    window.clearTimeout(this.#reading);
    this.#reading = 0;
  }

  /** Opens the room in which one talks with this player alone. */
  writeTo(seat: Seat): void {
    const room = privateRoom(this.rooms, this.seat, seat);
    if (room) void this.#open(room.id);
  }

  /** Moves the focus to the field, so that one who was writing goes on. */
  async focusField(): Promise<void> {
    await this.updateComplete;
    this.shadowRoot!.querySelector("nh-room")?.shadowRoot?.querySelector("textarea")?.focus();
  }

  /** Opens the room that the game calls by this name. */
  openNamed(name: string): void {
    const named = this.rooms.filter((room) => room.name === name);
    const room = named.find((one) => one.open) ?? named.at(-1);
    if (room) void this.#open(room.id);
  }

  get #room(): RoomInfo | undefined {
    return this.rooms.find((room) => room.id === this.chosen) ?? this.#nextRoom();
  }

  /** Where one who comes to the talk begins: the room with the oldest unread message, else the open one that was used last. */
  #nextRoom(): RoomInfo | undefined {
    const unread = this.rooms.flatMap((room) => unreadMessages(room, this.#of(room), this.#readHere.get(room.id) ?? 0));
    if (unread.length) {
      const oldest = unread.reduce((first, message) => (message.at < first.at ? message : first)).room;
      // The talk before the start is read in the room where it goes on.
      return this.rooms.find((room) => this.#lobbyOf(room)?.id === oldest) ?? this.rooms.find((room) => room.id === oldest);
    }
    const open = this.rooms.filter((room) => room.open);
    const ownLast = (room: RoomInfo): number => this.#of(room).findLast((message) => message.mine)?.at ?? 0;
    const written = open.filter(ownLast).sort((one, other) => ownLast(other) - ownLast(one))[0];
    const visited = this.#visited.findLast((id) => open.some((room) => room.id === id));
    return open.find((room) => room.id === visited) ?? written ?? open[0] ?? this.rooms.find((room) => this.#of(room).length) ?? this.rooms[0];
  }

  /** Chooses a room when the pane comes into sight, and when the room in it has closed. */
  protected override willUpdate(changed: PropertyValues<this>): void {
    const room = this.rooms.find((one) => one.id === this.chosen);
    const comes = changed.has("shown") && this.shown;
    const goesOn = room && !room.open ? this.rooms.find((one) => this.#lobbyOf(one)?.id === room.id) : undefined;
    if (goesOn) {
      // The talk before the start goes on there, read or not.
      this.#choose(goesOn, false);
      return;
    }
    if (room && !comes && (room.open || this.#readsClosed)) return;
    const next = room && !comes && this.#unreadIn(room).count ? room : this.#nextRoom();
    this.#choose(next, Boolean(next && this.#unreadIn(next).count));
  }

  #choose(room: RoomInfo | undefined, reads: boolean): void {
    this.chosen = room?.id ?? "";
    this.#readsClosed = reads && room?.open === false;
    if (room) this.#visited = [...this.#visited.filter((id) => id !== room.id), room.id];
  }

  /** The talk before the start goes on in the first open room in which everybody at the table is. */
  #lobbyOf(room: RoomInfo | undefined): RoomInfo | undefined {
    const isForAll = (one: RoomInfo): boolean => one.open && (!one.seats.length || one.seats.length === this.names.length);
    const lobby = this.rooms.find((one) => one.name === "lobby" && !one.open);
    return lobby && room && room === this.rooms.find(isForAll) && this.#of(lobby).length ? lobby : undefined;
  }

  #name(room: RoomInfo): string {
    return roomWordsFor(room, this.seat, this.names);
  }

  #of(room: RoomInfo): readonly Message[] {
    return this.messages.get(room.id) ?? [];
  }

  #unreadIn(room: RoomInfo): Unread {
    const lobby = this.#lobbyOf(room);
    return sum([room, ...(lobby ? [lobby] : [])].map((one) => unreadIn(one, this.#of(one), this.#readHere.get(one.id) ?? 0)));
  }

  protected override updated(changed: PropertyValues<this>): void {
    if (changed.has("version") || changed.has("rooms")) this.#gather();
    this.#scheduleReading();
    const unread = sum(this.rooms.map((room) => unreadIn(room, this.#of(room), this.#readHere.get(room.id) ?? 0)));
    const key = `${unread.count} ${unread.mentions}`;
    if (key === this.#unread) return;
    this.#unread = key;
    this.dispatchEvent(new CustomEvent("unread", { detail: unread }));
  }

  override render(): TemplateResult {
    const room = this.#room;
    if (!room) return html`<p class="soft">${t("There is no room for you to talk in at the moment.")}</p>`;
    // A closed room in which nobody has said anything is nothing to read.
    const lobby = this.#lobbyOf(room);
    const carried = this.rooms.map((one) => this.#lobbyOf(one));
    const rooms = this.rooms.filter((one) => !carried.includes(one) && (one.open || one === room || this.#of(one).length));
    const quietOnes = rooms.filter((one) => one.open && one !== room && !this.#of(one).length && this.#name(one) !== roomWords(one));
    const quiet = quietOnes.length > MOST_QUIET ? quietOnes : [];
    const open = rooms.filter((one) => one.open && !quiet.includes(one));
    const closed = rooms.filter((one) => !one.open);
    const isOnlyRoom = rooms.length === 1;
    return html`<h2>${isOnlyRoom ? t("Talk") : t("Talk: {room}", { room: this.#name(room) })}</h2>
      ${isOnlyRoom
        ? nothing
        : html`${open.length ? this.#list(open, room, t("Rooms")) : nothing}
          ${quiet.length ? html`<details><summary class="soft">${t("Write to somebody alone")}</summary>${this.#list(quiet, room, t("Write to somebody alone"))}</details>` : nothing}
          ${closed.length ? this.#closedRooms(closed, room) : nothing}`}
      <nh-promise-list .promises=${ownPromises(this.messages.values(), this.seat)} @open=${(event: CustomEvent<string>) => this.#open(event.detail)}></nh-promise-list>
      <nh-room .match=${this.match} .room=${room} .messages=${this.#of(room)} .earlier=${lobby ? this.#of(lobby) : []} .names=${this.names} .seat=${this.seat} .round=${this.round} ?promises=${this.promises}></nh-room>`;
  }

  #closedRooms(closed: RoomInfo[], room: RoomInfo): TemplateResult {
    const { count } = sum(closed.map((one) => this.#unreadIn(one)));
    return html`<details ?open=${closed.includes(room)}>
      <summary class="soft">
        ${tn("{count} closed room", "{count} closed rooms", closed.length)}${count ? html` · ${tn("{count} unread", "{count} unread", count)}` : nothing}
      </summary>
      ${this.#list(closed, room, t("Closed rooms"))}
    </details>`;
  }

  #list(rooms: RoomInfo[], room: RoomInfo, label: string): TemplateResult {
    return html`<ul class="plain rooms" aria-label=${label}>
      ${rooms.map((one) => {
        const { count, mentions } = this.#unreadIn(one);
        return html`<li><button aria-current=${one === room} @click=${() => this.#open(one.id)}>
          ${this.#name(one)}
          ${count
            ? html`<span class="count" aria-hidden="true">${mentions ? "@" : ""}${countWords(count)}</span>
                <span class="heard">${tn("{count} unread", "{count} unread", count)}${mentions ? html`, ${t("you are named")}` : nothing}</span>`
            : nothing}
        </button></li>`;
      })}
    </ul>`;
  }

  /** The focus moves into the room only when one has come from elsewhere. */
  async #open(id: string): Promise<void> {
    const hasFocus = this.shadowRoot!.activeElement !== null;
    await this.updateComplete; // a pane that comes into sight has chosen a room by itself
    this.#choose(this.rooms.find((room) => room.id === id), true);
    await this.updateComplete;
    if (!hasFocus) await this.focusField();
  }

  // Reading

  #onVisibility = (): void => this.#scheduleReading();

  #scheduleReading(): void {
    const room = this.#room;
    // Updates of a busy table don't begin the time anew.
    if (this.#reading || !room || !me.person || !this.shown || document.visibilityState !== "visible" || !this.#unreadIn(room).count) return;
    this.#reading = window.setTimeout(() => {
      this.#reading = 0;
      if (this.#room?.id === room.id) void this.#markRead(room);
      else this.#scheduleReading();
    }, READING);
  }

  async #markRead(room: RoomInfo): Promise<void> {
    if (this.#room?.id !== room.id || !this.shown || document.visibilityState !== "visible") return;
    for (const one of [room, this.#lobbyOf(room)]) if (one && unreadIn(one, this.#of(one), this.#readHere.get(one.id) ?? 0).count) await this.#mark(one);
  }

  async #mark(room: RoomInfo): Promise<void> {
    const number = this.#of(room).at(-1)?.number ?? 0;
    this.#readHere.set(room.id, number);
    this.requestUpdate();
    try {
      await put(`/api/matches/${this.match}/read-marks`, { room: room.id, number });
    } catch {
      // The mark is stored with the next message; in this window it counts already.
    }
  }

  // Announcing

  /** Gathers the new messages of others; edits and what was there before aren't new. */
  #gather(): void {
    const last = new Map([...this.messages].map(([room, messages]) => [room, messages.at(-1)?.number ?? 0]));
    const announced = this.#announced;
    if (this.rooms.length) this.#announced = last;
    this.#announceOutcomes();
    if (!announced) return;
    for (const [room, messages] of this.messages) {
      const known = announced.get(room) ?? 0;
      this.#gathered.push(...messages.filter((message) => message.number > known && !message.mine && !message.hidden && now() - message.at < NEWS));
    }
    for (const [room, number] of announced) last.set(room, Math.max(number, last.get(room) ?? 0));
    if (this.#gathered.length && !this.#timer) this.#timer = window.setTimeout(() => this.#announceGathered(), GATHERING);
  }

  /** What has become of promises is said at once: it comes with the end of a round, when nobody writes. */
  #announceOutcomes(): void {
    const judged = [...this.messages.values()].flat().filter(({ promise }) => typeof promise?.kept === "boolean");
    const fresh = judged.filter(({ room, number }) => !this.#judged?.has(`${room} ${number}`));
    if (this.#judged && fresh.length) announce(this, fresh.map(outcomeWords).join(" "), "mine");
    if (this.rooms.length) this.#judged = new Set(judged.map(({ room, number }) => `${room} ${number}`));
  }

  #announceGathered(): void {
    const messages = this.#gathered;
    this.#gathered = [];
    this.#timer = 0;
    const [first] = messages;
    if (!first) return;
    const room = this.rooms.find((one) => one.id === first.room);
    const names = new Intl.ListFormat(language).format(new Set(messages.map((message) => message.name)));
    const text =
      messages.length > 1
        ? tn("{count} new message, from {names}", "{count} new messages, from {names}", messages.length, { names })
        : room && room.id !== this.#room?.id
          ? t("{name} in {room}: {text}", { name: first.name, room: this.#name(room), text: spokenText(first) })
          : t("{name}: {text}", { name: first.name, text: spokenText(first) });
    // By the page, which is heard also while the talk is out of sight.
    announce(this, text, messages.some((message) => message.mentioned) ? "mine" : "others");
  }
}

function spokenText(message: Message): string {
  return message.promise ? promiseWords(message.promise) : message.text.slice(0, LONGEST_SPOKEN);
}

/** The open room of these two players alone, if the rules have one. */
export function privateRoom(rooms: readonly RoomInfo[], seat: Seat | null, other: Seat): RoomInfo | undefined {
  if (seat === null || seat === other) return undefined;
  return rooms.find((room) => room.writable && room.seats.length === 2 && room.seats.includes(seat) && room.seats.includes(other));
}
