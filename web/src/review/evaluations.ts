/** How a match is judged, step by step, and how likely everybody was to win: asked for in batches. */
import { Refusal } from "@house/api/api";
import { t } from "@house/kit/words";
import { botTitle, type Titles } from "@house/match/names";
import { isWrong } from "@house/review/marks/marks";
import type { WinProbabilityInfo, EvaluationInfo, Source } from "@house/review/timeline";

/** What is known by now. */
export class Judging {
  readonly judged = new Map<number, EvaluationInfo>();
  /** Why there is no evaluation of a step. */
  readonly unrated = new Map<number, string>();
  readonly chances = new Map<number, WinProbabilityInfo>();
  /** Who played the match out to find the chances, as bots are called. */
  bot = "";
  /** The first step that hasn't been judged. */
  done = 1;
  /** The first step before which nobody's chances have been looked for. */
  weighed = 1;

  /** The mistake after a step, or the first one of all. */
  mistakeAfter(step: number): number | undefined {
    const wrong = this.#wrong;
    return wrong.find((number) => number > step) ?? wrong[0];
  }

  /** The mistake before a step, or the last one of all. */
  mistakeBefore(step: number): number | undefined {
    const wrong = this.#wrong;
    return wrong.findLast((number) => number < step) ?? wrong.at(-1);
  }

  get #wrong(): number[] {
    return [...this.judged.values()].filter((one) => isWrong(one.mark)).map((one) => one.number).sort((one, other) => one - other);
  }

  /** Ask for everything; `told` is called whenever there is more. Throws a refusal. */
  async ask(source: Source, titles: Titles, told: () => void, wanted: () => boolean): Promise<void> {
    await inBatches(
      (first) => source.evaluations(first),
      (batch, next) => {
        for (const one of batch.evaluations) this.judged.set(one.number, one);
        for (const one of batch.unrated) this.unrated.set(one.number, one.reason);
        for (const one of batch.timed_out) this.unrated.set(one, t("Judging this step took too long and was given up."));
        this.done = next;
        told();
      },
      wanted,
    );
    await inBatches(
      (first) => source.chances(first),
      (batch, next) => {
        for (const one of batch.probabilities) this.chances.set(one.number, one);
        if (batch.bot) this.bot = botTitle(titles, batch.bot);
        this.weighed = next;
        told();
      },
      wanted,
    );
  }
}

/** One batch after the other; who asks too often waits. */
async function inBatches<Batch extends { next?: number | null }>(
  ask: (first: number) => Promise<Batch>,
  told: (batch: Batch, next: number) => void,
  wanted: () => boolean,
): Promise<void> {
  let first: number | null = 1;
  while (first !== null && wanted()) {
    try {
      const batch: Batch = await ask(first);
      first = batch.next ?? null;
      if (wanted()) told(batch, first ?? Infinity);
    } catch (error) {
      const seconds = error instanceof Refusal && [429, 503].includes(error.status) ? Number(error.values.retry_after ?? 5) : 0;
      if (!seconds) throw error;
      await new Promise((done) => setTimeout(done, seconds * 1000));
    }
  }
}
