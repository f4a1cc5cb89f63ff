/** Downloads of a review: a link to the position, paper, the record, the transcript. */
import { html, LitElement, nothing, type TemplateResult } from "lit";
import { customElement, property, state } from "lit/decorators.js";
import { Download, FileText, Link, Printer } from "lucide";
import { icon } from "@house/kit/icon";
import { shared } from "@house/kit/styles";
import { language, t } from "@house/kit/words";

@customElement("nh-review-downloads")
export class ReviewDownloads extends LitElement {
  /** The match's id; empty for an uploaded record. */
  @property({ attribute: false }) match = "";
  @property({ attribute: false }) record = "";
  /** The game's id: names the file of the record. */
  @property({ attribute: false }) game = "";
  /** The length of the match in words. */
  @property({ attribute: false }) length = "";
  /** The query of a link to the current position: step and perspective. */
  @property({ attribute: false }) position = "";
  @state() private copyOfLink = "";

  static override styles = shared;

  override willUpdate(changed: Map<PropertyKey, unknown>): void {
    if (changed.has("position")) this.copyOfLink = "";
  }

  override render(): TemplateResult {
    const path = `/api/matches/${this.match}`;
    return html`<div class="stack">
      <div class="row">
        ${this.match ? html`<button @click=${this.#copyLink}>${icon(Link)} ${t("Link to this position")}</button>` : nothing}
        <button @click=${() => window.print()}>${icon(Printer)} ${t("Print")}</button>
      </div>
      <div class="row">
        ${this.match
          ? html`<a href="${path}/record" download>${icon(Download)} ${t("The record")}</a>
              <a href="${path}/transcript?form=markdown&perspective=everything&lang=${language}" download>${icon(FileText)} ${t("The transcript")}</a>`
          : html`<button @click=${this.#save}>${icon(Download)} ${t("The record")}</button>
              <button @click=${() => this.dispatchEvent(new CustomEvent("leave"))}>${t("Another record")}</button>`}
      </div>
      <p class="soft small">${this.length}</p>
      <div role="status">
        ${this.copyOfLink
          ? html`<label>${t("Copied. This is the link:")} <input readonly .value=${this.copyOfLink} @focus=${(event: Event) => (event.target as HTMLInputElement).select()} /></label>`
          : nothing}
      </div>
    </div>`;
  }

  #copyLink = async (): Promise<void> => {
    this.copyOfLink = `${location.origin}/match/${this.match}/review?${this.position}`;
    await navigator.clipboard?.writeText(this.copyOfLink).catch(() => undefined);
  };

  #save = (): void => {
    const link = document.createElement("a");
    link.href = URL.createObjectURL(new Blob([this.record], { type: "application/jsonl" }));
    link.download = `${this.game}.jsonl`;
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
  };
}
