/** The options of a match in a few words: how it differs from the usual match of its game. */
import type { GameInfo, MatchInfo } from "@house/api/api";
import { labelsOf } from "@house/games/boards";
import { resolve, type Labels, type Schema } from "@house/forms/schema-form";
import { figure, language, t } from "@house/kit/words";

/** A text of a host that is longer than this isn't shown. */
const LONGEST_TEXT = 40;

/** One or more lines. Options that no preset changes, such as assistance, are the players' own affair. */
export async function optionsWords(info: Pick<MatchInfo, "game" | "options">, game: GameInfo): Promise<string[]> {
  const changed = changesOf(info.options, game);
  if (!changed.length) return [t("The usual rules.")];
  const preset = game.presets.find((each) => isSame(Object.entries(each.options), changed));
  if (preset) return [translate(preset.title), translate(preset.description)].filter(Boolean);
  const labels = await labelsOf(info.game);
  return changed.map(([name, to]) => `${labels(name) ?? name.replaceAll("_", " ")}: ${valueWords(to, name, game.options_schema, labels)}`);
}

/** The value of an option in words, by the option's own type: a number is a figure, never a choice's label. */
export function valueWords(value: unknown, name: string, options: Schema, labels: Labels): string {
  const root = resolve(options, options).properties?.[name] ?? {};
  return typedWords(value, name, resolve(root, options), options, labels);
}

function typedWords(value: unknown, name: string, schema: Schema, root: Schema, labels: Labels): string {
  if (value === null) return t("none");
  if (typeof value === "boolean") return value ? t("yes") : t("no");
  if (typeof value === "number") return figure(value);
  if (typeof value === "string") {
    if (schema.enum) return labels(value, name) ?? value.replaceAll("-", " ");
    return value && value.length <= LONGEST_TEXT ? value : t("the host's own");
  }
  if (!Array.isArray(value)) return t("the host's own");
  if (!value.length) return t("none");
  const items = resolve(schema.items || {}, root);
  const isPlain = value.every((item) => typeof item === "number") || Boolean(items.enum);
  if (!isPlain) return t("the host's own");
  return value.map((item) => typedWords(item, name, items, root, labels)).join(", ");
}

function changesOf(options: MatchInfo["options"], game: GameInfo): [string, unknown][] {
  const usual = game.default_options as Record<string, unknown>;
  return Object.entries(options).filter(
    ([name, value]) => name !== "assistance" && JSON.stringify(value) !== JSON.stringify(usual[name]),
  );
}

function isSame(one: [string, unknown][], other: [string, unknown][]): boolean {
  const sorted = (pairs: [string, unknown][]): string => JSON.stringify([...pairs].sort(([a], [b]) => (a < b ? -1 : 1)));
  return sorted(one) === sorted(other);
}

/** In the reader's language, else in English. */
function translate(translations: Record<string, string>): string {
  return translations[language] ?? translations.en ?? "";
}
