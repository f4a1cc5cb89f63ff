/** Today's problem, one press away; after the answer the result, to share, and how others did. */
import { css, html, LitElement, nothing, type TemplateResult } from "lit";
import { customElement, property } from "lit/decorators.js";
import { ref } from "lit/directives/ref.js";
import { CalendarDays } from "lucide";
import { colour, faceOf } from "@house/kit/face";
import { icon } from "@house/kit/icon";
import { shared } from "@house/kit/styles";
import { t, tn } from "@house/kit/words";
import { gameTitle } from "@house/pages/page";
import { percent, stopwatch } from "@house/practice/figures";
import { gradeColour, gradeSign, gradeWords } from "@house/practice/grade";
import type { Practice } from "@house/practice/history";
import "@house/practice/share-result";

export type TodaysProblem = NonNullable<Practice["today"]>;

@customElement("nh-today")
export class Today extends LitElement {
  @property({ attribute: false }) problem!: TodaysProblem;
  @property() day = "";

  static override styles = [
    shared,
    css`
      article {
        display: grid;
        grid-template-columns: 72px minmax(0, 1fr) auto;
        gap: var(--gap-2) var(--gap-4);
        align-items: center;
        padding: var(--gap-3) var(--gap-4);
        background: var(--sheet);
        border: 1px solid var(--line);
        border-inline-start: 4px solid var(--accent);
        border-radius: var(--round);
      }
      .face svg {
        display: block;
        width: 72px;
        height: 54px;
      }
      h2,
      p {
        margin: 0;
      }
      .others {
        grid-column: 1 / -1;
        display: flex;
        flex-wrap: wrap;
        gap: var(--gap-2) var(--gap-5);
        align-items: end;
      }
      .bars {
        display: grid;
        grid-template-columns: repeat(5, 28px);
        gap: 4px;
        align-items: end;
        height: 40px;
        margin: 0;
        padding: 0;
        list-style: none;
      }
      .bars li {
        height: var(--share);
        min-height: 3px;
        border-radius: 3px 3px 0 0;
        background: var(--line-strong);
      }
      .bars li.own {
        background: var(--accent);
      }
      .result {
        display: inline-flex;
        align-items: center;
        gap: var(--gap-2);
        text-align: start;
      }
      @media (max-width: 560px) {
        article {
          grid-template-columns: 56px minmax(0, 1fr);
          padding: var(--gap-3);
        }
        .face svg {
          width: 56px;
          height: 42px;
        }
        .way {
          grid-column: 1 / -1;
        }
        .way .button {
          width: 100%;
        }
      }
    `,
  ];

  override render(): TemplateResult {
    const { game, title, level_title, progress } = this.problem;
    return html`<article aria-labelledby="today" ${ref((element) => element && colour(element as HTMLElement, game))}>
      <div class="face">${faceOf(game).picture()}</div>
      <div>
        <h2 id="today">${t("Today's problem")}</h2>
        <p>${gameTitle(game)}: ${title}</p>
        <p class="soft small">${level_title} · ${this.#answered()}</p>
      </div>
      <div class="way">${progress?.ended ? this.#result(progress) : this.#way(progress !== null)}</div>
      ${progress?.ended ? this.#others(progress.score ?? 0) : nothing}
    </article>`;
  }

  #way(isStarted: boolean): TemplateResult {
    const { game, drill, level } = this.problem;
    return html`<a class="button primary" href="/practice/${game}/${drill}?level=${level}&day=today">
      ${icon(CalendarDays)} ${isStarted ? t("Go on") : t("Solve it")}
    </a>`;
  }

  #result(progress: NonNullable<TodaysProblem["progress"]>): TemplateResult {
    const { game, drill } = this.problem;
    return html`<a class="button" href="/practice/${game}/${drill}?attempt=${progress.attempt}">
      <span class="result number ${gradeColour(progress)}">
        ${gradeSign(progress, true)} ${gradeWords(progress)} · ${stopwatch(progress.seconds ?? 0)}
      </span>
    </a>`;
  }

  #answered(): string {
    const { answered } = this.problem.results;
    return answered ? tn("{count} person has answered it", "{count} people have answered it", answered) : t("Nobody has answered it yet");
  }

  /** How all have done, as bars: one for each fifth of the score. The figures stand in the list's names. */
  #others(own: number): TemplateResult {
    const { answered, solved, scores } = this.problem.results;
    const [most, mine] = [Math.max(1, ...scores), Math.min(scores.length - 1, Math.floor(own * scores.length))];
    const name = (place: number): string =>
      t("{from} to {to}: {count}", {
        from: percent(place / scores.length),
        to: percent((place + 1) / scores.length),
        count: scores[place]!,
      });
    return html`<div class="others">
      <div>
        <p class="small">${t("{solved} of {answered} solved it", { solved, answered })}</p>
        <ul class="bars" aria-label=${t("Answers by score")}>
          ${scores.map(
            (count, place) => html`<li class=${place === mine ? "own" : ""} aria-label=${name(place)} title=${name(place)}
              ${ref((element) => (element as HTMLElement | undefined)?.style.setProperty("--share", `${(count / most) * 100}%`))}></li>`,
          )}
        </ul>
      </div>
      <nh-share-result .problem=${this.problem} .day=${this.day}></nh-share-result>
    </div>`;
  }
}
