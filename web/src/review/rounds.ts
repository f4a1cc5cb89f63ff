/** The stops of a review: its steps, without notes, and with each round of simultaneous submissions as one. */
import type { Seat } from "@house/api/api";
import { t, tn } from "@house/kit/words";
import type { StepInfo, Timeline } from "@house/review/timeline";

export interface Round {
  /** From 1. */
  number: number;
  steps: StepInfo[];
}

/** Whether the review stops after the step. */
function isStop(step: StepInfo): boolean {
  return step.round_end ? step.round_end === step.number : !step.free;
}

/** The numbers of the steps at which the review stops, from 0, the start. */
export function stopsOf(steps: readonly StepInfo[]): number[] {
  const stops = [0, ...steps.filter(isStop).map((step) => step.number)];
  // A match that ends with a note, or has nothing else, is seen to its end.
  return steps.length && stops.at(-1) !== steps.length ? [...stops, steps.length] : stops;
}

/** The stop of a step: the end of its round; for a note the next stop in the direction from `at`. */
export function stopFor(steps: readonly StepInfo[], step: number, at: number): number {
  const end = steps[step - 1]?.round_end;
  if (end) return end;
  const stops = stopsOf(steps);
  if (stops.includes(step)) return step;
  return (step < at ? stops.findLast((stop) => stop < step) : stops.find((stop) => stop > step)) ?? 0;
}

export function previousStop(steps: readonly StepInfo[], at: number): number {
  return stopsOf(steps).findLast((stop) => stop < at) ?? 0;
}

/** The round that ends with the step; null where the step stands for itself. */
export function roundAt(timeline: Timeline, at: number): Round | null {
  const ends = [...new Set(timeline.steps.map((step) => step.round_end).filter(Boolean))];
  const index = ends.indexOf(at);
  if (index < 0) return null;
  return { number: index + 1, steps: timeline.steps.filter((step) => step.round_end === at) };
}

/** The number of a step's stop, as readers count: from 1; 0 is the start. */
export function stopNumber(steps: readonly StepInfo[], step: number): number {
  return stopsOf(steps).indexOf(stopFor(steps, step, 0));
}

/** Whether all stops are rounds. */
export function isInRounds(steps: readonly StepInfo[]): boolean {
  const stops = stopsOf(steps).slice(1);
  return stops.length > 0 && stops.every((stop) => steps[stop - 1]!.round_end === stop);
}

/** "21 steps", or "7 rounds". */
export function lengthWords(steps: readonly StepInfo[]): string {
  const last = stopsOf(steps).length - 1;
  return isInRounds(steps) ? tn("{count} round", "{count} rounds", last) : tn("{count} step", "{count} steps", last);
}

/** "Step 4 of 21", or "Round 2 of 7"; at the start the length. */
export function countWords(steps: readonly StepInfo[], step: number): string {
  const count = { at: stopNumber(steps, step), last: stopsOf(steps).length - 1 };
  if (!count.at) return lengthWords(steps);
  return isInRounds(steps) ? t("Round {at} of {last}", count) : t("Step {at} of {last}", count);
}

export function roundTitle(round: Round): string {
  return t("Round {number}", { number: round.number });
}

/** The actions of a seat in the round that are worth a look: the evaluated ones, else the one that counts. */
export function entriesOf(round: Round, seat: Seat, evaluations: ReadonlyMap<number, unknown>): StepInfo[] {
  const evaluated = round.steps.filter((step) => step.seat === seat && evaluations.has(step.number));
  const counts = entryOf(round, seat, evaluations);
  return evaluated.length ? evaluated : round.steps.filter((step) => step.number === counts);
}

/** The action of a seat that counts in the round: its last evaluated one, else the one that it confirmed. */
export function entryOf(round: Round, seat: Seat, evaluations: ReadonlyMap<number, unknown>): number | undefined {
  const own = round.steps.filter((step) => step.seat === seat && step.notation);
  return (own.findLast((step) => evaluations.has(step.number)) ?? own.at(-2) ?? own[0])?.number;
}
