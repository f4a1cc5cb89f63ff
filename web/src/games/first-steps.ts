/** How to play, for newcomers: open beside the board until the person closes it once. */
import { css, html, LitElement, nothing, type TemplateResult } from "lit";
import { customElement, property, state } from "lit/decorators.js";
import { firstStepsOf } from "@house/kit/first-steps";
import { shared } from "@house/kit/styles";
import { t } from "@house/kit/words";

/** Wide screens have room beside the board; on a phone the screen belongs to the board. */
export const WIDE_SCREEN = matchMedia("(min-width: 901px)");

@customElement("nh-first-steps")
export class FirstStepsView extends LitElement {
  @property() game = "";
  /** Whether it is a part of the page, which can't be closed. */
  @property({ type: Boolean }) plain = false;
  /** Whether the game has a lesson, which is then linked. */
  @property({ type: Boolean }) lesson = false;
  @state() private steps: readonly string[] = [];

  static override styles = [
    shared,
    css`
      summary {
        display: flex;
        align-items: center;
        gap: var(--gap-2);
        min-height: var(--touch);
        cursor: pointer;
        font-weight: 600;
      }
      summary::before {
        content: "";
        width: 8px;
        height: 8px;
        margin-inline: var(--gap-1);
        border: solid var(--accent);
        border-width: 0 2px 2px 0;
        rotate: -45deg;
      }
      details[open] > summary::before {
        rotate: 45deg;
      }
      ol {
        display: grid;
        gap: var(--gap-2);
        margin: 0;
        padding: 0 0 var(--gap-2);
        list-style: none;
        counter-reset: step;
      }
      li {
        display: grid;
        grid-template-columns: 1.6em minmax(0, 1fr);
        max-width: 68ch;
        text-wrap: pretty;
      }
      li::before {
        counter-increment: step;
        content: counter(step);
        color: var(--accent);
        font-weight: 600;
      }
      .more {
        display: flex;
        flex-wrap: wrap;
        gap: 0 var(--gap-4);
      }
      a {
        display: inline-flex;
        align-items: center;
        min-height: var(--touch);
      }
      @media print {
        :host {
          display: none;
        }
      }
    `,
  ];

  override connectedCallback(): void {
    super.connectedCallback();
    void firstStepsOf(this.game).then((steps) => (this.steps = steps));
  }

  override render(): TemplateResult | typeof nothing {
    if (!this.steps.length) return nothing;
    const list = html`<ol>${this.steps.map((step) => html`<li>${step}</li>`)}</ol>`;
    if (this.plain) return list;
    return html`<details ?open=${this.#isOpen()} @toggle=${this.#onToggle}>
      <summary>${t("How to play")}</summary>
      ${list}
      <div class="more">
        ${this.lesson ? html`<a href="/learn/${this.game}/first-match" target="_blank">${t("Learn in three minutes")}</a>` : nothing}
        <a href="/learn/${this.game}" target="_blank">${t("All rules")}</a>
      </div>
    </details>`;
  }

  #isOpen(): boolean {
    return WIDE_SCREEN.matches && localStorage.getItem(`read.${this.game}`) === null;
  }

  #onToggle = (event: Event): void => {
    const { open } = event.target as HTMLDetailsElement;
    this.toggleAttribute("open", open);
    if (!WIDE_SCREEN.matches) return;
    if (open) localStorage.removeItem(`read.${this.game}`);
    else localStorage.setItem(`read.${this.game}`, "1");
  };
}
