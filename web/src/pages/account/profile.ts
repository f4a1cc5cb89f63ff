/** A person's account: name, password, sessions, tokens for programs, data export, deletion. */
import { css, html, LitElement, nothing, type TemplateResult } from "lit";
import { customElement, query, state } from "lit/decorators.js";
import { Download, LogOut } from "lucide";
import { get, post, put, remove, type components, type Person } from "@house/api/api";
import { icon } from "@house/kit/icon";
import { hasInvalidField } from "@house/kit/number-field";
import { shared } from "@house/kit/styles";
import { t } from "@house/kit/words";
import { me } from "@house/api/me";
import { formatMoment } from "@house/match/clock";
import { setTitle, page } from "@house/pages/page";
import { refusalWords } from "@house/api/refusals";
import { go } from "@house/shell/router";
import "@house/pages/account/avoided";
import "@house/pages/account/history";

type Session = components["schemas"]["SignInInfo"];
type Token = components["schemas"]["TokenInfo"];

type Scope = Token["scopes"][number];

const SCOPES: Record<Scope, string> = {
  read: t("read what you may read"),
  play: t("play and chat on your seats"),
  host: t("host matches"),
};

/** Sections of the page; each shows its own messages. */
type Part = "name" | "password" | "sessions" | "tokens" | "export" | "leave";

@customElement("nh-profile")
export class ProfilePage extends LitElement {
  /** Days until a new token ends. */
  @state() private days = 90;
  @state() private person: Person | null | undefined = undefined;
  @state() private sessions: Session[] = [];
  @state() private tokens: Token[] = [];
  @state() private token = "";
  @state() private result: { part: Part; words: string; isError: boolean } | null = null;
  @state() private problem = "";
  @query("#token") private tokenInput?: HTMLInputElement;

  static override styles = [
    shared,
    page,
    css`
      form,
      .form {
        display: grid;
        gap: var(--gap-3);
        max-width: 420px;
      }
      li {
        display: flex;
        flex-wrap: wrap;
        gap: var(--gap-2) var(--gap-4);
        align-items: center;
        justify-content: space-between;
        min-height: 56px;
        border-bottom: 1px solid var(--line);
      }
      .top {
        justify-content: start;
      }
      fieldset label.inline {
        display: flex;
      }
      ul.plain {
        margin-block-end: var(--gap-4);
      }
      #token {
        width: 100%;
        font-family: var(--mono);
      }
    `,
  ];

  override connectedCallback(): void {
    super.connectedCallback();
    setTitle(t("Profile"));
    void this.#load();
  }

