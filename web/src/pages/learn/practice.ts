/** Practice: all drills by game, the problems of the day, and the person's answers. */
import { css, html, LitElement, nothing, type TemplateResult } from "lit";
import { customElement, state } from "lit/decorators.js";
import { ref } from "lit/directives/ref.js";
import { CalendarDays, Flame, GraduationCap, Repeat } from "lucide";
import { get } from "@house/api/api";
import { colour, faceOf } from "@house/kit/face";
import { icon } from "@house/kit/icon";
import { shared } from "@house/kit/styles";
import { figure, t, tn } from "@house/kit/words";
import { REGION } from "@house/match/clock";
import { setTitle, gameTitle, page } from "@house/pages/page";
import { history, type Practice, type HistoryEntry } from "@house/practice/history";
import { percent, signedFigure } from "@house/practice/figures";
import { gradeColour, gradeSign } from "@house/practice/grade";
import "@house/practice/today";
import { refusalWords } from "@house/api/refusals";

type Drill = Practice["drills"][number];
type Level = Drill["levels"][number];

/** Answers in the table before the person asks for more. */
const PAGE_SIZE = 10;

/** Where this browser stores the level that was last chosen. */
function levelKey(drill: Drill): string {
  return `practice.level.${drill.game}.${drill.drill}`;
}

@customElement("nh-practice")
export class PracticePage extends LitElement {
  @state() private practice: Practice | null = null;
  @state() private attempts: HistoryEntry[] = [];
  @state() private showAll = false;
  @state() private problem = "";

  static override styles = [
    shared,
    page,
    css`
      .game {
        margin-block-end: var(--gap-5);
      }
      .game > header {
        display: flex;
        flex-wrap: wrap;
        gap: var(--gap-2) var(--gap-3);
        align-items: center;
        border-block-end: 2px solid var(--accent);
        padding-block-end: var(--gap-2);
      }
      .game > header > svg {
        width: 48px;
        height: 36px;
      }
      .game > header h2 {
        flex: 1;
        margin: 0;
      }
      .drill {
        display: grid;
        grid-template-columns: minmax(0, 1fr) auto;
        gap: var(--gap-2) var(--gap-5);
        align-items: center;
        padding: var(--gap-3) 0;
        border-block-end: 1px solid var(--line);
      }
      .drill h3,
      .drill p {
        margin: 0;
      }
      .ways {
        display: grid;
        grid-template-columns: 200px 132px 132px;
        gap: var(--gap-2);
      }
      .ways > * {
        min-width: 0;
        padding-inline: var(--gap-2);
      }
      .ways .begun {
        border-color: var(--accent);
        background: var(--accent-tint);
      }
      .today {
        margin-block-end: var(--gap-5);
      }
      .streak {
        display: inline-flex;
        align-items: center;
        gap: var(--gap-2);
        margin: 0;
      }
      .scroll {
        overflow-x: auto;
      }
      td.number,
      th.number {
        text-align: end;
        white-space: nowrap;
      }
      .skeleton {
        min-height: 260px;
      }
      @media (max-width: 1000px) {
        .drill {
          grid-template-columns: minmax(0, 1fr);
        }
        .ways {
          grid-template-columns: minmax(0, 1.2fr) minmax(0, 1fr) minmax(0, 1fr);
        }
      }
      @media (max-width: 480px) {
        .ways {
          grid-template-columns: 1fr 1fr;
        }
        .ways select {
          grid-column: 1 / -1;
        }
      }
    `,
  ];

  override connectedCallback(): void {
    super.connectedCallback();
    setTitle(t("Practice"));
    void this.#load();
  }

