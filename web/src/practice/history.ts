/** A guest's answers, also stored in this browser: a guest's session ends some day, the history stays. */
import { get, type components } from "@house/api/api";
import { me } from "@house/api/me";

export type FinishedAttempt = components["schemas"]["FinishedAttempt"];
export type Attempt = components["schemas"]["Attempt"];
export type Practice = components["schemas"]["Practice"];

/** An answer; one with `isGone` belongs to a session that has ended, and can't be opened any more. */
export type HistoryEntry = FinishedAttempt & { isGone?: boolean };

const STORAGE_KEY = "numberhouse.practice";
const MAX_ATTEMPTS = 200;

function storedAttempts(): FinishedAttempt[] {
  try {
    return JSON.parse(localStorage.getItem(STORAGE_KEY) ?? "[]") as FinishedAttempt[];
  } catch {
    return [];
  }
}

/** Stores an answer, unless it belongs to an account. */
export function storeAttempt(attempt: Attempt): void {
  const { verdict } = attempt;
  if (!verdict || me.person?.kind === "member") return;
  const { id, game, drill, level, day } = attempt;
  const { score, solved, rating, rating_change } = verdict;
  const entry: FinishedAttempt = { attempt: id, game, drill, level, day, ended: Date.now() / 1000, score, solved, rating, rating_change };
  const others = storedAttempts().filter((attempt) => attempt.attempt !== id);
  localStorage.setItem(STORAGE_KEY, JSON.stringify([entry, ...others].slice(0, MAX_ATTEMPTS)));
}

/** The newest first. Members see their account's answers; guests also see those of this browser. */
export async function history(): Promise<HistoryEntry[]> {
  const person = await me.load();
  const stored = person ? await get<FinishedAttempt[]>("/api/practice/attempts") : [];
  if (person?.kind === "member") {
    localStorage.removeItem(STORAGE_KEY);
    return stored;
  }
  const ids = new Set(stored.map((attempt) => attempt.attempt));
  const local = storedAttempts().filter((attempt) => !ids.has(attempt.attempt));
  return [...stored, ...local.map((attempt) => ({ ...attempt, isGone: true }))].sort((a, b) => b.ended - a.ended);
}
