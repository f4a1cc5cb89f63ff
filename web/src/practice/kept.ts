/** What a guest has answered, kept by this browser too: a guest's session ends some day, the history stays. */
import { get, type components } from "@house/api/api";
import { me } from "@house/api/me";

export type FinishedAttempt = components["schemas"]["FinishedAttempt"];
export type Attempt = components["schemas"]["Attempt"];
export type Practice = components["schemas"]["Practice"];

/** An answer; one that is `gone` belongs to a session that has ended, and can't be looked at any more. */
export type Remembered = FinishedAttempt & { gone?: boolean };

const KEPT = "numberhouse.practice";
const MOST = 200;

function kept(): FinishedAttempt[] {
  try {
    return JSON.parse(localStorage.getItem(KEPT) ?? "[]") as FinishedAttempt[];
  } catch {
    return [];
  }
}

/** Remember an answer, unless it belongs to an account. */
export function keep(attempt: Attempt): void {
  const { verdict } = attempt;
  if (!verdict || me.person?.kind === "member") return;
  const { id, game, drill, level, day } = attempt;
  const { score, solved, rating, rating_change } = verdict;
  const done: FinishedAttempt = { attempt: id, game, drill, level, day, ended: Date.now() / 1000, score, solved, rating, rating_change };
  const others = kept().filter((one) => one.attempt !== id);
  localStorage.setItem(KEPT, JSON.stringify([done, ...others].slice(0, MOST)));
}

/** The newest first. What an account has is the account's alone; a guest also sees what this browser remembers. */
export async function history(): Promise<Remembered[]> {
  const person = await me.known();
  const stored = person ? await get<FinishedAttempt[]>("/api/practice/attempts") : [];
  if (person?.kind === "member") {
    localStorage.removeItem(KEPT);
    return stored;
  }
  const known = new Set(stored.map((one) => one.attempt));
  const local = kept().filter((one) => !known.has(one.attempt));
  return [...stored, ...local.map((one) => ({ ...one, gone: true }))].sort((a, b) => b.ended - a.ended);
}
