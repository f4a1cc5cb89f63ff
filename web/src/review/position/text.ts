/** A position of a match as text, as in the terminal; fetched when the person opens it. */
import { css, html, LitElement, type PropertyValues, type TemplateResult } from "lit";
import { customElement, property, state } from "lit/decorators.js";
import { shared } from "@house/kit/styles";
import { t } from "@house/kit/words";
import { refusalWords } from "@house/api/refusals";
import type { Perspective, Source } from "@house/review/timeline";

@customElement("nh-review-text")
export class ReviewText extends LitElement {
  @property({ attribute: false }) source: Source | null = null;
  @property({ attribute: false }) at = 0;
  @property({ attribute: false }) perspective: Perspective = "spectator";
  @state() private text = "";
  @state() private isOpen = false;

  static override styles = [
    shared,
    css`
      pre {
        overflow-x: auto;
        font-size: var(--text-1);
        margin: 0;
      }
      summary {
        padding: var(--gap-3) 0;
        cursor: pointer;
      }
    `,
  ];

  protected override willUpdate(changed: PropertyValues): void {
    if (this.isOpen && !(changed.size === 1 && changed.has("text"))) void this.#fetch();
  }

  override render(): TemplateResult {
    return html`<details @toggle=${(event: Event) => (this.isOpen = (event.target as HTMLDetailsElement).open)}>
      <summary>${t("This position as text")}</summary>
      <pre class="sheet" tabindex="0" aria-label=${t("This position as text")}>${this.text}</pre>
    </details>`;
  }

  async #fetch(): Promise<void> {
    const { at, perspective } = this;
    const text = await this.source?.words(at, perspective).catch(refusalWords);
    if (text !== undefined && at === this.at && perspective === this.perspective) this.text = text;
  }
}
