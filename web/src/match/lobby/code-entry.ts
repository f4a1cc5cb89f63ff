/** A field for the code that a host reads out; it opens the match, or the invitation to it. */
import { css, html, LitElement, type TemplateResult } from "lit";
import { customElement, query, state } from "lit/decorators.js";
import { post, type components } from "@house/api/api";
import { refusalWords } from "@house/api/refusals";
import { shared } from "@house/kit/styles";
import { t } from "@house/kit/words";
import { go } from "@house/shell/router";

type FoundMatch = components["schemas"]["FoundMatch"];

@customElement("nh-code-entry")
export class CodeEntry extends LitElement {
  @state() private problem = "";
  @state() private busy = false;
  @query("input") private field!: HTMLInputElement;

  static override styles = [
    shared,
    css`
      .row {
        gap: var(--gap-2);
      }
      label {
        display: inline-flex;
        align-items: center;
        gap: var(--gap-2);
      }
      input {
        width: 9em;
        font-family: var(--mono);
        text-transform: uppercase;
      }
      p {
        margin: 0;
        min-height: 1.5em;
      }
    `,
  ];

  override render(): TemplateResult {
    return html`<form @submit=${this.#open}>
      <div class="row">
        <label>${t("Code")}
          <input required maxlength="12" autocomplete="off" autocapitalize="characters" spellcheck="false" enterkeyhint="go"
            aria-invalid=${String(Boolean(this.problem))} aria-describedby="about-code" />
        </label>
        <button ?disabled=${this.busy}>${t("To the match")}</button>
      </div>
      <p id="about-code" class="small" role="alert">${this.problem
        ? html`<span class="bad">${this.problem}</span>`
        : html`<span class="soft">${t("Six letters that the host reads out to you.")}</span>`}</p>
    </form>`;
  }

  #open = async (event: Event): Promise<void> => {
    event.preventDefault();
    this.busy = true;
    this.problem = "";
    try {
      const found = await post<FoundMatch>("/api/code", { code: this.field.value });
      go(found.match === null ? `/invite#${found.invitation}` : `/match/${found.match}`);
    } catch (error) {
      this.problem = refusalWords(error);
      this.busy = false;
      await this.updateComplete;
      this.field.select();
    }
  };
}
