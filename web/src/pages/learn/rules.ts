/** The rules of a game as a page to read and to print, with its contents beside it. */
import { css, html, LitElement, nothing, render, type TemplateResult } from "lit";
import { customElement, property, state } from "lit/decorators.js";
import { GraduationCap, Play, Printer } from "lucide";
import { type GameCard, get } from "@house/api/api";
import { isPlayableNow, playNow } from "@house/match/lobby/begin";
import { colour } from "@house/kit/face";
import { icon } from "@house/kit/icon";
import { shared } from "@house/kit/styles";
import { t } from "@house/kit/words";
import { setTitle, gameTitle, page } from "@house/pages/page";
import { boardOf } from "@house/games/boards";
import { narrowTables } from "@house/games/rules-styles";
import { rulesOf } from "@house/games/rules-text";
import type { AttemptBoard } from "@house/practice/attempt-board";
import { refusalWords } from "@house/api/refusals";

interface Section {
  id: string;
  words: string;
}

/** Names for the picture's board; no game has more seats. */
const MOST_BOTS = 25;

@customElement("nh-rules-page")
export class RulesPage extends LitElement {
  @property() game = "";
  @state() private text: DocumentFragment | null = null;
  @state() private contents: Section[] = [];
  @state() private problem = "";
  @state() private playable = false;

  /** After the introduction. */
  readonly #pictureSlot = document.createElement("div");

  static override styles = [
    shared,
    page,
    css`
      .two {
        display: grid;
        grid-template-columns: 240px minmax(0, 1fr);
        gap: var(--gap-6);
        align-items: start;
        max-width: 1000px;
        margin-inline: auto;
      }
      nav {
        position: sticky;
        top: var(--gap-4);
        font-size: var(--text-1);
      }
      nav a {
        display: flex;
        align-items: center;
        min-height: 32px;
        color: var(--ink);
        text-decoration: none;
        border-inline-start: 2px solid var(--line);
        padding-inline-start: var(--gap-3);
      }
      nav a:hover {
        border-color: var(--accent);
        text-decoration: underline;
      }
      article {
        max-width: 72ch;
      }
      figure {
        margin: 0 0 var(--gap-4);
      }
      .frame {
        max-height: 420px;
        overflow: hidden;
        padding: var(--gap-3);
        border: 1px solid var(--line);
        border-radius: var(--round);
        mask-image: linear-gradient(#000 85%, transparent);
      }
      article h1 {
        font-size: var(--text-6);
      }
      article h2 {
        font-size: var(--text-4);
        margin-top: var(--gap-6);
        scroll-margin-top: var(--gap-4);
        border: 0;
      }
      article h2:focus {
        outline: none;
      }
      article h3 {
        margin-top: var(--gap-5);
      }
      li {
        max-width: 68ch;
        margin-block-end: var(--gap-1);
      }
      .wide {
        overflow-x: auto;
        margin-block-end: var(--gap-4);
      }
      pre {
        background: var(--well);
        padding: var(--gap-3);
        border-radius: var(--round);
        margin: 0;
      }
      code {
        background: var(--well);
        border-radius: 4px;
        padding: 0 0.2em;
      }
      pre code {
        padding: 0;
      }
      @media (max-width: 800px) {
        .two {
          grid-template-columns: minmax(0, 1fr);
          gap: var(--gap-4);
        }
        nav {
          position: static;
        }
        nav a {
          min-height: var(--touch);
        }
      }
      @media print {
        .two {
          display: block;
        }
        nav {
          display: none;
        }
        article {
          max-width: none;
          font-size: 11pt;
        }
        h2,
        h3 {
          break-after: avoid;
        }
        table,
        pre,
        li {
          break-inside: avoid;
        }
      }
    `,
    narrowTables,
  ];

  override connectedCallback(): void {
    super.connectedCallback();
    colour(this, this.game);
    setTitle(t("Rules of {game}", { game: gameTitle(this.game) }));
    void this.#fetch();
  }

