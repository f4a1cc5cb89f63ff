/** The note sheet: digits, whose card is whose, and free words. It is the player's own, and checked with assistance alone. */
import type { View } from "@types-of/turing-machine";
import { css, html, nothing, svg, type TemplateResult } from "@house/kit";
import type { Pen } from "../cards";
import { heardStanding, standingOf } from "./checked";
import { LETTERS, t } from "../course";
import { nameOf } from "../dial";
import { SHAPES } from "./laws";
import { glyph } from "../pictures";

/** What is crossed out, with buttons that do it. */
function mark(pen: Pen, name: string, words: string, shown: string): TemplateResult {
  const crossed = pen.crossed.has(name);
  return pen.open
    ? html`<button class="mark-it fact ${crossed ? "crossed-out" : ""}" aria-pressed=${crossed} aria-label=${heardStanding(t("Cross out: {law}", { law: words }), pen.standings[name])}
        @click=${() => pen.toggle(name)}><span>${shown}</span>${standingOf(pen.standings[name])}</button>`
    : html`<span class="mark-it ${crossed ? "crossed-out" : ""}">
        <span aria-hidden="true">${shown}</span><span class="heard">${crossed ? t("{law}, crossed out", { law: words }) : words}</span>
      </span>`;
}

export function digitsOf(pen: Pen): TemplateResult {
  return html`<div class="digits" role="group" aria-label=${t("Digits")}>
    ${SHAPES.map(
      (shape) => html`<div class="digit-row ${shape}">
        <svg viewBox="0 0 18 18" aria-hidden="true">${svg`${glyph(shape, 9, 9, 13)}`}</svg>
        ${[1, 2, 3, 4, 5].map((digit) =>
          mark(pen, `${shape}${digit}`, t("{shape}: {digit}", { shape: nameOf(shape), digit }), String(digit)),
        )}
      </div>`,
    )}
  </div>`;
}

/** In nightmare: which verifier has which card. */
export function pairsOf(view: View, pen: Pen): TemplateResult | typeof nothing {
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
            const right = view.end?.problem.laws[verifier]?.[0] === card;
            const words = t("{letter} has card {card}", { letter, card });
            return html`<td class=${right ? "own" : ""}>${mark(pen, `${letter}/${card}`, words, right ? "✓" : "·")}</td>`;
          })}
        </tr>`;
      })}
    </tbody>
  </table>`;
}

export const LONGEST_TEXT = 2000;

export function textOf(text: string, open: boolean, written: (text: string, done: boolean) => void): TemplateResult | typeof nothing {
  if (!open) return text ? html`<p class="text">${text}</p>` : nothing;
  const read = (event: Event): string => (event.target as HTMLTextAreaElement).value;
  return html`<textarea rows="3" aria-label=${t("Own words")} maxlength=${LONGEST_TEXT} .value=${text}
      @input=${(event: Event) => written(read(event), false)} @change=${(event: Event) => written(read(event), true)}></textarea>`;
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
