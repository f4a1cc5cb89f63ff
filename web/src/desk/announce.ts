/** The host's announcements: drafted by the service, edited, sent; and copied for a chat program. */
import { css, html, nothing, type TemplateResult } from "lit";
import { customElement, property, state } from "lit/decorators.js";
import { FilePen, Megaphone, Undo2 } from "lucide";
import { get, post } from "@house/api/api";
import { icon } from "@house/kit/icon";
import { LANGUAGES, languageInWords } from "@house/kit/language";
import { shared } from "@house/kit/styles";
import { t, tn } from "@house/kit/words";
import "@house/desk/export/chat-copy";
import { dayAndTime } from "@house/forms/moment";
import { DeskPart, key, phaseOf, valueOf } from "@house/desk/part";

const LONGEST = 4000;

@customElement("nh-desk-announce")
export class DeskAnnounce extends DeskPart {
  /** An increase requests a draft from elsewhere on the desk. */
  @property({ type: Number }) draftCount = 0;
  @state() private text = "";
  /** The text that the draft replaced. */
  @state() private previousText = "";

  static override styles = [
    shared,
    css`
      textarea {
        width: 100%;
        resize: vertical;
      }
      .announcement {
        white-space: pre-line;
        overflow-wrap: anywhere;
        margin: 0;
      }
      .preview {
        border-inline-start: 4px solid var(--accent);
        background: var(--accent-tint);
        padding: var(--gap-2) var(--gap-3);
        max-width: none;
      }
      h3 {
        margin: var(--gap-2) 0 0;
      }
      li {
        display: grid;
        gap: var(--gap-2);
        justify-items: start;
        padding: var(--gap-2) 0;
        border-bottom: 1px solid var(--line);
      }
      nh-chat-copy {
        min-width: 0;
        max-width: 100%;
      }
    `,
  ];

  override updated(changed: Map<PropertyKey, unknown>): void {
    if (changed.has("draftCount") && this.draftCount) void this.#draft(this.info.terms.language ?? "en");
  }

  override render(): TemplateResult {
    const announcements = [...this.desk.announcements].reverse();
    return html`<div class="stack">
      ${this.statusMessage()} ${this.desk.status === "draft" ? nothing : this.#form(phaseOf(this.desk.status))}
      <h3>${t("What was announced")}</h3>
      ${announcements.length
        ? html`<ul class="plain">${announcements.map(([at, text]) => html`<li><time class="soft small">${dayAndTime(at)}</time><p class="announcement">${text}</p>
            <nh-chat-copy .match=${this.info.id} .text=${text}></nh-chat-copy></li>`)}</ul>`
        : html`<p class="soft">${t("Nothing has been announced.")}</p>`}
    </div>`;
  }

  #form(phase: "before" | "during" | "after"): TemplateResult {
    const text = this.text.trim();
    const isOver = phase === "after";
    return html`<form class="stack" @submit=${this.#send}>
      ${isOver ? html`<p class="soft">${t("The match is over: what you write here is for your chat.")}</p>` : nothing}
      ${phase === "before"
        ? nothing
        : html`<div class="row">
            ${LANGUAGES.map(
              (code) => html`<button type="button" ?disabled=${this.busy} @click=${() => this.#draft(code)}>
                ${icon(FilePen)} ${t("Draft in {language}", { language: languageInWords(code) })}
              </button>`,
            )}
            ${this.previousText
              ? html`<button type="button" @click=${this.#swap}>${icon(Undo2)} ${t("What I had written")}</button>`
              : nothing}
          </div>`}
      <label>${t("Announcement")}
        <textarea rows="7" maxlength=${LONGEST} .value=${this.text} @input=${(event: Event) => (this.text = valueOf(event))}></textarea></label>
      <span class="soft small">${tn("{count} character of {most}", "{count} characters of {most}", this.text.length, { most: LONGEST })}</span>
      ${text && !isOver
        ? html`<div><p class="soft small">${t("This is what everybody will read, spectators too, at once:")}</p>
            <p class="announcement preview">${icon(Megaphone)} ${text}</p></div>`
        : nothing}
      <div class="row">
        ${isOver ? nothing : html`<button class="primary" ?disabled=${this.busy || !text}>${icon(Megaphone)} ${t("Announce")}</button>`}
        ${text ? html`<nh-chat-copy .match=${this.info.id} .text=${text}></nh-chat-copy>` : nothing}
      </div>
    </form>`;
  }

  #draft(lang: string): Promise<unknown> {
    return this.run(async () => {
      const { text } = await get<{ text: string }>(`${this.path}/desk/announcements/draft`, { lang });
      this.previousText = this.text.trim() && this.text !== text ? this.text : "";
      this.text = text;
    });
  }

  #swap = (): void => {
    [this.text, this.previousText] = [this.previousText, this.text];
  };

  #send = async (event: Event): Promise<void> => {
    event.preventDefault();
    if (phaseOf(this.desk.status) === "after") return;
    const body = { text: this.text, key: key() };
    if (await this.run(() => post(`${this.path}/desk/announcements`, body), t("It is announced."))) this.text = this.previousText = "";
  };
}
