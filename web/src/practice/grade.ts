/** What an answer has achieved: solved, solved in part, or not solved. The drill's score and verdict decide. */
import type { TemplateResult } from "lit";
import { CircleDashed, Check, X } from "lucide";
import { icon } from "@house/kit/icon";
import { t } from "@house/kit/words";
import { percent } from "@house/practice/figures";

interface Result {
  score?: number | null;
  solved?: boolean | null;
}

type Grade = "solved" | "partly" | "unsolved";

function gradeOf({ solved, score }: Result): Grade {
  return solved ? "solved" : score ? "partly" : "unsolved";
}

/** The icon and its colour; with a name for screen readers unless words stand beside it. */
export function gradeSign(result: Result, hasWords = false): TemplateResult {
  const node = { solved: Check, partly: CircleDashed, unsolved: X }[gradeOf(result)];
  return icon(node, hasWords ? undefined : { solved: t("solved"), partly: t("solved in part"), unsolved: t("not solved") }[gradeOf(result)]);
}

/** The class of its colour. */
export function gradeColour(result: Result): string {
  return { solved: "good", partly: "", unsolved: "bad" }[gradeOf(result)];
}

/** "Solved, 93 % of the best". */
export function gradeWords(result: Result): string {
  const score = percent(result.score ?? 0);
  switch (gradeOf(result)) {
    case "solved":
      return score === percent(1) ? t("Solved") : t("Solved, {score} of the best", { score });
    case "partly":
      return t("Solved in part, {score} of the best", { score });
    case "unsolved":
      return t("Not solved");
  }
}
