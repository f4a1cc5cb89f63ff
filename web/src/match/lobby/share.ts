/** A link to share: copied with one click, passed to the device's share menu, or shown as a picture for a telephone's camera. */
import { css, html, LitElement, nothing, type TemplateResult } from "lit";
import { customElement, property, query, state } from "lit/decorators.js";
import { Check, Copy, Link, QrCode, Share2 } from "lucide";
import { icon } from "@house/kit/icon";
import { shared } from "@house/kit/styles";
import { t } from "@house/kit/words";
import { refusalWords } from "@house/api/refusals";

@customElement("nh-share")
export class Share extends LitElement {
  @property() label = "";
  @property() link = "";
  /** Creates the link, and a new one on each call. */
  @property({ attribute: false }) createLink: (() => Promise<string>) | null = null;
  @state() private isCopied = false;
  @state() private problem = "";
  @state() private showsPicture = false;
  @query("input") private input?: HTMLInputElement;

  static override styles = [
    shared,
    css`
      .row {
        align-items: end;
      }
      label {
        flex: 1 1 min(320px, 100%);
      }
      input {
        width: 100%;
        font-family: var(--mono);
        font-size: var(--text-1);
      }
    `,
  ];

  override render(): TemplateResult {
    return html`<div class="stack">
      ${this.link
        ? html`<div class="row"><label>${this.label} <input readonly .value=${this.link} @focus=${() => this.input?.select()} /></label>
              <button class="primary" @click=${this.#copy}>${icon(this.isCopied ? Check : Copy)} ${this.isCopied ? t("Copied") : t("Copy the link")}</button>
              ${"share" in navigator ? html`<button @click=${this.#share}>${icon(Share2)} ${t("Share")}</button>` : nothing}
              <button aria-expanded=${this.showsPicture} @click=${this.#togglePicture}>${icon(QrCode)} ${t("QR code")}</button>
              ${this.createLink ? html`<button @click=${this.#create}>${icon(Link)} ${t("Another link")}</button>` : nothing}
            </div>
            ${this.showsPicture ? html`<nh-qr-code .link=${this.link}></nh-qr-code>` : nothing}`
        : html`<span>${this.label}</span>
            <div class="row"><button @click=${this.#create}>${icon(Link)} ${t("Make a link")}</button></div>`}
      <div class="heard" role="status">${this.isCopied ? t("Copied") : ""}</div>
      <div role="alert">${this.problem ? html`<p class="bad">${this.problem}</p>` : nothing}</div>
    </div>`;
  }

  #create = async (): Promise<void> => {
    this.problem = "";
    this.isCopied = false;
    try {
      this.link = (await this.createLink?.()) ?? this.link;
      await this.updateComplete;
      this.input?.focus();
    } catch (error) {
      this.problem = refusalWords(error);
    }
  };

  #copy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(this.link);
      this.isCopied = true;
    } catch {
      // Without clipboard permission the person can copy the selected link.
      this.input?.focus();
    }
  };

  #togglePicture = async (): Promise<void> => {
    this.problem = "";
    try {
      await import("@house/match/lobby/qr-code");
      this.showsPicture = !this.showsPicture;
    } catch (error) {
      this.problem = refusalWords(error);
    }
  };

  #share = async (): Promise<void> => {
    try {
      await navigator.share({ title: document.title, url: this.link });
    } catch {
      // The person closed the share menu.
    }
  };
}
