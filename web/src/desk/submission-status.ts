/** A seat's status in the round: a shape and a word, never a colour alone. */
import { css, html, type CSSResult, type TemplateResult } from "lit";
import { Check, CheckCheck, CircleDashed, Hourglass, Minus, type IconNode } from "lucide";
import { icon } from "@house/kit/icon";
import { t } from "@house/kit/words";
import type { DeskSeat } from "@house/desk/part";

interface StatusSign {
  signs: readonly IconNode[];
  words: string;
  kind: "open" | "saved" | "settled" | "late" | "none";
}

export function statusSign(status: DeskSeat["submission_status"]): StatusSign {
  switch (status) {
    case "asked":
      return { signs: [CircleDashed], words: t("nothing yet"), kind: "open" };
    case "submitted":
      return { signs: [Check], words: t("saved"), kind: "saved" };
    case "confirmed":
      return { signs: [CheckCheck], words: t("confirmed"), kind: "settled" };
    case "settled":
      return { signs: [CheckCheck], words: t("no longer waited for"), kind: "settled" };
    case "ran-out":
      return { signs: [Check, Hourglass], words: t("saved, then the time ran out"), kind: "late" };
    case "defaulted":
      return { signs: [Hourglass], words: t("defaulted"), kind: "late" };
    case "idle":
      return { signs: [Minus], words: t("not asked"), kind: "none" };
  }
}

export function submissionStatus(status: DeskSeat["submission_status"]): TemplateResult {
  const { signs, words, kind } = statusSign(status);
  return html`<span class="status ${kind}"><span class="sign">${signs.map((sign) => icon(sign))}</span>${words}</span>`;
}

export const statusStyles: CSSResult = css`
  .status {
    display: inline-flex;
    gap: var(--gap-2);
    align-items: center;
  }
  .status .sign {
    display: inline-flex;
    align-items: center;
    justify-content: center;
    min-width: 36px;
    height: 26px;
    padding: 0 4px;
    border-radius: 13px;
    border: 1.5px solid var(--line-strong);
    flex: none;
  }
  .status.open .sign {
    border-style: dashed;
  }
  .status svg.icon {
    width: 18px;
    height: 18px;
    stroke-width: 2.25;
  }
  .status.saved .sign {
    border-color: var(--good);
    color: var(--good);
  }
  .status.settled .sign {
    border-color: var(--good);
    background: var(--good);
    color: var(--sheet);
  }
  .status.late .sign {
    border-color: var(--warn);
    color: var(--warn);
  }
  .status.none {
    color: var(--ink-soft);
  }
`;
