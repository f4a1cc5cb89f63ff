/** With assistance: the standing of the note sheet against the answers so far, as the service computes it. */
import type { Advice as Checked, components } from "@types-of/turing-machine";
import { css, html, nothing, type TemplateResult } from "@house/kit";
import { t, tn } from "../progress";

export type Standing = NonNullable<components["schemas"]["Checked"]["marks"]>[string];

/** The sign on a crossed-out mark; none if the mark is proven. */
export function standingMark(standing: Standing | undefined): TemplateResult | typeof nothing {
  if (!standing || standing === "proven") return nothing;
  return html`<span class="standing ${standing}" title=${standingText(standing)} aria-hidden="true">${standing === "early" ? "?" : "≠"}</span>`;
}

/** The same for screen readers, after the name of the mark. */
export function spokenStanding(text: string, standing: Standing | undefined): string {
  return !standing || standing === "proven" ? text : `${text}, ${standingText(standing)}`;
}

function standingText(standing: Standing): string {
  return standing === "early" ? t("still possible") : t("certainly so");
}

/** The summary above the notes. */
export function checkTemplate(check: Checked | null): TemplateResult {
  return html`<div role="status" class="checked small">${check ? checkText(check) : nothing}</div>`;
}

function checkText(check: Checked): TemplateResult {
  const standings = Object.values(check.marks);
  const count = (wanted: Standing): number => standings.filter((standing) => standing === wanted).length;
  const [early, wrong] = [count("early"), count("wrong")];
  return html`<p><strong>${tn("{count} code is still possible.", "{count} codes are still possible.", check.codes)}</strong>
      ${check.kept < check.codes ? t("Your crossed-out digits leave {count} of them.", { count: check.kept }) : nothing}</p>
    ${wrong ? html`<p class="bad">${tn("{count} mark is wrong (≠): what it crosses out is certainly so.", "{count} marks are wrong (≠): what they cross out is certainly so.", wrong)}</p>` : nothing}
    ${early ? html`<p>${tn("{count} mark comes too early (?): that is still possible.", "{count} marks come too early (?): that is still possible.", early)}</p>` : nothing}`;
}

export const checkedStyles = css`
  .checked {
    min-height: 24px;
  }
  .checked p {
    margin: 0;
  }
  .mark-it,
  .one-law {
    position: relative;
  }
  .standing {
    position: absolute;
    top: -6px;
    right: -4px;
    display: grid;
    place-items: center;
    width: 20px;
    height: 20px;
    border-radius: 50%;
    border: 1px solid var(--line-strong);
    background: var(--sheet);
    color: var(--ink);
    font-size: 14px;
    font-weight: 600;
    line-height: 1;
  }
  .standing.wrong {
    border-color: var(--bad);
    color: var(--bad);
  }
`;
