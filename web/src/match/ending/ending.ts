/** The game's closing text: the course of the match, its secrets, and the deductions that were possible. */
import { css, html, LitElement, nothing, type PropertyValues, type TemplateResult } from "lit";
import { customElement, property, state } from "lit/decorators.js";
import { shared } from "@house/kit/styles";
import { t } from "@house/kit/words";

@customElement("nh-farewell")
export class Farewell extends LitElement {
  /** The owner of the text: a new key fetches it again. */
  @property() key = "";
  @property({ attribute: false }) load: () => Promise<string> = () => Promise.resolve("");
  @state() private text = "";

  static override styles = [
    shared,
    css`
      section {
        margin-top: var(--gap-4);
      }
      h2 {
        font-size: var(--text-3);
        margin: 0 0 var(--gap-2);
      }
      p {
        margin: 0;
        max-width: none;
        white-space: pre-wrap;
        overflow-wrap: anywhere;
      }
      p.step {
        padding-inline-start: 2em;
        text-indent: -1em;
      }
    `,
  ];

  protected override willUpdate(changed: PropertyValues): void {
    if (changed.has("key")) void this.#fetch();
  }

  async #fetch(): Promise<void> {
    const { key } = this;
    this.text = "";
    // Without a text the element stays empty.
    const text = await this.load().catch(() => "");
    if (key === this.key) this.text = text;
  }

  override render(): TemplateResult | typeof nothing {
    if (!this.text) return nothing;
    return html`<section class="sheet" aria-label=${t("How it went")}>
      <h2>${t("How it went")}</h2>
      ${this.text.split("\n").map((line) => html`<p class=${line.startsWith(" ") ? "step" : ""}>${line.trim()}</p>`)}
    </section>`;
  }
}
