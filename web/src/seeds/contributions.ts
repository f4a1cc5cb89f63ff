/** This browser's contributions to the seeds of matches, kept until somebody checks the match. */
import { post, put, type MatchInfo } from "@house/api/api";
import { newContribution } from "@house/seeds/digests";

/** What this browser knew of a seed before the match began. */
export interface KeptContribution {
  /** The seat at that moment; it gets another number where free seats before it are dropped. */
  seat: number;
  contribution: string;
  commitment: string;
  /** Whether the commitment was known before the contribution was sent. */
  committedFirst: boolean;
}

const STORAGE_KEY = "numberhouse.contributions";

/** Matches for which a contribution is kept; the oldest are forgotten first. */
const MOST_KEPT = 300;

/**
 * Takes a seat by the request at `path`, and contributes. `before` is the match as it was shown before: the service
 * refuses (`setup-changed`) if something else is played by now.
 */
export async function takeSeatAt(path: string, body: Record<string, unknown>, before: MatchInfo | null): Promise<MatchInfo> {
  const contribution = newContribution();
  const info = await post<MatchInfo>(path, { setup: before?.setup || null, ...body, contribution });
  // A match may begin with its last seat. A seat that is taken over later has its first player's contribution.
  if (isWaiting(info) || (before && isWaiting(before))) keep(info, contribution, before?.commitment ?? null);
  else forgetContribution(info.id);
  return info;
}

/** Sends a request after which a match may begin at once, and contributes. */
export async function beginAt(path: string, body: Record<string, unknown>): Promise<MatchInfo> {
  const contribution = newContribution();
  const info = await post<MatchInfo>(path, { ...body, contribution });
  keep(info, contribution, null);
  return info;
}

/** Contributes for a seat that somebody else has given to this person, and anew where the first contribution was sent
 * before the commitment was shown. */
export async function contributeIfMissing(info: MatchInfo): Promise<void> {
  const seat = info.seats.find((each) => each.seat === info.seat);
  if (!seat || !info.commitment || !isWaiting(info)) return;
  if (seat.contributed && keptContribution(info.id)?.committedFirst !== false) return;
  const contribution = newContribution();
  await put(`/api/matches/${info.id}/contribution`, { contribution });
  keep(info, contribution, info.commitment);
}

export function keptContribution(match: string): KeptContribution | null {
  return all()[match] ?? null;
}

/** Forgets the contribution of a seat that was given back. */
export function forgetContribution(match: string): void {
  store(Object.entries(all()).filter(([each]) => each !== match));
}

function keep(info: MatchInfo, contribution: string, known: string | null): void {
  if (typeof info.seat !== "number" || !info.commitment) return;
  const kept = { seat: info.seat, contribution, commitment: known ?? info.commitment, committedFirst: known !== null };
  const entries = Object.entries(all()).filter(([match]) => match !== info.id);
  store([...entries, [info.id, kept]]);
}

function store(entries: [string, KeptContribution | undefined][]): void {
  try {
    localStorage.setItem(STORAGE_KEY, JSON.stringify(Object.fromEntries(entries.slice(-MOST_KEPT))));
  } catch {
    // Without storage the check compares nothing of this browser's own, and says so.
  }
}

function isWaiting(info: MatchInfo): boolean {
  return info.status === "draft" || info.status === "open";
}

function all(): Partial<Record<string, KeptContribution>> {
  try {
    return JSON.parse(localStorage.getItem(STORAGE_KEY) ?? "{}") as Record<string, KeptContribution>;
  } catch {
    return {};
  }
}
