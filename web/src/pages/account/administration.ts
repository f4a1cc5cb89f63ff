/** For administrators: opening their powers by the password, and the log of what operators and administrators did. */
import { css, html, LitElement, nothing, type TemplateResult } from "lit";
import { customElement, state } from "lit/decorators.js";
import { get, now, post, type components, type Person } from "@house/api/api";
import { shared } from "@house/kit/styles";
import { t } from "@house/kit/words";
import { me } from "@house/api/me";
import { formatMoment } from "@house/match/clock";
import { setTitle, page } from "@house/pages/page";
import { refusalWords } from "@house/api/refusals";
import "@house/pages/account/report-desk";

type AuditLog = components["schemas"]["AuditLog"];
type AuditEntry = AuditLog["entries"][number];

/** Words for actions. Others, such as those of a newer service, are shown by their names. */
const ACTIONS: Record<string, string> = {
  confirm: t("opened the powers"),
  grant: t("made an administrator"),
  revoke: t("took the powers away"),
  "reset-password": t("made a link for a new password"),
  see: t("looked at"),
  watch: t("watched"),
  oversee: t("looked at the desk"),
  "see everything": t("looked at everything"),
  export: t("exported"),
  "export everything": t("exported everything"),
  "set up": t("set up"),
  invite: t("invited"),
  appoint: t("changed the hosts"),
  open: t("opened"),
  start: t("started"),
  delete: t("deleted"),
  run: t("ran the match"),
  stop: t("stopped"),
  release: t("released"),
  copy: t("copied"),
  hidden: t("hid a message of"),
  renamed: t("changed the name of"),
  banned: t("banned"),
  dismissed: t("dismissed a report about"),
};

@customElement("nh-administration")
export class AdministrationPage extends LitElement {
  @state() private person: Person | null | undefined = undefined;
  @state() private entries: AuditEntry[] = [];
  @state() private next: number | null = null;
  @state() private problem = "";

  static override styles = [
    shared,
    page,
    css`
      form {
        display: grid;
        gap: var(--gap-3);
        max-width: 420px;
      }
      li {
        display: grid;
        padding: var(--gap-2) 0;
        border-bottom: 1px solid var(--line);
        overflow-wrap: anywhere;
      }
    `,
  ];

  override connectedCallback(): void {
    super.connectedCallback();
    setTitle(t("Administration"));
    void this.#run(async () => {
      this.person = await get<Person | null>("/api/me");
      if (this.#isOpen()) await this.#fetch();
    });
  }

  override render(): TemplateResult {
    return html`<div class="narrow">
      <h1>${t("Administration")}</h1>
      <div role="alert">${this.problem ? html`<p class="refused">${this.problem}</p>` : nothing}</div>
      ${this.person === undefined ? nothing : this.#content()}
    </div>`;
  }

  #content(): TemplateResult {
    if (!this.person?.administrator) {
      return html`<p class="empty">${t("Only administrators have something to do here. The operator of this house names them.")}</p>`;
    }
    return this.#isOpen() ? this.#log() : this.#confirmation();
  }

  #isOpen(): boolean {
    return (this.person?.confirmed_until ?? 0) > now();
  }

  #confirmation(): TemplateResult {
    return html`<form @submit=${this.#confirm}>
      <p>${t("The powers of an administrator ask for your password again. They are open in this browser for 15 minutes, and what you do with them is logged.")}</p>
      <label class="field">${t("Your password once more")}
        <input type="password" name="password" required maxlength="200" autocomplete="current-password" />
      </label>
      <div class="row"><button class="primary">${t("Open the powers")}</button></div>
    </form>`;
  }

  #log(): TemplateResult {
    return html`
      <p role="status" class="done">${t("The powers are open until {moment}.", { moment: formatMoment(this.person?.confirmed_until ?? 0) })}</p>
      <nh-report-desk></nh-report-desk>
      <section aria-labelledby="log">
        <h2 id="log">${t("What was done")}</h2>
        <ul class="plain" aria-labelledby="log">
          ${this.entries.map((entry) => html`<li>
            <span><strong>${actor(entry)}</strong> ${ACTIONS[entry.action] ?? entry.action} ${subject(entry)}</span>
            <span class="soft">${formatMoment(entry.at)} ${entry.note}</span>
          </li>`)}
        </ul>
        ${this.next === null ? nothing : html`<div class="row"><button @click=${() => this.#run(() => this.#fetch())}>${t("Earlier ones")}</button></div>`}
      </section>
    `;
  }

  #confirm = (event: Event): void => {
    event.preventDefault();
    const { password } = Object.fromEntries(new FormData(event.target as HTMLFormElement));
    void this.#run(async () => {
      await post("/api/me/confirm", { password });
      this.person = me.set(await get<Person>("/api/me"));
      await this.#fetch();
    });
  };

  async #fetch(): Promise<void> {
    const found = await get<AuditLog>("/api/admin/audit", { before: this.next });
    this.entries = [...this.entries, ...found.entries];
    this.next = found.before;
  }

  async #run(request: () => Promise<void>): Promise<void> {
    this.problem = "";
    try {
      await request();
    } catch (error) {
      this.problem = refusalWords(error);
    }
  }
}

function actor(entry: AuditEntry): string {
  if (entry.person === null) return t("The operator");
  return entry.person || t("A closed account");
}

function subject(entry: AuditEntry): TemplateResult | string {
  if (entry.about !== null) return entry.about || t("A closed account");
  const match = /^match ([\w-]+)$/.exec(entry.subject)?.[1];
  return match ? html`<a href="/match/${match}">${entry.subject}</a>` : entry.subject;
}
