/** The number of actions of each mark, by player. */
import { css, html, LitElement, type TemplateResult } from "lit";
import { customElement, property } from "lit/decorators.js";
import { shared } from "@house/kit/styles";
import { figure, t } from "@house/kit/words";
import type { EvaluationInfo } from "@house/review/timeline";
import { markHeading, MARKS, markSign } from "@house/review/marks/marks";
import { markStyles } from "@house/review/marks/mark-styles";

@customElement("nh-review-summary")
export class ReviewSummary extends LitElement {
  @property({ attribute: false }) evaluations: ReadonlyMap<number, EvaluationInfo> = new Map();
  @property({ attribute: false }) names: string[] = [];

  static override styles = [
    shared,
    markStyles,
    css`
      table {
        width: 100%;
        font-variant-numeric: tabular-nums lining-nums;
      }
      th,
      td {
        padding: var(--gap-1) var(--gap-2);
        text-align: end;
      }
      th:first-child {
        text-align: start;
        overflow-wrap: anywhere;
      }
      thead th {
        font-weight: 400;
        font-size: var(--text-1);
      }
      .word {
        display: block;
      }
      @media (max-width: 640px) {
        .word {
          position: absolute;
          width: 1px;
          height: 1px;
          overflow: hidden;
          clip-path: inset(50%);
        }
        thead tr {
          position: relative;
        }
      }
    `,
  ];

  override render(): TemplateResult {
    const forSeat = (seat: number): EvaluationInfo[] => [...this.evaluations.values()].filter((evaluation) => evaluation.seat === seat);
    // A mark that nobody got makes no column.
    const given = new Set([...this.evaluations.values()].map((evaluation) => evaluation.mark));
    const marks = MARKS.filter((mark) => given.has(mark));
    return html`<table>
      <caption class="heard">${t("How good the steps of each player were")}</caption>
      <thead>
        <tr>
          <th scope="col"><span class="heard">${t("Player")}</span></th>
          ${marks.map((mark) => html`<th scope="col">${markSign(mark, true)}<span class="word">${markHeading(mark)}</span></th>`)}
        </tr>
      </thead>
      <tbody>
        ${this.names.map((name, seat) => {
          const own = forSeat(seat);
          return html`<tr>
            <th scope="row">${name}</th>
            ${marks.map((mark) => html`<td>${figure(own.filter((evaluation) => evaluation.mark === mark).length)}</td>`)}
          </tr>`;
        })}
      </tbody>
    </table>`;
  }
}
