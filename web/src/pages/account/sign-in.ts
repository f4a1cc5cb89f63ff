/** Sign-in and registration: a guest who registers stays the same person and keeps all seats. */
import { css, html, LitElement, nothing, type TemplateResult } from "lit";
import { customElement, state } from "lit/decorators.js";
import { post, type Person } from "@house/api/api";
import { shared } from "@house/kit/styles";
import { t } from "@house/kit/words";
import { me } from "@house/api/me";
import { setTitle, page } from "@house/pages/page";
import { refusalWords } from "@house/api/refusals";
import "@house/pages/account/forgotten-password";
import { takeReturnPath, go } from "@house/shell/router";

type Mode = "sign-in" | "register";

const MIN_PASSWORD = 8;
const MAX_PASSWORD = 200;
const MAX_NAME = 40;

@customElement("nh-sign-in")
export class SignInPage extends LitElement {
  @state() private mode: Mode = "sign-in";
  @state() private name = "";
  @state() private password = "";
  @state() private showsPassword = false;
  @state() private problem = "";
  @state() private busy = false;

  static override styles = [
    shared,
    page,
    css`
      form {
        display: grid;
        gap: var(--gap-4);
        max-width: 420px;
      }
      .ways {
        display: grid;
        grid-template-columns: 1fr 1fr;
        max-width: 420px;
        margin-block-end: var(--gap-5);
        border: 1px solid var(--line-strong);
        border-radius: var(--round);
        overflow: hidden;
      }
      .ways button {
        border: 0;
        border-radius: 0;
        background: none;
      }
      .ways button[aria-pressed="true"] {
        background: var(--ink);
        color: var(--paper);
        font-weight: 600;
      }
    `,
  ];

  override connectedCallback(): void {
    super.connectedCallback();
    if (new URLSearchParams(location.search).has("register")) this.mode = "register";
    this.#updateTitle();
    void me.load().then(
      () => this.requestUpdate(),
      () => undefined,
    );
  }

  #updateTitle(): void {
    setTitle(this.mode === "register" ? t("Register") : t("Sign in"));
  }

  override render(): TemplateResult {
    if (me.person?.kind === "member") {
      return html`<div class="narrow">
        <h1>${t("You are signed in as {name}", { name: me.person.name })}</h1>
        <p class="row"><a class="button primary" href="/">${t("To the games")}</a> <a class="button" href="/profile">${t("Profile")}</a></p>
      </div>`;
    }
    const isRegistering = this.mode === "register";
    return html`<div class="narrow">
      <h1>${isRegistering ? t("Register") : t("Sign in")}</h1>
      <div class="ways" role="group" aria-label=${t("Sign in or register")}>
        ${this.#choice("sign-in", t("Sign in"))} ${this.#choice("register", t("Register"))}
      </div>
      <p>${this.#hint()}</p>
      <form @submit=${this.#send}>
        <label class="field">${t("Name")}
          <input name="username" autocomplete="username" required maxlength=${MAX_NAME} .value=${this.name}
            @input=${(event: Event) => (this.name = (event.target as HTMLInputElement).value)} />
        </label>
        <label class="field">${t("Password")}
          <input name="password" type=${this.showsPassword ? "text" : "password"} required autocomplete=${isRegistering ? "new-password" : "current-password"}
            minlength=${isRegistering ? MIN_PASSWORD : nothing} maxlength=${MAX_PASSWORD} .value=${this.password}
            @input=${(event: Event) => (this.password = (event.target as HTMLInputElement).value)} />
          ${isRegistering ? html`<span class="hint">${t("At least {count} characters; a few words that don't belong together are best.", { count: MIN_PASSWORD })}</span>` : nothing}
        </label>
        <label class="inline"><input type="checkbox" .checked=${this.showsPassword} @change=${() => (this.showsPassword = !this.showsPassword)} /> ${t("Show the password")}</label>
        <div role="alert">${this.problem ? html`<p class="refused">${this.problem}</p>` : nothing}</div>
        <div class="row"><button class="primary" ?disabled=${this.busy}>${isRegistering ? t("Register") : t("Sign in")}</button></div>
      </form>
      ${isRegistering ? nothing : html`<nh-forgotten-password .name=${this.name}></nh-forgotten-password>`}
    </div>`;
  }

  #choice(mode: Mode, words: string): TemplateResult {
    return html`<button type="button" aria-pressed=${mode === this.mode} @click=${() => this.#choose(mode)}>${words}</button>`;
  }

  #choose(mode: Mode): void {
    this.mode = mode;
    this.problem = "";
    this.#updateTitle();
  }

  #hint(): string {
    const isGuest = me.person?.kind === "guest";
    if (this.mode === "register") {
      return isGuest
        ? t("You keep your seats and matches, and find them again in any browser.")
        : t("With a name and a password you find your matches again in any browser. Nothing else is asked.");
    }
    return isGuest
      ? t("You are here as the guest {name}. By signing in you leave that guest's seats; register to keep them.", { name: me.person?.name ?? "" })
      : t("Without an account you play as a guest: just begin.");
  }

  #send = async (event: Event): Promise<void> => {
    event.preventDefault();
    this.busy = true;
    this.problem = "";
    try {
      me.set(await post<Person>(`/api/${this.mode}`, { name: this.name, password: this.password }));
      go(takeReturnPath(), true);
    } catch (error) {
      this.problem = refusalWords(error);
    }
    this.busy = false;
  };
}
