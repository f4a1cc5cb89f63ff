/**
 * The live connection to one match: a WebSocket that comes back by itself, or polling where there are none.
 *
 * Actions carry a key of their own and are sent again after a break, so nothing is lost and nothing happens twice.
 */
import { get, post, Refusal, Unreachable } from "@house/api/api";
import type { ActionResponse, Description, Snapshot, Item, Lobby, Message, Update, PublicMatch, RoomInfo, Seat } from "@house/api/api";
import type { Arrival } from "@house/kit/board";

/** `lost`: the connection is gone and will be back; `ended`: the service has shown us out, `problem` says why. */
export type Line = "connecting" | "open" | "lost" | "ended";

interface Refused {
  type: "refused";
  key: string | null;
  code: string;
  message: string;
  values: Record<string, unknown>;
  /** Of the message. */
  language: string;
}

type LiveMessage =
  | (Lobby & { type: "lobby" })
  | (Snapshot & { type: "snapshot" })
  | (Update & { type: "update" })
  | (ActionResponse & { type: "accepted"; key: string | null })
  | Refused
  | { type: "messages"; rooms: RoomInfo[] | null; messages: Message[] }
  | (Description & { type: "description" })
  | { type: "heartbeat" };

interface Waiting {
  action: unknown;
  last_item: number;
  epoch: number;
  done: (accepted: ActionResponse) => void;
  failed: (refusal: Refusal) => void;
}

/** Seconds of silence after which the connection counts as lost: the service beats every 25. */
const SILENCE = 40;
const PAUSES = [0.3, 1, 2, 4, 8, 15];
const SHOWN_OUT = 4403;

/** Seconds on a clock that nobody sets. */
const ticked = (): number => performance.now() / 1000;

/** Fires `change` when anything below has changed, `said` for messages that are new. */
export class Live extends EventTarget {
  line: Line = "connecting";
  problem: Refusal | null = null;
  /** Before the start. */
  lobby = false;
  view: Record<string, unknown> | null = null;
  seat: Seat | null = null;
  publicMatch: PublicMatch | null = null;
  epoch = -1;
  number = -1;
  /** Steps of the last change. */
  latest: Arrival[] = [];
  rooms: RoomInfo[] = [];
  messages = new Map<string, Message[]>();

  #socket: WebSocket | null = null;
  #waiting = new Map<string, Waiting>();
  /** The item that one's last accepted action has brought, in the stream of that epoch. */
  #accepted = { epoch: -1, number: -1 };
  #tries = 0;
  #opened = false;
  #heard = ticked();
  #timer = 0;
  #closed = false;
  #hearing = false;

