/** A way to a new password: a link by mail where the house sends mail, otherwise by its operator. */
import { css, html, LitElement, nothing, type TemplateResult } from "lit";
import { customElement, property, state } from "lit/decorators.js";
import { get, post, type components } from "@house/api/api";
import { refusalWords } from "@house/api/refusals";
import { shared } from "@house/kit/styles";
import { t } from "@house/kit/words";
import { formatMoment } from "@house/match/clock";
import { page } from "@house/pages/page";

type ResetByMail = components["schemas"]["ResetByMail"];

const MAX_NAME = 40;

@customElement("nh-forgotten-password")
export class ForgottenPassword extends LitElement {
  /** The name that was typed to sign in. */
  @property() name = "";
  @state() private info: ResetByMail | null = null;
  @state() private open = false;
  @state() private sent = false;
  @state() private busy = false;
  @state() private problem = "";

  static override styles = [
    shared,
    page,
    css`
      :host {
        display: block;
        max-width: 420px;
        margin-block-start: var(--gap-5);
      }
      .warning {
        padding-inline-start: var(--gap-3);
        border-inline-start: 4px solid var(--line-strong);
      }
      form {
        display: grid;
        gap: var(--gap-4);
      }
    `,
  ];

  override connectedCallback(): void {
    super.connectedCallback();
    void get<ResetByMail>("/api/forgot-password").then(
      (info) => (this.info = info),
      () => undefined, // the page to sign in says what fails
    );
  }

  override render(): TemplateResult | typeof nothing {
    if (!this.info) return nothing;
    const { by_mail, reset_at } = this.info;
    return html`
      ${reset_at ? html`<p class="warning">${t("A link set a new password for your account on {moment}; all sessions have ended. If that wasn't you, ask the operator of this house.", { moment: formatMoment(reset_at) })}</p>` : nothing}
      ${by_mail ? this.#byMail() : html`<p class="soft">${t("Password forgotten? The operator of this house can give you a link for a new one.")}</p>`}
    `;
  }

  #byMail(): TemplateResult {
    if (!this.open) return html`<p><button type="button" @click=${() => (this.open = true)}>${t("I forgot my password")}</button></p>`;
    if (this.sent) {
      return html`<p role="status" class="done">${t("If a member of this name has confirmed a mail address, a link is on its way there. It works once and for an hour. Without an address, ask the operator of this house.")}</p>`;
    }
    return html`<section aria-labelledby="forgotten">
      <h2 id="forgotten">${t("A new password")}</h2>
      <form @submit=${this.#send}>
        <label class="field">${t("Your name")}
          <input autocomplete="username" required maxlength=${MAX_NAME} .value=${this.name} @input=${(event: Event) => (this.name = (event.target as HTMLInputElement).value)} />
          <span class="hint">${t("The link goes to the mail address that you have confirmed in the settings.")}</span>
        </label>
        <div role="alert">${this.problem ? html`<p class="refused">${this.problem}</p>` : nothing}</div>
        <div class="row"><button ?disabled=${this.busy}>${t("Send me a link")}</button></div>
      </form>
    </section>`;
  }

  #send = async (event: Event): Promise<void> => {
    event.preventDefault();
    this.busy = true;
    this.problem = "";
    try {
      await post("/api/forgot-password", { name: this.name });
      this.sent = true;
    } catch (error) {
      this.problem = refusalWords(error);
    }
    this.busy = false;
  };
}