  async #fetch(): Promise<void> {
    try {
      const [{ text, picture }, cards] = await Promise.all([rulesOf(this.game), get<GameCard[]>("/api/games")]);
      this.playable = cards.some((card) => card.id === this.game && isPlayableNow(card));
      this.#lay(text);
      if (picture !== null) void this.#draw(picture);
    } catch (error) {
      this.problem = refusalWords(error);
      return;
    }
    await this.updateComplete;
    if (location.hash) this.#to(location.hash.slice(1));
  }

  /** Draws the game's board at the head of the page: a picture, which nothing can be done with. */
  async #draw(view: unknown): Promise<void> {
    const board = document.createElement(await boardOf(this.game)) as AttemptBoard;
    board.game = this.game;
    board.seat = 0;
    board.names = [t("You"), ...Array.from({ length: MOST_BOTS }, (_, bot) => t("Bot {number}", { number: bot + 1 }))];
    board.view = view;
    board.inert = true;
    render(this.#figure(board), this.#pictureSlot);
  }

  /** Headings get ids for links; tables and code get a frame that scrolls. */
  #lay(text: DocumentFragment): void {
    text.querySelector("h2")?.before(this.#pictureSlot);
    this.contents = [...text.querySelectorAll("h2")].map((heading, index) => {
      heading.id = `s${index + 1}`;
      heading.tabIndex = -1;
      return { id: heading.id, words: heading.textContent ?? "" };
    });
    for (const wide of text.querySelectorAll("table, pre")) {
      const frame = document.createElement("div");
      frame.className = "wide";
      frame.tabIndex = 0;
      wide.replaceWith(frame);
      frame.append(wide);
    }
    this.text = text;
  }

  override render(): TemplateResult {
    if (this.problem) return html`<p class="refused" role="alert">${this.problem}</p><p><a href="/">${t("To the games")}</a></p>`;
    if (!this.text) return html`<div class="skeleton" aria-busy="true" role="img" aria-label=${t("Loading")}></div>`;
    return html`<div class="two">
      <nav aria-label=${t("Contents")}>${this.#contents()}</nav>
      <article>
        ${this.text}
        <div class="row screen">
          ${this.playable ? html`<button class="primary" @click=${this.#play}>${icon(Play)} ${t("Play now")}</button>` : nothing}
          <a class="button" href="/games/${this.game}">${t("More ways to play")}</a>
          <button @click=${() => window.print()}>${icon(Printer)} ${t("Print")}</button>
        </div>
      </article>
    </div>`;
  }

  #figure(board: HTMLElement): TemplateResult {
    return html`<figure class="screen">
        <div class="frame" aria-hidden="true">${board}</div>
        <figcaption class="soft small">${t("The board in the middle of a first match.")}</figcaption>
      </figure>
      <p class="screen">
        <a class="button primary" href="/learn/${this.game}/first-match">${icon(GraduationCap)} ${t("Learn in three minutes")}</a>
      </p>`;
  }

  #contents(): TemplateResult {
    const narrow = matchMedia("(max-width: 800px)").matches;
    const list = html`<ul class="plain">
      ${this.contents.map(
        (content) => html`<li><a href="#${content.id}" @click=${(event: Event) => this.#follow(event, content.id)}>${content.words}</a></li>`,
      )}
    </ul>`;
    return narrow ? html`<details class="sheet"><summary>${t("Contents")}</summary>${list}</details>` : html`<h2>${t("Contents")}</h2>${list}`;
  }

  #follow(event: Event, id: string): void {
    event.preventDefault();
    history.replaceState(null, "", `#${id}`);
    this.#to(id);
  }

  #to(id: string): void {
    const heading = this.renderRoot.querySelector<HTMLElement>(`h2#${CSS.escape(id)}`);
    heading?.scrollIntoView();
    heading?.focus({ preventScroll: true });
  }

  #play = async (): Promise<void> => {
    try {
      await playNow(this.game);
    } catch (error) {
      this.problem = refusalWords(error);
    }
  };
}
