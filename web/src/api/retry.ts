/** Asking again where the house is busy, for what nobody presses a button to have. */
import { Refusal } from "@house/api/api";

/** Milliseconds before it is asked for again; then twice as many, and so on. */
const FIRST_DELAY = 1000;
const LONGEST_DELAY = 16_000;

/** The answer to `ask`, which is repeated while others are too many (429) and the answer is still wanted. */
export async function retryWhileBusy<T>(request: () => Promise<T>, signal: AbortSignal): Promise<T> {
  for (let delay = FIRST_DELAY; ; delay *= 2) {
    try {
      return await request();
    } catch (error) {
      const busy = error instanceof Refusal && error.status === 429 && delay <= LONGEST_DELAY;
      if (!busy || signal.aborted) throw error;
      await new Promise((resolve) => setTimeout(resolve, delay));
      if (signal.aborted) throw error;
    }
  }
}
