/** The other sides: how far they are and what they have asked; after the end also what they were told. */
import type { View } from "@types-of/turing-machine";
import { css, html, nothing, repeat, type TemplateResult } from "@house/kit";
import { answerGrid, codeOf, type Grid } from "./answers";
import { doing, LETTERS, ownSide, sideName, t, tn, turnOf, type Track } from "./course";

/** More than so many open at once would be a wall of figures. */
const OPEN = 4;

export function sidesOf(view: View, names: string[], grid: (side: number) => Grid): TemplateResult | typeof nothing {
  const own = ownSide(view);
  const others = view.tracks.flatMap((track, side) => (side === own ? [] : [{ track, side }]));
  if (!others.length) return nothing;
  return html`<section class="sheet sides" aria-label=${own === null ? t("Seats") : t("The others")}>
    <h2>${own === null ? t("Seats") : t("The others")}</h2>
    ${repeat(
      others,
      ({ side }) => side,
      ({ track, side }) => html`<details ?open=${others.length <= OPEN && (own === null || view.end !== null)}>
        <summary>
          <span class="who ${track.out ? "gone" : ""}">${sideName(view, names, side)}</span>
          <span class="soft small">${questionsOf(view, side)}${doing(view, track) ? `, ${doing(view, track)}` : ""}</span>
          ${view.end ? saidAtTheEnd(view, side) : latest(track)}
        </summary>
        ${answerGrid(grid(side))}
      </details>`,
    )}
  </section>`;
}

export function questionsOf(view: View, side: number): string {
  const { questions } = view.tracks[side]!;
  const taken = view.options.handicap[side] ?? 0;
  const told = tn("{count} question", "{count} questions", questions);
  return taken ? t("{questions}, {taken} of them handicap", { questions: told, taken }) : told;
}

/** The code a side named last, and whether it was right. */
export function saidAtTheEnd(view: View, side: number): TemplateResult | typeof nothing {
  const paper = view.end?.papers[side];
  const code = paper?.wrong || paper?.verdict;
  if (!code) return html`<span class="small soft">${t("named no code at the end")}</span>`;
  return html`<span class="small">${code === view.end?.code ? t("found the code") : t("said {code}, which is wrong", { code })}</span>`;
}

function latest(track: Track): TemplateResult | typeof nothing {
  const turn = turnOf(track);
  if (!turn.proposal || track.out) return nothing;
  return html`<span class="latest">${codeOf(turn.proposal)}
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
