/**
 * The live connection to one match: a WebSocket that reconnects, or polling where a proxy allows none.
 *
 * Each action carries a unique key and is sent again after a reconnection, so none is lost and none happens twice.
 */
import { get, post, Refusal, Unreachable } from "@house/api/api";
import type { ActionResponse, Description, Snapshot, Item, Lobby, Message, PlayerNews, Update, PublicMatch, RoomInfo, Seat } from "@house/api/api";
import { me } from "@house/api/me";
import type { Arrival } from "@house/kit/board";

/** `lost`: the connection will be back; `ended`: the service has closed it for good, `problem` says why. */
export type ConnectionState = "connecting" | "open" | "lost" | "ended";

interface RefusedMessage {
  type: "refused";
  key: string | null;
  code: string;
  message: string;
  values: Record<string, unknown>;
  /** The language of the message. */
  language: string;
}

type LiveMessage =
  | (Lobby & { type: "lobby" })
  | (Snapshot & { type: "snapshot" })
  | (Update & { type: "update" })
  | (ActionResponse & { type: "accepted"; key: string | null })
  | RefusedMessage
  | { type: "messages"; rooms: RoomInfo[] | null; messages: Message[] }
  | (Description & { type: "description" })
  | (PlayerNews & { type: "player" })
  | { type: "heartbeat" };

interface PendingAction {
  action: unknown;
  last_item: number;
  epoch: number;
  resolve: (accepted: ActionResponse) => void;
  reject: (refusal: Refusal) => void;
}

/** Seconds of silence after which the connection counts as lost: the service sends a heartbeat every 25. */
const SILENCE_LIMIT = 40;
const RECONNECT_DELAYS = [0.3, 1, 2, 4, 8, 15];
const ACCESS_LOST = 4403;

/** Seconds on a clock that is never set back. */
const monotonic = (): number => performance.now() / 1000;

/** Fires `change` after any change of the fields below, and `messages` for new messages. */
export class Live extends EventTarget {
  state: ConnectionState = "connecting";
  problem: Refusal | null = null;
  /** Whether the match has not begun. */
  lobby = false;
  view: Record<string, unknown> | null = null;
  seat: Seat | null = null;
  publicMatch: PublicMatch | null = null;
  /** What only a player is sent: claims and the rematch. */
  player: PlayerNews = { claim_at: null, rematch: null };
  epoch = -1;
  number = -1;
  /** The steps of the last update. */
  latest: Arrival[] = [];
  rooms: RoomInfo[] = [];
  messages = new Map<string, Message[]>();
  /** Counts the changes of `messages`, which stays the same object. */
  messagesVersion = 0;

  #socket: WebSocket | null = null;
  #pending = new Map<string, PendingAction>();
  /** The item of the last accepted action, in the stream of that epoch. */
  #lastAccepted = { epoch: -1, number: -1 };
  #attempts = 0;
  #hasOpened = false;
  #lastReceived = monotonic();
  #timer = 0;
  #isClosed = false;
  #wantsMessages = false;
  /** The id of the person for whom the socket was opened; undefined until it is known. */
  #person = me.isKnown ? (me.person?.id ?? null) : undefined;

