/** A match to look back at: where it comes from, and what each pair of eyes saw of it after any number of steps. */
import { get, post, Refusal, type components, type Item, type Seat } from "@house/api";
import { language } from "@house/kit/words";
import { following } from "@house/live";

export type Course = components["schemas"]["Course"];
export type Judged = components["schemas"]["Judged"];
export type StepTold = components["schemas"]["StepTold"];
type Judgements = components["schemas"]["Judgements"];

export type Eyes = Seat | "spectator" | "everything";

/** What can be asked about a match. */
export interface Source {
  course(eyes: Eyes): Promise<Course>;
  words(entry: number, eyes: Eyes): Promise<string>;
  judgements(first: number): Promise<Judgements>;
  /** What the game says at the end. */
  farewell(eyes: Seat | "spectator"): Promise<string>;
}

/** A match of this house. */
export function matchSource(match: string): Source {
  const path = `/api/matches/${match}`;
  return {
    course: (eyes) => get(`${path}/review`, { eyes, lang: language }),
    words: async (entry, eyes) => (await get<{ text: string }>(`${path}/review/words`, { entry, eyes, lang: language })).text,
    judgements: (first) => get(`${path}/judgements`, { first, lang: language }),
    farewell: async (eyes) => {
      const seen = eyes === "spectator" ? null : eyes;
      return (await get<{ text: string }>(`${path}/farewell`, { as: seen, lang: language })).text;
    },
  };
}

/** A record that somebody has brought along; it goes with every question, and the house keeps nothing of it. */
export function recordSource(record: string): Source {
  const lang = language;
  return {
    course: (eyes) => post("/api/review", { record, eyes: String(eyes), lang }),
    words: async (entry, eyes) =>
      (await post<{ text: string }>("/api/review/words", { record, entry, eyes: String(eyes), lang })).text,
    judgements: (first) => post("/api/review/judgements", { record, first, lang }),
    farewell: async (eyes) =>
      (await post<{ text: string }>("/api/review/farewell", { record, eyes: String(eyes), lang })).text,
  };
}

/** The views of one pair of eyes, step by step. */
export class Sight {
  #views: Record<string, unknown>[];

  constructor(readonly course: Course) {
    this.#views = course.first ? [course.first] : [];
  }

  /** After so many steps. */
  view(step: number): Record<string, unknown> | null {
    if (!this.#views.length) return null;
    const wanted = this.#items(step);
    while (this.#views.length <= wanted) {
      this.#views.push(following(this.#views.at(-1)!, this.course.items[this.#views.length - 1]!));
    }
    return this.#views[wanted]!;
  }

  /** What came with step `step` alone. */
  arrived(step: number): Item[] {
    return this.course.items.slice(this.#items(step - 1), this.#items(step));
  }

  #items(step: number): number {
    return step > 0 ? (this.course.steps[step - 1]?.item ?? 0) : 0;
  }
}

/** Ask for all judgements, a batch after the other; `told` is called with each, and with how far that is. */
export async function judgeAll(
  source: Source,
  told: (judged: Judged[], done: number) => void,
  wanted: () => boolean,
): Promise<void> {
  let first: number | null = 1;
  while (first !== null && wanted()) {
    try {
      const batch: Judgements = await source.judgements(first);
      first = batch.next ?? null;
      told(batch.judged, first ?? Infinity);
    } catch (error) {
      const seconds = error instanceof Refusal && [429, 503].includes(error.status) ? Number(error.values.retry_after ?? 5) : 0;
      if (!seconds) throw error;
      await new Promise((done) => setTimeout(done, seconds * 1000));
    }
  }
}
