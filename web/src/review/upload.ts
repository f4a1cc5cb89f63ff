/** Uploads a record: a file, dropped or selected, or its text. */
import { css, html, LitElement, type TemplateResult } from "lit";
import { customElement, property, state } from "lit/decorators.js";
import { classMap } from "lit/directives/class-map.js";
import { FileUp } from "lucide";
import { icon } from "@house/kit/icon";
import { shared } from "@house/kit/styles";
import { t } from "@house/kit/words";

/** In characters: the service refuses more too. */
const MAX_SIZE = 512 * 1024;

@customElement("nh-review-upload")
export class ReviewUpload extends LitElement {
  @property({ attribute: false }) problem = "";
  @property({ attribute: false }) busy = false;
  @state() private isDragging = false;
  @state() private text = "";
  @state() private isTooLarge = false;

  static override styles = [
    shared,
    css`
      .drop {
        border-style: dashed;
        border-color: var(--line-strong);
        max-width: 720px;
      }
      .drop.over {
        background: var(--accent-tint);
        border-color: var(--accent);
      }
      textarea {
        width: 100%;
        font-family: var(--mono);
        font-size: var(--text-1);
      }
      input[type="file"] {
        width: 100%;
      }
    `,
  ];

  override render(): TemplateResult {
    return html`
      <h1>${t("Review a record")}</h1>
      <p>${t("A record is the file that every finished match can be saved as. The house checks and replays it and keeps nothing of it; it stays in this browser.")}</p>
      <form
        class="sheet stack drop ${classMap({ over: this.isDragging })}"
        @submit=${this.#send}
        @dragover=${(event: DragEvent) => {
          event.preventDefault();
          this.isDragging = true;
        }}
        @dragleave=${() => (this.isDragging = false)}
        @drop=${this.#onDrop}
      >
        <label>
          <span class="row">${icon(FileUp)} ${t("The record's file; you can also drop it here")}</span>
          <input type="file" accept=".jsonl,.json,.txt,application/jsonl" @change=${this.#onFile} ?disabled=${this.busy} />
        </label>
        <label>
          ${t("Or its text")}
          <textarea rows="4" .value=${this.text} @input=${(event: Event) => (this.text = (event.target as HTMLTextAreaElement).value)}></textarea>
        </label>
        <div><button class="primary" ?disabled=${this.busy || !this.text.trim()}>${t("Review it")}</button></div>
        <div role="status">${this.busy ? t("The record is being replayed.") : ""}</div>
        <div role="alert" class="bad">
          ${this.isTooLarge ? t("That file is too large to be a record that is read here; at most 512 KiB are.") : this.problem}
        </div>
      </form>
    `;
  }

  #send = (event: Event): void => {
    event.preventDefault();
    this.#upload(this.text.trim() + "\n");
  };

  #onFile = (event: Event): void => {
    const file = (event.target as HTMLInputElement).files?.[0];
    if (file) void this.#read(file);
  };

  #onDrop = (event: DragEvent): void => {
    event.preventDefault();
    this.isDragging = false;
    const file = event.dataTransfer?.files[0];
    if (file) void this.#read(file);
  };

  async #read(file: File): Promise<void> {
    this.isTooLarge = file.size > MAX_SIZE;
    if (!this.isTooLarge) this.#upload(await file.text());
  }

  #upload(record: string): void {
    this.isTooLarge = false;
    this.dispatchEvent(new CustomEvent("upload", { detail: record }));
  }
}
