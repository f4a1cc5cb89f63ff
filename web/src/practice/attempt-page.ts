/** A page with an attempt: its heading, its board, what stands beside the board, and why something was refused. */
import { css, html, LitElement, nothing, type TemplateResult } from "lit";
import { state } from "lit/decorators.js";
import { refusalWords } from "@house/api/refusals";
import { colour } from "@house/kit/face";
import { shared } from "@house/kit/styles";
import { t } from "@house/kit/words";
import { gameTitle, page, setTitle } from "@house/pages/page";
import { AttemptTable } from "@house/practice/attempt-table";
import type { Attempt } from "@house/practice/history";

const layout = css`
  .head {
    display: flex;
    flex-wrap: wrap;
    gap: var(--gap-1) var(--gap-4);
    align-items: baseline;
    margin-bottom: var(--gap-3);
  }
  .head h1 {
    margin: 0;
    font-size: var(--text-4);
  }
  .table {
    display: grid;
    grid-template-columns: minmax(0, 1fr) 320px;
    gap: var(--gap-5);
    align-items: start;
  }
  .board,
  aside {
    min-width: 0;
  }
  .skeleton {
    min-height: 420px;
  }
  @media (max-width: 900px) {
    .table {
      grid-template-columns: minmax(0, 1fr);
    }
  }
`;

export abstract class AttemptPage extends LitElement {
  /** Why there is no attempt to show. */
  @state() protected problem = "";

  protected readonly table = new AttemptTable(this, {
    onAnswered: (attempt) => this.onAnswered?.(attempt),
    onSettled: () => this.onSettled?.(),
    viewOf: (attempt) => this.viewOf(attempt),
  });

  static override styles: import("lit").CSSResultGroup = [shared, page, layout];

  /** Called when the action has completed the answer, before the page renders it. */
  protected onAnswered?(attempt: Attempt): void;

  /** Called when a command has been answered or refused, and the board shows the result. */
  protected onSettled?(): void | Promise<void>;

  /** The view that the board shows. */
  protected viewOf(attempt: Attempt): unknown {
    return attempt.view;
  }

  /** The page in the colours of the game, and in the tab's title. */
  protected setGame(game: string, title: string): void {
    colour(this, game);
    setTitle(`${title} · ${gameTitle(game)}`);
  }

  /** Shows the attempt that the request returns, or why there is none. */
  protected async open(request: () => Promise<Attempt>): Promise<void> {
    this.problem = "";
    try {
      const attempt = await request();
      if (this.isConnected) await this.table.show(attempt);
    } catch (error) {
      this.problem = refusalWords(error);
    }
  }

  /** Sentences of the board for screen readers. */
  protected heard(): TemplateResult {
    return this.table.announcer.region();
  }

  protected heading(title: string, game: string): TemplateResult {
    return html`<div class="head">
      <h1>${title}</h1>
      <a href="/games/${game}">${gameTitle(game)}</a>
    </div>`;
  }

  /** Why there is no attempt. */
  protected problemWords(): TemplateResult {
    return html`<p role="alert" class="refused">${this.problem}</p>`;
  }

  /** Why the last action was refused. */
  protected refusal(): TemplateResult {
    return html`<div role="alert">${this.table.refusal ? html`<p class="refused">${this.table.refusal}</p>` : nothing}</div>`;
  }

  protected skeleton(): TemplateResult {
    return html`<div class="skeleton" aria-busy="true" role="status" aria-label=${t("Loading")}></div>`;
  }

  /** Moves the focus to what the answer has brought. */
  protected async focusOn(selector: string): Promise<void> {
    await this.updateComplete;
    this.renderRoot.querySelector<HTMLElement>(selector)?.focus();
  }
}
