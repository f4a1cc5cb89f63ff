/** The code of an open match, for its host to read out: six letters that lead to the match as its link does. */
import { css, html, LitElement, nothing, type TemplateResult } from "lit";
import { customElement, property, state } from "lit/decorators.js";
import { EyeOff, Hash } from "lucide";
import { post, remove, type components } from "@house/api/api";
import { refusalWords } from "@house/api/refusals";
import { icon } from "@house/kit/icon";
import { shared } from "@house/kit/styles";
import { t } from "@house/kit/words";

type MatchCode = components["schemas"]["MatchCode"];

/** Milliseconds between two requests for a code that ends unless its host asks again. */
const RENEWAL = 240_000;

@customElement("nh-match-code")
export class MatchCodeView extends LitElement {
  @property() match = "";
  @state() private code: MatchCode | null = null;
  @state() private problem = "";
  #timer = 0;

  static override styles = [
    shared,
    css`
      .code {
        font: 600 var(--text-5) / 1.2 var(--mono);
        letter-spacing: 0.08em;
      }
      p {
        margin: 0;
      }
    `,
  ];

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    window.clearInterval(this.#timer);
  }

  override render(): TemplateResult {
    const { code } = this;
    return html`<div class="stack">
      ${code
        ? html`<div class="row">
              <span class="code" role="img" aria-label=${t("The code {code}", { code: [...code.code].join(" ") })}>${code.code.slice(0, 3)} ${code.code.slice(3)}</span>
              <button @click=${this.#hide}>${icon(EyeOff)} ${t("End the code")}</button>
            </div>
            <p class="soft small">${t("Whoever types this code on the page “Games” or “Tables” comes to this match, until it begins.")}
              ${code.until === null ? nothing : t("It holds while this page is open, and ten minutes longer.")}</p>`
        : html`<div class="row"><button @click=${this.#show}>${icon(Hash)} ${t("A code to type")}</button></div>`}
      <div role="alert">${this.problem ? html`<p class="bad">${this.problem}</p>` : nothing}</div>
    </div>`;
  }

  #show = async (): Promise<void> => {
    this.problem = "";
    try {
      this.code = await post<MatchCode>(`/api/matches/${this.match}/code`);
      window.clearInterval(this.#timer);
      if (this.code.until !== null) this.#timer = window.setInterval(() => void this.#show(), RENEWAL);
    } catch (error) {
      this.problem = refusalWords(error);
    }
  };

  #hide = async (): Promise<void> => {
    window.clearInterval(this.#timer);
    this.problem = "";
    try {
      await remove(`/api/matches/${this.match}/code`);
      this.code = null;
      await this.updateComplete;
      this.renderRoot.querySelector("button")?.focus();
    } catch (error) {
      this.problem = refusalWords(error);
    }
  };
}
