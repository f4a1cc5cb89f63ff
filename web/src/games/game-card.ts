/** A game's card: picture, name, and buttons to play. */
import { css, html, LitElement, nothing, type TemplateResult } from "lit";
import { customElement, property, state } from "lit/decorators.js";
import { Play, UserPlus } from "lucide";
import type { GameCard } from "@house/api/api";
import { inviteFriends, isPlayableNow, playNow } from "@house/match/lobby/begin";
import { colour, faceOf } from "@house/kit/face";
import { icon } from "@house/kit/icon";
import { shared } from "@house/kit/styles";
import { t } from "@house/kit/words";
import { seatsWords } from "@house/match/lobby/terms";
import { botTitle } from "@house/match/names";

/** Kinds of opponents at a beginner's table of more than two. */
const COMPANY = 3;

/** Fires `refusal`; `detail` is the error. */
@customElement("nh-game-card")
export class GameCardView extends LitElement {
  @property({ attribute: false }) game!: GameCard;
  @state() private busy = false;

  static override styles = [
    shared,
    css`
      article {
        display: grid;
        grid-template-rows: auto 1fr auto;
        height: 100%;
        background: var(--sheet);
        border: 1px solid var(--line);
        border-block-end: 3px solid var(--accent);
        border-radius: var(--round);
        overflow: hidden;
      }
      .picture {
        display: grid;
        place-items: center;
        padding: var(--gap-3);
        background: var(--accent-tint);
      }
      .picture svg {
        display: block;
        width: 160px;
        height: 120px;
        max-width: 100%;
      }
      .words {
        padding: var(--gap-4) var(--gap-4) 0;
      }
      h2 {
        margin-block-end: var(--gap-1);
      }
      h2 a {
        color: var(--ink);
        text-decoration: none;
      }
      h2 a:hover {
        text-decoration: underline;
      }
      p {
        margin-block-end: var(--gap-2);
        text-wrap: pretty;
      }
      .ways {
        display: grid;
        gap: var(--gap-2);
        padding: var(--gap-2) var(--gap-4) var(--gap-4);
      }
      @media (max-width: 560px) {
        article {
          grid-template: "picture words" 1fr "ways ways" auto / 104px minmax(0, 1fr);
        }
        .picture {
          grid-area: picture;
          padding: var(--gap-2);
        }
        .picture svg {
          width: 88px;
          height: 66px;
        }
        .words {
          grid-area: words;
          padding: var(--gap-3);
        }
        .words p:last-child {
          margin: 0;
        }
        .ways {
          grid-area: ways;
          grid-template-columns: minmax(0, 1fr) minmax(0, 1fr);
          padding: var(--gap-3);
        }
        .ways > * {
          padding: 0 var(--gap-2);
        }
        .ways > :only-child {
          grid-column: 1 / -1;
        }
        .ways > :last-child svg {
          display: none;
        }
      }
    `,
  ];

  override connectedCallback(): void {
    super.connectedCallback();
    colour(this, this.game.id);
  }

  override render(): TemplateResult {
    const { game } = this;
    const face = faceOf(game.id, game.title);
    const words = face.words();
    return html`<article aria-labelledby="title">
      <a class="picture" href="/games/${game.id}" tabindex="-1" aria-hidden="true">${face.picture()}</a>
      <div class="words">
        <h2 id="title"><a href="/games/${game.id}">${words.title}</a></h2>
        ${words.line ? html`<p class="soft">${words.line}</p>` : nothing}
        <p class="soft small">${seatsWords(game.seats)}${this.#opponents()}</p>
      </div>
      <div class="ways">
        ${isPlayableNow(game)
          ? html`<button class="primary" ?disabled=${this.busy} @click=${() => this.#run(() => playNow(game.id, { preset: game.first_preset }))}
              aria-label=${t("Play now: {game}", { game: words.title })}>${icon(Play)} ${t("Play now")}</button>`
          : nothing}
        <button ?disabled=${this.busy} @click=${() => this.#run(() => inviteFriends(game.id))}
          aria-label=${t("Invite friends: {game}", { game: words.title })}>${icon(UserPlus)} ${t("Invite friends")}</button>
      </div>
    </article>`;
  }

  /** The opponents that *Play now* begins with. */
  #opponents(): string {
    const { game } = this;
    const seats = game.usual_seats > 2 ? COMPANY : 1;
    const names = (game.opponents ?? []).slice(0, seats).map((opponent) => botTitle(game.bot_titles, opponent.bot));
    if (!names.length) return "";
    return ` · ${names.length > 1 ? t("bots: {names}", { names: names.join(", ") }) : t("bot: {name}, for beginners", { name: names[0]! })}`;
  }

  async #run(start: () => Promise<void>): Promise<void> {
    this.busy = true;
    try {
      await start();
    } catch (error) {
      this.busy = false;
      this.dispatchEvent(new CustomEvent("refusal", { detail: error }));
    }
  }
}
