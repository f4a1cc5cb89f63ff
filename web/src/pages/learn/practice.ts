/** Practice: all drills by game, the problems of the day, and the person's answers. */
import { css, html, LitElement, nothing, type TemplateResult } from "lit";
import { customElement, state } from "lit/decorators.js";
import { ref } from "lit/directives/ref.js";
import { CalendarDays, Check, Flame, Repeat, X } from "lucide";
import { get } from "@house/api/api";
import { colour, faceOf } from "@house/kit/face";
import { icon } from "@house/kit/icon";
import { shared } from "@house/kit/styles";
import { figure, t, tn } from "@house/kit/words";
import { REGION } from "@house/match/clock";
import { setTitle, gameTitle, page } from "@house/pages/page";
import { history, type Practice, type HistoryEntry } from "@house/practice/history";
import { percent, signedFigure } from "@house/practice/figures";
import { refusalWords } from "@house/api/refusals";

type Drill = Practice["drills"][number];
type Level = Drill["levels"][number];

/** Answers in the table before the person asks for more. */
const PAGE_SIZE = 10;

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
      .drills {
        columns: 2 400px;
        column-gap: var(--gap-4);
      }
      .drills > * {
        break-inside: avoid;
        margin-bottom: var(--gap-4);
      }
      .head {
        display: grid;
        grid-template-columns: 72px minmax(0, 1fr);
        gap: var(--gap-3);
        align-items: center;
      }
      .head svg {
        width: 72px;
        height: 54px;
      }
      .head h3,
      .head p {
        margin: 0;
      }
      .levels {
        border-top: 1px solid var(--line);
      }
      .levels li {
        display: grid;
        grid-template-columns: minmax(0, 1fr) auto auto;
        gap: var(--gap-2);
        align-items: center;
        padding: var(--gap-2) 0;
        border-bottom: 1px solid var(--line);
      }
      .levels .button {
        padding: 0 var(--gap-3);
      }
      .levels .button.begun {
        border-color: var(--accent);
        background: var(--accent-tint);
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
      @media (max-width: 480px) {
        .levels li {
          grid-template-columns: 1fr 1fr;
        }
        .levels .level {
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
      ${this.practice ? this.#drills(this.practice.drills) : this.problem ? nothing : this.#loading()}
      ${this.practice ? this.#history() : nothing}
    `;
  }

  #loading(): TemplateResult {
    return html`<div class="drills" aria-busy="true" aria-label=${t("Loading")}>
      ${[1, 2, 3, 4].map(() => html`<div class="skeleton"></div>`)}
    </div>`;
  }

  #streak(days: number): TemplateResult {
    return html`<p class="streak">
      ${icon(Flame)}
      ${days ? tn("{count} day in a row", "{count} days in a row", days) : t("No day in a row yet: answer a problem of today")}
    </p>`;
  }

  #drills(drills: Drill[]): TemplateResult {
    if (!drills.length) return html`<p class="empty">${t("The games of this house have no drills.")}</p>`;
    return html`<section aria-labelledby="drills">
      <h2 id="drills">${t("Drills")}</h2>
      <div class="drills">${drills.map((drill) => this.#drill(drill))}</div>
    </section>`;
  }

  #drill(drill: Drill): TemplateResult {
    const path = `/practice/${drill.game}/${drill.drill}`;
    const id = `${drill.game}-${drill.drill}`;
    return html`<article class="sheet stack" aria-labelledby=${id} ${ref((element) => element && colour(element as HTMLElement, drill.game))}>
      <div class="head">
        ${faceOf(drill.game).picture()}
        <div>
          <p class="soft small">${gameTitle(drill.game)}</p>
          <h3 id=${id}>${drill.title}</h3>
        </div>
      </div>
      <p>${drill.task}</p>
      ${drill.attempted
        ? html`<p class="row number">
            ${drill.rating === null ? nothing : html`<strong>${t("Your rating: {rating}", { rating: figure(Math.round(drill.rating)) })}</strong>`}
            <span>${t("{solved} of {tried} solved", { solved: drill.solved, tried: drill.attempted })}</span>
          </p>`
        : nothing}
      <ul class="plain levels">${drill.levels.map((level) => this.#level(path, level))}</ul>
    </article>`;
  }

  #level(path: string, level: Level): TemplateResult {
    const { today } = level;
    const isStarted = today !== null && !today.ended;
    const words = isStarted ? t("Go on") : t("Today");
    const state = today?.ended
      ? html`${icon(today.solved ? Check : X)} ${percent(today.score ?? 0)}`
      : html`${icon(CalendarDays)} ${words}`;
    const label = today?.ended
      ? t("{level}: answered today, {score}", { level: level.title, score: percent(today.score ?? 0) })
      : `${words}: ${level.title}`;
    return html`<li>
      <span class="level">${level.title}</span>
      <a class="button ${isStarted ? "begun" : ""}" href="${path}?level=${level.id}&day=today" aria-label=${label}>${state}</a>
      <a class="button" href="${path}?level=${level.id}" aria-label="${t("Endless")}: ${level.title}">
        ${icon(Repeat)} ${t("Endless")}
      </a>
    </li>`;
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
        <span class=${attempt.solved ? "good" : "bad"}>${icon(attempt.solved ? Check : X, attempt.solved ? t("solved") : t("not solved"))}</span>
        ${percent(attempt.score)}
      </td>
      <td class="number">
        ${attempt.rating === null ? "–" : html`${figure(Math.round(attempt.rating))} <span class="soft small">${signedFigure(attempt.rating_change ?? 0)}</span>`}
      </td>
    </tr>`;
  }
}
