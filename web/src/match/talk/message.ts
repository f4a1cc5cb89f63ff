/** One message: who, when, what, what it said before, the signs of its readers, and what one can do about it. */
import { css, html, LitElement, nothing, type TemplateResult } from "lit";
import { customElement, property, state } from "lit/decorators.js";
import { Ellipsis, Pencil, Trash2 } from "lucide";
import { put, remove, type Message } from "@house/api/api";
import { refusalWords } from "@house/api/refusals";
import { icon } from "@house/kit/icon";
import { shared } from "@house/kit/styles";
import { language, t } from "@house/kit/words";
import { recentMoment } from "@house/match/clock";
import "@house/match/talk/message-menu";
import "@house/match/talk/promise";
import { splitMentions } from "@house/match/talk/mentions";
import { SIGNS, type Sign } from "@house/match/talk/signs";

/** Fires `edit` for a message of one's own. */
@customElement("nh-message")
export class MessageView extends LitElement {
  @property() match = "";
  @property({ attribute: false }) message!: Message;
  /** The names that can be mentioned. */
  @property({ attribute: false }) names: readonly string[] = [];
  /** Names of all players, by seat. */
  @property({ attribute: false }) players: readonly string[] = [];
  /** The reader's seat. */
  @property({ attribute: false }) seat: number | null = null;
  /** The round that is played; null where there are none. */
  @property({ attribute: false }) round: number | null = null;
  /** Whether the reader may write in the room. */
  @property({ type: Boolean }) open = false;
  @state() private problem = "";
  @state() private isMenuOpen = false;

  static override styles = [
    shared,
    css`
      :host {
        position: relative;
        padding: var(--gap-1) 44px var(--gap-1) var(--gap-2);
        border-inline-start: 3px solid transparent;
      }
      :host([mentioned]) {
        border-inline-start-color: var(--accent);
        background: var(--accent-tint);
      }
      p {
        margin: 0;
        overflow-wrap: anywhere;
      }
      .head {
        display: flex;
        align-items: baseline;
        gap: 0 var(--gap-2);
        flex-wrap: wrap;
      }
      /* Beside the words and not between them, whatever the size of a finger. */
      .more {
        position: absolute;
        inset-block-start: 0;
        inset-inline-end: 0;
        min-height: 32px;
        min-width: 40px;
        padding: 0;
      }
      .text {
        white-space: pre-line;
      }
      mark {
        background: none;
        color: var(--accent);
        font-weight: 600;
      }
      summary {
        cursor: pointer;
      }
      .earlier {
        margin: 0;
        padding-inline-start: var(--gap-4);
      }
      .earlier li {
        white-space: pre-line;
        overflow-wrap: anywhere;
      }
      .signs {
        display: flex;
        flex-wrap: wrap;
        gap: var(--gap-1);
      }
      .signs button {
        min-height: 32px;
        min-width: 40px;
        padding: 0 var(--gap-2);
        gap: var(--gap-1);
        font-size: var(--text-1);
      }
      .signs button[aria-pressed="true"] {
        border-color: var(--accent);
        background: var(--accent-tint);
        font-weight: 600;
      }
      .actions {
        display: grid;
        gap: var(--gap-2);
        padding: var(--gap-2) 0;
      }
      @media (pointer: coarse) {
        .signs button,
        .more {
          min-height: var(--touch);
          min-width: var(--touch);
        }
      }
    `,
  ];

  override render(): TemplateResult {
    const message = this.message;
    this.toggleAttribute("mentioned", Boolean(message.mentioned));
    const name = message.seat === null ? t("{name}, host", { name: message.name }) : message.name;
    const canAct = !message.hidden && (this.open || !message.mine) && !(message.mine && message.deleted);
    return html`<p class="head">
        <strong>${name}</strong>
        <time class="soft small" datetime=${new Date(message.at * 1000).toISOString()}>${recentMoment(message.at)}</time>
        ${canAct
          ? html`<button class="plain more" aria-expanded=${this.isMenuOpen} title=${t("More")}
              aria-label=${t("More about the message of {name}", { name: message.name })}
              @click=${() => (this.isMenuOpen = !this.isMenuOpen)}>${icon(Ellipsis)}</button>`
          : nothing}
      </p>
      ${this.#text()} ${this.#earlier()} ${this.#reactions()} ${canAct && this.isMenuOpen ? this.#menu() : nothing}
      <div role="alert">${this.problem ? html`<p class="bad small">${this.problem}</p>` : nothing}</div>`;
  }

