/** Downloads of the desk: the transcript by format, perspective and language; and the record. */
import { css, html, nothing, type TemplateResult } from "lit";
import { customElement, state } from "lit/decorators.js";
import { Download } from "lucide";
import { get } from "@house/api/api";
import { icon } from "@house/kit/icon";
import { shared } from "@house/kit/styles";
import { language, t, tn } from "@house/kit/words";
import { DeskPart, phaseOf, valueOf } from "@house/desk/part";
import { languageOptions } from "@house/forms/languages";

type Form = "text" | "markdown" | "html" | "json" | "pieces";

@customElement("nh-desk-downloads")
export class DeskTakeAway extends DeskPart {
  @state() private form: Form = "text";
  @state() private perspective = "spectator";
  @state() private transcriptLanguage: string = language;
  @state() private text = "";
  @state() private pieces: string[] = [];

  static override styles = [
    shared,
    css`
      .choices {
        display: grid;
        grid-template-columns: repeat(auto-fit, minmax(150px, 1fr));
        gap: var(--gap-3);
      }
      select {
        width: 100%;
      }
      pre {
        margin: 0;
        max-height: 380px;
        overflow: auto;
        padding: var(--gap-3);
        background: var(--well);
        border-radius: var(--round);
        font-size: var(--text-1);
        white-space: pre-wrap;
        overflow-wrap: anywhere;
      }
      .piece {
        display: grid;
        gap: var(--gap-2);
        margin-bottom: var(--gap-4);
      }
      .piece pre {
        max-height: 160px;
      }
    `,
  ];

  override render(): TemplateResult {
    const seesEverything = phaseOf(this.desk.status) === "after" || this.info.seat === null;
    const forms: Record<Form, string> = {
      text: t("plain text"),
      markdown: t("Markdown"),
      html: t("a page to print (HTML)"),
      json: t("JSON, for programs"),
      pieces: t("pieces for a chat"),
    };
    return html`<div class="stack">
      <h3>${t("Transcript")}</h3>
      <div class="choices">
        <label>${t("Form")}
          <select @change=${(event: Event) => this.#choose({ form: valueOf(event) as Form })}>
            ${Object.entries(forms).map(([form, words]) => html`<option value=${form} ?selected=${form === this.form}>${words}</option>`)}
          </select></label>
        <label>${t("Through whose eyes")}
          <select @change=${(event: Event) => this.#choose({ perspective: valueOf(event) })}>
            <option value="spectator" ?selected=${this.perspective === "spectator"}>${t("a spectator’s")}</option>
            ${seesEverything
              ? html`<option value="everything" ?selected=${this.perspective === "everything"}>${t("everything open")}</option>
                  ${this.desk.seats.map((seat) => html`<option value=${seat.seat} ?selected=${this.perspective === String(seat.seat)}>${this.name(seat.seat)}</option>`)}`
              : html`<option value="own" ?selected=${this.perspective === "own"}>${t("my own")}</option>`}
          </select></label>
        <label>${t("Language")}
          <select @change=${(event: Event) => this.#choose({ transcriptLanguage: valueOf(event) })}>
            ${languageOptions(this.transcriptLanguage)}
          </select></label>
      </div>
      ${this.perspective === "everything" && phaseOf(this.desk.status) === "during"
        ? html`<p>${t("This holds every secret of a match that is still played. Give it to nobody who plays.")}</p>`
        : nothing}
      <div class="row">
        ${this.form === "html" ? nothing : html`<button ?disabled=${this.busy} @click=${this.#show}>${t("Show")}</button>`}
        <a class="button" href=${this.#address()} download>${icon(Download)} ${t("Download")}</a>
      </div>
      ${this.statusMessage()} ${this.#transcriptView()}
      <h3>${t("Record")}</h3>
      <p class="soft">${t("The record can be replayed and checked. While the match runs it is sealed: it has no seed and no secrets.")}</p>
      <div class="row">
        <a class="button" href="${this.path}/record" download>${icon(Download)} ${phaseOf(this.desk.status) === "after" ? t("Record") : t("Sealed record")}</a>
        ${seesEverything && phaseOf(this.desk.status) === "during"
          ? html`<a class="button" href="${this.path}/record?everything=true" download>${icon(Download)} ${t("Record with every secret, without the seed")}</a>`
          : nothing}
      </div>
    </div>`;
  }

  #transcriptView(): TemplateResult | typeof nothing {
    if (this.pieces.length) {
      return html`<p class="soft">${tn("{count} piece, to be sent as it is", "{count} pieces, to be sent one after the other", this.pieces.length)}</p>
        ${this.pieces.map((piece, index) => html`<div class="piece">
          <pre tabindex="0" aria-label=${t("Piece {number}", { number: index + 1 })}>${piece}</pre>
          <nh-copy .text=${piece} label=${t("Copy piece {number}", { number: index + 1 })}></nh-copy>
        </div>`)}`;
    }
    if (!this.text) return nothing;
    return html`<pre tabindex="0" role="region" aria-label=${t("Transcript")}>${this.text}</pre>
      <div><nh-copy .text=${this.text}></nh-copy></div>`;
  }

  #choose(changes: { form?: Form; perspective?: string; transcriptLanguage?: string }): void {
    Object.assign(this, changes);
    this.text = "";
    this.pieces = [];
  }

  #address(): string {
    return `${this.path}/transcript?${new URLSearchParams({ form: this.form, perspective: this.perspective, lang: this.transcriptLanguage })}`;
  }

  #show = (): Promise<unknown> =>
    this.run(async () => {
      const transcript = await get<unknown>(`${this.path}/transcript`, { form: this.form, perspective: this.perspective, lang: this.transcriptLanguage });
      this.pieces = this.form === "pieces" ? (transcript as string[]) : [];
      this.text = this.form === "pieces" ? "" : typeof transcript === "string" ? transcript : JSON.stringify(transcript, null, 2);
    });
}
