/** A match under review: its source, and the views of each perspective after any number of steps. */
import { get, post, type components, type Item, type Seat } from "@house/api/api";
import { language, seatNumber, t } from "@house/kit/words";
import { applyItem } from "@house/api/live";
import { seatName } from "@house/match/names";

export type Timeline = components["schemas"]["Timeline"];
export type EvaluationInfo = components["schemas"]["EvaluationInfo"];
export type StepInfo = components["schemas"]["StepInfo"];
export type Alternative = components["schemas"]["AlternativeInfo"];
export type WinProbabilityInfo = components["schemas"]["WinProbabilityInfo"];
export type WhatIf = components["schemas"]["WhatIf"];
type Attempt = components["schemas"]["Attempt"];
type Evaluations = components["schemas"]["Evaluations"];
type WinProbabilities = components["schemas"]["WinProbabilities"];

export type Perspective = Seat | "spectator" | "everything";

/** Requests about a match under review. */
export interface Source {
  timeline(perspective: Perspective): Promise<Timeline>;
  words(entry: number, perspective: Perspective): Promise<string>;
  evaluations(first: number): Promise<Evaluations>;
  /** The game's closing text. */
  farewell(perspective: Seat | "spectator"): Promise<string>;
  winProbabilities(first: number): Promise<WinProbabilities>;
  /** The result of another action as number `entry`. */
  whatIf(entry: number, action: unknown): Promise<WhatIf>;
  /** A match against bots from the position after `entry` steps, on that seat. */
  playOn(entry: number, seat: Seat): Promise<Attempt>;
}

/** A match of this house. */
export function matchSource(match: string): Source {
  const path = `/api/matches/${match}`;
  return {
    timeline: (perspective) => get(`${path}/review`, { perspective, lang: language }),
    words: async (entry, perspective) => (await get<{ text: string }>(`${path}/review/text`, { entry, perspective, lang: language })).text,
    evaluations: (first) => get(`${path}/evaluations`, { first, lang: language }),
    farewell: async (perspective) => {
      const seat = perspective === "spectator" ? null : perspective;
      return (await get<{ text: string }>(`${path}/farewell`, { as: seat, lang: language })).text;
    },
    winProbabilities: (first) => get(`${path}/win-probabilities`, { first }),
    whatIf: (entry, action) => post(`${path}/review/what-if`, { entry, action, lang: language }),
    playOn: (entry, seat) => post(`${path}/review/play-on`, { entry, seat }),
  };
}

/** An uploaded record. Every request contains it, because the service stores nothing of it. */
export function recordSource(record: string): Source {
  const lang = language;
  return {
    timeline: (perspective) => post("/api/review", { record, perspective: String(perspective), lang }),
    words: async (entry, perspective) =>
      (await post<{ text: string }>("/api/review/text", { record, entry, perspective: String(perspective), lang })).text,
    evaluations: (first) => post("/api/review/evaluations", { record, first, lang }),
    farewell: async (perspective) =>
      (await post<{ text: string }>("/api/review/farewell", { record, perspective: String(perspective), lang })).text,
    winProbabilities: (first) => post("/api/review/win-probabilities", { record, first, lang }),
    whatIf: (entry, action) => post("/api/review/what-if", { record, entry, action, lang }),
    playOn: (entry, seat) => post("/api/review/play-on", { record, entry, seat }),
  };
}

/** The views of one perspective, step by step. */
export class PerspectiveViews {
  #views: Record<string, unknown>[];

  constructor(readonly timeline: Timeline) {
    this.#views = timeline.first ? [timeline.first] : [];
  }

  /** The view after `step` steps. */
  view(step: number): Record<string, unknown> | null {
    if (!this.#views.length) return null;
    const index = this.#items(step);
    while (this.#views.length <= index) {
      this.#views.push(applyItem(this.#views.at(-1)!, this.timeline.items[this.#views.length - 1]!));
    }
    return this.#views[index]!;
  }

  /** The items of step `step` alone. */
  itemsOf(step: number): Item[] {
    return this.timeline.items.slice(this.#items(step - 1), this.#items(step));
  }

  #items(step: number): number {
    return step > 0 ? (this.timeline.steps[step - 1]?.item ?? 0) : 0;
  }
}

/** The views of all perspectives, each fetched once. */
export class ViewCache {
  #requests = new Map<Perspective, Promise<PerspectiveViews>>();

  constructor(readonly source: Source) {}

  of(perspective: Perspective): Promise<PerspectiveViews> {
    let request = this.#requests.get(perspective);
    if (!request) {
      request = this.source.timeline(perspective).then((timeline) => new PerspectiveViews(timeline));
      this.#requests.set(perspective, request);
      request.catch(() => this.#requests.delete(perspective));
    }
    return request;
  }
}

/** The players' names, by seat. */
export function playerNames(timeline: Timeline): string[] {
  return timeline.players.map(seatName);
}

/** As `playerNames`, with the seat added where two players share a name. */
export function uniqueNames(timeline: Timeline): string[] {
  return playerNames(timeline).map((name, seat, all) => (all.indexOf(name) === all.lastIndexOf(name) ? name : `${name} ${seatNumber(seat)}`));
}

/** The seat of a step that is a ruling of the host. */
const HOST = -1;

/** Whether the step is a ruling of the host. */
export function isRuling(step: StepInfo): boolean {
  return step.seat === HOST;
}

/** The name of the player or host that acted; `names` are by seat. */
export function actorName(step: StepInfo, names: readonly string[]): string {
  return isRuling(step) ? t("The host") : (names[step.seat] ?? "");
}

/** The action in the game's notation, or words for a ruling or an expiry. */
export function actionWords(step: StepInfo): string {
  return step.notation || (isRuling(step) ? t("a ruling") : t("time ran out"));
}

/** The seat that acted last within so many steps, else the seat that acts first; null if no seat acts. */
export function lastActor(timeline: Timeline, steps: number): Seat | null {
  const before = timeline.steps.slice(0, steps).findLast((step) => !isRuling(step));
  return (before ?? timeline.steps.find((step) => !isRuling(step)))?.seat ?? null;
}
