/** A game's first match: the real board, and beside it a prompt that waits for the right action. */
import { css, html, nothing, type TemplateResult } from "lit";
import { customElement, property, query, state } from "lit/decorators.js";
import { Hand, Play, Undo2 } from "lucide";
import { post } from "@house/api/api";
import { me } from "@house/api/me";
import { refusalWords } from "@house/api/refusals";
import { icon } from "@house/kit/icon";
import { t } from "@house/kit/words";
import { playNow } from "@house/match/lobby/begin";
import { gameTitle } from "@house/pages/page";
import { AttemptPage } from "@house/practice/attempt-page";
import type { Attempt } from "@house/practice/history";

type Lesson = NonNullable<Attempt["lesson"]>;

@customElement("nh-first-match")
export class FirstMatchPage extends AttemptPage {
  @property() game = "";
  /** Whether a match is being set up. */
  @state() private isLeaving = false;
  @query(".coach") private coach?: HTMLElement;
  #wasOver = false;

  static override styles = [
    AttemptPage.styles,
    css`
      .table {
        grid-template-columns: minmax(0, 1fr) 360px;
      }
      .coach {
        position: sticky;
        top: var(--gap-3);
        order: 2;
        border-block-start: 4px solid var(--accent);
      }
      .coach:focus {
        outline: none;
      }
      .progress {
        display: flex;
        gap: 6px;
        margin: 0 0 var(--gap-3);
      }
      .progress span {
        flex: 1;
        height: 6px;
        border-radius: 3px;
        background: var(--line);
      }
      .progress .done {
        border: none;
        padding: 0;
        background: var(--accent);
      }
      .prompt p {
        text-wrap: pretty;
      }
      .answer p {
        margin: var(--gap-3) 0 0;
        padding: var(--gap-2) var(--gap-3);
      }
      .waiting p {
        margin: 0;
        color: var(--ink-soft);
      }
      @media (max-width: 900px) {
        .table {
          grid-template-columns: minmax(0, 1fr);
          gap: var(--gap-3);
        }
        .head {
          margin-bottom: var(--gap-2);
        }
        .coach {
          order: 0;
          top: 0;
          z-index: 5;
          padding: var(--gap-2) var(--gap-3);
          box-shadow: 0 2px 8px rgb(0 0 0 / 0.18);
        }
        .coach.closing {
          position: static;
        }
        .prompt {
          max-height: 30dvh;
          overflow-y: auto;
        }
        .prompt p {
          margin-bottom: var(--gap-2);
          line-height: 1.35;
        }
        /* In the place of the prompt: it must not push the board. */
        .prompt {
          min-height: 4.4em;
        }
        .answered .prompt {
          visibility: hidden;
        }
        .answer {
          position: absolute;
          inset: 22px var(--gap-3) auto;
        }
        .answer p {
          margin: 0;
        }
        .progress {
          margin-bottom: var(--gap-2);
        }
      }
    `,
  ];

  override connectedCallback(): void {
    super.connectedCallback();
    this.setGame(this.game, t("A first match"));
    void this.open(async () => {
      await me.ensure();
      return post<Attempt>(`/api/practice/${this.game}/first-match`, { level: "first" });
    });
  }

  /** A pressed button may have gone with the action: the next prompt then takes the focus. */
  protected override async onSettled(): Promise<void> {
    await this.updateComplete;
    const isOver = this.coach?.classList.contains("closing") ?? false;
    // The words that end the lesson may stand above what is seen of the board.
    if (isOver && !this.#wasOver) this.coach?.focus();
    else if (document.activeElement === document.body) this.coach?.focus({ preventScroll: true });
    this.#wasOver = isOver;
  }

  override render(): TemplateResult {
    return html`
      ${this.heard()} ${this.heading(t("A first match"), this.game)}
      ${this.problem
        ? this.problemWords()
        : this.table.attempt
          ? html`<div class="table">${this.#coach(this.table.attempt)}<div class="board"></div></div>`
          : html`<div class="table" aria-busy="true">
              <section class="coach sheet waiting"><p role="status">${t("The board is being laid out…")}</p></section>
              <div class="skeleton board"></div>
            </div>`}
    `;
  }

  #coach(attempt: Attempt): TemplateResult {
    const { lesson } = attempt;
    return html`<section class="coach sheet ${lesson ? "" : "closing"} ${this.table.refusal ? "answered" : ""}" tabindex="-1" aria-label=${t("What to do")}>
      ${lesson ? this.#lesson(lesson) : this.#closing(attempt)}
    </section>`;
  }

  #lesson(lesson: Lesson): TemplateResult {
    const { step, steps, prompt, example } = lesson;
    // After the steps one part follows, which the learner plays alone.
    const parts = steps + 1;
    const count = { step: step + 1, steps: parts };
    const words = step < steps ? t("Step {step} of {steps}", count) : t("Step {step} of {steps}: on your own", count);
    return html`
      <div class="progress" role="img" aria-label=${words}>
        ${Array.from({ length: parts }, (_, index) => html`<span class=${index < step ? "done" : ""}></span>`)}
      </div>
      <div class="prompt" role="status">${prompt.map((paragraph) => html`<p>${paragraph}</p>`)}</div>
      <div class="row">
        ${example === null
          ? nothing
          : html`<button ?disabled=${this.table.busy} @click=${() => this.table.act(example)}>${icon(Hand)} ${t("Do it for me")}</button>`}
        ${step ? html`<button class="plain" ?disabled=${this.table.busy} @click=${() => this.table.send("retract")}>${icon(Undo2)} ${t("Start over")}</button>` : nothing}
      </div>
      <div class="answer" role="alert">${this.table.refusal ? html`<p class="refused">${this.table.refusal}</p>` : nothing}</div>
    `;
  }

  #closing(attempt: Attempt): TemplateResult {
    const { explanation } = attempt.verdict!;
    return html`<div role="status">
        <h2>${t("You can play {game}", { game: gameTitle(this.game) })}</h2>
        ${explanation.map((paragraph) => html`<p>${paragraph}</p>`)}
        <p>${t("What comes next: a whole match, with the board’s help. When it is over, its review says how good each of your steps was, and lets you try another one.")}</p>
      </div>
      <button class="primary" ?disabled=${this.isLeaving} @click=${this.#play}>${icon(Play)} ${t("Play a whole match")}</button>
      <div class="after">
        <a href="/games/${this.game}">${t("More ways to play")}</a>
        <a href="/learn/${this.game}">${t("All rules")}</a>
      </div>
      <div class="answer" role="alert">${this.table.refusal ? html`<p class="refused">${this.table.refusal}</p>` : nothing}</div>`;
  }

  #play = async (): Promise<void> => {
    this.isLeaving = true;
    try {
      await playNow(this.game, undefined, true);
    } catch (error) {
      this.table.refusal = refusalWords(error);
    }
    this.isLeaving = false;
  };
}
