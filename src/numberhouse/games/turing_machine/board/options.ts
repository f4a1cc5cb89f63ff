/** The form for cards that the host chooses, and the reader of problems' ids. */
import { html, type ProblemReader, type TemplateResult } from "@house/kit";
import { CardPicker } from "./card-picker";
import { cardsOfId, LONGEST_ID, type ProblemCards } from "./laws/short-id";
import { t } from "./progress";
import "./table-picture";

export const editor = CardPicker;
export const edited = ["cards"];

/** The cards that the host has chosen, which lie open before everybody; null where the cards are drawn at the beginning. */
export function picture(options: Record<string, unknown>): TemplateResult | null {
  const { mode, cards } = options as unknown as ProblemCards;
  return cards.length ? tablePicture({ mode, cards }) : null;
}

const tablePicture = (problem: ProblemCards): TemplateResult => html`<nh-turing-machine-table .problem=${problem}></nh-turing-machine-table>`;

export const problems: ProblemReader = {
  option: "problem",
  longest: LONGEST_ID,
  hint: () => t("An id stands under the solution of a match, such as {example}. Capitals and small letters are the same.", { example: "C4002STY1" }),
  read: (text) => {
    const problem = cardsOfId(text);
    if (!problem) return null;
    return {
      options: { mode: problem.mode, verifiers: problem.cards.length, problem: text.trim().toUpperCase() },
      picture: tablePicture(problem),
    };
  },
};
