/** The proposed codes and the verifiers' answers: a grid as wide as its place, never wider. */
import { Check, X } from "lucide";
import { css, html, icon, nothing, svg, type TemplateResult } from "@house/kit";
import { answerOf, LETTERS, t, type Paper, type Track } from "./progress";
import { SHAPES } from "./laws/laws";
import { glyph } from "./pictures";

export interface AnswerGridModel {
  caption: string;
  track: Track;
  /** The answers, if the viewer may know them. */
  paper: Paper | null | undefined;
  verifiers: number;
  /** The current round, from 0. */
  currentRound?: number | undefined;
  /** Explains an answer; present after the end. */
  explain?: ((round: number, verifier: number) => void) | undefined;
}

/** A code as three coloured digits. */
export function codeTemplate(code: string): TemplateResult {
  return html`<span class="code" role="img" aria-label=${code}
    >${SHAPES.map((shape, index) => html`<b class=${shape} aria-hidden="true">${code[index]}</b>`)}</span>`;
}

/** A code as three tiles with shape and digit. */
export function codeTiles(code: string, raised = false): TemplateResult {
  return html`<span class="tiles" role="img" aria-label=${t("Code {code}", { code })}>
    ${SHAPES.map(
      (shape, index) => html`<span class="tile ${shape} ${raised ? "laid" : ""}" aria-hidden="true">
        <svg viewBox="0 0 18 18">${svg`${glyph(shape, 9, 9, 12)}`}</svg>${code[index]}
      </span>`,
    )}
  </span>`;
}

export function answerGrid(model: AnswerGridModel): TemplateResult {
  const letters = [...LETTERS.slice(0, model.verifiers)];
  const rounds = model.track.turns.map((turn, round) => ({ turn, round })).filter(({ turn }) => turn.proposal);
  if (!rounds.length) return html`<p class="soft none">${t("Nothing asked yet.")}</p>`;
  return html`<table class="answers">
    <caption class="heard">${model.caption}</caption>
    <thead>
      <tr>
        <th scope="col" class="round"><span class="heard">${t("Round")}</span></th>
        <th scope="col" class="said">
          <span class="heard">${t("Code")}</span>
          <span class="code heads" aria-hidden="true">${SHAPES.map(
            (shape) => html`<svg class=${shape} viewBox="0 0 16 16">${svg`${glyph(shape, 8, 8, 11)}`}</svg>`,
          )}</span>
        </th>
        ${letters.map((letter) => html`<th scope="col" class="cell">${letter}</th>`)}
      </tr>
    </thead>
    <tbody>
      ${rounds.map(
        ({ turn, round }) => html`<tr class=${round === model.currentRound ? "running" : ""}>
          <th scope="row" class="round">${round + 1}</th>
          <td class="said">${codeTemplate(turn.proposal)}</td>
          ${letters.map((letter, verifier) => answerCell(model, round, verifier, letter, turn.asked.includes(verifier)))}
        </tr>`,
      )}
    </tbody>
  </table>`;
}

function answerCell(model: AnswerGridModel, round: number, verifier: number, letter: string, wasAsked: boolean): TemplateResult {
  const answer = answerOf(model.track, model.paper, round, verifier);
  if (answer === undefined) {
    return html`<td class="cell none">${wasAsked
      ? html`<span class="asked" role="img" aria-label=${t("asked, the answer is hidden")}>?</span>`
      : html`<span aria-hidden="true">·</span><span class="heard">${t("not asked")}</span>`}</td>`;
  }
  const answerClass = answer ? "yes" : "no";
  const answerText = answer ? t("yes") : t("no");
  const answerIcon = icon(answer ? Check : X, model.explain ? undefined : answerText);
  return html`<td class="cell ${answerClass}">
    ${model.explain
      ? html`<button class="plain fact" aria-label=${t("Why {answer}? Round {round}, verifier {letter}", { answer: answerText, round: round + 1, letter })}
          @click=${() => model.explain?.(round, verifier)}>${answerIcon}</button>`
      : html`<span class="sign">${answerIcon}</span>`}
  </td>`;
}

/** The answers of one verifier so far, beside its card: the codes with yes and with no. */
export function verifierAnswers(track: Track, paper: Paper | null | undefined, verifier: number): TemplateResult | typeof nothing {
  const answers = track.turns.flatMap((turn, round) => {
    const answer = answerOf(track, paper, round, verifier);
    return answer === undefined ? [] : [{ code: turn.proposal, answer }];
  });
  if (!answers.length) return nothing;
  return html`<ul class="plain heardof" aria-label=${t("Answers of {letter}", { letter: LETTERS[verifier]! })}>
    ${answers.map(
      ({ code, answer }) =>
        html`<li class=${answer ? "yes" : "no"}>${codeTemplate(code)}${icon(answer ? Check : X, answer ? t("yes") : t("no"))}</li>`,
    )}
  </ul>`;
}

export const answerStyles = css`
  .code {
    display: inline-grid;
    grid-template-columns: repeat(3, 1fr);
    width: 66px;
    text-align: center;
    font-weight: 600;
    font-size: var(--text-3);
    line-height: 1.2;
  }
  .code b {
    color: var(--hue);
  }
  .heads svg {
    width: 14px;
    height: 14px;
    margin: auto;
  }
  .tiles {
    display: inline-flex;
    gap: var(--gap-1);
  }
  .tiles .tile {
    grid-template-rows: auto auto;
    width: 46px;
    height: 58px;
    font-size: var(--text-5);
    font-weight: 600;
    line-height: 1;
    color: var(--hue);
    border-color: var(--hue);
    align-content: center;
    gap: 2px;
  }
  .tiles svg {
    width: 16px;
    height: 16px;
  }
  table.answers {
    width: 100%;
    table-layout: fixed;
  }
  .answers th,
  .answers td {
    padding: 0;
    height: 40px;
    text-align: center;
    vertical-align: middle;
  }
  .answers thead th {
    height: 32px;
    border-bottom: 2px solid var(--line-strong);
  }
  .answers .round {
    width: 30px;
    color: var(--ink-soft);
    font-weight: 400;
  }
  .answers .said {
    width: 84px;
    text-align: start;
    padding-inline-start: var(--gap-2);
    border-inline-end: 1px solid var(--line);
  }
  .running {
    background: var(--accent-tint);
  }
  .answers td.none {
    color: var(--ink-soft);
  }
  .asked {
    display: inline-grid;
    place-items: center;
    width: 24px;
    height: 24px;
    border: 1px dashed var(--line-strong);
    border-radius: 50%;
  }
  .answers .sign,
  .answers .cell button {
    display: grid;
    place-items: center;
    width: 100%;
    min-width: 0;
    min-height: 40px;
    padding: 0;
  }
  .answers svg.icon {
    width: 26px;
    height: 26px;
    padding: 3px;
    border-radius: 6px;
    stroke-width: 2.75;
  }
  .answers .yes svg.icon {
    background: var(--good);
    color: var(--sheet);
  }
  .answers .no svg.icon {
    color: var(--bad);
    border: 1.5px solid currentcolor;
    padding: 2px;
  }
  .heardof {
    display: flex;
    flex-wrap: wrap;
    gap: 0 var(--gap-3);
  }
  .heardof li {
    display: inline-flex;
    align-items: center;
  }
  .heardof .code {
    width: 42px;
    font-size: var(--text-2);
  }
  .heardof svg.icon {
    width: 18px;
    height: 18px;
    stroke-width: 2.5;
  }
  .heardof .yes svg {
    color: var(--good);
  }
  .heardof .no svg {
    color: var(--bad);
  }
`;
