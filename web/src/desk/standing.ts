/** Where a seat stands in the round: a shape and a word, never a colour alone. */
import { css, html, type CSSResult, type TemplateResult } from "lit";
import { t } from "@house/kit/words";
import type { Overseen } from "@house/desk/part";

interface Shown {
  sign: string;
  words: string;
  kind: "open" | "saved" | "settled" | "late" | "none";
}

export function standingOf(standing: Overseen["standing"]): Shown {
  switch (standing) {
    case "asked":
      return { sign: "○", words: t("nothing yet"), kind: "open" };
    case "submitted":
      return { sign: "✓", words: t("saved"), kind: "saved" };
    case "confirmed":
      return { sign: "✓✓", words: t("confirmed"), kind: "settled" };
    case "settled":
      return { sign: "✓✓", words: t("done with"), kind: "settled" };
    case "ran-out":
      return { sign: "⧗✓", words: t("saved, then the time ran out"), kind: "late" };
    case "defaulted":
      return { sign: "⧗", words: t("defaulted"), kind: "late" };
    case "idle":
      return { sign: "–", words: t("not asked"), kind: "none" };
  }
}

export function standingShown(standing: Overseen["standing"]): TemplateResult {
  const { sign, words, kind } = standingOf(standing);
  return html`<span class="standing ${kind}"><span class="sign" aria-hidden="true">${sign}</span>${words}</span>`;
}

export const standingStyles: CSSResult = css`
  .standing {
    display: inline-flex;
    gap: var(--gap-2);
    align-items: center;
  }
  .standing .sign {
    display: inline-grid;
    place-items: center;
    min-width: 32px;
    height: 26px;
    padding: 0 4px;
    border-radius: 13px;
    border: 1.5px solid var(--line-strong);
    font-weight: 600;
    line-height: 1;
  }
  .standing.open .sign {
    border-style: dashed;
  }
  .standing.saved .sign {
    border-color: var(--good);
    color: var(--good);
  }
  .standing.settled .sign {
    border-color: var(--good);
    background: var(--good);
    color: var(--sheet);
  }
  .standing.late .sign {
    border-color: var(--warn);
    color: var(--warn);
  }
  .standing.none {
    color: var(--ink-soft);
  }
`;
