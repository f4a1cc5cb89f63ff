/** Cards as they look before a match: number, title and laws, with nothing to cross out. */
import { css, html, type TemplateResult } from "@house/kit";
import { CARDS, lawText } from "./laws/laws";
import { lawPicture } from "./pictures";
import { t } from "./progress";

/** The picture of a card: each law drawn, with its sentence. */
export function cardPicture(number: number): TemplateResult {
  const card = CARDS[number]!;
  const isShort = card.laws.every(({ kind }) => kind === "compare");
  return html`<span class="card-name"><span class="soft">${t("Card {card}", { card: number })}</span> ${card.title(t)}</span>
    <span class="card-laws ${isShort ? "short" : ""}" aria-hidden="true">${card.laws.map((law) => html`<span>${lawPicture(law)}<span class="law-text">${lawText(law, t)}</span></span>`)}</span>`;
}

export const cardPictureStyles = css`
  .card-name {
    display: block;
    font-size: var(--text-2);
    line-height: 1.3;
    overflow-wrap: anywhere;
  }
  .card-laws {
    display: grid;
    grid-template-columns: repeat(auto-fill, minmax(min(118px, 100%), 1fr));
    gap: var(--gap-2);
    width: 100%;
  }
  .card-laws.short {
    grid-template-columns: repeat(3, minmax(0, 1fr));
  }
  .card-laws > span {
    min-width: 0;
  }
  .card-laws svg.law {
    max-width: 144px;
  }
  .law-text {
    display: block;
    margin-top: 2px;
    font-size: var(--text-1);
    font-weight: 400;
    line-height: 1.25;
    text-align: center;
    overflow-wrap: anywhere;
  }
`;
