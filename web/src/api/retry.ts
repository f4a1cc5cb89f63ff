/** Repeats background requests while the service is busy. */
import { Refusal } from "@house/api/api";

/** Milliseconds before the second attempt; each further delay doubles. */
const FIRST_DELAY = 1000;
const LONGEST_DELAY = 16_000;

/** The result of `request`, which is repeated while the service answers 429 and `signal` isn't aborted. */
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