  async #load(): Promise<void> {
    try {
      [this.practice, this.attempts] = await Promise.all([get<Practice>("/api/practice"), history()]);
    } catch (error) {
      this.problem = refusalWords(error);
    }
  }

  override render(): TemplateResult {
    return html`
      <div class="top">
        <h1>${t("Practice")}</h1>
        ${this.practice ? this.#streak(this.practice.streak) : nothing}
      </div>
      <p>${t("Every day there is one problem of each kind, the same for everybody; after it there are as many as you like.")}</p>
      <div role="alert">${this.problem ? html`<p class="refused">${this.problem}</p>` : nothing}</div>
      ${this.practice?.today ? html`<nh-today class="today" .problem=${this.practice.today} .day=${this.practice.day}></nh-today>` : nothing}
      ${this.practice ? this.#drills(this.practice) : this.problem ? nothing : this.#loading()}
      ${this.practice ? this.#history() : nothing}
    `;
  }

  #loading(): TemplateResult {
    return html`<div class="stack" aria-busy="true" aria-label=${t("Loading")}>
      ${[1, 2, 3, 4].map(() => html`<div class="skeleton"></div>`)}
    </div>`;
  }

  #streak(days: number): TemplateResult {
    return html`<p class="streak">
      ${icon(Flame)}
      ${days ? tn("{count} day in a row", "{count} days in a row", days) : t("No day in a row yet: answer a problem of today")}
    </p>`;
  }

  #drills({ drills, first_matches = [] }: Practice): TemplateResult | TemplateResult[] {
    if (!drills.length) return html`<p class="empty">${t("The games of this house have no drills.")}</p>`;
    const games = [...new Set(drills.map((drill) => drill.game))];
    return games.map((game) => {
      const first = first_matches.find((first) => first.game === game);
      return html`<section class="game" aria-labelledby=${game} ${ref((element) => element && colour(element as HTMLElement, game))}>
        <header>
          ${faceOf(game).picture()}
          <h2 id=${game}>${gameTitle(game)}</h2>
          ${first && !first.ended ? html`<a class="button" href="/learn/${game}/first-match">${icon(GraduationCap)} ${t("Learn in three minutes")}</a>` : nothing}
        </header>
        ${drills.filter((drill) => drill.game === game).map((drill) => this.#drill(drill))}
      </section>`;
    });
  }

  #drill(drill: Drill): TemplateResult {
    const id = `${drill.game}-${drill.drill}`;
    const level = drill.levels.find((level) => level.id === localStorage.getItem(levelKey(drill))) ?? drill.levels[0]!;
    return html`<article class="drill" aria-labelledby=${id}>
      <div>
        <h3 id=${id}>${drill.title}</h3>
        <p>${drill.task}</p>
        ${drill.attempted
          ? html`<p class="row number small">
              ${drill.rating === null ? nothing : html`<strong>${t("Your rating: {rating}", { rating: figure(Math.round(drill.rating)) })}</strong>`}
              <span>${t("{solved} of {tried} solved", { solved: drill.solved, tried: drill.attempted })}</span>
            </p>`
          : nothing}
      </div>
      ${this.#ways(drill, level)}
    </article>`;
  }

  /** The level, which this browser remembers, and the two kinds of problems at it. */
  #ways(drill: Drill, level: Level): TemplateResult {
    const path = `/practice/${drill.game}/${drill.drill}`;
    const { today } = level;
    const isStarted = today !== null && !today.ended;
    const words = isStarted ? t("Go on") : t("Today");
    const state = today?.ended
      ? html`${gradeSign(today, true)} ${percent(today.score ?? 0)}`
      : html`${icon(CalendarDays)} ${words}`;
    const label = today?.ended
      ? t("{level}: answered today, {score}", { level: level.title, score: percent(today.score ?? 0) })
      : `${words}: ${level.title}`;
    return html`<div class="ways">
      <select aria-label="${t("Level")}: ${drill.title}" @change=${(event: Event) => this.#choose(drill, event)}>
        ${drill.levels.map((one) => html`<option value=${one.id} ?selected=${one === level}>${one.title}</option>`)}
      </select>
      <a class="button ${isStarted ? "begun" : ""}" href="${path}?level=${level.id}&day=today" aria-label=${label}>${state}</a>
      <a class="button" href="${path}?level=${level.id}" aria-label="${t("Endless")}: ${level.title}">${icon(Repeat)} ${t("Endless")}</a>
    </div>`;
  }

  #choose(drill: Drill, event: Event): void {
    localStorage.setItem(levelKey(drill), (event.target as HTMLSelectElement).value);
    this.requestUpdate();
  }

  #history(): TemplateResult {
    if (!this.attempts.length) {
      return html`<section aria-labelledby="done">
        <h2 id="done">${t("What you have answered")}</h2>
        <p class="empty">${t("Nothing yet. What you answer is listed here, with your score.")}</p>
      </section>`;
    }
    const visible = this.showAll ? this.attempts : this.attempts.slice(0, PAGE_SIZE);
    return html`<section aria-labelledby="done">
      <h2 id="done">${t("What you have answered")}</h2>
      <div class="scroll" tabindex="0" role="region" aria-labelledby="done">
        <table>
          <thead>
            <tr>
              <th>${t("Problem")}</th>
              <th>${t("When")}</th>
              <th class="number">${t("Score")}</th>
              <th class="number">${t("Rating")}</th>
            </tr>
          </thead>
          <tbody>${visible.map((attempt) => this.#attemptRow(attempt))}</tbody>
        </table>
      </div>
      ${visible.length < this.attempts.length
        ? html`<p class="after"><button @click=${() => (this.showAll = true)}>${t("Show all {count}", { count: this.attempts.length })}</button></p>`
        : nothing}
    </section>`;
  }

  #attemptRow(attempt: HistoryEntry): TemplateResult {
    const drill = this.practice?.drills.find((drill) => drill.game === attempt.game && drill.drill === attempt.drill);
    const level = drill?.levels.find((level) => level.id === attempt.level)?.title ?? attempt.level;
    const when = new Intl.DateTimeFormat(REGION, { day: "numeric", month: "short" }).format(attempt.ended * 1000);
    const path = `/practice/${attempt.game}/${attempt.drill}?attempt=${attempt.attempt}`;
    const title = `${gameTitle(attempt.game)}: ${drill?.title ?? attempt.drill}`;
    return html`<tr>
      <td>${attempt.isGone ? title : html`<a href=${path}>${title}</a>`}<br /><span class="soft small">${level}</span></td>
      <td>${when}${attempt.day === null ? nothing : html` <span class="soft small">${t("of the day")}</span>`}</td>
      <td class="number">
        <span class=${gradeColour(attempt)}>${gradeSign(attempt)}</span>
        ${percent(attempt.score)}
      </td>
      <td class="number">
        ${attempt.rating === null ? "–" : html`${figure(Math.round(attempt.rating))} <span class="soft small">${signedFigure(attempt.rating_change ?? 0)}</span>`}
      </td>
    </tr>`;
  }
}
