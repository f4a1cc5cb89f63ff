/** Settings of this browser, and a member's notifications. */
import { css, html, LitElement, nothing, type TemplateResult } from "lit";
import { customElement, state } from "lit/decorators.js";
import { Volume2 } from "lucide";
import { get, post, put, remove, type components } from "@house/api/api";
import { icon } from "@house/kit/icon";
import { LANGUAGES, nameOfLanguage } from "@house/kit/language";
import { shared } from "@house/kit/styles";
import { language, setLanguage, t } from "@house/kit/words";
import { me } from "@house/api/me";
import { motion, applyMotion, type Motion } from "@house/preferences/motion";
import { formatMoment } from "@house/match/clock";
import { setTitle, page } from "@house/pages/page";
import { refusalWords } from "@house/api/refusals";
import "@house/pages/account/mail-address";
import { setSound, playKnock, isSoundOn } from "@house/preferences/sound";
import { announcements, setAnnouncements, type Announcements } from "@house/preferences/announcements";
import { letterKeys, setLetterKeys } from "@house/preferences/letter-keys";
import { theme, applyTheme, type Theme } from "@house/preferences/theme";

type PreferencesInfo = components["schemas"]["PreferencesInfo"];
type Notice = PreferencesInfo["notification_kinds"][number];

const NOTICES: Record<Notice, string> = {
  "your-turn": t("It is your turn"),
  deadline: t("Your time is nearly over"),
  round: t("A round is over"),
  invitation: t("Somebody offers you a seat, asks you to host, or asks for your consent"),
  over: t("A match is over"),
  announcement: t("A host announces something"),
  message: t("There are new messages in a room of yours, once until you read them"),
};

const LANGUAGE_NAMES = Object.fromEntries(LANGUAGES.map((code) => [code, nameOfLanguage(code)]));

@customElement("nh-settings")
export class SettingsPage extends LitElement {
  @state() private preferences: PreferencesInfo | null = null;
  @state() private address = "";
  @state() private problem = "";
  @state() private success = "";
  @state() private sound = isSoundOn();

  static override styles = [
    shared,
    page,
    css`
      .choice {
        display: grid;
        grid-template-columns: 110px minmax(0, 1fr);
        gap: 0 var(--gap-4);
        padding: var(--gap-2) 0;
        border-block-end: 1px solid var(--line);
      }
      .choice > span {
        display: flex;
        align-items: center;
        min-height: var(--touch);
        font-weight: 600;
      }
      .choice > div {
        display: flex;
        flex-wrap: wrap;
        gap: 0 var(--gap-5);
      }
      fieldset {
        display: grid;
      }
      @media (max-width: 560px) {
        .choice {
          grid-template-columns: minmax(0, 1fr);
        }
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
      form {
        display: grid;
        gap: var(--gap-3);
        margin-block-start: var(--gap-4);
      }
    `,
  ];

  override connectedCallback(): void {
    super.connectedCallback();
    setTitle(t("Settings"));
    void this.#load();
  }

