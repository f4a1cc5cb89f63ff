/** The other sides: their progress and questions, and after the end also the answers they received. */
import type { View } from "@types-of/turing-machine";
import { css, html, nothing, repeat, type TemplateResult } from "@house/kit";
import { answerGrid, codeTemplate, type AnswerGridModel } from "./answers";
import { activityText, LETTERS, ownSide, sideName, t, tn, currentTurn, type Track } from "./progress";

/** At most this many sides are open at once; more would be a wall of figures. */
const MAX_OPEN = 4;

export function sidesTemplate(view: View, names: string[], grid: (side: number) => AnswerGridModel): TemplateResult | typeof nothing {
  const own = ownSide(view);
  const others = view.tracks.flatMap((track, side) => (side === own ? [] : [{ track, side }]));
  if (!others.length) return nothing;
  return html`<section class="sheet sides" aria-label=${own === null ? t("Seats") : t("The others")}>
    <h2>${own === null ? t("Seats") : t("The others")}</h2>
    ${repeat(
      others,
      ({ side }) => side,
      ({ track, side }) => html`<details ?open=${others.length <= MAX_OPEN && (own === null || view.end !== null)}>
        <summary>
          <span class="who ${track.out ? "gone" : ""}">${sideName(view, names, side)}</span>
          <span class="soft small">${questionsText(view, side)}${activityText(view, track) ? `, ${activityText(view, track)}` : ""}</span>
          ${view.end ? finalCodeText(view, side) : latestTurn(track)}
        </summary>
        ${answerGrid(grid(side))}
      </details>`,
    )}
  </section>`;
}

export function questionsText(view: View, side: number): string {
  const { questions } = view.tracks[side]!;
  const handicap = view.options.handicap[side] ?? 0;
  const countText = tn("{count} question", "{count} questions", questions);
  return handicap ? t("{questions}, {taken} of them handicap", { questions: countText, taken: handicap }) : countText;
}

/** The code that a side named last, and whether it was right. */
export function finalCodeText(view: View, side: number): TemplateResult | typeof nothing {
  const paper = view.end?.papers[side];
  const code = paper?.wrong || paper?.verdict;
  if (!code) return html`<span class="small soft">${t("named no code at the end")}</span>`;
  return html`<span class="small">${code === view.end?.code ? t("found the code") : t("said {code}, which is wrong", { code })}</span>`;
}

function latestTurn(track: Track): TemplateResult | typeof nothing {
  const turn = currentTurn(track);
  if (!turn.proposal || track.out) return nothing;
  return html`<span class="latest">${codeTemplate(turn.proposal)}
    <span class="letters">${turn.asked.map((verifier) => LETTERS[verifier]).join(" ")}</span></span>`;
}

export const seatStyles = css`
  .sides {
    display: grid;
    gap: var(--gap-1);
    grid-template-columns: minmax(0, 1fr);
  }
  .sides h2 {
    margin-bottom: var(--gap-1);
  }
  summary {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 0 var(--gap-3);
    min-height: var(--touch);
    padding: var(--gap-1) 0;
    border-top: 1px solid var(--line);
    cursor: pointer;
  }
  summary::before {
    content: "▸";
    color: var(--ink-soft);
  }
  details[open] > summary::before {
    content: "▾";
  }
  .who {
    font-weight: 600;
    overflow-wrap: anywhere;
  }
  .who.gone {
    text-decoration: line-through;
    font-weight: 400;
  }
  .latest {
    display: inline-flex;
    align-items: baseline;
    gap: var(--gap-2);
  }
  details[open] .latest {
    display: none;
  }
  .letters {
    letter-spacing: 0.05em;
  }
`;