  constructor(
    readonly match: string,
    readonly as: Seat | null = null,
    /** Called with the position in words and what can be done, after each step; without it none is sent. */
    readonly described: ((told: Description) => void) | null = null,
  ) {
    super();
    window.addEventListener("online", this.#again);
    document.addEventListener("visibilitychange", this.#again);
    this.#connect();
    this.#timer = window.setInterval(() => this.#listen(), 5000);
  }

  close(): void {
    this.#closed = true;
    window.clearInterval(this.#timer);
    window.removeEventListener("online", this.#again);
    document.removeEventListener("visibilitychange", this.#again);
    this.#socket?.close();
  }

  /** Whether what is new is asked for, because no socket opens: then descriptions are asked for too. */
  get polling(): boolean {
    return this.#socket === null;
  }

  /** Where the match stands; a correction begins a new count. */
  get place(): string {
    return `${this.epoch}.${this.number}`;
  }

  /** Whether an action is on its way, or what came of it: what is sent before that is seen would come too late. */
  get busy(): boolean {
    return this.#waiting.size > 0 || (this.#accepted.epoch === this.epoch && this.#accepted.number > this.number);
  }

  /** Send an action; resolved when it is stored. Raises `Refusal`. */
  act(action: unknown): Promise<ActionResponse> {
    return new Promise((done, failed) => {
      const key = crypto.randomUUID();
      this.#waiting.set(key, { action, last_item: this.number, epoch: this.epoch, done, failed });
      this.#send(key);
      this.#changed();
    });
  }

  /** From now on messages of one's rooms come too. */
  hear(): void {
    this.#hearing = true;
    this.#hear();
  }

  // Connecting

  #connect(): void {
    const url = new URL(`/api/matches/${this.match}/live`, location.href);
    url.protocol = url.protocol.replace("http", "ws");
    url.searchParams.set("lang", document.documentElement.lang);
    if (this.described) url.searchParams.set("words", "true");
    if (this.epoch >= 0) {
      url.searchParams.set("epoch", String(this.epoch));
      url.searchParams.set("number", String(this.number));
    }
    if (this.as !== null) url.searchParams.set("as", String(this.as));
    const socket = new WebSocket(url);
    this.#socket = socket;
    this.#opened = false;
    this.#heard = ticked();
    socket.addEventListener("message", (event: MessageEvent<string>) => this.#told(JSON.parse(event.data) as LiveMessage));
    socket.addEventListener("close", (event) => this.#gone(socket, event));
  }

  #gone(socket: WebSocket, event: CloseEvent): void {
    if (this.#closed || socket !== this.#socket) return;
    this.#socket = null;
    if (event.code === SHOWN_OUT) {
      this.line = "ended";
      this.#changed();
      return;
    }
    this.line = "lost";
    this.#changed();
    const pause = PAUSES[Math.min(this.#tries, PAUSES.length - 1)] ?? 15;
    this.#tries += 1;
    // Where sockets never open, a proxy may be in the way: then the same is asked for by plain requests.
    if (!this.#opened && this.#tries >= 3) void this.#poll();
    else window.setTimeout(() => this.#socket ?? this.#closed ? undefined : this.#connect(), 1000 * pause);
  }

  #again = (): void => {
    if (this.line === "lost" && this.#socket === null && document.visibilityState === "visible") this.#connect();
  };

  #listen(): void {
    if (this.#socket && ticked() > this.#heard + SILENCE) {
      const silent = this.#socket;
      silent.close();
      this.#gone(silent, new CloseEvent("close", { code: 1006 }));
    }
  }

  async #poll(): Promise<void> {
    while (!this.#closed && this.#socket === null) {
      try {
        const query = { epoch: this.epoch, number: this.number, wait: 20, as: this.as };
        this.#told(await get<LiveMessage>(`/api/matches/${this.match}/updates`, query));
      } catch (error) {
        if (error instanceof Refusal && error.status < 500) {
          this.problem = error;
          this.line = "ended";
          return this.#changed();
        }
        if (this.line !== "lost") {
          this.line = "lost";
          this.#changed();
        }
        await new Promise((done) => window.setTimeout(done, 5000));
      }
    }
  }

  // What the service says

  #told(told: LiveMessage): void {
    this.#heard = ticked();
    this.#opened = true;
    this.#tries = 0;
    switch (told.type) {
      case "lobby":
        this.lobby = true;
        this.seat = told.seat;
        this.publicMatch = told.public_match;
        break;
      case "snapshot":
        this.lobby = false;
        this.view = told.view as Record<string, unknown>;
        this.seat = told.seat;
        this.epoch = told.epoch;
        this.number = told.number;
        this.publicMatch = told.public_match;
        this.latest = [];
        break;
      case "update":
        this.#news(told);
        break;
      case "accepted":
        this.#accepted = told;
        this.#answered(told.key)?.done(told);
        break;
      case "refused": {
        const refusal = new Refusal(409, told.code, told.message, told.values, told.language);
        const waiting = this.#answered(told.key);
        if (waiting) waiting.failed(refusal);
        else this.problem = refusal;
        break;
      }
      case "messages":
        this.#messages(told.rooms, told.messages);
        break;
      case "description":
        this.described?.(told);
        break;
      case "heartbeat":
        break;
    }
    if (this.line !== "open" && told.type !== "refused") {
      this.line = "open";
      for (const key of this.#waiting.keys()) this.#send(key);
      if (this.#hearing) this.#hear();
    }
    this.#changed();
  }

  #news(told: Update): void {
    this.epoch = told.epoch;
    const items = (told.items ?? []);
    this.latest = [];
    for (const item of items) {
      if (item.number <= this.number) continue;
      if (item.number > this.number + 1) return this.#socket?.close(); // what lies between comes with the next connection
      this.number = item.number;
      this.view = following(this.view ?? {}, item);
      this.latest.push({ number: item.number, at: item.at, events: (item.events ?? []) });
    }
    if (told.public_match) this.publicMatch = told.public_match;
  }

  #messages(rooms: RoomInfo[] | null, messages: Message[]): void {
    if (rooms) this.rooms = rooms;
    for (const message of messages) {
      const before = (this.messages.get(message.room) ?? []).filter((one) => one.number !== message.number);
      this.messages.set(message.room, [...before, message].sort((one, other) => one.number - other.number));
    }
    this.dispatchEvent(new CustomEvent("said", { detail: messages }));
  }

  // What we say

  #send(key: string): void {
    const waiting = this.#waiting.get(key);
    if (!waiting) return;
    const { action, last_item, epoch } = waiting;
    const said = { action, last_item: Math.max(last_item, 0), epoch: Math.max(epoch, 0), key };
    if (this.#socket?.readyState === WebSocket.OPEN) {
      this.#socket.send(JSON.stringify({ type: "act", ...said }));
    } else if (this.#socket === null && this.line === "open") {
      void this.#post(key, said); // while polling
    }
  }

  async #post(key: string, said: object): Promise<void> {
    try {
      const accepted = await post<ActionResponse>(`/api/matches/${this.match}/act`, said);
      this.#accepted = accepted;
      this.#answered(key)?.done(accepted);
    } catch (error) {
      if (error instanceof Unreachable) {
        window.setTimeout(() => this.#send(key), 3000);
        return;
      }
      this.#answered(key)?.failed(error as Refusal);
    }
    this.#changed();
  }

  #hear(): void {
    if (this.#socket?.readyState !== WebSocket.OPEN) return;
    const received = Object.fromEntries(
      [...this.messages].map(([room, messages]) => [room, Math.max(0, ...messages.map((one) => one.change))]),
    );
    this.#socket.send(JSON.stringify({ type: "subscribe", received }));
  }

  #answered(key: string | null): Waiting | undefined {
    const waiting = this.#waiting.get(key ?? "");
    this.#waiting.delete(key ?? "");
    return waiting;
  }

  #changed(): void {
    this.dispatchEvent(new Event("change"));
  }
}

/** The view after an item: fields that have another value, and lists that got longer. */
export function following(view: Record<string, unknown>, item: Item): Record<string, unknown> {
  const next = { ...view, ...(item.set ?? {}) };
  for (const [name, more] of Object.entries(item.add ?? {})) {
    next[name] = [...((view[name] as unknown[] | undefined) ?? []), ...(more as unknown[])];
  }
  return next;
}
