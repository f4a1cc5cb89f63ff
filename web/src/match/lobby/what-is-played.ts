/** What will be played, before anybody sits down: the options, the help and the clock in one line, and the game's picture of it. */
import { css, html, LitElement, nothing, type PropertyValues, type TemplateResult } from "lit";
import { customElement, property, state } from "lit/decorators.js";
import type { GameInfo, MatchInfo } from "@house/api/api";
import { pictureOf } from "@house/games/boards";
import { shared } from "@house/kit/styles";
import { t } from "@house/kit/words";
import { allFacts, helpOf, inOneLine, optionsWords, type OptionsWords } from "@house/match/lobby/options-words";

@customElement("nh-what-is-played")
export class WhatIsPlayed extends LitElement {
  @property({ attribute: false }) info!: MatchInfo;
  /** Null while it is fetched: nothing is shown then. */
  @property({ attribute: false }) game: GameInfo | null = null;
  @state() private words: OptionsWords | null = null;
  @state() private picture: TemplateResult | null = null;
  /** The options that `words` and `picture` describe. */
  #described = "";

  static override styles = [
    shared,
    css`
      :host {
        display: block;
      }
      p {
        margin: 0;
        overflow-wrap: anywhere;
      }
      figure {
        margin: var(--gap-2) 0 0;
      }
    `,
  ];

  protected override willUpdate(changed: PropertyValues<this>): void {
    if (changed.has("info") || changed.has("game")) void this.#describe().catch(() => undefined); // the line then says less
  }

  /** Somebody may change the options while they are looked at. */
  async #describe(): Promise<void> {
    const { game, info } = this;
    const described = JSON.stringify([info.game, info.options]);
    if (!game || described === this.#described) return;
    this.#described = described;
    const [words, picture] = await Promise.all([optionsWords(info, game), pictureOf(info.game, info.options)]);
    if (described !== this.#described) return;
    [this.words, this.picture] = [words, picture];
  }

  override render(): TemplateResult | typeof nothing {
    const { info, picture, words } = this;
    if (!words) return nothing;
    return html`<p>${inOneLine(allFacts(words, helpOf(info.seats), info.clock))}</p>
      ${words.about ? html`<p class="soft small">${words.about}</p>` : nothing}
      ${picture ? html`<figure aria-label=${t("Everybody at the table has this before them")}>${picture}</figure>` : nothing}`;
  }
}
