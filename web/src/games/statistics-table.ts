/** Statistics by game: matches against people, against bots and alone. On telephones each row is a block of figures. */
import { css, html, LitElement, type TemplateResult } from "lit";
import { customElement, property } from "lit/decorators.js";
import type { components } from "@house/api/api";
import { shared } from "@house/kit/styles";
import { figure, t } from "@house/kit/words";
import { gameTitle } from "@house/pages/page";

export type GameStatistics = components["schemas"]["GameStatistics"];

@customElement("nh-statistics")
export class StatisticsTable extends LitElement {
  @property({ attribute: false }) rows: readonly GameStatistics[] = [];

  static override styles = [
    shared,
    css`
      table {
        width: 100%;
        border-collapse: collapse;
      }
      th,
      td {
        padding: var(--gap-2);
        border-bottom: 1px solid var(--line);
        text-align: end;
        vertical-align: baseline;
      }
      thead th {
        font-size: var(--text-1);
        font-weight: 400;
        color: var(--ink-soft);
      }
      th:first-child {
        text-align: start;
      }
      .against {
        display: block;
        font-weight: 400;
        font-size: var(--text-1);
        color: var(--ink-soft);
      }
      @media (max-width: 640px) {
        thead {
          position: absolute;
          clip-path: inset(50%);
        }
        tr {
          display: grid;
          grid-template-columns: repeat(3, 1fr);
          padding-block: var(--gap-2);
          border-bottom: 1px solid var(--line);
        }
        tbody th {
          grid-column: 1 / -1;
        }
        th,
        td {
          border: 0;
          padding: var(--gap-1) 0;
          text-align: start;
        }
        td::before {
          content: attr(data-label);
          display: block;
          color: var(--ink-soft);
          font-size: var(--text-1);
        }
      }
    `,
  ];

  override render(): TemplateResult {
    const labels = [t("Played"), t("Won"), t("Drawn"), t("Lost"), t("Average place"), t("Average points"), t("Best points"), t("Wins in a row")];
    return html`<table>
      <thead><tr><th scope="col">${t("Game")}</th>${labels.map((label) => html`<th scope="col">${label}</th>`)}</tr></thead>
      <tbody>
        ${this.rows.map((row) => {
          const cells = figures(row);
          return html`<tr>
            <th scope="row">${gameTitle(row.game)} <span class="against">${againstWords(row.against)}</span></th>
            ${labels.map((label, place) => html`<td data-label=${label}>${cells[place]}</td>`)}
          </tr>`;
        })}
      </tbody>
    </table>`;
  }
}

/** Alone there is nobody to win against, and no place. */
function figures(row: GameStatistics): string[] {
  const isAlone = row.against === "nobody";
  const unlessAlone = (value: number): string => (isAlone ? "–" : figure(value));
  const streak = row.streak === row.longest_streak ? figure(row.streak) : t("{now}, at most {most}", { now: figure(row.streak), most: figure(row.longest_streak) });
  return [
    figure(row.played),
    unlessAlone(row.won),
    unlessAlone(row.drawn),
    unlessAlone(row.lost),
    unlessAlone(rounded(row.average_place)),
    row.average_points === null ? "–" : figure(rounded(row.average_points)),
    row.best_points === null ? "–" : figure(rounded(row.best_points)),
    isAlone ? "–" : streak,
  ];
}

function rounded(value: number): number {
  return Math.round(value * 10) / 10;
}

function againstWords(against: GameStatistics["against"]): string {
  return { people: t("against people"), bots: t("against bots"), nobody: t("alone") }[against];
}