  async #load(): Promise<void> {
    try {
      if (await me.load()) this.preferences = await get<PreferencesInfo>("/api/me/preferences");
    } catch (error) {
      this.problem = refusalWords(error);
    }
  }

  override render(): TemplateResult {
    return html`<div class="narrow">
      <h1>${t("Settings")}</h1>
      <div role="alert">${this.problem ? html`<p class="refused">${this.problem}</p>` : nothing}</div>
      <section aria-labelledby="here">
        <h2 id="here">${t("In this browser")}</h2>
        ${radioGroup(t("Language"), "language", language, LANGUAGE_NAMES, this.#setLanguage)}
        ${radioGroup(t("Paper"), "paper", theme(), { system: t("As the system"), light: t("Light"), dark: t("Dark") }, (value) => applyTheme(value as Theme))}
        ${radioGroup(t("Motion"), "motion", motion(), { system: t("As the system"), less: t("Less") }, (value) => applyMotion(value as Motion))}
        ${radioGroup(
          t("Screen reader"),
          "announcements",
          announcements(),
          { all: t("Everything at the table"), mine: t("What concerns me"), little: t("My turn, my time, the end") },
          (value) => setAnnouncements(value as Announcements),
        )}
        <div class="choice" role="group" aria-labelledby="keys">
          <span id="keys">${t("Keys")}</span>
          <div>
            <label class="inline">
              <input type="checkbox" .checked=${letterKeys()} @change=${(event: Event) => setLetterKeys((event.target as HTMLInputElement).checked)} />
              ${t("Single letters and signs act, such as ? for the list of keys")}
            </label>
          </div>
        </div>
        <div class="choice" role="group" aria-labelledby="sound">
          <span id="sound">${t("Sound")}</span>
          <div>
            <label class="inline">
              <input type="checkbox" .checked=${this.sound} @change=${this.#sound} /> ${t("A soft knock when it is your turn")}
            </label>
            ${this.sound ? html`<button @click=${playKnock}>${icon(Volume2)} ${t("Hear it")}</button>` : nothing}
          </div>
        </div>
      </section>
      ${me.person ? html`<p>${t("Your name, password, sessions and tokens:")} <a href="/profile">${t("Profile")}</a></p>` : nothing}
      <section aria-labelledby="notices">
        <h2 id="notices">${t("Notices")}</h2>
        ${me.person?.kind === "member" && this.preferences ? this.#notices(this.preferences) : this.#membersOnly()}
      </section>
      ${me.person?.kind === "member" ? html`<nh-mail-address></nh-mail-address>` : nothing}
    </div>`;
  }

  #membersOnly(): TemplateResult {
    return html`<p class="empty">${t("Members can have the house write to them when it is their turn.")} <a href="/sign-in">${t("Sign in or register")}</a></p>`;
  }

  #notices(preferences: PreferencesInfo): TemplateResult {
    return html`
      <fieldset>
        <legend>${t("Write to me when")}</legend>
        ${(Object.entries(NOTICES) as [Notice, string][]).map(
          ([kind, words]) => html`<label class="inline">
            <input type="checkbox" .checked=${preferences.notification_kinds.includes(kind)} @change=${(event: Event) => this.#setKind(kind, (event.target as HTMLInputElement).checked)} />
            ${words}
          </label>`,
        )}
      </fieldset>
      <h3>${t("Where to")}</h3>
      ${preferences.addresses.length
        ? html`<ul class="plain" aria-label=${t("Where to")}>
            ${preferences.addresses.map((address) => html`<li>
              <span>${address.kind}
                ${address.disabled
                  ? html`<span class="bad">${t("switched off: it failed again and again. Add it anew to try again.")}</span>`
                  : address.last_failure
                    ? html`<span class="bad">${t("failed {moment}", { moment: formatMoment(address.last_failure) })}</span>`
                    : nothing}
              </span>
              <button aria-label=${t("Remove {name}", { name: address.kind })} @click=${() => this.#remove(address.id)}>${t("Remove")}</button>
            </li>`)}
          </ul>`
        : html`<p class="soft">${t("Nowhere yet.")}</p>`}
      <form @submit=${this.#add}>
        <label class="field">${t("An Apprise address, such as tgram://token/chat")}
          <input required autocomplete="off" maxlength="500" .value=${this.address} @input=${(event: Event) => (this.address = (event.target as HTMLInputElement).value)} />
          <span class="hint">${t("It is stored and never shown again. Discord, Telegram, Slack, Pushover and Pushbullet are possible unless the house says otherwise.")}</span>
        </label>
        <div role="status">${this.success ? html`<p class="done">${this.success}</p>` : nothing}</div>
        <div class="row"><button>${t("Add the address")}</button></div>
      </form>
    `;
  }

  #setLanguage = async (code: string): Promise<void> => {
    // Notifications use the same language.
    if (this.preferences) await this.#save({ language: code, notification_kinds: this.preferences.notification_kinds });
    setLanguage(code);
  };

  #sound = (event: Event): void => {
    this.sound = (event.target as HTMLInputElement).checked;
    setSound(this.sound);
    playKnock();
  };

  #setKind(kind: Notice, isOn: boolean): Promise<void> {
    const notification_kinds = (Object.keys(NOTICES) as Notice[]).filter((other) => (other === kind ? isOn : this.preferences?.notification_kinds.includes(other)));
    return this.#save({ language, notification_kinds });
  }

  #save(changes: Pick<PreferencesInfo, "language" | "notification_kinds">): Promise<void> {
    return this.#run(async () => {
      this.preferences = await put<PreferencesInfo>("/api/me/preferences", changes);
    });
  }

  #add = (event: Event): void => {
    event.preventDefault();
    void this.#run(async () => {
      const addresses = await post<PreferencesInfo["addresses"]>("/api/me/addresses", { address: this.address });
      this.preferences = { ...this.preferences!, addresses };
      this.address = "";
      this.success = t("Notices go there from now on.");
    });
  };

  #remove(id: string): Promise<void> {
    return this.#run(async () => {
      await remove(`/api/me/addresses/${id}`);
      this.preferences = { ...this.preferences!, addresses: this.preferences!.addresses.filter((address) => address.id !== id) };
    });
  }

  async #run(request: () => Promise<void>): Promise<void> {
    this.problem = this.success = "";
    try {
      await request();
    } catch (error) {
      this.problem = refusalWords(error);
    }
  }
}

function radioGroup(
  legend: string,
  name: string,
  current: string,
  words: Record<string, string>,
  onChange: (value: string) => unknown,
): TemplateResult {
  return html`<div class="choice" role="radiogroup" aria-labelledby=${name}>
    <span id=${name}>${legend}</span>
    <div>
      ${Object.entries(words).map(
        ([value, label]) => html`<label class="inline" lang=${name === "language" ? value : nothing}>
          <input type="radio" name=${name} value=${value} .checked=${value === current} @change=${() => onChange(value)} /> ${label}
        </label>`,
      )}
    </div>
  </div>`;
}
