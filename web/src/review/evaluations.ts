/** The evaluations and win probabilities of a match, step by step: requested in batches. */
import { Refusal, type Seat } from "@house/api/api";
import { t } from "@house/kit/words";
import { botTitle, type Titles } from "@house/match/names";
import { isError } from "@house/review/marks/marks";
import type { WinProbabilityInfo, EvaluationInfo, Source } from "@house/review/timeline";

/** The results that have arrived so far. */
export class Evaluations {
  readonly evaluations = new Map<number, EvaluationInfo>();
  /** The reason why a step has no evaluation. */
  readonly unrated = new Map<number, string>();
  /** The facts behind a step without an evaluation. */
  readonly facts = new Map<number, readonly string[]>();
  readonly probabilities = new Map<number, WinProbabilityInfo>();
  /** The title of the bot of the playouts. */
  bot = "";
  /** The first step without an evaluation. */
  nextEvaluation = 1;
  /** The first step without a win probability. */
  nextProbability = 1;

  /** The next error after a step, or the first of all; of one seat alone where it is named. */
  mistakeAfter(step: number, seat: Seat | null = null): number | undefined {
    const errors = this.#errors(seat);
    return errors.find((number) => number > step) ?? errors[0];
  }

  /** The last error before a step, or the last of all. */
  mistakeBefore(step: number, seat: Seat | null = null): number | undefined {
    const errors = this.#errors(seat);
    return errors.findLast((number) => number < step) ?? errors.at(-1);
  }

  /** A bot agrees with the engine that judges it: that is no praise. Its errors are told, and the facts of its step. */
  #add(evaluation: EvaluationInfo, isBot: boolean): void {
    const { number, mark, why } = evaluation;
    if (!isBot || isError(mark)) {
      this.evaluations.set(number, evaluation);
      return;
    }
    this.unrated.set(number, t("A bot’s own choice isn’t praised."));
    this.facts.set(number, why ?? []);
  }

  #errors(seat: Seat | null): number[] {
    const ofSeat = [...this.evaluations.values()].filter((evaluation) => isError(evaluation.mark) && (seat === null || evaluation.seat === seat));
    return ofSeat.map((evaluation) => evaluation.number).sort((a, b) => a - b);
  }

  /** Loads everything; `bots` says which seats are bots'. Calls `onProgress` after each batch. Throws `Refusal`. */
  async load(source: Source, titles: Titles, bots: readonly boolean[], onProgress: () => void, isActive: () => boolean): Promise<void> {
    await forEachBatch(
      (first) => source.evaluations(first),
      (batch, next) => {
        for (const evaluation of batch.evaluations) this.#add(evaluation, bots[evaluation.seat] ?? false);
        for (const step of batch.unrated) this.unrated.set(step.number, step.reason);
        for (const number of batch.timed_out) this.unrated.set(number, t("Judging this step took too long and was given up."));
        this.nextEvaluation = next;
        onProgress();
      },
      isActive,
    );
    await forEachBatch(
      (first) => source.winProbabilities(first),
      (batch, next) => {
        for (const probability of batch.probabilities) this.probabilities.set(probability.number, probability);
        if (batch.bot) this.bot = botTitle(titles, batch.bot);
        this.nextProbability = next;
        onProgress();
      },
      isActive,
    );
  }
}

/** Fetches one batch after the other; waits when the service is busy. */
async function forEachBatch<Batch extends { next?: number | null }>(
  fetchBatch: (first: number) => Promise<Batch>,
  onBatch: (batch: Batch, next: number) => void,
  isActive: () => boolean,
): Promise<void> {
  let first: number | null = 1;
  while (first !== null && isActive()) {
    try {
      const batch: Batch = await fetchBatch(first);
      first = batch.next ?? null;
      if (isActive()) onBatch(batch, first ?? Infinity);
    } catch (error) {
      const seconds = error instanceof Refusal && [429, 503].includes(error.status) ? Number(error.values.retry_after ?? 5) : 0;
      if (!seconds) throw error;
      await new Promise((resolve) => setTimeout(resolve, seconds * 1000));
    }
  }
}
