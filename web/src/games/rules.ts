/** The rules of a game, from its rules page. */
import { css, html, LitElement, type TemplateResult } from "lit";
import { customElement, property, state } from "lit/decorators.js";
import { shared } from "@house/kit/styles";
import { t } from "@house/kit/words";
import { narrowTables } from "@house/games/rules-styles";
import { rulesOf } from "@house/games/rules-text";
import { refusalWords } from "@house/api/refusals";

@customElement("nh-rules")
export class Rules extends LitElement {
  @property() game = "";
  @state() private content: DocumentFragment | null = null;
  @state() private problem = "";

  static override styles = [
    shared,
    css`
      h1 {
        font-size: var(--text-4);
        margin-top: var(--gap-3);
      }
      h2 {
        margin-top: var(--gap-4);
      }
      table {
        display: block;
        overflow-x: auto;
      }
      pre {
        overflow-x: auto;
        background: var(--well);
        padding: var(--gap-2);
        border-radius: var(--round);
      }
      li {
        max-width: 68ch;
      }
    `,
    narrowTables,
  ];

  override connectedCallback(): void {
    super.connectedCallback();
    void this.#fetch();
  }

  async #fetch(): Promise<void> {
    try {
      this.content = (await rulesOf(this.game)).text;
    } catch (error) {
      this.problem = refusalWords(error);
    }
  }

  override render(): TemplateResult {
    if (this.problem) return html`<p role="alert">${this.problem}</p>`;
    return this.content ? html`${this.content}` : html`<p class="soft" aria-busy="true">${t("Loading")}</p>`;
  }
}
