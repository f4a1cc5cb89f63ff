/** The last position of a match as the reader may see it: a picture of the game's board, made when it is opened. */
import { css, html, LitElement, nothing, type TemplateResult } from "lit";
import { customElement, property, state } from "lit/decorators.js";
import { get, type MatchSummary, type Snapshot, type TextView } from "@house/api/api";
import { refusalWords } from "@house/api/refusals";
import { boardOf } from "@house/games/boards";
import type { Board } from "@house/kit/board";
import { colour } from "@house/kit/face";
import { shared } from "@house/kit/styles";
import { language, t } from "@house/kit/words";
import { seatName } from "@house/match/names";

@customElement("nh-last-position")
export class LastPosition extends LitElement {
  @property({ attribute: false }) match!: MatchSummary;
  /** Null for a game without a board of its own, which is shown as text. */
  @state() private board: HTMLElement | null = null;
  @state() private text = "";
  @state() private problem = "";
  @state() private isLoading = false;

  static override styles = [
    shared,
    css`
      summary {
        min-height: var(--touch);
        display: inline-flex;
        align-items: center;
        cursor: pointer;
        color: var(--ink-soft);
        font-size: var(--text-1);
        text-decoration: underline;
      }
      .picture,
      pre {
        margin: 0 0 var(--gap-2);
        padding: var(--gap-3);
        max-height: min(70vh, 560px);
        overflow: auto;
        border: 1px solid var(--line);
        border-radius: var(--round);
        background: var(--paper);
      }
      pre {
        font-family: var(--mono);
        font-size: var(--text-1);
      }
      .skeleton {
        height: 240px;
        border-radius: var(--round);
        background: var(--well);
      }
    `,
  ];

  override render(): TemplateResult {
    return html`<details @toggle=${this.#toggle}>
      <summary>${t("Last position")}</summary>
      <div role="status">
        ${this.problem ? html`<p class="bad">${this.problem}</p>` : this.text ? this.#position() : nothing}
        ${this.isLoading ? html`<div class="skeleton" aria-label=${t("Loading")}></div>` : nothing}
      </div>
    </details>`;
  }

  /** The picture is inert: screen readers get the position in words. */
  #position(): TemplateResult {
    if (!this.board) return html`<pre tabindex="0">${this.text}</pre>`;
    return html`<div class="picture" tabindex="0" role="region" aria-label=${t("Last position")}>
      ${this.board}
      <pre class="heard">${this.text}</pre>
    </div>`;
  }

  #toggle = async (event: Event): Promise<void> => {
    if (!(event.target as HTMLDetailsElement).open || this.text || this.isLoading) return;
    this.problem = "";
    this.isLoading = true;
    const path = `/api/matches/${this.match.id}`;
    try {
      const [name, snapshot, { text }] = await Promise.all([
        boardOf(this.match.game),
        get<Snapshot>(`${path}/view`),
        get<TextView>(`${path}/text`, { lang: language }),
      ]);
      this.board = this.#picture(name, snapshot);
      this.text = text;
    } catch (error) {
      this.problem = refusalWords(error);
    } finally {
      this.isLoading = false;
    }
  };

  #picture(name: string, { view, seat }: Snapshot): HTMLElement | null {
    const board = document.createElement(name) as Board<unknown, unknown> & HTMLElement;
    if ("text" in board) return null;
    colour(board, this.match.game);
    board.seat = seat ?? null;
    board.names = this.match.seats.map(seatName);
    board.view = view;
    board.over = board.assistance = this.match.status === "finished";
    board.inert = true;
    return board;
  }
}
