/** What a correction changes, to be read by people: place by place, before and after. */
import { css, html, nothing, type CSSResult, type TemplateResult } from "lit";
import type { components, Desk, Outcome } from "@house/api/api";
import { figure, t } from "@house/kit/words";
import { nameOf } from "@house/desk/part";

export type Correction = components["schemas"]["Correction"];
type Change = components["schemas"]["Change"];

/** Lists of views that have one place for each seat. */
const BY_SEAT = new Set(["scores", "points", "places", "totals", "racks", "tracks"]);

export function changesShown(found: Correction, desk: Desk): TemplateResult {
  return html`<p>
      ${t("Action {number} of {name}:", { number: found.number, name: nameOf(desk, found.seat) })}
      <del>${found.old ?? t("the time ran out")}</del> <span aria-hidden="true">→</span> <ins>${found.new ?? t("the time ran out")}</ins>
    </p>
    ${effectShown(found, desk)}`;
}

/** Of a correction, or of a ruling. */
export function effectShown(found: Pick<Correction, "changes" | "outcome_before" | "outcome_after" | "announcement">, desk: Desk): TemplateResult {
  const { changes, outcome_before: before, outcome_after: after } = found;
  return html`${changes.length || before || after
      ? nothing
      : html`<p class="soft">${t("Nothing of what everybody may know changes now.")}</p>`}
    ${changes.length ? table(changes, desk) : nothing} ${before || after ? outcomes(before, after, desk) : nothing}
    <details>
      <summary>${t("What everybody will be told")}</summary>
      <p class="told">${found.announcement}</p>
    </details>`;
}

function table(changes: readonly Change[], desk: Desk): TemplateResult {
  return html`<div class="wide" tabindex="0" role="group" aria-label=${t("What would change")}>
    <table>
      <thead><tr><th scope="col">${t("Where")}</th><th scope="col">${t("before")}</th><th scope="col">${t("after")}</th></tr></thead>
      <tbody>
        ${changes.map((one) => html`<tr>
          <th scope="row">${place(one.path, desk)}</th>
          <td>${one.kind === "added" ? "–" : html`<del>${shown(one.old)}</del>`}</td>
          <td>${one.kind === "removed" ? "–" : html`<ins>${shown(one.new)}</ins>`}</td>
        </tr>`)}
      </tbody>
    </table>
  </div>`;
}

/** `/rounds/0/values/3` as "rounds 1 › values 4", and a seat's place by its player's name. */
function place(path: string, desk: Desk): TemplateResult[] {
  const parts = path.split("/").slice(1).map((one) => one.replaceAll("~1", "/").replaceAll("~0", "~"));
  const words: string[] = [];
  for (const [index, part] of parts.entries()) {
    const above = parts[index - 1] ?? "";
    if (!/^\d+$/.test(part)) words.push(part.replaceAll("_", " "));
    else if (BY_SEAT.has(above)) words.push(nameOf(desk, Number(part)));
    else words.push(`${words.pop() ?? ""} ${Number(part) + 1}`.trim());
  }
  return words.map((one, index) => html`${index ? html`<span class="soft"> › </span>` : nothing}${one}`);
}

function shown(value: unknown): string {
  if (typeof value === "number") return figure(value);
  return typeof value === "string" ? value : JSON.stringify(value);
}

function outcomes(before: Outcome | null, after: Outcome | null, desk: Desk): TemplateResult {
  const told = (outcome: Outcome | null, seat: number): string =>
    outcome ? t("{score}, place {place}", { score: figure(outcome.scores[seat] ?? 0), place: outcome.places[seat] ?? 0 }) : "–";
  const moved = desk.seats.filter((one) => told(before, one.seat) !== told(after, one.seat));
  if (!moved.length) return html`<p class="soft">${t("The result stays as it is.")}</p>`;
  return html`<div class="wide" tabindex="0" role="group" aria-label=${t("Result")}>
    <table>
      <thead><tr><th scope="col">${t("Result")}</th><th scope="col">${t("before")}</th><th scope="col">${t("after")}</th></tr></thead>
      <tbody>
        ${moved.map((one) => html`<tr><th scope="row">${nameOf(desk, one.seat)}</th>
          <td><del>${told(before, one.seat)}</del></td><td><ins>${told(after, one.seat)}</ins></td></tr>`)}
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
  .told {
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
