/** A new password by a link of the operator's or of a mail. Its secret stands behind the `#`, which no browser sends. */
import { css, html, LitElement, nothing, type TemplateResult } from "lit";
import { customElement, state } from "lit/decorators.js";
import { post, type Person } from "@house/api/api";
import { shared } from "@house/kit/styles";
import { t } from "@house/kit/words";
import { me } from "@house/api/me";
import { setTitle, page } from "@house/pages/page";
import { refusalWords } from "@house/api/refusals";
import { go } from "@house/shell/router";

const MIN_PASSWORD = 8;
const MAX_PASSWORD = 200;

@customElement("nh-reset-password")
export class ResetPasswordPage extends LitElement {
  @state() private problem = "";
  @state() private busy = false;
  readonly #secret = location.hash.slice(1);

  static override styles = [
    shared,
    page,
    css`
      form {
        display: grid;
        gap: var(--gap-4);
        max-width: 420px;
      }
    `,
  ];

  override connectedCallback(): void {
    super.connectedCallback();
    setTitle(t("New password"));
    // The link works for whoever reads it from the address bar or the history.
    history.replaceState(null, "", location.pathname);
  }

  override render(): TemplateResult {
    if (!this.#secret) {
      return html`<div class="narrow">
        <h1>${t("New password")}</h1>
        <p>${t("This page needs the whole link that a mail or the operator of this house has given you.")}</p>
        <p class="row"><a class="button" href="/sign-in">${t("Sign in")}</a></p>
      </div>`;
    }
    return html`<div class="narrow">
      <h1>${t("New password")}</h1>
      <p>${t("You are signed in afterwards. All other sessions end, and all tokens become worthless.")}</p>
      <form @submit=${this.#send}>
        <label class="field">${t("The new one, at least 8 characters")}
          <input name="password" type="password" required minlength=${MIN_PASSWORD} maxlength=${MAX_PASSWORD} autocomplete="new-password" />
        </label>
        <div role="alert">${this.problem ? html`<p class="refused">${this.problem}</p>` : nothing}</div>
        <div class="row"><button class="primary" ?disabled=${this.busy}>${t("Set the password")}</button></div>
      </form>
    </div>`;
  }

  #send = async (event: Event): Promise<void> => {
    event.preventDefault();
    const { password } = Object.fromEntries(new FormData(event.target as HTMLFormElement));
    this.busy = true;
    this.problem = "";
    try {
      me.set(await post<Person>("/api/reset-password", { secret: this.#secret, password }));
      go("/profile", true);
    } catch (error) {
      this.problem = refusalWords(error);
    }
    this.busy = false;
  };
}
