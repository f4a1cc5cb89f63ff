/** The board of a game without its own: its text or its fields, buttons for legal actions, and a form for composed ones. */
import { css, html, nothing, type TemplateResult } from "lit";
import { customElement, property, state } from "lit/decorators.js";
import { get, type GameInfo } from "@house/api/api";
import { Board } from "@house/kit/board";
import { hasInvalidField } from "@house/kit/number-field";
import { shared } from "@house/kit/styles";
import { t } from "@house/kit/words";
import { fields, fieldStyles, readable } from "@house/forms/json-table";
import "@house/forms/schema-form";
import type { Schema } from "@house/forms/schema-form";

/** More actions than this get a form in place of buttons. */
const MAX_BUTTONS = 60;

@customElement("nh-plain-board")
export class PlainBoard extends Board<Record<string, unknown>, unknown> {
  @property() game = "";
  /** The position in words, as in the terminal. */
  @property() text = "";
  @state() private schema: Schema | null = null;
  /** Whether the game draws its text; otherwise the view's fields say more. */
  @state() private drawsText = false;
  @state() private action: unknown = null;

  static override styles = [
    shared,
    fieldStyles,
    css`
      .sheet {
        margin-block-end: var(--gap-3);
      }
      pre {
        overflow-x: auto;
        white-space: pre-wrap;
        overflow-wrap: anywhere;
      }
    `,
  ];

  override connectedCallback(): void {
    super.connectedCallback();
    void get<GameInfo>(`/api/games/${this.game}`).then((game) => {
      this.schema = game.actions_schema;
      this.drawsText = game.draws_text ?? false;
    });
  }

  override render(): TemplateResult {
    return html`
      ${this.drawsText && this.text
        ? html`<pre class="sheet" tabindex="0">${this.text}</pre>`
        : html`<div class="sheet">${fields(this.view, this.names)}</div>`}
      ${this.open && (this.awaited || this.legal?.parts.some((part) => part.free)) ? this.#controls() : nothing}
    `;
  }

  #controls(): TemplateResult {
    const actions = this.legal?.actions ?? [];
    return html`
      ${actions.length && actions.length <= MAX_BUTTONS
        ? html`<div class="row">
            ${actions.map(
              (action) => html`<button ?disabled=${this.busy} @click=${() => this.act(action)}>${words(action)}</button>`,
            )}
          </div>`
        : nothing}
      ${this.legal?.complete && actions.length <= MAX_BUTTONS
        ? nothing
        : html`<form @submit=${this.#send}>
            <nh-schema-form
              .schema=${this.schema ?? {}}
              .value=${this.action}
              @change=${(event: CustomEvent) => (this.action = event.detail as unknown)}
            ></nh-schema-form>
            <p><button class="primary" ?disabled=${this.busy || !this.schema}>${t("Do it")}</button></p>
          </form>`}
    `;
  }

  #send = (event: Event): void => {
    event.preventDefault();
    if (this.action !== null && !hasInvalidField(this)) this.act(this.action);
  };
}

/** `{"type": "take", "count": 2}` as "Take, count 2". */
function words(action: unknown): string {
  if (typeof action !== "object" || action === null) return JSON.stringify(action);
  return readable(
    Object.entries(action)
      .map(([name, value]) => (name === "type" ? String(value) : `${name} ${typeof value === "string" ? value : JSON.stringify(value)}`))
      .join(", "),
  );
}
