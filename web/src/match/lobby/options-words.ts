/** The options of a match in a few words: how it differs from the usual match of its game. */
import type { GameInfo, MatchInfo } from "@house/api/api";
import { labelsOf } from "@house/games/boards";
import { figure, language, t } from "@house/kit/words";

/** One or more lines. Options that no preset changes, such as assistance, are the players' own affair. */
export async function optionsWords(info: Pick<MatchInfo, "game" | "options">, game: GameInfo): Promise<string[]> {
  const changed = changesOf(info.options, game);
  if (!changed.length) return [t("The usual rules.")];
  const preset = game.presets.find((each) => isSame(Object.entries(each.options), changed));
  if (preset) return [translate(preset.title), translate(preset.description)].filter(Boolean);
  const labels = await labelsOf(info.game);
  const value = (of: unknown): string => {
    if (typeof of === "boolean") return of ? t("yes") : t("no");
    if (typeof of === "number") return figure(of);
    if (typeof of === "string") return labels(of) ?? of.replaceAll("-", " ");
    return of === null ? t("none") : t("the host's own");
  };
  return changed.map(([name, to]) => `${labels(name) ?? name.replaceAll("_", " ")}: ${value(to)}`);
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
