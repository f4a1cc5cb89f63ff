/** With assistance: the value of each expression, and the figures for the judge, as the service computes them. */
import { css, html, icon, nothing, type Advice, type TemplateResult } from "@house/kit";
import type { Advice as Tasting, components, Draft } from "@types-of/sign-cook";
import { CircleCheck, CircleX, Flame } from "lucide";
import { claimOf } from "../expression";
import { ALPHABET, t, tn } from "../words";

type Tasted = components["schemas"]["Tasted"];

/** The evaluation under a line; empty while the answer is about an older text. */
export function tasted(tasting: Advice<Draft, Tasting>, line: string, index: number): TemplateResult {
  const lineTasting = tasting.of?.lines?.[index] === line ? tasting.found?.lines[index] : undefined;
  return html`<p class="taste">${lineTasting && line.trim() ? lineText(lineTasting) : nothing}</p>`;
}

/**
 * The letter of a number that stands alone, or of the value that the player has written behind `=`. The alphabet is
 * public; an expression is evaluated by its player, as long as there is no assistance.
 */
export function letterText(line: string): TemplateResult {
  const [body, claim] = claimOf(line);
  const text = (claim ?? body).trim();
  const letter = /^[1-9][0-9]?$/.test(text) ? ALPHABET[Number(text) - 1] : undefined;
  return html`<p class="taste">
    ${letter
      ? html`<b class="value">${text} → ${letter}</b>`
      : /^[0-9]+$/.test(text)
        ? html`<span class="soft">${t("{number} is no letter: 1 (A) to 26 (Z) are.", { number: text })}</span>`
        : nothing}
  </p>`;
}

function lineText(tasting: Tasted): TemplateResult {
  if (tasting.problem) return html`<span class="soft">${tasting.problem}</span>`;
  const more = [
    tn("{count} sign", "{count} signs", tasting.signs ?? 0),
    tn("{count} number", "{count} numbers", tasting.numbers ?? 0),
  ].join(", ");
  const value = tasting.value ? html`<b class="value">= ${tasting.value}</b>${tasting.letter ? html` <b>${tasting.letter}</b>` : nothing}` : nothing;
  return html`${value} <span class="soft">${more}</span>
    ${tasting.undecided ? html`<span>${t("The value is left to the host.")}</span>` : nothing}
    ${tasting.ruined ? html`<span class="ruin">${icon(Flame)} ${ruinText(tasting.ruined)}</span>` : nothing}`;
}

function ruinText(ruined: NonNullable<Tasted["ruined"]>): string {
  switch (ruined) {
    case "operand":
      return t("Ruined: a 0 is one of its numbers.");
    case "partial":
      return t("Ruined: a partial result is 0.");
    default:
      return t("Ruined: something is divided by 0, or 0 is raised to 0.");
  }
}

/** The evaluation under the dish. */
export function dishText({ found, of }: Advice<Draft, Tasting>, lines: readonly string[]): TemplateResult | typeof nothing {
  if (!found || JSON.stringify(of?.lines) !== JSON.stringify(lines)) return nothing;
  const sign = !found.served || found.ruined ? nothing : icon(found.unlisted ? CircleX : CircleCheck);
  return html`${found.problem ? html`<p>${found.problem}</p>` : nothing}
    ${found.sums ? html`<p class=${found.ruined ? "ruin" : ""}>${sign} <span>${found.sums}</span></p>` : nothing}
    ${found.lacking ? html`<p>${t("Not in your pantry: {tiles}.", { tiles: [...found.lacking].join(" ") })}</p>` : nothing}`;
}

export const tasteStyle = css`
  .taste {
    display: flex;
    flex-wrap: wrap;
    align-items: baseline;
    gap: 0 var(--gap-3);
    min-height: 24px;
    margin: var(--gap-1) var(--gap-2) 0;
    font-size: var(--text-1);
  }
  .value {
    font-size: var(--text-2);
    font-variant-numeric: tabular-nums lining-nums;
    overflow-wrap: anywhere;
  }
  .ruin {
    color: var(--bad);
  }
  .sums p {
    display: flex;
    gap: var(--gap-2);
    align-items: center;
    margin: var(--gap-2) 0 0;
    overflow-wrap: anywhere;
  }
`;
