/** The bar of steps: back and forth through the match, under the board and within reach of a thumb. */
import { css, html, LitElement, nothing, type TemplateResult } from "lit";
import { customElement, property } from "lit/decorators.js";
import { ChevronFirst, ChevronLast, ChevronLeft, ChevronRight } from "lucide";
import { icon } from "@house/kit/icon";
import { shared } from "@house/kit/styles";
import { t } from "@house/kit/words";
import { markStyles } from "@house/review/marks/mark-styles";
import { markSign, markWords, type Mark } from "@house/review/marks/marks";

@customElement("nh-review-bar")
export class ReviewBar extends LitElement {
  @property({ attribute: false }) at = 0;
  @property({ attribute: false }) last = 0;
  /** Which step of how many, in words. */
  @property({ attribute: false }) count = "";
  /** The step in words. */
  @property({ attribute: false }) words = "";
  /** The step's evaluation, for screen readers. */
  @property({ attribute: false }) evaluationWords = "";
  /** Its mark; null where there is none. */
  @property({ attribute: false }) mark: Mark | null = null;

  static override styles = [
    shared,
    markStyles,
    css`
      :host {
        position: sticky;
        bottom: 0;
        z-index: 2;
        background: var(--paper);
        border-top: 1px solid var(--line);
        padding: var(--gap-2) 0;
      }
      .bar {
        display: grid;
        grid-template-columns: auto minmax(0, 1fr) auto;
        gap: 0 var(--gap-3);
        align-items: center;
      }
      .steps {
        display: flex;
        gap: var(--gap-1);
      }
      button {
        padding: 0;
      }
      input {
        width: 100%;
        padding: 0;
        border: 0;
        background: none;
        accent-color: var(--accent);
      }
      .verdict,
      ::slotted(*) {
        display: none;
      }
      .verdict {
        margin: 0;
        overflow-wrap: anywhere;
      }
      .count {
        min-width: 7.5em;
        text-align: end;
      }
      @media (max-width: 900px) {
        .bar {
          grid-template-columns: 1fr auto;
        }
        input {
          grid-column: 1 / -1;
          grid-row: 1;
        }
      }
      @media (max-width: 640px) {
        /* The verdict is seen at once, however tall the board above it is, and beside it what can be done about it. */
        .verdict,
        ::slotted(*) {
          display: block;
        }
        /* It stays where the thumb is, whatever is read above it. */
        :host {
          order: 9;
          padding: var(--gap-1) 0 calc(var(--gap-1) + env(safe-area-inset-bottom));
        }
      }
      @media print {
        :host {
          display: none;
        }
      }
    `,
  ];

  override render(): TemplateResult {
    const { at, last, words } = this;
    const verdict = this.mark ? html`${markSign(this.mark, true)} <strong>${markWords(this.mark)}</strong> · ` : nothing;
    return html`<p class="verdict" aria-hidden="true">${verdict}${words}</p>
    <slot name="action"></slot>
    <div class="bar" role="group" aria-label=${t("Steps through the match")}>
      <div class="steps">
        ${this.#button(0, ChevronFirst, t("First"))} ${this.#button(at - 1, ChevronLeft, t("Back"))}
        ${this.#button(at + 1, ChevronRight, t("Forward"))} ${this.#button(last, ChevronLast, t("Last"))}
      </div>
      <input type="range" min="0" max=${last} .value=${String(at)} aria-label=${t("Step")}
        aria-valuetext=${`${this.count}: ${words}`}
        @input=${(event: Event) => this.#seek(Number((event.target as HTMLInputElement).value))} />
      <span class="count number" aria-live="polite">
        ${this.count}<span class="heard">: ${words}. ${this.evaluationWords}</span>
      </span>
    </div>`;
  }

  #button(to: number, node: typeof ChevronLeft, label: string): TemplateResult {
    return html`<button @click=${() => this.#seek(to)} ?disabled=${to < 0 || to > this.last || to === this.at}
      title=${label} aria-label=${label}>
      ${icon(node)}
    </button>`;
  }

  #seek(step: number): void {
    this.dispatchEvent(new CustomEvent("seek", { detail: step }));
  }
}
