/** The keys of a review, and the list of them behind `?`. */
import type { KeyHelp } from "@house/kit/keys";
import { t } from "@house/kit/words";
import { letterKeys } from "@house/preferences/letter-keys";

export type Command = "back" | "forward" | "first" | "last" | "next-mistake" | "mistake-before" | "keys";

const KEYS: Record<string, Command> = {
  ArrowLeft: "back",
  ArrowRight: "forward",
  Home: "first",
  End: "last",
  n: "next-mistake",
  p: "mistake-before",
  "?": "keys",
};
/** The physical keys of the letters, for layouts of other scripts. */
const CODES: Record<string, Command> = { KeyN: "next-mistake", KeyP: "mistake-before" };
const LATIN = /^[ -~]+$/;

/** The command of a key; null while the person writes, or where the focused element uses the key. */
export function commandOf(event: KeyboardEvent): Command | null {
  if (event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey || event.isComposing) return null;
  const command = LATIN.test(event.key) ? KEYS[event.key] : CODES[event.code];
  if (!command || (event.shiftKey && command !== "keys")) return null;
  if (event.key.length === 1 && !letterKeys()) return null;
  const target = event.composedPath()[0];
  if (target instanceof HTMLSelectElement || target instanceof HTMLTextAreaElement) return null;
  // A slider uses the arrows, but no letters.
  if (target instanceof HTMLInputElement && (target.type !== "range" || event.key.length > 1)) return null;
  return command;
}

export function reviewKeys(): KeyHelp[] {
  return [
    { keys: ["←", "→"], does: t("a step back, a step forward") },
    { keys: ["Home", "End"], does: t("to the start, to the end") },
    { keys: ["n", "p"], does: t("to the next mistake, to the one before") },
    { keys: ["?"], does: t("this list") },
  ];
}
