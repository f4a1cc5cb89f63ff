/** How good an action was, as a shape and a word: never by colour alone. */
import { html, svg, type SVGTemplateResult, type TemplateResult } from "lit";
import { Circle, CircleCheck, Diamond, OctagonX, Triangle } from "lucide";
import { icon } from "@house/kit/icon";
import { figure, t } from "@house/kit/words";
import type { WinProbabilityInfo, EvaluationInfo } from "@house/review/timeline";

export type Mark = EvaluationInfo["mark"];

/** From right to wrong. */
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

/** Several of them, for a heading. */
export function markHeading(mark: Mark): string {
  return {
    best: t("Best"),
    good: t("Good"),
    inaccuracy: t("Inaccuracies"),
    mistake: t("Mistakes"),
    blunder: t("Blunders"),
  }[mark];
}

/** Without words where they stand beside it. */
export function markSign(mark: Mark, hasWords = false): TemplateResult {
  return html`<span class="mark ${mark}">${icon(ICONS[mark], hasWords ? undefined : markWords(mark))}</span>`;
}

/** Whether it is worth stopping at. */
export function isError(mark: Mark): boolean {
  return MARKS.indexOf(mark) >= 2;
}

/** In a graph, around (x, y); what is right has none. */
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

/** The moment it turned: the action that cost most of the chance of winning, as far as that is beyond doubt;
 * otherwise the worst action, of equally bad ones the costliest. */
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

/** A share as whole per cent. */
export function percent(share: number): string {
  return figure(Math.round(100 * share));
}
