/**
 * A search that goes on after the end of the match, for a player who hasn't found the code. It changes nothing in
 * the match: it stays in this browser, and the service answers its questions by the laws that the end has published.
 *
 * The search is shown as a view of a running match, so that the same controls serve it.
 */
import { X } from "lucide";
import type { Action, View } from "@types-of/turing-machine";
import { css, html, icon, type TemplateResult } from "@house/kit";
import { endReason, wrongCodeText } from "./solution";
import { listText, ownSide, ownTrack, sideName, t, tn } from "./progress";

/** Questions of one round (TM-9). */
const QUESTIONS = 3;

interface Round {
  proposal: string;
  asked: number[];
  answers: boolean[];
}

export interface Search {
  /** The rounds after the match; the last is the running one. */
  rounds: Round[];
  speaking: boolean;
  /** Wrong codes that were said. */
  wrong: string[];
  found: boolean;
  /** Whether the player has asked for the solution. */
  revealed: boolean;
}

const ROUND: Round = { proposal: "", asked: [], answers: [] };
const START: Search = { rounds: [ROUND], speaking: false, wrong: [], found: false, revealed: false };

export function begin(): Search {
  return START;
}

/** Whether the player's side may search on: it hasn't found the code, and hasn't resigned to see it. */
export function canSearchOn(view: View): boolean {
  const side = ownSide(view);
  return view.end !== null && view.end.reason !== "resigned" && side !== null && view.end.papers[side]?.verdict !== view.end.code;
}

/** The search as a running match. Without a search: the match as it stood before its end was known. */
export function asRunning(view: View, search: Search | null): View {
  const side = ownSide(view);
  const track = ownTrack(view);
  if (side === null || !track || !view.paper) return { ...view, end: null };
  const rounds = search?.rounds ?? [];
  const asked = rounds.reduce((sum, round) => sum + round.asked.length, 0);
  const own = {
    ...track,
    turns: [...track.turns, ...rounds.map(({ proposal, asked }) => ({ proposal, asked }))],
    questions: track.questions + asked,
    left: QUESTIONS - (rounds.at(-1)?.asked.length ?? 0),
    finished: "" as const,
    spoken: "" as const,
    out: 0,
  };
  return {
    ...view,
    end: null,
    pen: null,
    phase: search?.speaking ? "verdict" : "asking",
    round: track.turns.length + rounds.length,
    tracks: view.tracks.map((other, index) => (index === side ? own : other)),
    paper: { answers: [...view.paper.answers, ...rounds.map(({ answers }) => answers)], verdict: null, wrong: "" },
  };
}

/** The search after an action; an answer comes with a question. */
export function after(search: Search, action: Action, code: string, answer?: boolean): Search {
  const round = search.rounds.at(-1) ?? ROUND;
  const replaced = (next: Round): Round[] => [...search.rounds.slice(0, -1), next];
  switch (action.type) {
    case "propose":
      return { ...search, rounds: replaced({ ...round, proposal: action.code }) };
    case "ask": {
      if (answer === undefined) return search;
      const asked = [...round.asked, action.verifier];
      return {
        ...search,
        rounds: replaced({ ...round, asked, answers: [...round.answers, answer] }),
        speaking: asked.length >= QUESTIONS,
      };
    }
    case "finish":
      return { ...search, speaking: true };
    case "not-yet":
      return { ...search, speaking: false, rounds: [...search.rounds, ROUND] };
    case "solve":
      return action.code === code
        ? { ...search, found: true }
        : { ...search, speaking: false, wrong: [...search.wrong, action.code], rounds: [...search.rounds, ROUND] };
    default:
      return search;
  }
}

/** The choice at the end: search on, or see the solution. */
export function offer(view: View, names: string[], begin: () => void, reveal: () => void): TemplateResult {
  const wrong = wrongCodeText(view);
  return html`<section class="sheet search-on" tabindex="-1" aria-label=${t("After the end")}>
    ${wrong ? html`<p class="wrong">${icon(X)} <strong>${wrong}</strong></p>` : ""}
    ${view.end?.reason === "lost" && wrong ? "" : html`<p>${wrong ? endReason(view, names) : html`<strong>${endReason(view, names)}</strong>`}</p>`}
    <p>${t("Keep searching for yourself, or see the solution. The result stays as it is.")}</p>
    <div class="row">
      <button class="primary" @click=${begin}>${t("Keep searching")}</button>
      <button @click=${reveal}>${t("Show the solution")}</button>
    </div>
  </section>`;
}

/** The state of the search, above its controls. */
export function searchHead(search: Search, isLost: boolean, reveal: () => void): TemplateResult {
  const wrong = search.wrong.at(-1);
  return html`<div class="search-head">
    <p class="soft small">${t("You search on for yourself; the match is over.")}</p>
    <button class="plain small" @click=${reveal}>${t("Show the solution")}</button>
    <p role="status" class="small">
      ${isLost
        ? t("The question got no answer. Ask it again.")
        : wrong && search.rounds.at(-1)?.proposal === ""
          ? t("{code} is wrong. In a match you would be out; here you search on.", { code: wrong })
          : ""}
    </p>
  </div>`;
}

/** The result of the search beside that of the match. */
export function searchResult(view: View, names: string[], search: Search): TemplateResult {
  const end = view.end!;
  const running = ownTrack(asRunning(view, search))!;
  const rounds = running.turns.length;
  const questions = tn("{count} question", "{count} questions", running.questions);
  const own = t("You found the code in round {round}, with {questions}.", { round: rounds, questions });
  const others = end.winners.filter((side) => side !== ownSide(view) && end.papers[side]?.verdict === end.code);
  const [first] = others;
  const compared =
    first === undefined
      ? t("The match ended in round {round}.", { round: view.round })
      : t("{names} found it in round {round}, with {questions}.", {
          names: listText(others.map((side) => sideName(view, names, side))),
          round: view.tracks[first]!.turns.length,
          questions: tn("{count} question", "{count} questions", view.tracks[first]!.questions),
        });
  return html`<p class="search-on" role="status"><strong>${own}</strong> ${compared}
    ${first === undefined ? "" : tn("You would have come {count} round later.", "You would have come {count} rounds later.", rounds - view.tracks[first]!.turns.length)}
    ${search.wrong.length ? tn("Before that you said {count} wrong code, which ends a match.", "Before that you said {count} wrong codes; the first ends a match.", search.wrong.length) : ""}</p>`;
}

// A reload must not lose the search.

const keyOf = (match: string): string => `numberhouse.turing-machine.search.${match}`;

export function storedSearch(match: string): Search | null {
  const text = match ? sessionStorage.getItem(keyOf(match)) : null;
  return text ? (JSON.parse(text) as Search) : null;
}

export function storeSearch(match: string, search: Search): void {
  if (match) sessionStorage.setItem(keyOf(match), JSON.stringify(search));
}

export const searchStyles = css`
  .search-on:focus {
    outline: none;
  }
  .search-on p:last-child,
  p.search-on {
    margin: 0;
  }
  p.search-on {
    padding: var(--gap-2) var(--gap-3);
    border-inline-start: 4px solid var(--accent);
    background: var(--accent-tint);
    border-radius: var(--round);
  }
  .search-head {
    display: grid;
    grid-template-columns: minmax(0, 1fr) auto;
    align-items: center;
    gap: 0 var(--gap-2);
    margin-bottom: var(--gap-2);
  }
  .search-head p {
    margin: 0;
  }
  .search-head [role="status"] {
    grid-column: 1 / -1;
    min-height: 1.4em;
  }
`;
