/** A text for a chat program: copied whole if it fits, else in pieces with a button each. */
import { css, html, LitElement, nothing, type TemplateResult } from "lit";
import { customElement, property, state } from "lit/decorators.js";
import { Scissors } from "lucide";
import { post } from "@house/api/api";
import { icon } from "@house/kit/icon";
import { shared } from "@house/kit/styles";
import { t } from "@house/kit/words";
import { refusalWords } from "@house/api/refusals";
import "@house/desk/export/copy-field";

/** Characters of a message, as chat programs and the service count them. */
const MESSAGE_LENGTH = 2000;

@customElement("nh-chat-copy")
export class ChatCopy extends LitElement {
  @property() match = "";
  @property() text = "";
  @state() private pieces: readonly string[] = [];
  @state() private problem = "";

  static override styles = [
    shared,
    css`
      .pieces {
        display: flex;
        flex-wrap: wrap;
        gap: var(--gap-2);
      }
    `,
  ];

  override willUpdate(changed: Map<PropertyKey, unknown>): void {
    if (changed.has("text")) this.pieces = [];
  }

  override render(): TemplateResult {
    if (this.text.length <= MESSAGE_LENGTH) return html`<nh-copy .text=${this.text} label=${t("Copy for a chat")}></nh-copy>`;
    return html`<div class="pieces">
        ${this.pieces.length
          ? this.pieces.map((piece, index) => html`<nh-copy .text=${piece} label=${t("Copy piece {number}", { number: index + 1 })}></nh-copy>`)
          : html`<button type="button" @click=${this.#cut}>${icon(Scissors)} ${t("Cut into pieces for a chat")}</button>`}
      </div>
      ${this.problem ? html`<p class="bad" role="alert">${this.problem}</p>` : nothing}`;
  }

  #cut = async (): Promise<void> => {
    this.problem = "";
    try {
      this.pieces = await post<string[]>(`/api/matches/${this.match}/desk/announcements/pieces`, { text: this.text });
    } catch (error) {
      this.problem = refusalWords(error);
    }
  };
}
