/** What is taken away: the transcript in a form, through somebody's eyes, in a language; and the record. */
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

@customElement("nh-desk-take-away")
export class DeskTakeAway extends DeskPart {
  @state() private form: Form = "text";
  @state() private perspective = "spectator";
  @state() private tongue: string = language;
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
    const everything = phaseOf(this.desk.status) === "after" || this.told.seat === null;
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
            ${Object.entries(forms).map(([one, words]) => html`<option value=${one} ?selected=${one === this.form}>${words}</option>`)}
          </select></label>
        <label>${t("Through whose eyes")}
          <select @change=${(event: Event) => this.#choose({ perspective: valueOf(event) })}>
            <option value="spectator" ?selected=${this.perspective === "spectator"}>${t("a spectator’s")}</option>
            ${everything
              ? html`<option value="everything" ?selected=${this.perspective === "everything"}>${t("everything open")}</option>
                  ${this.desk.seats.map((one) => html`<option value=${one.seat} ?selected=${this.perspective === String(one.seat)}>${this.name(one.seat)}</option>`)}`
              : html`<option value="own" ?selected=${this.perspective === "own"}>${t("my own")}</option>`}
          </select></label>
        <label>${t("Language")}
          <select @change=${(event: Event) => this.#choose({ tongue: valueOf(event) })}>
            ${languageOptions(this.tongue)}
          </select></label>
      </div>
      ${this.perspective === "everything" && phaseOf(this.desk.status) === "during"
        ? html`<p>${t("This holds every secret of a match that is still played. Give it to nobody who plays.")}</p>`
        : nothing}
      <div class="row">
        ${this.form === "html" ? nothing : html`<button ?disabled=${this.busy} @click=${this.#look}>${t("Show")}</button>`}
        <a class="button" href=${this.#address()} download>${icon(Download)} ${t("Download")}</a>
      </div>
      ${this.answer()} ${this.#shown()}
      <h3>${t("Record")}</h3>
      <p class="soft">${t("The record can be replayed and checked. While the match runs it is sealed: it has no seed and no secrets.")}</p>
      <div class="row">
        <a class="button" href="${this.path}/record" download>${icon(Download)} ${phaseOf(this.desk.status) === "after" ? t("Record") : t("Sealed record")}</a>
        ${everything && phaseOf(this.desk.status) === "during"
          ? html`<a class="button" href="${this.path}/record?everything=true" download>${icon(Download)} ${t("Open record, with every secret")}</a>`
          : nothing}
      </div>
    </div>`;
  }

  #shown(): TemplateResult | typeof nothing {
    if (this.pieces.length) {
      return html`<p class="soft">${tn("{count} piece, to be sent as it is", "{count} pieces, to be sent one after the other", this.pieces.length)}</p>
        ${this.pieces.map((one, index) => html`<div class="piece">
          <pre tabindex="0" aria-label=${t("Piece {number}", { number: index + 1 })}>${one}</pre>
          <nh-copy .text=${one} label=${t("Copy piece {number}", { number: index + 1 })}></nh-copy>
        </div>`)}`;
    }
    if (!this.text) return nothing;
    return html`<pre tabindex="0" role="region" aria-label=${t("Transcript")}>${this.text}</pre>
      <div><nh-copy .text=${this.text}></nh-copy></div>`;
  }

  #choose(wish: { form?: Form; perspective?: string; tongue?: string }): void {
    Object.assign(this, wish);
    this.text = "";
    this.pieces = [];
  }

  #address(): string {
    return `${this.path}/transcript?${new URLSearchParams({ form: this.form, perspective: this.perspective, lang: this.tongue })}`;
  }

  #look = (): Promise<unknown> =>
    this.ask(async () => {
      const found = await get<unknown>(`${this.path}/transcript`, { form: this.form, perspective: this.perspective, lang: this.tongue });
      this.pieces = this.form === "pieces" ? (found as string[]) : [];
      this.text = this.form === "pieces" ? "" : typeof found === "string" ? found : JSON.stringify(found, null, 2);
    });
}
