/** The service's HTTP interface: functions for requests, and the types of responses. */
import type { components } from "../../generated/api";

type Schemas = components["schemas"];

export type Seat = number;
export type MatchInfo = Schemas["MatchInfo"];
/** A row of a list; no page shows its options. */
export type MatchSummary = Omit<Schemas["MatchSummary"], "options" | "all_options">;
export type GameCard = Schemas["GameCard"];
export type GameInfo = Schemas["GameInfo"];
export type Person = Schemas["Person"];
export type PublicMatch = Schemas["PublicMatch"];
export type PublicSeat = Schemas["PublicSeat"];
export type Snapshot = Schemas["Snapshot"];
export type Lobby = Schemas["Lobby"];
export type PlayerNews = Omit<Schemas["PlayerNews"], "type">;
export type RematchState = Schemas["RematchState"];
export type Update = Schemas["Update"];
export type Description = Schemas["Description"];
export type Item = Schemas["Item"];
export type Outcome = Schemas["Outcome"];
export type ActionResponse = Schemas["ActionResponse"];
export type Desk = Schemas["Desk"];
export type TextView = Schemas["TextView"];
export type SeatInfo = Schemas["SeatInfo"];
export type Message = Schemas["Message"];
/** A promise as it stands in a message; `Promise` is taken. */
export type Promised = Schemas["Promise"];
export type PromiseForm = Schemas["PromiseForm"];
export type PromiseChoice = Schemas["PromiseChoice"];
export type TrustNote = Schemas["TrustNote"];
export type RoomInfo = Schemas["RoomInfo"];
export type Clock = MatchInfo["clock"];
export type Terms = Schemas["Terms"];
export type Draft = Schemas["Draft"];
export type QuickPlayRequest = Schemas["QuickPlayRequest"];
export type Turn = Schemas["Turn"];
export type ReceivedOffer = Schemas["ReceivedOffer"];
export type { components };

/** A kind of composed action: `schema` describes its parts by the game's names. */
export interface Part {
  name: string;
  schema: Record<string, unknown>;
  /** Whether the seat may do it at any time, not only on its turn. */
  free: boolean;
  /** The number of times that remain, where the rules limit it. */
  remaining?: number | null;
}

/** The seat's legal actions: a list if it is short, parts for composed actions. */
export interface Legal {
  actions: unknown[];
  parts: Part[];
  complete: boolean;
  /** Whether only the seat's time remains before the match goes on. */
  waits?: boolean;
}

/** Nothing has changed; `message` says what was refused, why, and what would be accepted. */
export class Refusal extends Error {
  constructor(
    readonly status: number,
    readonly code: string,
    message: string,
    readonly values: Record<string, unknown> = {},
    /** The language of the message. */
    readonly language = "en",
  ) {
    super(message);
  }
}

/** The service can't be reached. */
export class Unreachable extends Error {}

type Query = Record<string, string | number | boolean | null | undefined>;

/** The service's clock minus ours, in seconds: deadlines are in the service's time. */
let skew = 0;

/** Now, in the service's time, in seconds since 1970. */
export function now(): number {
  return Date.now() / 1000 + skew;
}

export function serverTime(seconds: number): void {
  skew = seconds - Date.now() / 1000;
}

export function get<T>(path: string, query: Query = {}): Promise<T> {
  return send("GET", path, undefined, query);
}

export function post<T = void>(path: string, body: unknown = {}, signal?: AbortSignal): Promise<T> {
  return send("POST", path, body, {}, signal);
}

export function put<T = void>(path: string, body: unknown): Promise<T> {
  return send("PUT", path, body);
}

export function remove<T = void>(path: string, query: Query = {}): Promise<T> {
  return send("DELETE", path, undefined, query);
}

/** Seconds up to which a request that came too often is repeated without a word. */
const SHORT_WAIT = 2;

/** Throws `Refusal` and `Unreachable`. What came too often is sent once more after a short wait: nothing has happened yet. */
async function send<T>(method: string, path: string, body?: unknown, query: Query = {}, signal?: AbortSignal): Promise<T> {
  try {
    return await sendOnce<T>(method, path, body, query, signal);
  } catch (error) {
    const wait = error instanceof Refusal && error.status === 429 && error.code === "too-many" ? error.values.retry_after : null;
    if (typeof wait !== "number" || wait > SHORT_WAIT) throw error;
    await new Promise((resolve) => setTimeout(resolve, wait * 1000));
    if (signal?.aborted) throw error;
    return sendOnce<T>(method, path, body, query, signal);
  }
}

async function sendOnce<T>(method: string, path: string, body: unknown, query: Query, signal?: AbortSignal): Promise<T> {
  const pairs = Object.entries(query).filter(([, value]) => value !== undefined && value !== null);
  const search = new URLSearchParams(pairs.map(([name, value]) => [name, String(value)]));
  const request: RequestInit = { method, headers: { "Accept-Language": document.documentElement.lang } };
  if (signal) request.signal = signal;
  if (body !== undefined) {
    request.body = JSON.stringify(body);
    request.headers = { ...request.headers, "Content-Type": "application/json" };
  }
  let response: Response;
  try {
    response = await fetch(pairs.length ? `${path}?${search}` : path, request);
  } catch (error) {
    throw new Unreachable(String(error));
  }
  const date = response.headers.get("date");
  if (date && Math.abs(Date.parse(date) / 1000 - now()) > 2) serverTime(Date.parse(date) / 1000);
  const text = await response.text();
  if (!response.ok) throw refusal(response.status, text, response.headers.get("content-language") ?? "en");
  const json = (response.headers.get("content-type") ?? "").includes("json");
  return (text === "" ? undefined : json ? JSON.parse(text) : text) as T;
}

function refusal(status: number, text: string, language: string): Refusal {
  try {
    const body = JSON.parse(text) as { code: string; message: string; values?: Record<string, unknown> };
    return new Refusal(status, body.code, body.message, body.values, language);
  } catch {
    return new Refusal(status, "internal-error", text.slice(0, 200) || `HTTP ${status}`);
  }
}
