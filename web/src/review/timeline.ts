/** A match to look back at: where it comes from, and what each pair of eyes saw of it after any number of steps. */
import { get, post, type components, type Item, type Seat } from "@house/api/api";
import { language, t } from "@house/kit/words";
import { applyItem } from "@house/api/live";
import { seatName } from "@house/match/names";

export type Timeline = components["schemas"]["Timeline"];
export type EvaluationInfo = components["schemas"]["EvaluationInfo"];
export type StepInfo = components["schemas"]["StepInfo"];
export type Alternative = components["schemas"]["AlternativeInfo"];
export type WinProbabilityInfo = components["schemas"]["WinProbabilityInfo"];
export type WhatIf = components["schemas"]["WhatIf"];
type Evaluations = components["schemas"]["Evaluations"];
type WinProbabilities = components["schemas"]["WinProbabilities"];

export type Perspective = Seat | "spectator" | "everything";

/** What can be asked about a match. */
export interface Source {
  timeline(perspective: Perspective): Promise<Timeline>;
  words(entry: number, perspective: Perspective): Promise<string>;
  evaluations(first: number): Promise<Evaluations>;
  /** What the game says at the end. */
  farewell(perspective: Seat | "spectator"): Promise<string>;
  winProbabilities(first: number): Promise<WinProbabilities>;
  /** What would have come of another action as number `entry`. */
  whatIf(entry: number, action: unknown): Promise<WhatIf>;
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
  };
}

/** A record that somebody has brought along; it goes with every question, and the house keeps nothing of it. */
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
  };
}

/** The views of one pair of eyes, step by step. */
export class PerspectiveViews {
  #views: Record<string, unknown>[];

  constructor(readonly timeline: Timeline) {
    this.#views = timeline.first ? [timeline.first] : [];
  }

  /** After so many steps. */
  view(step: number): Record<string, unknown> | null {
    if (!this.#views.length) return null;
    const index = this.#items(step);
    while (this.#views.length <= index) {
      this.#views.push(applyItem(this.#views.at(-1)!, this.timeline.items[this.#views.length - 1]!));
    }
    return this.#views[index]!;
  }

  /** What came with step `step` alone. */
  itemsOf(step: number): Item[] {
    return this.timeline.items.slice(this.#items(step - 1), this.#items(step));
  }

  #items(step: number): number {
    return step > 0 ? (this.timeline.steps[step - 1]?.item ?? 0) : 0;
  }
}

/** What each pair of eyes saw, fetched once. */
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

/** What the players are called, by seat. */
export function playerNames(timeline: Timeline): string[] {
  return timeline.players.map(seatName);
}

/** Players of the same name are told apart by their seats. */
export function uniqueNames(timeline: Timeline): string[] {
  return playerNames(timeline).map((name, seat, all) => (all.indexOf(name) === all.lastIndexOf(name) ? name : `${name} ${seat}`));
}

/** Instead of a seat, of a step that is a ruling of the host. */
const HOST = -1;

/** Whether the host decided something that the rules leave to the host. */
export function isRuling(step: StepInfo): boolean {
  return step.seat === HOST;
}

/** Who did it: players by their names, which stand by seat. */
export function actorName(step: StepInfo, names: readonly string[]): string {
  return isRuling(step) ? t("The host") : (names[step.seat] ?? "");
}

/** The action as the game writes it, or what came instead of one. */
export function actionWords(step: StepInfo): string {
  return step.notation || (isRuling(step) ? t("a ruling") : t("time ran out"));
}

/** The seat that acted last when there were so many steps, else the one that acts first; null where nobody does. */
export function lastActor(timeline: Timeline, steps: number): Seat | null {
  const before = timeline.steps.slice(0, steps).findLast((step) => !isRuling(step));
  return (before ?? timeline.steps.find((step) => !isRuling(step)))?.seat ?? null;
}
