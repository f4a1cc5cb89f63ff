/** A member's mail address for forgotten passwords: entered with the password, confirmed by a code. */
import { css, html, LitElement, nothing, type TemplateResult } from "lit";
import { customElement, state } from "lit/decorators.js";
import { get, post, put, type components } from "@house/api/api";
import { refusalWords } from "@house/api/refusals";
import { shared } from "@house/kit/styles";
import { t } from "@house/kit/words";
import { page } from "@house/pages/page";

type MailAddress = components["schemas"]["MailAddress"];

@customElement("nh-mail-address")
export class MailAddressSection extends LitElement {
  @state() private info: MailAddress | null = null;
  @state() private busy = false;
  @state() private problem = "";
  @state() private success = "";

  static override styles = [
    shared,
    page,
    css`
      form {
        display: grid;
        gap: var(--gap-3);
        margin-block-start: var(--gap-4);
        max-width: 420px;
      }
      input[name="code"] {
        font-family: var(--mono);
        text-transform: uppercase;
      }
    `,
  ];

  override connectedCallback(): void {
    super.connectedCallback();
    void this.#run(() => get<MailAddress>("/api/me/mail"));
  }

  override render(): TemplateResult | typeof nothing {
    const { info } = this;
    // Where the house sends no mail, an address from before can only be removed.
    if (!info || (!info.available && !info.address)) return nothing;
    return html`<section aria-labelledby="mail">
      <h2 id="mail">${t("Mail address")}</h2>
      <p>${t("If you forget your password, a link for a new one goes there. Nobody else sees the address, and nothing else is sent to it.")}</p>
      <p>${info.address ? t("Your address: {address}", { address: info.address }) : t("You have given none.")}</p>
      <div role="alert">${this.problem ? html`<p class="refused">${this.problem}</p>` : nothing}</div>
      <div role="status">${this.success ? html`<p class="done">${this.success}</p>` : nothing}</div>
      ${info.pending ? this.#code(info.pending) : nothing} ${info.available ? this.#change(info) : nothing} ${info.address ? this.#remove() : nothing}
    </section>`;
  }

  #code(pending: string): TemplateResult {
    return html`<form @submit=${(event: Event) => this.#send(event, (fields) => post<MailAddress>("/api/me/mail/confirm", fields), t("The address is yours from now on."))}>
      <label class="field">${t("The code from the mail to {address}", { address: pending })}
        <input name="code" required autocomplete="one-time-code" autocapitalize="characters" spellcheck="false" maxlength="20" />
      </label>
      <div class="row"><button class="primary" ?disabled=${this.busy}>${t("Confirm")}</button></div>
    </form>`;
  }

  #change(info: MailAddress): TemplateResult {
    return html`<form @submit=${(event: Event) => this.#send(event, (fields) => put<MailAddress>("/api/me/mail", fields), t("A code is on its way. It works for an hour."))}>
      <label class="field">${info.address ? t("A new address") : t("Address")}
        <input name="address" type="email" required autocomplete="email" maxlength="254" />
      </label>
      <label class="field">${t("Your password")}
        <input name="password" type="password" required autocomplete="current-password" />
      </label>
      <div class="row"><button ?disabled=${this.busy}>${t("Send a code")}</button></div>
    </form>`;
  }

  #remove(): TemplateResult {
    return html`<details>
      <summary>${t("Remove the address")}</summary>
      <form @submit=${(event: Event) => this.#send(event, (fields) => post<MailAddress>("/api/me/mail/remove", fields), t("The address is removed."))}>
        <label class="field">${t("Your password")}
          <input name="password" type="password" required autocomplete="current-password" />
        </label>
        <div class="row"><button ?disabled=${this.busy}>${t("Remove")}</button></div>
      </form>
    </details>`;
  }

  async #send(event: Event, request: (fields: Record<string, FormDataEntryValue>) => Promise<MailAddress>, success: string): Promise<void> {
    event.preventDefault();
    const form = event.target as HTMLFormElement;
    if (await this.#run(() => request(Object.fromEntries(new FormData(form))))) {
      this.success = success;
      form.reset();
    }
  }

  async #run(request: () => Promise<MailAddress>): Promise<boolean> {
    this.problem = this.success = "";
    this.busy = true;
    try {
      this.info = await request();
      return true;
    } catch (error) {
      this.problem = refusalWords(error);
      return false;
    } finally {
      this.busy = false;
    }
  }
}
