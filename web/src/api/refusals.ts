/** Refusals in the reader's language. */
import { Refusal, Unreachable } from "@house/api/api";
import { language, t, type Values } from "@house/kit/words";
import { REFUSAL_WORDS } from "@house/api/refusal-words";

export function refusalWords(error: unknown): string {
  if (error instanceof Unreachable) return t("The house can't be reached at the moment. Nothing is lost; try again.");
  if (error instanceof Refusal) return translate(error);
  console.error(error);
  return t("Something went wrong on this page. Load it anew; what was sent is stored.");
}

/**
 * A message in the reader's language is exact, so it is used as it is: the service's own in English, a game's in its
 * languages. In other languages the refusal's code has words.
 */
function translate(refusal: Refusal): string {
  const entry = refusal.language === language ? undefined : REFUSAL_WORDS[refusal.code];
  const words = typeof entry === "function" ? entry(refusal.values as Values, refusal.message) : entry;
  return words ?? sentence(refusal.message);
}

/** "not a sum" as "Not a sum." */
function sentence(words: string): string {
  const capitalized = words.charAt(0).toUpperCase() + words.slice(1);
  return /[.!?…]$/.test(capitalized) ? capitalized : `${capitalized}.`;
}
