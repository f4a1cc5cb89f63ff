/** Names after an `@`: suggested while one writes, and marked in what others read. */

export interface MentionDraft {
  /** The place of the `@`. */
  start: number;
  /** The names that go on as the text does. */
  names: readonly string[];
}

/** The mention that is being written before the caret; null for none. */
export function mentionAt(text: string, caret: number, names: readonly string[]): MentionDraft | null {
  const start = text.lastIndexOf("@", caret - 1);
  if (start < 0 || (start > 0 && /[\p{L}\p{N}]/u.test(text[start - 1]!))) return null;
  const begun = text.slice(start + 1, caret).toLowerCase();
  const fitting = names.filter((name) => name.toLowerCase().startsWith(begun) && name.toLowerCase() !== begun);
  return fitting.length ? { start, names: fitting } : null;
}

/** The text in pieces; every second one is a mention of one of the names. */
export function splitMentions(text: string, names: readonly string[]): string[] {
  const longestFirst = names.filter(Boolean).toSorted((one, other) => other.length - one.length);
  if (!longestFirst.length || !text.includes("@")) return [text];
  const pattern = longestFirst.map((name) => name.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")).join("|");
  return text.split(new RegExp(`(@(?:${pattern})(?![\\p{L}\\p{N}]))`, "iu"));
}
