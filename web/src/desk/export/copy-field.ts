/** A field with a text to pass on, and a button that copies it. */
import { css, html, LitElement, nothing, type TemplateResult } from "lit";
import { customElement, property, state } from "lit/decorators.js";
import { Check, Copy } from "lucide";
import { icon } from "@house/kit/icon";
import { shared } from "@house/kit/styles";
import { t } from "@house/kit/words";

@customElement("nh-copy")
export class CopyButton extends LitElement {
  @property() text = "";
  @property() label = "";
  /** Whether the button shows its icon only. */
  @property({ type: Boolean }) short = false;
  @state() private isCopied = false;

  static override styles = [
    shared,
    css`
      :host {
        display: inline-block;
      }
      .short {
        padding: 0;
      }
    `,
  ];

  override willUpdate(changed: Map<PropertyKey, unknown>): void {
    if (changed.has("text")) this.isCopied = false;
  }

  override render(): TemplateResult {
    const words = this.isCopied ? t("Copied") : this.label || t("Copy");
    return html`<button type="button" class=${this.short ? "short" : ""} title=${this.short ? words : nothing} @click=${this.#copy}>
        ${this.short ? icon(this.isCopied ? Check : Copy, words) : html`${icon(this.isCopied ? Check : Copy)} ${words}`}
      </button>
      <span class="heard" role="status">${this.isCopied ? t("Copied") : ""}</span>`;
  }

  #copy = async (): Promise<void> => {
    this.isCopied = await copyText(this.text);
  };
}

/** Pages without a secure connection have no clipboard API; `execCommand` still works there. */
async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    const field = document.createElement("textarea");
    field.value = text;
    document.body.append(field);
    field.select();
    const isCopied = document.execCommand("copy");
    field.remove();
    return isCopied;
  }
}

@customElement("nh-link")
export class LinkField extends LitElement {
  @property() href = "";
  @property() label = "";
  /** Whether the label is only for screen readers. */
  @property({ type: Boolean }) short = false;

  static override styles = [
    shared,
    css`
      :host([short]) .pair {
        flex-wrap: nowrap;
      }
      .pair {
        display: flex;
        flex-wrap: wrap;
        gap: var(--gap-2);
        align-items: end;
      }
      label {
        flex: 1 1 120px;
        min-width: 0;
      }
      input {
        width: 100%;
        font-family: var(--mono);
        font-size: var(--text-1);
      }
    `,
  ];

  override render(): TemplateResult {
    return html`<div class="pair">
      <label><span class=${this.short ? "heard" : ""}>${this.label}</span>
        <input readonly .value=${this.href} @focus=${(event: Event) => (event.target as HTMLInputElement).select()} />
      </label>
      <nh-copy .text=${this.href} ?short=${this.short}></nh-copy>
    </div>`;
  }
}

/** The address of an invitation. */
export function invitationLink(secret: string): string {
  return `${location.origin}/invite#${secret}`;
}
