/** The last position of a match in words, as the reader may see it: fetched when it is opened, one match at a time. */
import { css, html, LitElement, nothing, type TemplateResult } from "lit";
import { customElement, property, state } from "lit/decorators.js";
import { get, type TextView } from "@house/api/api";
import { refusalWords } from "@house/api/refusals";
import { shared } from "@house/kit/styles";
import { language, t } from "@house/kit/words";

@customElement("nh-last-position")
export class LastPosition extends LitElement {
  @property() match = "";
  @state() private text = "";
  @state() private problem = "";

  static override styles = [
    shared,
    css`
      summary {
        min-height: var(--touch);
        display: inline-flex;
        align-items: center;
        cursor: pointer;
        color: var(--ink-soft);
        font-size: var(--text-1);
        text-decoration: underline;
      }
      pre {
        margin: 0 0 var(--gap-2);
        padding: var(--gap-3);
        max-height: 320px;
        overflow: auto;
        border: 1px solid var(--line);
        border-radius: var(--round);
        background: var(--paper);
        font-family: var(--mono);
        font-size: var(--text-1);
      }
    `,
  ];

  override render(): TemplateResult {
    return html`<details @toggle=${this.#toggle}>
      <summary>${t("Last position")}</summary>
      <div role="status">
        ${this.problem ? html`<p class="bad">${this.problem}</p>` : this.text ? html`<pre tabindex="0">${this.text}</pre>` : nothing}
      </div>
    </details>`;
  }

  #toggle = async (event: Event): Promise<void> => {
    if (!(event.target as HTMLDetailsElement).open || this.text) return;
    this.problem = "";
    try {
      this.text = (await get<TextView>(`/api/matches/${this.match}/text`, { lang: language })).text;
    } catch (error) {
      this.problem = refusalWords(error);
    }
  };
}
