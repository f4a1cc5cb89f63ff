/** The solution at the end: the code, the true laws, and the reason for each answer. */
import type { View } from "@types-of/turing-machine";
import { css, html, nothing, type TemplateResult } from "@house/kit";
import { codeTiles } from "./answers";
import { answerOf, LETTERS, listText, ownSide, ownTrack, seatName, sideName, t, tn } from "./progress";
import { CARDS, spokenText, lawText, type Law } from "./laws/laws";
import { lawPicture } from "./pictures";
import { questionsText, finalCodeText } from "./seats";

/** The answer that the viewer wants explained. */
export interface AnswerReference {
  side: number;
  round: number;
  verifier: number;
}

export function solutionTemplate(view: View, names: string[], selected: AnswerReference | null): TemplateResult {
  const end = view.end!;
  const own = ownSide(view);
  return html`<section class="sheet solution" aria-label=${t("Solution")}>
    <div class="row">${codeTiles(end.code, true)}<strong>${t("The code is {code}.", { code: end.code })}</strong></div>
    <p>${endReason(view, names)}</p>
    ${own === null
      ? nothing
      : html`<p class="soft">${tn("{count} round", "{count} rounds", view.tracks[own]!.turns.length)}, ${questionsText(view, own)},
          ${finalCodeText(view, own)}</p>`}
    <ul class="plain truths" aria-label=${t("The true laws")}>
      ${end.problem.laws.map((_, verifier) => trueLawTemplate(view, verifier))}
    </ul>
    <p class="why ${selected ? "" : "screen"}" role="status">${selected ? answerReason(view, names, selected) : t("Choose an answer in the grid to see why it was given.")}</p>
    <p class="small soft">${t("Problem")} <a href="/games/turing-machine?problem=${end.id}" title=${t("Play this problem")}><code>${end.id}</code></a></p>
  </section>`;
}

/** That the viewer's side has said a wrong code, and what follows; empty if it hasn't, or not in this round. */
export function wrongCodeText(view: View, round?: number): string {
  const track = ownTrack(view);
  const code = view.paper?.wrong;
  if (!code || !track || (round !== undefined && track.out !== round)) return "";
  return view.tracks.length === 1
    ? t("{code} is wrong: the match is lost.", { code })
    : t("{code} is wrong: you are out of the race.", { code });
}

/** The reason why the match is over. */
export function endReason(view: View, names: string[]): string {
  const end = view.end!;
  const winners = listText(end.winners.map((side) => sideName(view, names, side)));
  switch (end.reason) {
    case "solved":
      return t("Solved. Winner: {winners}.", { winners });
    case "last-left":
      return t("All others are out. Winner: {winners}.", { winners });
    case "nobody":
      return t("All are out; nobody wins.");
    case "resigned":
      return t("The match ended early: here is the solution.");
    case "lost":
      return t("The code that was said is wrong; the match is lost.");
    default:
      return t("Every question could have been asked by now; nobody wins.");
  }
}

function trueLawTemplate(view: View, verifier: number): TemplateResult {
  const law = trueLaw(view, verifier);
  const letter = LETTERS[verifier]!;
  if (!law) return html`<li>${letter}</li>`;
  const text = lawText(law, t);
  return html`<li>
    <span class="letter">${letter}</span>${lawPicture(law)}
    <span class="told-law"><span aria-hidden="true">${text}</span><span class="heard">${spokenText(text, t)}</span></span>
  </li>`;
}

function answerReason(view: View, names: string[], { side, round, verifier }: AnswerReference): string {
  const track = view.tracks[side]!;
  const law = trueLaw(view, verifier);
  const values = {
    letter: LETTERS[verifier]!,
    code: track.turns[round]?.proposal ?? "",
    law: law ? lawText(law, t) : "",
    name: seatName(names, view.options.style === "team" ? round % view.seats : side),
  };
  return answerOf(track, view.end?.papers[side], round, verifier)
    ? t("{name} asked about {code}. The law of {letter}, “{law}”, is true of it: yes.", values)
    : t("{name} asked about {code}. The law of {letter}, “{law}”, is not true of it: no.", values);
}

function trueLaw(view: View, verifier: number): Law | undefined {
  const [card, index] = view.end?.problem.laws[verifier] ?? [0, 0];
  return CARDS[card]?.laws[index];
}

export const endStyles = css`
  .solution p {
    margin: var(--gap-2) 0;
  }
  .truths {
    display: grid;
    gap: var(--gap-2);
    margin: var(--gap-3) 0;
  }
  .truths li {
    display: grid;
    grid-template-columns: 30px 112px minmax(0, 1fr);
    gap: var(--gap-3);
    align-items: center;
  }
  .solution .why {
    padding: var(--gap-2) var(--gap-3);
    background: var(--well);
    border-inline-start: 4px solid var(--accent);
    max-width: none;
  }
`;
