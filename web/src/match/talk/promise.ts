/** A promise that stands in a message: what, to whom, the answers, and what became of it. */
import { css, html, LitElement, nothing, type TemplateResult } from "lit";
import { customElement, property, state } from "lit/decorators.js";
import { Check, CircleCheck, CircleX, Handshake, Undo2, X } from "lucide";
import { put, remove, type Message, type Promised } from "@house/api/api";
import { refusalWords } from "@house/api/refusals";
import { icon } from "@house/kit/icon";
import { shared } from "@house/kit/styles";
import { language, seatNumber, t } from "@house/kit/words";

/** What is promised, in the reader's language. */
export function promiseWords({ round, words }: Promised): string {
  return t("Promise for round {round}: {action}", { round, action: words[language] ?? words["en"] ?? "" });
}

@customElement("nh-promise")
export class PromiseCard extends LitElement {
  @property() match = "";
  @property({ attribute: false }) message!: Message;
  /** Names of the players, by seat. */
  @property({ attribute: false }) players: readonly string[] = [];
  /** The reader's seat. */
  @property({ attribute: false }) seat: number | null = null;
  /** The round that is played; null where there are none. */
  @property({ attribute: false }) round: number | null = null;
  /** Whether the reader may write in the room. */
  @property({ type: Boolean }) open = false;
  @state() private problem = "";
  @state() private busy = false;

  static override styles = [
    shared,
    css`
      :host {
        display: grid;
        gap: var(--gap-1);
        padding: var(--gap-1) var(--gap-2);
        border: 1px solid var(--line-strong);
        border-radius: var(--round);
      }
      p {
        margin: 0;
        overflow-wrap: anywhere;
      }
      .what {
        font-weight: 600;
      }
      .withdrawn .what {
        text-decoration: line-through;
      }
      .icon {
        vertical-align: -0.25em;
      }
      .kept {
        color: var(--good);
        font-weight: 600;
      }
      .broken {
        color: var(--bad);
        font-weight: 600;
      }
      .answers {
        display: flex;
        flex-wrap: wrap;
        gap: var(--gap-1);
      }
      .answers button {
        min-height: 36px;
        padding: 0 var(--gap-2);
        gap: var(--gap-1);
        font-size: var(--text-1);
      }
      @media (pointer: coarse) {
        .answers button {
          min-height: var(--touch);
        }
      }
    `,
  ];

  override render(): TemplateResult {
    const promise = this.message.promise!;
    const answers = promise.answers ?? [];
    const accepted = answers.filter((answer) => answer.accepted).map((answer) => answer.seat);
    const declined = answers.filter((answer) => !answer.accepted).map((answer) => answer.seat);
    const mayWithdraw = this.message.mine && !promise.withdrawn && !accepted.length;
    return html`<div class=${promise.withdrawn ? "withdrawn" : ""}>
        <p class="what">${icon(Handshake)} ${promiseWords(promise)}</p>
        <p class="soft small">${t("To {names}", { names: this.#names(promise.to) })}</p>
      </div>
      <div role="status">
        ${accepted.length ? html`<p class="small">${icon(Check)} ${t("Accepted: {names}", { names: this.#names(accepted) })}</p>` : nothing}
        ${declined.length ? html`<p class="small soft">${icon(X)} ${t("Declined: {names}", { names: this.#names(declined) })}</p>` : nothing}
        ${promise.withdrawn ? html`<p class="small soft">${t("Withdrawn")}</p>` : nothing}
        ${this.#outcome(promise)}
      </div>
      ${this.open && (promise.may_answer || mayWithdraw)
        ? html`<div class="answers">
            ${promise.may_answer
              ? html`<button ?disabled=${this.busy} @click=${() => this.#answer(true)}>${icon(Check)} ${t("Accept")}</button>
                  <button ?disabled=${this.busy} @click=${() => this.#answer(false)}>${icon(X)} ${t("Decline")}</button>`
              : nothing}
            ${mayWithdraw ? html`<button ?disabled=${this.busy} @click=${this.#withdraw}>${icon(Undo2)} ${t("Withdraw")}</button>` : nothing}
          </div>`
        : nothing}
      <div role="alert">${this.problem ? html`<p class="bad small">${this.problem}</p>` : nothing}</div>`;
  }

  /** Only the parties are told, once their view of the match shows it. */
  #outcome({ kept, round, answers = [] }: Promised): TemplateResult | typeof nothing {
    if (kept === null || kept === undefined) {
      const isParty = answers.some((answer) => answer.accepted && (this.message.mine || answer.seat === this.seat));
      if (!isParty || this.round === null || this.round <= round) return nothing;
      return html`<p class="soft small">${t("What you have seen doesn’t show yet whether it was kept.")}</p>`;
    }
    return kept ? html`<p class="kept">${icon(CircleCheck)} ${t("Kept")}</p>` : html`<p class="broken">${icon(CircleX)} ${t("Broken")}</p>`;
  }

  #names(seats: readonly number[]): string {
    const names = seats.map((seat) => this.players[seat] || t("Seat {seat}", { seat: seatNumber(seat) }));
    return new Intl.ListFormat(language).format(names);
  }

  get #place(): { room: string; number: number } {
    return { room: this.message.room, number: this.message.number };
  }

  #answer(accepted: boolean): void {
    void this.#run(() => put(`/api/matches/${this.match}/promises`, { ...this.#place, accepted }));
  }

  #withdraw = (): void => {
    void this.#run(() => remove(`/api/matches/${this.match}/promises`, this.#place));
  };

  async #run(request: () => Promise<unknown>): Promise<void> {
    this.problem = "";
    this.busy = true;
    try {
      await request();
    } catch (error) {
      this.problem = refusalWords(error);
    } finally {
      this.busy = false;
    }
  }
}
