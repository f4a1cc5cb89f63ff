/** The players whom the viewer has met in rooms of nodes, by round: what this seat knows of the others' nodes. */
import { css, html, nothing, type TemplateResult } from "@house/kit";
import type { View } from "@types-of/addition-crypt";
import { letter, lineOf, t, whoIs } from "./words";

/** By seat, the letters of the nodes that it is known to have used in the round, or in whose rooms it was seen. */
function seen(view: View, seat: number, round: number): Map<number, string[]> {
  const found = new Map<number, string[]>();
  const meet = (other: number, node: number): void => void found.set(other, [...(found.get(other) ?? []), letter(node)].toSorted());
  const picks = view.end?.ledgers.map((ledger) => ledger[round - 1]?.pick) ?? view.rounds[round - 1]?.published;
  if (picks) {
    picks.forEach((pick, other) => pick && [pick.first, pick.second].forEach((node) => meet(other, node)));
    return found;
  }
  const line = lineOf(view, seat, round);
  if (!line) return found;
  const rooms: [number, number[]][] = [[line.pick.first, line.rooms[0]], [line.pick.second, line.rooms[1]], ...(line.kept ?? [])];
  for (const [node, inside] of rooms) for (const other of inside) meet(other, node);
  return found;
}

export function meetings(view: View, seat: number | null, names: readonly string[]): TemplateResult | typeof nothing {
  if (seat === null || view.seat === null || !view.rounds.length) return nothing;
  const who = whoIs(names, null);
  const rounds = view.rounds.map((_, index) => index + 1);
  const columns = rounds.map((round) => seen(view, seat, round));
  const others = Array.from({ length: view.seats }, (_, other) => other).filter((other) => other !== seat);
  return html`<details class="meetings">
    <summary>${t("Whom you met, by round")}</summary>
    <div class="scroll" tabindex="0" role="group" aria-label=${t("Whom you met, by round")}>
      <table>
        <thead>
          <tr>
            <th scope="col">${t("Player")}</th>
            ${rounds.map((round) => html`<th scope="col"><span class="heard">${t("Round")}</span> ${round}</th>`)}
          </tr>
        </thead>
        <tbody>
          ${others.map(
            (other) => html`<tr>
              <th scope="row">${who(other)}</th>
              ${columns.map((column) => html`<td class="mono">${column.get(other)?.join("\u00a0") ?? html`<span class="soft">–</span>`}</td>`)}
            </tr>`,
          )}
        </tbody>
      </table>
    </div>
    <p class="soft small">${t("The nodes in whose rooms you sat together; all nodes where a round’s submissions are published.")}</p>
  </details>`;
}

export const meetingsStyles = css`
  .meetings th[scope="row"] {
    position: sticky;
    inset-inline-start: 0;
    max-width: 130px;
    background: var(--paper);
    overflow-wrap: anywhere;
    font-weight: 400;
    text-align: start;
  }
  .meetings td,
  .meetings th {
    padding: var(--gap-1) var(--gap-2);
  }
  .meetings td {
    white-space: nowrap;
  }
`;