  #text(): TemplateResult {
    const { hidden, deleted, text, promise } = this.message;
    if (hidden) return html`<p class="soft">${t("Hidden by an operator")}</p>`;
    if (deleted) return html`<p class="soft">${t("Deleted by its author")}</p>`;
    if (promise) {
      return html`<nh-promise .match=${this.match} .message=${this.message} .players=${this.players}
        .seat=${this.seat} .round=${this.round} ?open=${this.open}></nh-promise>`;
    }
    const pieces = splitMentions(text, this.names);
    // On one line: the text keeps its line breaks, and would keep ours.
    return html`<p class="text">${pieces.map((piece, place) => (place % 2 ? html`<mark>${piece}</mark>` : piece))}</p>`;
  }

  #earlier(): TemplateResult | typeof nothing {
    const earlier = this.message.earlier ?? [];
    if (!earlier.length) return nothing;
    return html`<details class="small">
      <summary class="soft">${this.message.deleted ? t("what it said") : t("edited: what it said before")}</summary>
      <ol class="earlier">
        ${earlier.map((one) => html`<li><time class="soft">${recentMoment(one.at)}</time> ${one.text}</li>`)}
      </ol>
    </details>`;
  }

  #reactions(): TemplateResult | typeof nothing {
    const reactions = this.message.reactions ?? [];
    if (!reactions.length) return nothing;
    return html`<div class="signs" role="group" aria-label=${t("Signs of the readers")}>
      ${reactions.map((reaction) => {
        const names = new Intl.ListFormat(language).format(reaction.names);
        const words = t("{sign}: {names}", { sign: SIGNS[reaction.sign].words, names });
        return html`<button aria-pressed=${Boolean(reaction.mine)} title=${words}
          @click=${() => this.#react(reaction.sign, !reaction.mine)}>${icon(SIGNS[reaction.sign].icon)} ${reaction.names.length} <span class="heard">${words}</span></button>`;
      })}
    </div>`;
  }

  #menu(): TemplateResult {
    const { mine, deleted, promise } = this.message;
    return html`<div class="actions">
      ${this.open && !deleted
        ? html`<div class="signs" role="group" aria-label=${t("Answer by a sign")}>
            ${(Object.keys(SIGNS) as Sign[]).map((sign) => {
              const isGiven = Boolean(this.message.reactions?.some((reaction) => reaction.sign === sign && reaction.mine));
              return html`<button aria-pressed=${isGiven} title=${SIGNS[sign].words} aria-label=${SIGNS[sign].words}
                @click=${() => this.#react(sign, !isGiven)}>${icon(SIGNS[sign].icon)}</button>`;
            })}
          </div>`
        : nothing}
      ${mine && promise
        ? nothing
        : mine
        ? html`<div class="signs">
            <button @click=${this.#edit}>${icon(Pencil)} ${t("Edit")}</button>
            <button @click=${this.#delete}>${icon(Trash2)} ${t("Delete")}</button>
          </div>
          <p class="soft small">${t("Those who read it see what it said before.")}</p>`
        : html`<nh-message-menu .match=${this.match} .message=${this.message}></nh-message-menu>`}
    </div>`;
  }

  #edit = (): void => {
    this.isMenuOpen = false;
    this.dispatchEvent(new CustomEvent("edit"));
  };

  #delete = (): void => {
    const { room, number } = this.message;
    void this.#run(async () => {
      await remove(`/api/matches/${this.match}/messages`, { room, number });
      this.isMenuOpen = false;
    });
  };

  #react(sign: Sign, given: boolean): void {
    const { room, number } = this.message;
    void this.#run(() => put(`/api/matches/${this.match}/reactions`, { room, number, sign, given }));
  }

  async #run(request: () => Promise<unknown>): Promise<void> {
    this.problem = "";
    try {
      await request();
    } catch (error) {
      this.problem = refusalWords(error);
    }
  }
}
