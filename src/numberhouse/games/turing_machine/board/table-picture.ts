/** The cards of a problem as they would lie on the table, to look at. */
import { css, customElement, html, LitElement, property, shared, type TemplateResult } from "@house/kit";
import { cardPicture, cardPictureStyles } from "./card-picture";
import { hues } from "./hues";
import type { ProblemCards } from "./laws/short-id";
import { pictureStyles } from "./pictures";
import { LETTERS, t } from "./progress";

@customElement("nh-turing-machine-table")
export class TablePicture extends LitElement {
  @property({ attribute: false }) problem!: ProblemCards;

  static override styles = [
    shared,
    hues,
    pictureStyles,
    cardPictureStyles,
    css`
      p {
        margin: 0 0 var(--gap-2);
      }
      ul {
        display: grid;
        grid-template-columns: repeat(auto-fill, minmax(min(260px, 100%), 1fr));
        gap: var(--gap-2);
      }
      li {
        display: grid;
        gap: var(--gap-2);
        align-content: start;
        padding: var(--gap-2);
      }
      .letter {
        font-weight: 600;
        color: var(--accent);
      }
    `,
  ];

  override render(): TemplateResult {
    const { mode, cards } = this.problem;
    const terms = { classic: t("classic"), extreme: t("extreme: two cards each"), nightmare: t("nightmare: whose card is hidden") }[mode];
    return html`<p>${terms}</p>
      <ul class="plain" aria-label=${t("The cards of this problem")}>
        ${cards.map(
          (place, verifier) => html`<li class="sheet">
            ${mode === "nightmare" ? "" : html`<span class="letter">${t("Verifier {letter}", { letter: LETTERS[verifier]! })}</span>`}
            ${place.map(cardPicture)}
          </li>`,
        )}
      </ul>`;
  }
}
