/** The effect of a correction or a ruling for people: field by field, before and after. */
import { css, html, nothing, type CSSResult, type TemplateResult } from "lit";
import type { components, Desk, Outcome } from "@house/api/api";
import { figure, t } from "@house/kit/words";
import { nameOf } from "@house/desk/part";

export type Correction = components["schemas"]["Correction"];
type Change = components["schemas"]["Change"];

/** Fields of views that are lists with one entry for each seat. */
const BY_SEAT = new Set(["scores", "points", "places", "totals", "racks", "tracks"]);

export function correctionView(correction: Correction, desk: Desk): TemplateResult {
  return html`<p>
      ${t("Action {number} of {name}:", { number: correction.number, name: nameOf(desk, correction.seat) })}
      <del>${correction.old ?? t("the time ran out")}</del> <span aria-hidden="true">→</span> <ins>${correction.new ?? t("the time ran out")}</ins>
    </p>
    ${effectView(correction, desk)}`;
}

/** The effect of a correction or of a ruling. */
export function effectView(effect: Pick<Correction, "changes" | "outcome_before" | "outcome_after" | "announcement">, desk: Desk): TemplateResult {
  const { changes, outcome_before: before, outcome_after: after } = effect;
  return html`${changes.length || before || after
      ? nothing
      : html`<p class="soft">${t("Nothing of what everybody may know changes now.")}</p>`}
    ${changes.length ? changesTable(changes, desk) : nothing} ${before || after ? outcomesTable(before, after, desk) : nothing}
    <details>
      <summary>${t("What everybody will be told")}</summary>
      <p class="announcement">${effect.announcement}</p>
    </details>`;
}

function changesTable(changes: readonly Change[], desk: Desk): TemplateResult {
  return html`<div class="wide" tabindex="0" role="group" aria-label=${t("What would change")}>
    <table>
      <thead><tr><th scope="col">${t("Where")}</th><th scope="col">${t("before")}</th><th scope="col">${t("after")}</th></tr></thead>
      <tbody>
        ${changes.map((change) => html`<tr>
          <th scope="row">${pathWords(change.path, desk)}</th>
          <td>${change.kind === "added" ? "–" : html`<del>${valueWords(change.old)}</del>`}</td>
          <td>${change.kind === "removed" ? "–" : html`<ins>${valueWords(change.new)}</ins>`}</td>
        </tr>`)}
      </tbody>
    </table>
  </div>`;
}

/** `/rounds/0/values/3` as "rounds 1 › values 4"; an index of a seat becomes its player's name. */
function pathWords(path: string, desk: Desk): TemplateResult[] {
  const parts = path.split("/").slice(1).map((part) => part.replaceAll("~1", "/").replaceAll("~0", "~"));
  const words: string[] = [];
  for (const [index, part] of parts.entries()) {
    const parent = parts[index - 1] ?? "";
    if (!/^\d+$/.test(part)) words.push(part.replaceAll("_", " "));
    else if (BY_SEAT.has(parent)) words.push(nameOf(desk, Number(part)));
    else words.push(`${words.pop() ?? ""} ${Number(part) + 1}`.trim());
  }
  return words.map((word, index) => html`${index ? html`<span class="soft"> › </span>` : nothing}${word}`);
}

function valueWords(value: unknown): string {
  if (typeof value === "number") return figure(value);
  return typeof value === "string" ? value : JSON.stringify(value);
}

function outcomesTable(before: Outcome | null, after: Outcome | null, desk: Desk): TemplateResult {
  const outcomeWords = (outcome: Outcome | null, seat: number): string =>
    outcome ? t("{score}, place {place}", { score: figure(outcome.scores[seat] ?? 0), place: outcome.places[seat] ?? 0 }) : "–";
  const seats = desk.seats.filter((seat) => outcomeWords(before, seat.seat) !== outcomeWords(after, seat.seat));
  if (!seats.length) return html`<p class="soft">${t("The result stays as it is.")}</p>`;
  return html`<div class="wide" tabindex="0" role="group" aria-label=${t("Result")}>
    <table>
      <thead><tr><th scope="col">${t("Result")}</th><th scope="col">${t("before")}</th><th scope="col">${t("after")}</th></tr></thead>
      <tbody>
        ${seats.map((seat) => html`<tr><th scope="row">${nameOf(desk, seat.seat)}</th>
          <td><del>${outcomeWords(before, seat.seat)}</del></td><td><ins>${outcomeWords(after, seat.seat)}</ins></td></tr>`)}
      </tbody>
    </table>
  </div>`;
}

export const changeStyles: CSSResult = css`
  .wide {
    overflow: auto;
    max-height: 420px;
  }
  .wide table {
    width: 100%;
  }
  .wide th {
    font-weight: 400;
  }
  thead th {
    color: var(--ink-soft);
  }
  del,
  ins {
    font-family: var(--mono);
    overflow-wrap: anywhere;
  }
  ins {
    text-decoration: none;
    font-weight: 600;
  }
  .announcement {
    white-space: pre-line;
    overflow-wrap: anywhere;
  }
  summary {
    cursor: pointer;
    min-height: var(--touch);
    display: list-item;
    align-content: center;
  }
`;
