/** What the house says when something is refused, in the reader's language. */
import { Refusal, Unreachable } from "@house/api";
import { t } from "@house/kit/words";

export function refusalWords(error: unknown): string {
  if (error instanceof Unreachable) return t("The house can't be reached at the moment. Nothing is lost; try again.");
  if (error instanceof Refusal) return error.message;
  console.error(error);
  return t("Something went wrong on this page. Load it anew; what was sent is stored.");
}
