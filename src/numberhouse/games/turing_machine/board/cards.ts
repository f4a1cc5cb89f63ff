/** The cards on the table, with their laws as pictures that can be crossed out. */
import { Check } from "lucide";
import type { View } from "@types-of/turing-machine";
import { css, html, icon, nothing, type TemplateResult } from "@house/kit";
import { verifierAnswers } from "./answers";
import { spokenStanding, standingMark, type Standing } from "./laws/sheet-check";
import { LETTERS, ownTrack, t } from "./progress";
import { CARDS, spokenText, lawText } from "./laws/laws";
import { lawPicture } from "./pictures";

/** The viewer's own notes, as far as the cards need them. */
export interface NotesPen {
  crossed: ReadonlySet<string>;
  /** Whether marks can be made. */
  open: boolean;
  /** With assistance: the standing of each mark against the answers. */
  standings: Readonly<Record<string, Standing>>;
  toggle: (mark: string) => void;
}

/** The control on a card that asks its verifier. */
export type AskTemplate = (verifier: number) => TemplateResult | typeof nothing;

export function cardsTemplate(view: View, notesPen: NotesPen | null, lawsInWords: boolean, ask?: AskTemplate): TemplateResult {
  const { mode, cards } = view.layout;
  return html`<div class="cards ${lawsInWords ? "words" : ""}">
    ${cards.map((cardNumbers, verifier) =>
      mode === "nightmare"
        ? pooledCard(view, cardNumbers[0]!, notesPen)
        : html`<section class="card sheet" aria-label=${t("Verifier {letter}", { letter: LETTERS[verifier]! })}>
            ${cardNumbers.map(
              (card, index) => html`${index ? html`<p class="or"><span>${t("or")}</span></p>` : nothing}
                ${cardTemplate(view, card, mode === "classic" ? LETTERS[verifier]! : String(card), verifier, notesPen, index === 0, ask)}`,
            )}
          </section>`,
    )}
  </div>`;
}

/** A card of the common pool. Its verifier is revealed at the end. */
function pooledCard(view: View, card: number, notesPen: NotesPen | null): TemplateResult {
  const owner = view.end ? view.end.problem.laws.findIndex(([lawCard]) => lawCard === card) : -1;
  return html`<section class="card sheet" aria-label=${t("Card {card}", { card })}>
    ${cardTemplate(view, card, String(card), owner, notesPen, owner >= 0)}
  </section>`;
}

/** The answers in earlier rounds, and in the running one unless `before` says that they stand elsewhere. */
function answersTemplate(view: View, verifier: number, before: boolean): TemplateResult | typeof nothing {
  const track = ownTrack(view);
  if (!track) return nothing;
  return verifierAnswers(before ? { ...track, turns: track.turns.slice(0, -1) } : track, view.paper, verifier);
}

/** A card. Its marks begin with `prefix`; with `showVerifier` the verifier's letter and answers stand at
 * its head, and what asks it. */
