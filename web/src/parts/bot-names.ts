/** What the bots are called. A bot without a name here goes by the one it was registered with. */
import { t } from "@house/kit/words";

export function botName(bot: string): string {
  return NAMES[bot] ?? bot;
}

const NAMES: Record<string, string> = {
  apprentice: t("Apprentice"),
  careful: t("Careful"),
  casual: t("Casual"),
  collector: t("Collector"),
  cook: t("Cook"),
  counter: t("Counter"),
  drifter: t("Drifter"),
  greedy: t("Greedy"),
  machine: t("Machine"),
  "one-tile": t("One tile"),
  plain: t("Plain"),
  random: t("Random"),
};
