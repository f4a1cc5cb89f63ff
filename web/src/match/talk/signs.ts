/** The signs with which one answers a message. */
import { CircleQuestionMark, Heart, Smile, ThumbsDown, ThumbsUp, type IconNode } from "lucide";
import type { components } from "@house/api/api";
import { t } from "@house/kit/words";

export type Sign = components["schemas"]["Reaction"]["sign"];

export const SIGNS: Record<Sign, { icon: IconNode; words: string }> = {
  agree: { icon: ThumbsUp, words: t("Agreed") },
  disagree: { icon: ThumbsDown, words: t("Not so") },
  thanks: { icon: Heart, words: t("Thank you") },
  laugh: { icon: Smile, words: t("Funny") },
  doubt: { icon: CircleQuestionMark, words: t("Really?") },
};