  constructor(
    readonly match: string,
    readonly as: Seat | null = null,
    /** Called with the position in words and the legal actions after each step; without it the service sends none. */
    readonly onDescription: ((description: Description) => void) | null = null,
  ) {
    super();
    window.addEventListener("online", this.#reconnect);
    document.addEventListener("visibilitychange", this.#reconnect);
    me.addEventListener("change", this.#changePerson);
    this.#connect();
    this.#timer = window.setInterval(() => this.#checkSilence(), 5000);
  }

  close(): void {
    this.#isClosed = true;
    window.clearInterval(this.#timer);
    window.removeEventListener("online", this.#reconnect);
    document.removeEventListener("visibilitychange", this.#reconnect);
    me.removeEventListener("change", this.#changePerson);
    this.#socket?.close();
  }

  /** Whether updates come by polling, because no socket opens: then descriptions must be requested too. */
  get isPolling(): boolean {
    return this.#socket === null;
  }

  /** The version of the view; a correction begins a new epoch. */
  get version(): string {
    return `${this.epoch}.${this.number}`;
  }

  /** Whether an action, or its update, is on the way: a further action before that would come too late. */
  get busy(): boolean {
    return this.#pending.size > 0 || (this.#lastAccepted.epoch === this.epoch && this.#lastAccepted.number > this.number);
  }

  /** Sends an action; resolves when it is stored. Rejects with `Refusal`. */
  act(action: unknown): Promise<ActionResponse> {
    return new Promise((resolve, reject) => {
      const key = crypto.randomUUID();
      this.#pending.set(key, { action, last_item: this.number, epoch: this.epoch, resolve, reject });
      this.#send(key);
      this.#notify();
    });
  }

  /** Subscribes to the messages of the viewer's rooms. */
  subscribe(): void {
    this.#wantsMessages = true;
    this.#sendSubscription();
  }

  /** Fetches all messages anew, because the viewer reads other people's than before. */
  resubscribe(): void {
    this.messages.clear();
    this.messagesVersion += 1;
    this.#sendSubscription();
  }

  // Connecting

  #connect(): void {
    const url = new URL(`/api/matches/${this.match}/live`, location.href);
    url.protocol = url.protocol.replace("http", "ws");
    url.searchParams.set("lang", document.documentElement.lang);
    if (this.onDescription) url.searchParams.set("words", "true");
    url.searchParams.set("player", "true");
    if (this.epoch >= 0) {
      url.searchParams.set("epoch", String(this.epoch));
      url.searchParams.set("number", String(this.number));
    }
    if (this.as !== null) url.searchParams.set("as", String(this.as));
    this.player = { claim_at: null, rematch: null }; // a new connection sends whatever else is true
    const socket = new WebSocket(url);
    this.#socket = socket;
    this.#hasOpened = false;
    this.#lastReceived = monotonic();
    // What an earlier connection still brings is for the person whom it was opened for.
    socket.addEventListener("message", (event: MessageEvent<string>) => socket === this.#socket && this.#receive(JSON.parse(event.data) as LiveMessage));
    socket.addEventListener("close", (event) => this.#onClose(socket, event));
  }

  #onClose(socket: WebSocket, event: CloseEvent): void {
    if (this.#isClosed || socket !== this.#socket) return;
    this.#socket = null;
    if (event.code === ACCESS_LOST) {
      this.state = "ended";
      this.#notify();
      return;
    }
    this.state = "lost";
    this.#notify();
    const delay = RECONNECT_DELAYS[Math.min(this.#attempts, RECONNECT_DELAYS.length - 1)] ?? 15;
    this.#attempts += 1;
    // A proxy may block sockets that never open: then plain requests fetch the same.
    if (!this.#hasOpened && this.#attempts >= 3) void this.#poll();
    else window.setTimeout(() => this.#socket ?? this.#isClosed ? undefined : this.#connect(), 1000 * delay);
  }

  #reconnect = (): void => {
    if (this.state === "lost" && this.#socket === null && document.visibilityState === "visible") this.#connect();
  };

  /**
   * Opens a socket for the new person. A socket keeps the person for whom it was opened: a visitor who becomes a guest by
   * sitting down would stay a spectator.
   */
  #changePerson = (): void => {
    const id = me.person?.id ?? null;
    const hasChanged = this.#person !== undefined && this.#person !== id;
    this.#person = id;
    if (!hasChanged || this.state === "ended") return;
    this.epoch = this.number = -1;
    // What opens is a new connection: it needs the subscription to the talk again.
    this.state = "connecting";
    const socket = this.#socket;
    this.#connect();
    socket?.close();
  };

  #checkSilence(): void {
    if (this.#socket && monotonic() > this.#lastReceived + SILENCE_LIMIT) {
      const socket = this.#socket;
      socket.close();
      this.#onClose(socket, new CloseEvent("close", { code: 1006 }));
    }
  }

  async #poll(): Promise<void> {
    while (!this.#isClosed && this.#socket === null) {
      try {
        const query = { epoch: this.epoch, number: this.number, wait: 20, as: this.as };
        this.#receive(await get<LiveMessage>(`/api/matches/${this.match}/updates`, query));
      } catch (error) {
        if (error instanceof Refusal && error.status < 500) {
          this.problem = error;
          this.state = "ended";
          return this.#notify();
        }
        if (this.state !== "lost") {
          this.state = "lost";
          this.#notify();
        }
        await new Promise((resolve) => window.setTimeout(resolve, 5000));
      }
    }
  }

  // Receiving

  #receive(message: LiveMessage): void {
    this.#lastReceived = monotonic();
    this.#hasOpened = true;
    this.#attempts = 0;
    switch (message.type) {
      case "lobby":
        this.lobby = true;
        this.seat = message.seat;
        this.publicMatch = message.public_match;
        break;
      case "snapshot":
        this.lobby = false;
        this.view = message.view as Record<string, unknown>;
        this.seat = message.seat;
        this.epoch = message.epoch;
        this.number = message.number;
        this.publicMatch = message.public_match;
        this.latest = [];
        break;
      case "update":
        this.#applyUpdate(message);
        break;
      case "accepted":
        this.#lastAccepted = message;
        this.#takePending(message.key)?.resolve(message);
        break;
      case "refused": {
        const refusal = new Refusal(409, message.code, message.message, message.values, message.language);
        const pending = this.#takePending(message.key);
        if (pending) pending.reject(refusal);
        else this.problem = refusal;
        break;
      }
      case "messages":
        this.#addMessages(message.rooms, message.messages);
        break;
      case "description":
        this.onDescription?.(message);
        break;
      case "player":
        this.player = message;
        break;
      case "heartbeat":
        break;
    }
    if (this.state !== "open" && message.type !== "refused") {
      this.state = "open";
      for (const key of this.#pending.keys()) this.#send(key);
      if (this.#wantsMessages) this.#sendSubscription();
    }
    this.#notify();
  }

  #applyUpdate(update: Update): void {
    this.epoch = update.epoch;
    const items = (update.items ?? []);
    this.latest = [];
    for (const item of items) {
      if (item.number <= this.number) continue;
      if (item.number > this.number + 1) return this.#socket?.close(); // what lies between comes with the next connection
      this.number = item.number;
      this.view = applyItem(this.view ?? {}, item);
      this.latest.push({ number: item.number, at: item.at, events: (item.events ?? []) });
    }
    if (update.public_match) this.publicMatch = update.public_match;
  }

  #addMessages(rooms: RoomInfo[] | null, messages: Message[]): void {
    if (rooms) this.rooms = rooms;
    // An edited message, and one whose author has another name, comes once more.
    const fresh = messages.filter(({ room, number }) => !this.messages.get(room)?.some((known) => known.number === number));
    for (const message of messages) {
      const others = (this.messages.get(message.room) ?? []).filter((known) => known.number !== message.number);
      this.messages.set(message.room, [...others, message].sort((a, b) => a.number - b.number));
    }
    this.messagesVersion += 1;
    this.dispatchEvent(new CustomEvent("messages", { detail: fresh }));
  }

  // Sending

  #send(key: string): void {
    const pending = this.#pending.get(key);
    if (!pending) return;
    const { action, last_item, epoch } = pending;
    const body = { action, last_item: Math.max(last_item, 0), epoch: Math.max(epoch, 0), key };
    if (this.#socket?.readyState === WebSocket.OPEN) {
      this.#socket.send(JSON.stringify({ type: "act", ...body }));
    } else if (this.#socket === null && this.state === "open") {
      void this.#post(key, body); // while polling
    }
  }

  async #post(key: string, body: object): Promise<void> {
    try {
      const response = await post<ActionResponse>(`/api/matches/${this.match}/act`, body);
      this.#lastAccepted = response;
      this.#takePending(key)?.resolve(response);
    } catch (error) {
      if (error instanceof Unreachable) {
        window.setTimeout(() => this.#send(key), 3000);
        return;
      }
      this.#takePending(key)?.reject(error as Refusal);
    }
    this.#notify();
  }

  #sendSubscription(): void {
    if (this.#socket?.readyState !== WebSocket.OPEN) return;
    const received = Object.fromEntries(
      [...this.messages].map(([room, messages]) => [room, Math.max(0, ...messages.map((message) => message.change))]),
    );
    this.#socket.send(JSON.stringify({ type: "subscribe", received }));
  }

  #takePending(key: string | null): PendingAction | undefined {
    const pending = this.#pending.get(key ?? "");
    this.#pending.delete(key ?? "");
    return pending;
  }

  #notify(): void {
    this.dispatchEvent(new Event("change"));
  }
}

/** The view after an item: fields with new values, and longer lists. */
export function applyItem(view: Record<string, unknown>, item: Item): Record<string, unknown> {
  const next = { ...view, ...(item.set ?? {}) };
  for (const [name, values] of Object.entries(item.add ?? {})) {
    next[name] = [...((view[name] as unknown[] | undefined) ?? []), ...(values as unknown[])];
  }
  return next;
}
