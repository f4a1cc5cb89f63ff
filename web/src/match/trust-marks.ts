/** The marks that a player gives others in private. */
import { NotebookPen, ShieldCheck, ShieldQuestionMark, type IconNode } from "lucide";
import type { TrustNote } from "@house/api/api";
import { t } from "@house/kit/words";

export type TrustMark = TrustNote["mark"];

export const MARKS: Record<TrustMark, { icon: IconNode; words: string }> = {
  none: { icon: NotebookPen, words: t("no mark") },
  trust: { icon: ShieldCheck, words: t("I trust") },
  doubt: { icon: ShieldQuestionMark, words: t("I doubt") },
};
