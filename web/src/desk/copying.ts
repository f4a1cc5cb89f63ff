/** A text that is passed on: shown in a field, with a button that copies it. */
import { css, html, LitElement, type TemplateResult } from "lit";
import { customElement, property, state } from "lit/decorators.js";
import { Check, Copy } from "lucide";
import { icon } from "@house/kit/icon";
import { shared } from "@house/kit/styles";
import { t } from "@house/kit/words";

@customElement("nh-copy")
export class CopyButton extends LitElement {
  @property() text = "";
  @property() label = "";
  @state() private copied = false;

  static override styles = [
    shared,
    css`
      :host {
        display: inline-block;
      }
    `,
  ];

  override willUpdate(changed: Map<PropertyKey, unknown>): void {
    if (changed.has("text")) this.copied = false;
  }

  override render(): TemplateResult {
    return html`<button type="button" @click=${this.#copy}>
        ${icon(this.copied ? Check : Copy)} ${this.copied ? t("Copied") : this.label || t("Copy")}
      </button>
      <span class="heard" role="status">${this.copied ? t("Copied") : ""}</span>`;
  }

  #copy = async (): Promise<void> => {
    this.copied = await copyText(this.text);
  };
}

/** Pages without a secure connection have no clipboard of their own; there the old way still works. */
async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    const field = document.createElement("textarea");
    field.value = text;
    document.body.append(field);
    field.select();
    const done = document.execCommand("copy");
    field.remove();
    return done;
  }
}

@customElement("nh-link")
export class LinkField extends LitElement {
  @property() href = "";
  @property() label = "";

  static override styles = [
    shared,
    css`
      .pair {
        display: flex;
        flex-wrap: wrap;
        gap: var(--gap-2);
        align-items: end;
      }
      label {
        flex: 1 1 180px;
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
      <label>${this.label}
        <input readonly .value=${this.href} @focus=${(event: Event) => (event.target as HTMLInputElement).select()} />
      </label>
      <nh-copy .text=${this.href}></nh-copy>
    </div>`;
  }
}

/** The address that a guest is sent. */
export function invitationLink(secret: string): string {
  return `${location.origin}/invite#${secret}`;
}
