/** What a reader can do about somebody else's message: mute or block its author, or report it to the operators.
 * Fires `readers-changed` when the service is to send the messages again, without that author's. */
import { css, html, LitElement, nothing, type TemplateResult } from "lit";
import { customElement, property, state } from "lit/decorators.js";
import { post, put, type components, type Message } from "@house/api/api";
import { refusalWords } from "@house/api/refusals";
import { shared } from "@house/kit/styles";
import { t } from "@house/kit/words";

type Reason = components["schemas"]["ReportRequest"]["reason"];

export const REASONS: Record<Reason, string> = {
  insult: t("Insult"),
  harassment: t("Harassment"),
  name: t("The name"),
  spam: t("Spam"),
  cheating: t("Cheating"),
  other: t("Something else"),
};

@customElement("nh-message-menu")
export class MessageMenu extends LitElement {
  @property() match = "";
  @property({ attribute: false }) message!: Message;
  @state() private problem = "";
  @state() private isReported = false;

  static override styles = [
    shared,
    css`
      summary {
        cursor: pointer;
      }
      form {
        display: grid;
        gap: var(--gap-2);
      }
    `,
  ];

  override render(): TemplateResult {
    return html`<div class="row">
        <button @click=${() => this.#avoid("mutes")}>${t("Mute {name}", { name: this.message.name })}</button>
        <button @click=${() => this.#avoid("blocks")}>${t("Block {name}", { name: this.message.name })}</button>
      </div>
      <details>
      <summary class="soft small">${t("Report to the operators")}</summary>
      ${this.isReported ? html`<p role="status" class="done">${t("Thank you. The operators look at it; your profile shows the outcome.")}</p>` : this.#form()}
      <div role="alert">${this.problem ? html`<p class="bad">${this.problem}</p>` : nothing}</div>
    </details>`;
  }

  #form(): TemplateResult {
    return html`<form @submit=${this.#report}>
      <label class="field">${t("Reason")}
        <select name="reason">${Object.entries(REASONS).map(([reason, words]) => html`<option value=${reason}>${words}</option>`)}</select>
      </label>
      <label class="field">${t("For the operators")}
        <textarea name="text" rows="2" maxlength="500"></textarea>
      </label>
      <div class="row"><button>${t("Report this message")}</button></div>
    </form>`;
  }

  get #target(): { match: string; room: string; number: number } {
    return { match: this.match, room: this.message.room, number: this.message.number };
  }

  async #avoid(kind: "mutes" | "blocks"): Promise<void> {
    await this.#run(async () => {
      await put(`/api/me/${kind}`, this.#target);
      this.dispatchEvent(new CustomEvent("readers-changed", { bubbles: true, composed: true }));
    });
  }

  #report = (event: Event): void => {
    event.preventDefault();
    const fields = Object.fromEntries(new FormData(event.target as HTMLFormElement));
    void this.#run(async () => {
      await post("/api/reports", { ...this.#target, ...fields });
      this.isReported = true;
    });
  };

  async #run(request: () => Promise<void>): Promise<void> {
    this.problem = "";
    try {
      await request();
    } catch (error) {
      this.problem = refusalWords(error);
    }
  }
}
