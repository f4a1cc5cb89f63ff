/** What the host says to everybody: drafted by the service, looked over, sent. */
import { css, html, nothing, type TemplateResult } from "lit";
import { customElement, state } from "lit/decorators.js";
import { FilePen, Megaphone } from "lucide";
import { get, post } from "@house/api";
import { icon } from "@house/kit/icon";
import { shared } from "@house/kit/styles";
import { t, tn } from "@house/kit/words";
import { dayAndTime } from "@house/desk/moment";
import { DeskPart, key, phaseOf, valueOf } from "@house/desk/part";

const LONGEST = 4000;

@customElement("nh-desk-announce")
export class DeskAnnounce extends DeskPart {
  @state() private text = "";

  static override styles = [
    shared,
    css`
      textarea {
        width: 100%;
        resize: vertical;
      }
      .said {
        white-space: pre-line;
        overflow-wrap: anywhere;
        margin: 0;
      }
      .preview {
        border-inline-start: 4px solid var(--accent);
        background: var(--accent-tint);
        padding: var(--gap-2) var(--gap-3);
      }
      li {
        padding: var(--gap-2) 0;
        border-bottom: 1px solid var(--line);
      }
    `,
  ];

  override render(): TemplateResult {
    const said = [...this.desk.announcements].reverse();
    const phase = phaseOf(this.desk.status);
    return html`<div class="stack">
      ${this.answer()} ${phase === "after" || this.desk.status === "draft" ? nothing : this.#form(phase === "during")}
      <h3>${t("What was announced")}</h3>
      ${said.length
        ? html`<ul class="plain">${said.map(([at, text]) => html`<li><time class="soft small">${dayAndTime(at)}</time><p class="said">${text}</p></li>`)}</ul>`
        : html`<p class="soft">${t("Nothing has been announced.")}</p>`}
    </div>`;
  }

  #form(begun: boolean): TemplateResult {
    return html`<form class="stack" @submit=${this.#send}>
      <label>${t("Announcement")}
        <textarea rows="7" maxlength=${LONGEST} .value=${this.text} @input=${(event: Event) => (this.text = valueOf(event))}></textarea></label>
      <div class="row">
        ${begun
          ? html`<button type="button" @click=${() => this.#draft("en")}>${icon(FilePen)} ${t("Draft in English")}</button>
              <button type="button" @click=${() => this.#draft("ru")}>${icon(FilePen)} ${t("Draft in Russian")}</button>`
          : nothing}
        <span class="soft small">${tn("{count} sign of {most}", "{count} signs of {most}", this.text.length, { most: LONGEST })}</span>
      </div>
      ${this.text.trim()
        ? html`<div><p class="soft small">${t("This is what everybody will read, spectators too, at once:")}</p>
            <p class="said preview">${icon(Megaphone)} ${this.text.trim()}</p></div>`
        : nothing}
      <div><button class="primary" ?disabled=${this.busy || !this.text.trim()}>${icon(Megaphone)} ${t("Announce")}</button></div>
    </form>`;
  }

  #draft(lang: "en" | "ru"): Promise<unknown> {
    return this.ask(async () => {
      this.text = (await get<{ text: string }>(`${this.path}/desk/announcements/draft`, { lang })).text;
    });
  }

  #send = async (event: Event): Promise<void> => {
    event.preventDefault();
    const body = { text: this.text, key: key() };
    if (await this.ask(() => post(`${this.path}/desk/announcements`, body), t("It is announced."))) this.text = "";
  };
}
