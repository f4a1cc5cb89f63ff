/** How strong the opponents of a game are, in words. */
import type { components } from "@house/api/api";
import { t } from "@house/kit/words";
import { botTitle, type Titles } from "@house/match/names";

export type Opponent = components["schemas"]["OpponentInfo"];

export function levelWords(level: number): string {
  return [t("beginner"), t("easy"), t("middling"), t("skilled"), t("strong")][level - 1] ?? "";
}

/** The level of the bot; empty for one that is no opponent of a level. */
export function levelOf(opponents: readonly Opponent[], bot: string | null): string {
  const opponent = opponents.find((one) => one.bot === bot);
  return opponent ? levelWords(opponent.level) : "";
}

/** The bot's name and level, for a list to choose from. */
export function botWithLevel(titles: Titles, opponents: readonly Opponent[], bot: string): string {
  return [botTitle(titles, bot), levelOf(opponents, bot)].filter(Boolean).join(" · ");
}