  async #load(): Promise<void> {
    try {
      this.person = await me.load();
      if (this.person) await this.#fetch();
    } catch (error) {
      this.problem = refusalWords(error);
    }
  }

  async #fetch(): Promise<void> {
    [this.sessions, this.tokens] = await Promise.all([get<Session[]>("/api/me/sign-ins"), get<Token[]>("/api/me/tokens")]);
  }

  override render(): TemplateResult {
    if (this.problem) return html`<p class="refused" role="alert">${this.problem}</p>`;
    if (this.person === undefined) return html`<div class="skeleton" aria-busy="true" role="img" aria-label=${t("Loading")}></div>`;
    if (this.person === null) {
      return html`<div class="narrow">
        <h1>${t("Profile")}</h1>
        <p>${t("The house doesn't know you yet. Begin a match and you are a guest; register and you are a member.")}</p>
        <p class="row"><a class="button primary" href="/sign-in">${t("Sign in")}</a> <a class="button" href="/">${t("To the games")}</a></p>
      </div>`;
    }
    const isMember = this.person.kind === "member";
    return html`<div class="narrow">
      <h1>${this.person.name}</h1>
      <p class="top">
        <span class="soft">${isMember ? t("Member") : t("Guest")}</span>
        ${isMember ? html`<a class="button" href="/members/${encodeURIComponent(this.person.name)}">${t("As others see you")}</a>` : nothing}
        ${isMember ? html`<button @click=${this.#signOut}>${icon(LogOut)} ${t("Sign out")}</button>` : html`<a class="button primary" href="/sign-in?register">${t("Register and keep everything")}</a>`}
        <a class="button" href="/settings">${t("Settings")}</a>
        ${this.person.administrator ? html`<a class="button" href="/administration">${t("Administration")}</a>` : nothing}
      </p>
      <nh-history></nh-history>
      ${this.#name(isMember)} ${isMember ? this.#password() : nothing} ${this.#sessions()} ${this.#tokens()} <nh-avoided></nh-avoided> ${this.#export(isMember)} ${this.#leave(isMember)}
    </div>`;
  }

  #name(isMember: boolean): TemplateResult {
    return html`<section aria-labelledby="name">
      <h2 id="name">${t("Name")}</h2>
      <form @submit=${(event: Event) => this.#run("name", event, async (fields) => {
        this.person = me.rename(await put<Person>("/api/me/name", { name: fields.name }));
        return t("From now on you are {name}.", { name: this.person?.name ?? "" });
      })}>
        <label class="field">${t("What others call you")}
          <input name="name" required maxlength="40" autocomplete="nickname" .value=${this.person?.name ?? ""} />
        </label>
        ${isMember ? html`<p class="hint">${t("You sign in by the new name, and it replaces the old one in all matches, lists and messages.")}</p>` : nothing}
        ${this.#resultMessage("name")}
        <div class="row"><button>${t("Change the name")}</button></div>
      </form>
    </section>`;
  }

  #password(): TemplateResult {
    return html`<section aria-labelledby="password">
      <h2 id="password">${t("Password")}</h2>
      <form @submit=${(event: Event) => this.#run("password", event, async (fields, form) => {
        await put("/api/me/password", { old: fields.old, new: fields.new });
        form.reset();
        await this.#fetch();
        return t("The password is changed, and you are signed out everywhere else.");
      })}>
        ${secret("old", t("The password until now"), "current-password")} ${secret("new", t("The new one, at least 8 characters"), "new-password", 8)}
        ${this.#resultMessage("password")}
        <div class="row"><button>${t("Change the password")}</button></div>
      </form>
    </section>`;
  }

  #sessions(): TemplateResult {
    return html`<section aria-labelledby="sessions">
      <h2 id="sessions">${t("Where you are signed in")}</h2>
      <ul class="plain" aria-labelledby="sessions">
        ${this.sessions.map((session) => html`<li>
          <span>${t("since {moment}", { moment: formatMoment(session.created) })} ${session.current ? html`<strong>${t("here")}</strong>` : nothing}</span>
          ${session.current ? nothing : html`<button @click=${() => this.#run("sessions", null, async () => {
            await remove(`/api/me/sign-ins/${session.id}`);
            await this.#fetch();
            return t("Signed out there.");
          })}>${t("Sign out there")}</button>`}
        </li>`)}
      </ul>
      ${this.#resultMessage("sessions")}
      ${this.person?.kind === "member"
        ? html`<button @click=${() => this.#run("sessions", null, async () => {
            await post("/api/sign-out-everywhere");
            me.set(null);
            go("/sign-in");
            return "";
          })}>${t("Sign out everywhere")}</button>
          <p class="hint">${t("This also makes all tokens worthless.")}</p>`
        : nothing}
    </section>`;
  }

  #tokens(): TemplateResult {
    return html`<section aria-labelledby="tokens">
      <h2 id="tokens">${t("Programs that play for you")}</h2>
      <p>${t("A program with a token acts in your name, as far as the token goes and until it ends. It can't change your account.")}</p>
      ${this.tokens.length
        ? html`<ul class="plain" aria-labelledby="tokens">
            ${this.tokens.map((token) => html`<li>
              <span>${token.name} <span class="soft">${token.scopes.map((scope) => SCOPES[scope]).join(", ")}; ${t("until {moment}", { moment: formatMoment(token.expires) })}</span></span>
              <button aria-label=${t("Revoke {name}", { name: token.name })} @click=${() => this.#run("tokens", null, async () => {
                await remove(`/api/me/tokens/${token.id}`);
                await this.#fetch();
                return t("The token is worthless now.");
              })}>${t("Revoke")}</button>
            </li>`)}
          </ul>`
        : nothing}
      <form @submit=${(event: Event) => hasInvalidField(this) ? event.preventDefault() : this.#run("tokens", event, async (fields, form) => {
        const scopes = (Object.keys(SCOPES) as Scope[]).filter((scope) => fields[scope]);
        this.token = (await post<{ token: string }>("/api/me/tokens", { name: fields.name, scopes, days: this.days })).token;
        form.reset();
        await this.#fetch();
        await this.updateComplete;
        this.tokenInput?.select();
        return "";
      })}>
        <label class="field">${t("What the program is called")}<input name="name" required maxlength="40" autocomplete="off" /></label>
        <fieldset>
          <legend>${t("What it may do")}</legend>
          ${(Object.entries(SCOPES) as [Scope, string][]).map(([scope, words]) => html`<label class="inline"><input type="checkbox" name=${scope} ?checked=${scope !== "host"} /> ${words}</label>`)}
        </fieldset>
        <nh-number class="field" whole label=${t("Days until it ends")} .min=${1} .max=${365} .value=${this.days}
          @change=${(event: CustomEvent<number>) => (this.days = event.detail)}></nh-number>
        ${this.#resultMessage("tokens")}
        <div class="row"><button>${t("Make a token")}</button></div>
      </form>
      ${this.token
        ? html`<label class="field">${t("The token. Copy it now: it is shown this once.")}<input id="token" readonly .value=${this.token} /></label>`
        : nothing}
    </section>`;
  }

  #export(isMember: boolean): TemplateResult {
    return html`<section aria-labelledby="export">
      <h2 id="export">${t("What is stored about you")}</h2>
      <form @submit=${(event: Event) => this.#run("export", event, async (fields, form) => {
        download(await post<unknown>("/api/me/export", { password: fields.password ?? "" }), "numberhouse.json");
        form.reset();
        return t("It is downloaded as numberhouse.json.");
      })}>
        ${isMember ? secret("password", t("Your password once more"), "current-password") : nothing} ${this.#resultMessage("export")}
        <div class="row"><button>${icon(Download)} ${t("Download everything")}</button></div>
      </form>
    </section>`;
  }

  #leave(isMember: boolean): TemplateResult {
    return html`<section aria-labelledby="leave">
      <h2 id="leave">${t("Leave")}</h2>
      <details>
        <summary>${t("Have the house forget you")}</summary>
        <form @submit=${(event: Event) => this.#run("leave", event, async (fields) => {
          await post("/api/me/delete", { password: fields.password ?? "" });
          me.set(null);
          go("/");
          return "";
        })}>
          <p>${t("Your name, password, settings, sessions and tokens are deleted. Seats in running matches are given up. What was played and written stays, without your name. This can't be undone.")}</p>
          ${isMember ? secret("password", t("Your password once more"), "current-password") : nothing}
          <label class="inline"><input type="checkbox" required /> ${t("I want to be forgotten")}</label>
          ${this.#resultMessage("leave")}
          <div class="row"><button class="bad">${t("Delete my account")}</button></div>
        </form>
      </details>
    </section>`;
  }

  #resultMessage(part: Part): TemplateResult {
    const result = this.result?.part === part ? this.result : null;
    return html`<div role=${result?.isError ? "alert" : "status"}>${result ? html`<p class=${result.isError ? "refused" : "done"}>${result.words}</p>` : nothing}</div>`;
  }

  #signOut = async (): Promise<void> => {
    try {
      await post("/api/sign-out");
      me.set(null);
      go("/");
    } catch (error) {
      this.problem = refusalWords(error);
    }
  };

  /** Runs an action of one section, which shows the result. A refusal keeps the typed values. */
  async #run(
    part: Part,
    event: Event | null,
    action: (fields: Record<string, string>, form: HTMLFormElement) => Promise<string>,
  ): Promise<void> {
    event?.preventDefault();
    const form = event?.target as HTMLFormElement;
    const fields = event ? (Object.fromEntries(new FormData(form)) as Record<string, string>) : {};
    this.result = null;
    try {
      const words = await action(fields, form);
      this.result = words ? { part, words, isError: false } : null;
    } catch (error) {
      this.result = { part, words: refusalWords(error), isError: true };
    }
  }
}

function secret(name: string, words: string, autocomplete: "current-password" | "new-password", minLength = 0): TemplateResult {
  return html`<label class="field">${words}
    <input type="password" name=${name} required minlength=${minLength || nothing} maxlength="200" autocomplete=${autocomplete} />
  </label>`;
}

/** Downloads the value as a file. */
function download(value: unknown, name: string): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([JSON.stringify(value, null, 2)], { type: "application/json" }));
  link.download = name;
  link.click();
  URL.revokeObjectURL(link.href);
}