function cardTemplate(view: View, number: number, prefix: string, verifier: number, notesPen: NotesPen | null, showVerifier: boolean, ask?: AskTemplate): TemplateResult {
  const card = CARDS[number];
  if (!card) return html`<p>${t("Card {card}", { card: number })}</p>`;
  const trueLaw = view.end?.problem.laws[verifier];
  const hasTrueLaw = trueLaw?.[0] === number;
  const control = showVerifier && ask ? ask(verifier) : nothing;
  const isUnused = trueLaw !== undefined && !hasTrueLaw;
  return html`<div class="one ${isUnused ? "idle" : ""}">
    <div class="head">
      ${showVerifier ? html`<span class="letter">${LETTERS[verifier]}</span>` : nothing}
      <h3><span class="soft">${t("Card {card}", { card: number })}</span> ${card.title(t)}</h3>
      ${control} ${showVerifier ? answersTemplate(view, verifier, control !== nothing) : nothing}
    </div>
    ${isUnused ? html`<p class="small soft">${t("This card meant nothing.")}</p>` : nothing}
    <ul class="plain laws of${card.laws.length}" aria-label=${t("Laws of card {card}", { card: number })}>
      ${card.laws.map((law, index) => {
        const text = lawText(law, t);
        const mark = `${prefix}.${index + 1}`;
        const crossed = Boolean(notesPen?.crossed.has(mark));
        const isTrueLaw = hasTrueLaw && trueLaw?.[1] === index;
        const classes = `one-law fact ${crossed ? "crossed" : ""} ${isTrueLaw ? "true" : ""}`;
        const spoken = spokenText(text, t);
        const content = html`${lawPicture(law)}<span class="told" aria-hidden="true">${text}</span>
          ${isTrueLaw ? html`<span class="mark">${icon(Check, t("the true law"))}</span>` : nothing}`;
        return html`<li>
          ${notesPen?.open
            ? html`<button class=${classes} title=${text} aria-pressed=${crossed} @click=${() => notesPen.toggle(mark)}>
                <span class="heard">${spokenStanding(t("Cross out: {law}", { law: spoken }), notesPen.standings[mark])}</span>${content}${standingMark(notesPen.standings[mark])}
              </button>`
            : html`<div class=${classes} title=${text}>
                <span class="heard">${crossed ? t("{law}, crossed out", { law: spoken }) : spoken}</span>${content}
              </div>`}
        </li>`;
      })}
    </ul>
  </div>`;
}

export const cardStyles = css`
  .cards {
    display: grid;
    gap: var(--gap-3);
  }
  .card {
    padding: var(--gap-2) var(--gap-3) var(--gap-3);
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    gap: var(--gap-1);
  }
  .head {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 0 var(--gap-2);
    margin-bottom: var(--gap-1);
  }
  .head h3 {
    flex: 1 1 140px;
  }
  .letter {
    display: inline-grid;
    place-items: center;
    width: 30px;
    height: 30px;
    border-radius: var(--round);
    background: var(--accent);
    color: var(--on-accent);
    font-weight: 600;
  }
  .card h3 {
    font-size: var(--text-2);
    font-weight: 400;
    margin: 0;
  }
  .card h3 .soft {
    margin-inline-end: var(--gap-1);
  }
  .or {
    display: flex;
    align-items: center;
    gap: var(--gap-3);
    max-width: none;
    margin: 0;
    color: var(--ink-soft);
  }
  .or::before,
  .or::after {
    content: "";
    flex: 1;
    border-top: 1px dashed var(--line-strong);
  }
  .laws {
    display: grid;
    grid-template-columns: repeat(3, minmax(0, 1fr));
    gap: var(--gap-1);
  }
  .laws.of2,
  .laws.of4 {
    grid-template-columns: repeat(2, minmax(0, 1fr));
  }
  .one-law {
    position: relative;
    display: grid;
    gap: 2px;
    align-content: center;
    width: 100%;
    height: 100%;
    min-height: 48px;
    padding: var(--gap-1) 2px;
    border: 1px solid var(--line);
    border-radius: var(--round);
    background: none;
    text-align: center;
  }
  .told {
    display: none;
    font-size: var(--text-1);
    line-height: 1.25;
    padding: 0 var(--gap-1);
  }
  .words .told {
    display: block;
  }
  .crossed {
    border-style: dashed;
    background: border-box no-repeat linear-gradient(
      to top right,
      transparent calc(50% - 1.25px),
      var(--ink-soft) calc(50% - 1px) calc(50% + 1px),
      transparent calc(50% + 1.25px)
    );
  }
  .crossed > svg,
  .crossed > .told {
    opacity: 0.35;
  }
  .one-law.true {
    border: 2px solid var(--accent);
    background: var(--accent-tint);
  }
  .mark {
    position: absolute;
    top: -10px;
    right: -6px;
    display: grid;
    place-items: center;
    width: 24px;
    height: 24px;
    border-radius: 50%;
    background: var(--accent);
    color: var(--on-accent);
  }
  .mark svg.icon {
    width: 16px;
    height: 16px;
    stroke-width: 3;
  }
  .idle .law {
    opacity: 0.5;
  }
  @container (min-width: 480px) {
    .laws.of4 {
      grid-template-columns: repeat(4, minmax(0, 1fr));
    }
  }
`;
