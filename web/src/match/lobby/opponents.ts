/**
 * The choice of an opponent: each with its name, its level and what it is like.
 *
 * Fires `choose`; `detail` is the name of the bot.
 */
import { css, html, LitElement, nothing, type TemplateResult } from "lit";
import { customElement, property } from "lit/decorators.js";
import { choiceCards } from "@house/forms/choice-cards";
import { shared } from "@house/kit/styles";
import { language, t } from "@house/kit/words";
import { levelWords, type Opponent } from "@house/match/lobby/levels";
import { botTitle, type Titles } from "@house/match/names";

/** The highest level that there is. */
const LEVELS = 5;

export function mannerOf(opponent: Opponent): string {
  return opponent.manner[language] ?? opponent.manner["en"] ?? "";
}

@customElement("nh-opponents")
export class OpponentChoice extends LitElement {
  @property({ attribute: false }) opponents: readonly Opponent[] = [];
  @property({ attribute: false }) titles: Titles = {};
  @property() value = "";
  /** Words for mixed opponents, where the game has several seats for bots; empty for no such choice. */
  @property() mixed = "";

  static override styles = [
    shared,
    choiceCards,
    css`
      fieldset {
        display: grid;
        gap: var(--gap-2);
        margin: 0;
        padding: 0;
        border: 0;
        min-width: 0;
      }
      legend {
        padding: 0;
        margin-block-end: var(--gap-2);
      }
      label {
        grid-template-columns: auto minmax(0, 1fr) auto;
        align-items: center;
      }
      label:has(:focus-visible) {
        outline: 2px solid var(--accent);
        outline-offset: 2px;
      }
      .manner {
        grid-column: 2 / -1;
      }
      .dots {
        letter-spacing: 0.12em;
        color: var(--accent);
      }
    `,
  ];

  override render(): TemplateResult {
    return html`<fieldset>
      <legend>${t("Opponent")}</legend>
      ${this.mixed ? this.#choice("", t("Mixed company"), "", this.mixed) : nothing}
      ${this.opponents.map((opponent) =>
        this.#choice(
          opponent.bot,
          botTitle(this.titles, opponent.bot),
          html`<span class="small soft">${levelWords(opponent.level)}</span>
            <span class="dots" aria-hidden="true">${"●".repeat(opponent.level)}${"○".repeat(LEVELS - opponent.level)}</span>`,
          mannerOf(opponent),
        ),
      )}
    </fieldset>`;
  }

  #choice(bot: string, title: string, level: unknown, manner: string): TemplateResult {
    return html`<label>
      <input type="radio" name="opponent" value=${bot} .checked=${bot === this.value}
        @change=${() => this.dispatchEvent(new CustomEvent<string>("choose", { detail: bot }))} />
      <strong>${title}</strong>
      <span>${level}</span>
      <span class="manner small">${manner}</span>
    </label>`;
  }
}
