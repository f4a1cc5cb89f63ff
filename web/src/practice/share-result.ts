/** Shares the result of today's problem without its solution: on a telephone with its own sheet, else by copying. */
import { css, html, LitElement, type TemplateResult } from "lit";
import { customElement, property, state } from "lit/decorators.js";
import { Share2 } from "lucide";
import { icon } from "@house/kit/icon";
import { shared } from "@house/kit/styles";
import { t } from "@house/kit/words";
import { gameTitle } from "@house/pages/page";
import { dayWords, percent, stopwatch } from "@house/practice/figures";
import type { TodaysProblem } from "@house/practice/today";

/** "Numberhouse 23 Nov · Mixmath · ✓ 100 % · 0:42", and the address of the house. */
export function resultText(problem: TodaysProblem, day: string): string {
  const { score, solved, seconds } = problem.progress!;
  const figures = [`${solved ? "✓" : score ? "◐" : "✗"} ${percent(score ?? 0)}`, stopwatch(seconds ?? 0)];
  return `Numberhouse ${dayWords(day)} · ${gameTitle(problem.game)} · ${figures.join(" · ")}\n${location.origin}/`;
}

@customElement("nh-share-result")
export class ShareResult extends LitElement {
  @property({ attribute: false }) problem!: TodaysProblem;
  @property() day = "";
  @state() private answer = "";

  static override styles = [
    shared,
    css`
      p {
        margin: var(--gap-1) 0 0;
        min-height: 1.4em;
      }
    `,
  ];

  override render(): TemplateResult {
    return html`<button @click=${this.#share}>${icon(Share2)} ${t("Share the result")}</button>
      <p class="small soft" role="status">${this.answer}</p>`;
  }

  #share = async (): Promise<void> => {
    const text = resultText(this.problem, this.day);
    try {
      if (matchMedia("(pointer: coarse)").matches && "share" in navigator) await navigator.share({ text });
      else {
        await navigator.clipboard.writeText(text);
        this.answer = t("Copied. The solution isn't in it.");
      }
    } catch {
      this.answer = text; // without permission to copy, the text can be selected
    }
  };
}
