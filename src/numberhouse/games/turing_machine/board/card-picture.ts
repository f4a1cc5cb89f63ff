/** Cards as they look before a match: number, title and laws, with nothing to cross out. */
import { css, html, type TemplateResult } from "@house/kit";
import { CARDS, lawText } from "./laws/laws";
import { lawPicture } from "./pictures";
import { t } from "./progress";

/** The picture of a card. */
export function cardPicture(number: number): TemplateResult {
  const card = CARDS[number]!;
  return html`<span class="card-name"><span class="soft">${t("Card {card}", { card: number })}</span> ${card.title(t)}</span>
    <span class="card-laws" aria-hidden="true">${card.laws.map((law) => html`<span title=${lawText(law, t)}>${lawPicture(law)}</span>`)}</span>`;
}

export const cardPictureStyles = css`
  .card-name {
    display: block;
    font-size: var(--text-1);
    line-height: 1.3;
    overflow-wrap: anywhere;
  }
  .card-laws {
    display: grid;
    grid-template-columns: repeat(3, minmax(0, 1fr));
    gap: 4px;
    width: 100%;
  }
`;
