/** What will be played, in a few words: how the options differ from the usual match of the game, the help, the clock. */
import type { GameInfo, MatchInfo } from "@house/api/api";
import { labelsOf } from "@house/games/boards";
import { resolve, type Labels, type Schema } from "@house/forms/schema-form";
import { figure, language, t } from "@house/kit/words";
import { shortClockWords } from "@house/match/lobby/terms";

/** A text of a host that is longer than this isn't shown. */
const LONGEST_TEXT = 40;

export interface OptionsWords {
  /** The preset's name, or one fact for each option that differs; never empty. */
  facts: readonly string[];
  /** What the preset is about; empty without one. */
  about: string;
}

/** The help as it stands before the start: `asked` where some have agreed, and others haven't or haven't come. */
export type Help = "on" | "off" | "asked";

/** Assistance is no part of it: the players agree on it, see `helpOf`. */
export async function optionsWords(info: Pick<MatchInfo, "game" | "options">, game: GameInfo): Promise<OptionsWords> {
  const changed = changesOf(info.options, game);
  if (!changed.length) return { facts: [t("the usual rules")], about: "" };
  const preset = game.presets.find((each) => isSame(Object.entries(each.options), changed));
  if (preset) return { facts: [translate(preset.title) || preset.name], about: translate(preset.description) };
  const labels = await labelsOf(info.game);
  const facts = changed.map(([name, to]) => `${optionName(name, labels)}: ${valueWords(to, name, game.options_schema, labels)}`);
  return { facts, about: "" };
}

/** "Hard · help off · 2 min a turn": the facts of a match in one line. */
export function inOneLine(facts: readonly string[]): string {
  return facts.join(" · ");
}

/** All facts of a match: its options, the help and the clock. */
export function allFacts(options: OptionsWords, help: Help, clock: MatchInfo["clock"]): string[] {
  return [...options.facts, helpWords(help), shortClockWords(clock)];
}

/** The help that a match would have if it began now with these people; bots agree to everything. */
export function helpOf(seats: readonly { name: string; bot: string | null; assistance: boolean }[]): Help {
  const people = seats.filter((seat) => seat.bot === null);
  const agreed = people.filter((seat) => seat.name && seat.assistance).length;
  if (agreed === people.length) return "on";
  return agreed ? "asked" : "off";
}

export function helpWords(help: Help): string {
  return { on: t("help on"), off: t("help off"), asked: t("help only if all agree") }[help];
}

/** The name of an option in words. */
export function optionName(name: string, labels: Labels): string {
  return labels(name) ?? name.replaceAll("_", " ");
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
