/** Asking again where the house is busy, for what nobody presses a button to have. */
import { Refusal } from "@house/api/api";

/** Milliseconds before it is asked for again; then twice as many, and so on. */
const FIRST = 1000;
const LONGEST = 16_000;

/** The answer to `ask`, which is repeated while others are too many (429) and the answer is still wanted. */
export async function patiently<T>(ask: () => Promise<T>, signal: AbortSignal): Promise<T> {
  for (let wait = FIRST; ; wait *= 2) {
    try {
      return await ask();
    } catch (error) {
      const busy = error instanceof Refusal && error.status === 429 && wait <= LONGEST;
      if (!busy || signal.aborted) throw error;
      await new Promise((done) => setTimeout(done, wait));
      if (signal.aborted) throw error;
    }
  }
}
