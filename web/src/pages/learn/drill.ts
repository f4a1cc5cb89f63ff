/** A problem of practice: the board first, then the task, and after the answer the verdict. */
import { css, html, LitElement, nothing, type PropertyValues, type TemplateResult } from "lit";
import { customElement, property, query, state } from "lit/decorators.js";
import { Eye, Flag, Repeat, Undo2 } from "lucide";
import { get, post, Refusal } from "@house/api/api";
import { colour } from "@house/kit/face";
import { icon } from "@house/kit/icon";
import { shared } from "@house/kit/styles";
import { figure, t } from "@house/kit/words";
import { me } from "@house/api/me";
import { setTitle, gameTitle, page } from "@house/pages/page";
import "@house/games/rules";
import { createBoard, updateBoard, type AttemptBoard } from "@house/practice/attempt-board";
import { storeAttempt, type Attempt, type Practice } from "@house/practice/history";
import "@house/practice/today";
import "@house/practice/verdict";
import { refusalWords } from "@house/api/refusals";
import { go } from "@house/shell/router";

type Drill = Practice["drills"][number];

@customElement("nh-drill")
export class DrillPage extends LitElement {
  @property() game = "";
  @property() drill = "";
  @state() private info: Drill | null = null;
  /** Today's problem with this person's result, once it is answered. */
  @state() private today: Practice["today"] = null;
  @state() private day = "";
  @state() private attempt: Attempt | null = null;
  @state() private busy = false;
  @state() private isLoading = false;
  @state() private isGivingUp = false;
  @state() private showsBest = false;
  @state() private problem = "";
  @state() private refusal = "";
  @state() private announcement = "";
  @state() private showsRules = false;
  @query(".board") private boardSlot?: HTMLElement;

  #board: AttemptBoard | null = null;

  static override styles = [
    shared,
    page,
    css`
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
      aside {
        display: grid;
        gap: var(--gap-4);
      }
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
      .verdict {
        margin-bottom: var(--gap-4);
        border-inline-start: 4px solid var(--accent);
      }
      .explained p,
      .earlier p {
        margin: 0;
      }
      .explained h2 {
        margin: 0 0 var(--gap-2);
        font-size: var(--text-3);
      }
      .earlier {
        padding: var(--gap-2) 0;
        border-bottom: 1px solid var(--line);
      }
      nh-today,
      .next {
        margin-top: var(--gap-4);
      }
      button[aria-pressed="true"] {
        border-color: var(--accent);
        background: var(--accent-tint);
      }
      .skeleton {
        min-height: 360px;
      }
      .levels {
        display: grid;
        gap: var(--gap-2);
      }
      .levels .button {
        justify-content: flex-start;
      }
      dl {
        display: grid;
        grid-template-columns: auto 1fr;
        gap: var(--gap-1) var(--gap-3);
        margin: 0;
      }
      dd {
        margin: 0;
      }
      @media (max-width: 900px) {
        .table {
          grid-template-columns: minmax(0, 1fr);
        }
      }
    `,
  ];

  override connectedCallback(): void {
    super.connectedCallback();
    colour(this, this.game);
    void this.#load();
  }

