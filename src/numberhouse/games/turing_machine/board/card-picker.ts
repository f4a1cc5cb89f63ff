/** Chooses the cards of a match by their pictures. */
import { X } from "lucide";
import { css, html, icon, OptionsEditor, shared, type PropertyValues, type TemplateResult } from "@house/kit";
import { cardPicture, cardPictureStyles } from "./card-picture";
import { hues } from "./hues";
import { CARDS } from "./laws/laws";
import { pictureStyles } from "./pictures";
import { LETTERS, t, tn } from "./progress";

const FEWEST = 4;
const MOST = 6;

export class CardPicker extends OptionsEditor {
  static override styles = [
    shared,
    hues,
    pictureStyles,
    cardPictureStyles,
    css`
      .chosen {
        display: grid;
        grid-template-columns: repeat(auto-fill, minmax(min(260px, 100%), 1fr));
        gap: var(--gap-2);
        margin-block-end: var(--gap-3);
      }
      .chosen button {
        display: flex;
        align-items: center;
        justify-content: space-between;
        gap: var(--gap-2);
        padding-inline: var(--gap-3);
        text-align: start;
        line-height: 1.25;
      }
      .chosen .soft {
        font-weight: 400;
      }
      p {
        margin: 0 0 var(--gap-2);
      }
      .pool {
        display: grid;
        grid-template-columns: repeat(auto-fill, minmax(min(260px, 100%), 1fr));
        gap: var(--gap-2);
        max-height: min(640px, 80vh);
        padding: 4px;
        overflow-y: auto;
      }
      .pool button {
        display: grid;
        grid-template-columns: minmax(0, 1fr);
        gap: var(--gap-2);
        align-content: start;
        width: 100%;
        height: 100%;
        padding: var(--gap-2);
        text-align: start;
      }
      .pool button[aria-pressed="true"] {
        border: 2px solid var(--accent);
        background: var(--accent-tint);
      }
      .pool button:disabled .card-laws {
        opacity: 0.5;
      }
    `,
  ];

  protected override updated(changed: PropertyValues): void {
    // Another mode has other places: the same cards go there.
    if (changed.has("value") && !this.#isInShape()) this.#choose(this.#chosen());
  }

  override render(): TemplateResult {
    const chosen = this.#chosen();
    const isFull = chosen.length >= MOST * this.#each();
    return html`<fieldset>
      <legend>${t("Cards")}</legend>
      <p role="status">${this.#state(chosen.length)}</p>
      ${chosen.length
        ? html`<div class="chosen">
            ${chosen.map(
              (card, index) => html`<button type="button" @click=${() => this.#toggle(card)}>
                <span>${this.#placeName(index)} ${CARDS[card]?.title(t)} <span class="soft">${t("Card {card}", { card })}</span></span>
                ${icon(X, t("put it back"))}
              </button>`,
            )}
          </div>`
        : ""}
      <ul class="plain pool" tabindex="0" aria-label=${t("All cards")}>
        ${Object.keys(CARDS).map(Number).map((card) => {
          const isChosen = chosen.includes(card);
          return html`<li><button type="button" aria-pressed=${isChosen} ?disabled=${isFull && !isChosen} @click=${() => this.#toggle(card)}>${cardPicture(card)}</button></li>`;
        })}
      </ul>
    </fieldset>`;
  }

  /** What is chosen, and what may still be. */
  #state(count: number): string {
    const each = this.#each();
    const values = { fewest: FEWEST * each, most: MOST * each };
    if (!count) {
      return each === 2
        ? t("None is chosen: the cards are drawn. Or choose 8, 10 or 12, two for each verifier.")
        : t("None is chosen: the cards are drawn. Or choose {fewest} to {most}, one for each verifier.", values);
    }
    const chosen = tn("{count} card is chosen", "{count} cards are chosen", count);
    if (count >= values.fewest && count % each === 0) return `${chosen}.`;
    return each === 2 ? t("{chosen}; 8, 10 or 12 are needed.", { chosen }) : t("{chosen}; {fewest} to {most} are needed.", { chosen, ...values });
  }

  #placeName(index: number): string {
    return this.value.mode === "nightmare" ? "" : `${LETTERS[Math.floor(index / this.#each())]!}:`;
  }

  #each(): number {
    return this.value.mode === "extreme" ? 2 : 1;
  }

  #places(): number[][] {
    return (this.value.cards ?? []) as number[][];
  }

  #chosen(): number[] {
    return this.#places().flat();
  }

  /** Whether each place but the last is full, and none too full. */
  #isInShape(): boolean {
    const [each, places] = [this.#each(), this.#places()];
    return places.every((place, index) => place.length <= each && (place.length === each || index === places.length - 1));
  }

  #toggle(card: number): void {
    const chosen = this.#chosen();
    this.#choose(chosen.includes(card) ? chosen.filter((other) => other !== card) : [...chosen, card]);
  }

  #choose(chosen: number[]): void {
    const each = this.#each();
    const cards = Array.from({ length: Math.ceil(chosen.length / each) }, (_, place) => chosen.slice(place * each, (place + 1) * each));
    // The cards determine the number of verifiers.
    this.change(cards.length >= FEWEST && cards.length <= MOST ? { cards, verifiers: cards.length } : { cards });
  }
}
