/** The final table: the places, totals and submissions of all players. */
import { css, html, nothing, type TemplateResult } from "@house/kit";
import { Hourglass } from "lucide";
import { icon } from "@house/kit";
import type { View } from "@types-of/addition-crypt";
import { t, tieBreakTold, whoIs, written, type Line } from "./words";

export function standing(view: View, names: readonly string[], seat: number | null): TemplateResult | typeof nothing {
  const { end } = view;
  if (!end) return nothing;
  const who = whoIs(names, seat);
  const order = [...end.places.keys()].sort((a, b) => end.places[a]! - end.places[b]! || a - b);
  return html`<section aria-labelledby="standing">
    <h2 id="standing">${t("Final standing")}</h2>
    <div class="scroll" tabindex="0" role="group" aria-labelledby="standing">
      <table class="standing number">
        <thead>
          <tr>
            <th scope="col" class="value">${t("Place")}</th>
            <th scope="col">${t("Player")}</th>
            <th scope="col" class="value">${t("Points")}</th>
            ${view.rounds.map((_, index) => html`<th scope="col" class="by-round"><span class="heard">${t("Round")} </span>${index + 1}</th>`)}
          </tr>
        </thead>
        <tbody>
          ${order.map(
            (rowSeat) => html`<tr class=${rowSeat === seat ? "mine" : ""}>
              <td class="value">${end.places[rowSeat]}</td>
              <th scope="row">${who(rowSeat)}</th>
              <td class="value"><strong>${end.scores[rowSeat]}</strong></td>
              ${end.ledgers[rowSeat]!.map((line) => html`<td class="by-round">${cell(line)}</td>`)}
            </tr>
            <tr class="below ${rowSeat === seat ? "mine" : ""}">
              <td colspan="3">
                <ol class="plain" aria-label=${t("{name}, round by round", { name: who(rowSeat) })}>
                  ${end.ledgers[rowSeat]!.map((line, index) => html`<li><span class="soft small"><span class="heard">${t("Round")} </span>${index + 1}</span> ${cell(line)}</li>`)}
                </ol>
              </td>
            </tr>`,
          )}
        </tbody>
      </table>
    </div>
    <p class="soft small">${t("By round: the points, and the submission that earned them.")} ${tieBreakTold(view.options)}</p>
  </section>`;
}

function cell({ pick, how, points }: Line): TemplateResult {
  return html`<strong>${points.digits + points.bonus}</strong>${how === "defaulted" ? icon(Hourglass, t("defaulted")) : nothing}
    <span class="mono soft small pair">${written(pick)}</span>`;
}

export const standingStyles = css`
  .standing th,
  .standing td {
    padding: var(--gap-1) var(--gap-2);
    white-space: nowrap;
  }
  .standing tbody th {
    font-weight: 400;
  }
  .standing .mine th {
    font-weight: 600;
  }
  .standing .pair {
    display: block;
  }
  .standing .below {
    display: none;
  }
  /* On a phone a player's rounds stand below the player. */
  @container (max-width: 559px) {
    table.standing {
      width: 100%;
    }
    .standing .by-round {
      display: none;
    }
    .standing .below {
      display: table-row;
    }
    .standing tbody tr:not(.below) > * {
      border-bottom: 0;
    }
    .standing tbody th {
      width: 100%;
      white-space: normal;
      overflow-wrap: anywhere;
    }
    .standing ol {
      list-style: none;
      margin: 0;
      padding: 0;
      display: grid;
      grid-template-columns: repeat(7, minmax(0, 1fr));
      gap: var(--gap-1) 0;
    }
    .standing li > .soft {
      display: block;
    }
  }
  .standing .icon {
    width: 1em;
    height: 1em;
    margin-inline-start: 2px;
    vertical-align: -0.1em;
  }
`;