  async #load(): Promise<void> {
    try {
      const practice = await get<Practice>("/api/practice");
      this.info = practice.drills.find((drill) => drill.game === this.game && drill.drill === this.drill) ?? null;
      if (!this.info) {
        this.problem = t("There is no such drill.");
        return;
      }
      setTitle(`${this.info.title} · ${gameTitle(this.game)}`);
      await this.#openAddress();
    } catch (error) {
      this.problem = refusalWords(error);
    }
  }

  /** Opens what the address names: an attempt, a level, or the list of levels. */
  async #openAddress(): Promise<void> {
    const params = new URLSearchParams(location.search);
    const [attempt, level] = [params.get("attempt"), params.get("level")];
    if (!attempt && !level) return;
    this.isLoading = true;
    try {
      if (attempt) await this.#show(await get<Attempt>(`/api/practice/attempts/${attempt}`));
      else await this.#pose(level!, params.get("day") === "today");
    } catch (error) {
      this.problem = refusalWords(error);
    } finally {
      this.isLoading = false;
    }
  }

  async #pose(level: string, daily: boolean): Promise<void> {
    await me.ensure();
    const attempt = await post<Attempt>(`/api/practice/${this.game}/${this.drill}`, { level, daily });
    history.replaceState(null, "", `${location.pathname}?attempt=${attempt.id}`);
    await this.#show(attempt);
  }

  async #show(attempt: Attempt): Promise<void> {
    const isSame = this.attempt?.id === attempt.id;
    const isAnswered = isSame && !this.attempt!.verdict && attempt.verdict !== null;
    if (!this.#board || this.attempt?.id !== attempt.id) await this.#createBoard(attempt);
    this.attempt = attempt;
    if (isAnswered) {
      storeAttempt(attempt);
      if (attempt.day !== null) void this.#loadToday(attempt);
      // After giving up, the person wants to see the answer.
      this.showsBest = attempt.verdict!.score === 0 && attempt.verdict!.best !== null;
      await this.updateComplete;
      this.renderRoot.querySelector<HTMLElement>(".verdict")?.focus();
    }
    this.#updateBoard();
  }

  /** Fetches how everybody did with today's problem, if this attempt is at it. */
  async #loadToday(attempt: Attempt): Promise<void> {
    const { today, day } = await get<Practice>("/api/practice");
    if (today?.progress?.attempt === attempt.id) [this.today, this.day] = [today, day];
  }

  async #createBoard(attempt: Attempt): Promise<void> {
    this.#board?.remove();
    const onSay = (words: string): void => {
      this.announcement = words;
    };
    this.#board = await createBoard(attempt, (action) => void this.#act(action), onSay);
  }

  /** Passes the current state to the board. */
  #updateBoard(): void {
    const [board, attempt] = [this.#board, this.attempt];
    if (!board || !attempt) return;
    updateBoard(board, attempt, this.busy, this.showsBest ? attempt.verdict!.best : attempt.view);
  }

  async #send(path: string, body: Record<string, unknown> = {}): Promise<void> {
    const attempt = this.attempt;
    if (!attempt || this.busy) return;
    this.refusal = "";
    this.busy = true;
    this.#updateBoard();
    try {
      await this.#show(await post<Attempt>(`/api/practice/attempts/${attempt.id}/${path}`, { moves: attempt.moves, ...body }));
    } catch (error) {
      this.refusal = refusalWords(error);
      if (error instanceof Refusal && ["late", "already-answered"].includes(error.code)) {
        await this.#show(await get<Attempt>(`/api/practice/attempts/${attempt.id}`));
      }
    } finally {
      this.busy = false;
      this.isGivingUp = false;
      this.#updateBoard();
    }
  }

  #act(action: unknown): Promise<void> {
    return this.#send("act", { action });
  }

  protected override updated(changed: PropertyValues): void {
    super.updated(changed);
    if (this.#board && this.attempt && this.boardSlot && this.#board.parentElement !== this.boardSlot) {
      this.boardSlot.replaceChildren(this.#board);
    }
  }

  override render(): TemplateResult {
    return html`
      <div class="heard" role="status">${this.announcement}</div>
      <p><a href="/practice">${t("All drills")}</a></p>
      ${this.problem
        ? html`<p role="alert" class="refused">${this.problem}</p>
            ${this.info ? this.#levels(this.info) : nothing}`
        : this.info
          ? html`<div class="head"><h1>${this.info.title}</h1><span class="soft">${gameTitle(this.game)}</span></div>
              ${this.attempt ? this.#table(this.info, this.attempt) : this.isLoading ? this.#loading(this.#loadingWords(this.info)) : this.#levels(this.info)}`
          : this.#loading(t("Loading"))}
    `;
  }

  #loadingWords(info: Drill): string {
    return info.ready
      ? t("The problem is being posed …")
      : t("The problem is being posed. It is the first of its kind since the house opened: what is needed for it is being prepared, which may take a minute or two.");
  }

  #loading(words: string): TemplateResult {
    return html`<p role="status" class="soft">${words}</p>
      <div class="skeleton" aria-hidden="true"></div>`;
  }

  #levels(info: Drill): TemplateResult {
    const path = `/practice/${info.game}/${info.drill}`;
    return html`<p>${info.task}</p>
      <h2>${t("How hard?")}</h2>
      <div class="levels narrow">
        ${info.levels.map((level) => html`<a class="button" href="${path}?level=${level.id}">${level.title}</a>`)}
      </div>`;
  }

  #table(info: Drill, attempt: Attempt): TemplateResult {
    return html`${attempt.verdict ? nothing : html`<p>${info.task}</p>`}
    <div class="table">
      <div>
        ${attempt.verdict ? this.#verdict(attempt, attempt.verdict) : nothing}
        <div role="alert">${this.refusal ? html`<p class="refused">${this.refusal}</p>` : nothing}</div>
        <div class="board"></div>
      </div>
      <aside>${this.#about(info, attempt)}</aside>
    </div>`;
  }

  /** The explanation of the answer's last part; screen readers announce it. */
  #explanation(attempt: Attempt): TemplateResult {
    const last = attempt.verdict ? undefined : attempt.explanations.at(-1);
    return html`<div role="status">
      ${last
        ? html`<section class="verdict sheet explained" aria-label=${t("What came of it")}>
            <h2>${t("What came of it")}</h2>
            ${this.#paragraphs(last)}
          </section>`
        : nothing}
    </div>`;
  }

  #paragraphs(words: string[]): TemplateResult {
    return html`<div class="stack">${words.map((paragraph) => html`<p>${paragraph}</p>`)}</div>`;
  }

  #verdict(attempt: Attempt, verdict: NonNullable<Attempt["verdict"]>): TemplateResult {
    const path = `/practice/${attempt.game}/${attempt.drill}`;
    return html`<section class="verdict sheet" tabindex="-1" aria-label=${t("How good it was")}>
      <nh-verdict .verdict=${verdict}></nh-verdict>
      <div class="row next screen">
        <button class="primary" @click=${() => go(`${path}?level=${attempt.level}`)}>${icon(Repeat)} ${t("Next problem")}</button>
        ${verdict.best === null
          ? nothing
          : html`<button aria-pressed=${this.showsBest} @click=${this.#toggleBest}>${icon(Eye)} ${t("Show the best answer")}</button>`}
      </div>
      ${this.today ? html`<nh-today class="screen" .problem=${this.today} .day=${this.day}></nh-today>` : nothing}
    </section>`;
  }

  #toggleBest = (): void => {
    this.showsBest = !this.showsBest;
    this.#updateBoard();
  };

  #about(info: Drill, attempt: Attempt): TemplateResult {
    const level = info.levels.find((level) => level.id === attempt.level)?.title ?? attempt.level;
    return html`
      ${this.#explanation(attempt)}
      <section class="sheet stack" aria-label=${t("The problem")}>
        <dl>
          <dt class="soft">${t("Level")}</dt>
          <dd>${level}</dd>
          ${attempt.day === null ? nothing : html`<dt class="soft">${t("Problem of the day")}</dt><dd class="number">${attempt.day}</dd>`}
          ${attempt.rating === null ? nothing : html`<dt class="soft">${t("Its rating")}</dt><dd class="number">${figure(Math.round(attempt.rating))}</dd>`}
        </dl>
        ${attempt.verdict ? nothing : this.#controls(attempt)}
      </section>
      ${this.#earlier(attempt)}
      <details @toggle=${(event: Event) => (this.showsRules = (event.target as HTMLDetailsElement).open)}>
        <summary>${t("Rules")}</summary>
        ${this.showsRules ? html`<nh-rules .game=${this.game}></nh-rules>` : nothing}
      </details>
    `;
  }

  /** The explanations of the earlier parts. */
  #earlier(attempt: Attempt): TemplateResult | typeof nothing {
    const earlier = attempt.verdict ? attempt.explanations : attempt.explanations.slice(0, -1);
    if (!earlier.length) return nothing;
    return html`<details>
      <summary>${t("Earlier explanations")}</summary>
      ${earlier.map((words) => html`<div class="earlier">${this.#paragraphs(words)}</div>`)}
    </details>`;
  }

  #controls(attempt: Attempt): TemplateResult {
    if (this.isGivingUp) {
      return html`<div class="stack" role="group" aria-label=${t("Give up")}>
        <span>${t("See the answer? The problem then counts as not solved.")}</span>
        <div class="row">
          <button ?disabled=${this.busy} @click=${() => this.#send("give-up")}>${t("See the answer")}</button>
          <button @click=${() => (this.isGivingUp = false)}>${t("Go on trying")}</button>
        </div>
      </div>`;
    }
    return html`<div class="row">
      ${attempt.retractable && attempt.moves
        ? html`<button ?disabled=${this.busy} @click=${() => this.#send("retract")}>${icon(Undo2)} ${t("Start over")}</button>`
        : nothing}
      <button class="plain" ?disabled=${this.busy} @click=${() => (this.isGivingUp = true)}>${icon(Flag)} ${t("Give up")}</button>
    </div>`;
  }
}
