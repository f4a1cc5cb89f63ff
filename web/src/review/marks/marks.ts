/** The quality of an action as a shape and a word: never as a colour alone. */
import { html, svg, type SVGTemplateResult, type TemplateResult } from "lit";
import { Circle, CircleCheck, Diamond, OctagonX, Triangle } from "lucide";
import { icon } from "@house/kit/icon";
import { figure, t } from "@house/kit/words";
import type { WinProbabilityInfo, EvaluationInfo } from "@house/review/timeline";

export type Mark = EvaluationInfo["mark"];

/** From best to worst. */
export const MARKS: readonly Mark[] = ["best", "good", "inaccuracy", "mistake", "blunder"];

const ICONS = { best: CircleCheck, good: Circle, inaccuracy: Triangle, mistake: Diamond, blunder: OctagonX };

export function markWords(mark: Mark): string {
  return {
    best: t("best"),
    good: t("good"),
    inaccuracy: t("inaccuracy"),
    mistake: t("mistake"),
    blunder: t("blunder"),
  }[mark];
}

/** The plural, for a heading. */
export function markHeading(mark: Mark): string {
  return {
    best: t("Best"),
    good: t("Good"),
    inaccuracy: t("Inaccuracies"),
    mistake: t("Mistakes"),
    blunder: t("Blunders"),
  }[mark];
}

/** Without an accessible name where words stand beside it. */
export function markSign(mark: Mark, hasWords = false): TemplateResult {
  return html`<span class="mark ${mark}">${icon(ICONS[mark], hasWords ? undefined : markWords(mark))}</span>`;
}

/** Whether the action is an inaccuracy or worse. */
export function isError(mark: Mark): boolean {
  return MARKS.indexOf(mark) >= 2;
}

/** The mark in a graph, around (x, y); good actions have none. */
export function graphMark(mark: Mark, x: number, y: number): SVGTemplateResult {
  const size = 7;
  switch (mark) {
    case "inaccuracy":
      return svg`<path class="mark inaccuracy" d=${`M${x} ${y - size}L${x + size} ${y + size - 1}H${x - size}Z`} />`;
    case "mistake":
      return svg`<path class="mark mistake" d=${`M${x} ${y - size}L${x + size} ${y}L${x} ${y + size}L${x - size} ${y}Z`} />`;
    case "blunder": {
      const a = size * 0.42;
      return svg`<path class="mark blunder" d=${
        `M${x - a} ${y - size}H${x + a}L${x + size} ${y - a}V${y + a}L${x + a} ${y + size}H${x - a}L${x - size} ${y + a}V${y - a}Z`
      } />`;
    }
    default:
      return svg``;
  }
}

/** The turning point: the action with the largest loss of win probability that exceeds its error;
 * otherwise the action with the worst mark, and of equal marks the one with the largest loss. */
export function turningPoint(evaluations: Iterable<EvaluationInfo>, probabilities?: ReadonlyMap<number, WinProbabilityInfo>): EvaluationInfo | null {
  const list = [...evaluations];
  let costliest: EvaluationInfo | null = null;
  let highestLoss = 0;
  for (const evaluation of list) {
    const { loss, loss_error } = probabilities?.get(evaluation.number) ?? {};
    if (loss != null && loss > (loss_error ?? 1) && loss > highestLoss) [costliest, highestLoss] = [evaluation, loss];
  }
  return costliest ?? worstOf(list);
}

function worstOf(evaluations: Iterable<EvaluationInfo>): EvaluationInfo | null {
  let worst: EvaluationInfo | null = null;
  for (const evaluation of evaluations) {
    if (MARKS.indexOf(evaluation.mark) < 3) continue;
    const rank = MARKS.indexOf(evaluation.mark) - (worst ? MARKS.indexOf(worst.mark) : 0);
    if (!worst || rank > 0 || (rank === 0 && evaluation.loss > worst.loss)) worst = evaluation;
  }
  return worst;
}

/** How much smaller the step made the player's chance of winning; empty where that isn't certain. */
export function lossWords({ loss, loss_error }: WinProbabilityInfo, name: string): string {
  if (loss == null || loss <= (loss_error ?? 1)) return "";
  const values = { name, lost: percent(loss), error: percent(loss_error ?? 0) };
  return t("After it {name}’s chance of winning is {lost} percentage points lower than after the best step (± {error}).", values);
}

/** A share in whole per cent. */
export function percent(share: number): string {
  return figure(Math.round(100 * share));
}
