/** The note sheet: digits, the cards' verifiers, and free text. It is private, and is checked only with
 * assistance. */
import type { View } from "@types-of/turing-machine";
import { css, html, nothing, svg, type TemplateResult } from "@house/kit";
import type { NotesPen } from "../cards";
import { spokenStanding, standingMark } from "./sheet-check";
import { LETTERS, t } from "../progress";
import { shapeName } from "../dial";
import { SHAPES } from "./laws";
import { glyph } from "../pictures";

/** A mark that can be crossed out; a button while notes are open. */
function markButton(pen: NotesPen, name: string, label: string, content: string): TemplateResult {
  const crossed = pen.crossed.has(name);
  return pen.open
    ? html`<button class="mark-it fact ${crossed ? "crossed-out" : ""}" aria-pressed=${crossed} aria-label=${spokenStanding(t("Cross out: {law}", { law: label }), pen.standings[name])}
        @click=${() => pen.toggle(name)}><span>${content}</span>${standingMark(pen.standings[name])}</button>`
    : html`<span class="mark-it ${crossed ? "crossed-out" : ""}">
        <span aria-hidden="true">${content}</span><span class="heard">${crossed ? t("{law}, crossed out", { law: label }) : label}</span>
      </span>`;
}

export function digitNotes(pen: NotesPen): TemplateResult {
  return html`<div class="digits" role="group" aria-label=${t("Digits")}>
    ${SHAPES.map(
      (shape) => html`<div class="digit-row ${shape}">
        <svg viewBox="0 0 18 18" aria-hidden="true">${svg`${glyph(shape, 9, 9, 13)}`}</svg>
        ${[1, 2, 3, 4, 5].map((digit) =>
          markButton(pen, `${shape}${digit}`, t("{shape}: {digit}", { shape: shapeName(shape), digit }), String(digit)),
        )}
      </div>`,
    )}
  </div>`;
}

/** In nightmare: the verifier of each card. */
export function cardOwnerNotes(view: View, pen: NotesPen): TemplateResult | typeof nothing {
  if (view.layout.mode !== "nightmare") return nothing;
  const cards = view.layout.cards.flat();
  return html`<table class="pairs">
    <caption class="heard">${t("Whose card")}</caption>
    <thead>
      <tr>
        <td></td>
        ${cards.map((card) => html`<th scope="col" aria-label=${t("Card {card}", { card })}>${card}</th>`)}
      </tr>
    </thead>
    <tbody>
      ${[...LETTERS.slice(0, view.layout.cards.length)].map((letter, verifier) => {
        return html`<tr>
          <th scope="row" aria-label=${t("Verifier {letter}", { letter })}><span class="letter">${letter}</span></th>
          ${cards.map((card) => {
            const isRight = view.end?.problem.laws[verifier]?.[0] === card;
            const label = t("{letter} has card {card}", { letter, card });
            return html`<td class=${isRight ? "own" : ""}>${markButton(pen, `${letter}/${card}`, label, isRight ? "✓" : "·")}</td>`;
          })}
        </tr>`;
      })}
    </tbody>
  </table>`;
}

export const MAX_TEXT = 2000;

export function textNotes(text: string, open: boolean, onWrite: (text: string, isFinished: boolean) => void): TemplateResult | typeof nothing {
  if (!open) return text ? html`<p class="text">${text}</p>` : nothing;
  const textValue = (event: Event): string => (event.target as HTMLTextAreaElement).value;
  return html`<textarea rows="3" aria-label=${t("Own words")} maxlength=${MAX_TEXT} .value=${text}
      @input=${(event: Event) => onWrite(textValue(event), false)} @change=${(event: Event) => onWrite(textValue(event), true)}></textarea>`;
}

export const noteStyles = css`
  .digits {
    display: grid;
    gap: var(--gap-1);
    max-width: 320px;
  }
  .digit-row {
    display: grid;
    grid-template-columns: 24px repeat(5, minmax(0, 1fr));
    align-items: center;
    gap: var(--gap-1);
    color: var(--hue);
  }
  .digit-row svg {
    width: 20px;
    height: 20px;
  }
  .mark-it {
    display: grid;
    place-items: center;
    min-width: 0;
    min-height: var(--touch);
    padding: 0;
    border: 1px solid var(--line);
    border-radius: var(--round);
    color: inherit;
    font-weight: 600;
    font-size: var(--text-3);
  }
  .crossed-out {
    color: var(--ink-soft);
    border-style: dashed;
    font-weight: 400;
    background: border-box no-repeat linear-gradient(
      to top right,
      transparent calc(50% - 1.25px),
      currentcolor calc(50% - 1px) calc(50% + 1px),
      transparent calc(50% + 1.25px)
    );
  }
  .pairs {
    width: 100%;
    max-width: 340px;
    table-layout: fixed;
  }
  .pairs th,
  .pairs td {
    padding: 2px;
    border: 0;
    text-align: center;
    vertical-align: middle;
  }
  .pairs .mark-it {
    width: 100%;
  }
  .pairs .own .mark-it {
    border: 2px solid var(--accent);
    color: var(--accent);
  }
  textarea {
    width: 100%;
    resize: vertical;
  }
  .text {
    white-space: pre-line;
    overflow-wrap: anywhere;
  }
`;
