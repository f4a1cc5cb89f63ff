/** A problem of practice: the board first, then the task, and after the answer the verdict. */
import { css, html, nothing, type TemplateResult } from "lit";
import { customElement, property, state } from "lit/decorators.js";
import { Eye, Flag, Repeat, Undo2 } from "lucide";
import { get } from "@house/api/api";
import { icon } from "@house/kit/icon";
import { figure, t } from "@house/kit/words";
import { me } from "@house/api/me";
import "@house/games/rules";
import { AttemptPage } from "@house/practice/attempt-page";
import { beginProblem } from "@house/practice/attempt-table";
import { storeAttempt, type Attempt, type Practice } from "@house/practice/history";
import { dayWords } from "@house/practice/figures";
import "@house/practice/today";
import "@house/practice/verdict";
import { refusalWords } from "@house/api/refusals";
import { go } from "@house/shell/router";

type Drill = Practice["drills"][number];

@customElement("nh-drill")
export class DrillPage extends AttemptPage {
  @property() game = "";
  @property() drill = "";
  @state() private info: Drill | null = null;
  /** Today's problem with this person's result, once it is answered. */
  @state() private today: Practice["today"] = null;
  @state() private day = "";
  @state() private isLoading = false;
  /** Whether the problem takes so long to pose that the page says why. */
  @state() private isBeingPrepared = false;
  @state() private isGivingUp = false;
  @state() private showsBest = false;
  @state() private showsRules = false;

  static override styles = [
    AttemptPage.styles,
    css`
      aside {
        display: grid;
        gap: var(--gap-4);
      }
      .verdict {
        margin-bottom: var(--gap-4);
        border-inline-start: 4px solid var(--accent);
      }
      .verdict .stack p,
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
    `,
  ];

  override connectedCallback(): void {
    super.connectedCallback();
    this.setGame(this.game, t("Practice"));
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
      this.setGame(this.game, this.info.title);
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
    await this.open(() => (attempt ? get<Attempt>(`/api/practice/attempts/${attempt}`) : this.#pose(level!, params.get("day") === "today")));
    this.isLoading = false;
  }

  async #pose(level: string, daily: boolean): Promise<Attempt> {
    await me.ensure();
    const onWait = (): void => {
      this.isBeingPrepared = true;
    };
    const attempt = await beginProblem(`/api/practice/${this.game}/${this.drill}`, { level, daily }, onWait);
    if (this.isConnected) history.replaceState(null, "", `${location.pathname}?attempt=${attempt.id}`);
    return attempt;
  }

  protected override onAnswered(attempt: Attempt): void {
    storeAttempt(attempt);
    if (attempt.day !== null) void this.#loadToday(attempt);
    this.showsBest = this.isGivingUp;
    void this.focusOn(".verdict");
  }

  protected override viewOf(attempt: Attempt): unknown {
    return this.showsBest && attempt.verdict?.best != null ? attempt.verdict.best : attempt.view;
  }

  /** Fetches how everybody did with today's problem, if this attempt is at it. */
  async #loadToday(attempt: Attempt): Promise<void> {
    const { today, day } = await get<Practice>("/api/practice");
    if (today?.progress?.attempt === attempt.id) [this.today, this.day] = [today, day];
  }

  #giveUp = async (): Promise<void> => {
    await this.table.send("give-up");
    this.isGivingUp = false;
  };

  override render(): TemplateResult {
    return html`
      ${this.heard()}
      <p><a href="/practice">${t("All drills")}</a></p>
      ${this.problem
        ? html`${this.problemWords()} ${this.info ? this.#levels(this.info) : nothing}`
        : this.info
          ? html`${this.heading(this.info.title, this.game)}
              ${this.table.attempt ? this.#problem(this.info, this.table.attempt) : this.isLoading ? this.#loading(this.#loadingWords(this.info)) : this.#levels(this.info)}`
          : this.#loading(t("Loading"))}
    `;
  }

  #loadingWords(info: Drill): string {
    return info.ready && !this.isBeingPrepared
      ? t("The problem is being posed …")
      : t("The problem is being posed. It is the first of its kind since the house opened: what is needed for it is being prepared, which may take a minute or two. This page goes on by itself.");
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

  #problem(info: Drill, attempt: Attempt): TemplateResult {
    return html`${attempt.verdict ? nothing : html`<p>${info.task}</p>`}
    <div class="table">
      <div>
        ${attempt.verdict ? this.#verdict(attempt, attempt.verdict) : nothing}
        ${this.refusal()}
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
        <button class="primary" @click=${() => go(`${path}?level=${attempt.level}`)}>
          ${icon(Repeat)} ${attempt.day === null ? t("Another problem of this kind") : t("Practise more of these")}
        </button>
        ${verdict.best === null && !verdict.answer.length
          ? nothing
          : html`<button aria-pressed=${this.showsBest} @click=${this.#toggleBest}>${icon(Eye)} ${t("Show the best answer")}</button>`}
      </div>
      <div role="status">
        ${this.showsBest
          ? html`<div class="stack next">
              ${verdict.answer.map((paragraph) => html`<p>${paragraph}</p>`)}
              ${verdict.best === null ? nothing : html`<p class="soft">${t("The board shows the best answer.")}</p>`}
            </div>`
          : nothing}
      </div>
      ${this.today ? html`<nh-today class="screen" .problem=${this.today} .day=${this.day}></nh-today>` : nothing}
    </section>`;
  }

  #toggleBest = (): void => {
    this.showsBest = !this.showsBest;
    this.table.update();
  };

  #about(info: Drill, attempt: Attempt): TemplateResult {
    const level = info.levels.find((level) => level.id === attempt.level)?.title ?? attempt.level;
    return html`
      ${this.#explanation(attempt)}
      <section class="sheet stack" aria-label=${t("The problem")}>
        <dl>
          <dt class="soft">${t("Level")}</dt>
          <dd>${level}</dd>
          ${attempt.day === null ? nothing : html`<dt class="soft">${t("Problem of the day")}</dt><dd>${dayWords(attempt.day)}</dd>`}
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
          <button ?disabled=${this.table.busy} @click=${this.#giveUp}>${t("See the answer")}</button>
          <button @click=${() => (this.isGivingUp = false)}>${t("Go on trying")}</button>
        </div>
      </div>`;
    }
    return html`<div class="row">
      ${attempt.retractable && attempt.moves
        ? html`<button ?disabled=${this.table.busy} @click=${() => this.table.send("retract")}>${icon(Undo2)} ${t("Start over")}</button>`
        : nothing}
      <button class="plain" ?disabled=${this.table.busy} @click=${() => (this.isGivingUp = true)}>${icon(Flag)} ${t("Give up")}</button>
    </div>`;
  }
}
