/** The form that offers a promise: the round, the parts of the action as the game names them, and to whom.
 * Fires `done` when it has been offered or left. */
import { css, html, LitElement, nothing, type TemplateResult } from "lit";
import { customElement, property, state } from "lit/decorators.js";
import { Handshake } from "lucide";
import { get, post, type PromiseChoice, type PromiseForm, type RoomInfo, type Seat } from "@house/api/api";
import { refusalWords } from "@house/api/refusals";
import { icon } from "@house/kit/icon";
import { announce } from "@house/kit/speech";
import { shared } from "@house/kit/styles";
import { language, seatNumber, t, tn } from "@house/kit/words";

@customElement("nh-promise-form")
export class PromiseComposer extends LitElement {
  @property() match = "";
  @property({ attribute: false }) room!: RoomInfo;
  @property({ attribute: false }) names: readonly string[] = [];
  @property({ attribute: false }) seat: Seat | null = null;
  @state() private form: PromiseForm | null = null;
  @state() private chosen: readonly string[] = [];
  @state() private problem = "";
  /** Whether the promise was made before it was complete: then what is missing stands out. */
  @state() private isEarly = false;
  @state() private busy = false;

  static override styles = [
    shared,
    css`
      form {
        display: grid;
        gap: var(--gap-2);
        padding: var(--gap-2);
        border: 1px solid var(--line-strong);
        border-radius: var(--round);
      }
      p {
        margin: 0;
      }
      .fields,
      .parts {
        display: flex;
        flex-wrap: wrap;
        gap: var(--gap-1) var(--gap-2);
        align-items: center;
      }
      /* The ring of the focus fits between the words and the field. */
      .fields label {
        display: inline-flex;
        align-items: center;
        gap: var(--gap-2);
        max-width: 100%;
      }
      select {
        max-width: 100%;
        min-width: 0;
        padding-inline: var(--gap-1);
      }
      .fields {
        font-size: var(--text-1);
      }
      select {
        min-height: 36px;
      }
      .parts {
        gap: var(--gap-1);
      }
      .parts button {
        min-width: 36px;
        min-height: 36px;
        padding: 0 var(--gap-1);
      }
      @media (pointer: coarse) {
        select,
        .parts button {
          min-width: var(--touch);
          min-height: var(--touch);
        }
      }
      #missing {
        min-height: 1.4em;
      }
      .primary[aria-disabled="true"] {
        color: var(--ink-soft);
        border: 1px dashed var(--line-strong);
        background: none;
      }
      .parts button[aria-pressed="true"] {
        border-color: var(--accent);
        background: var(--accent-tint);
        font-weight: 600;
      }
    `,
  ];

  override connectedCallback(): void {
    super.connectedCallback();
    void this.#load();
  }

  async #load(round?: number): Promise<void> {
    try {
      this.form = await get<PromiseForm>(`/api/matches/${this.match}/promises`, { round, lang: language });
      if (!this.#fitting(this.chosen).length) this.chosen = [];
      await this.updateComplete;
      if (round !== undefined) return;
      this.renderRoot.querySelector<HTMLElement>("select, .close")?.focus();
      this.scrollIntoView({ block: "nearest" }); // its last lines too
    } catch (error) {
      this.problem = refusalWords(error);
    }
  }

  override render(): TemplateResult {
    const { form } = this;
    const choice = this.#choice;
    return html`<form aria-label=${t("Promise something")} @submit=${this.#offer}>
      ${form && !form.rounds.length ? html`<p class="soft">${t("Nothing can be promised now.")}</p>` : nothing}
      ${form?.rounds.length ? this.#fields(form) : nothing}
      <div role="alert">${this.problem ? html`<p class="bad small">${this.problem}</p>` : nothing}</div>
      <div class="row">
        ${form?.rounds.length
          ? html`<button class="primary" aria-disabled=${this.busy || !choice} aria-describedby=${choice ? nothing : "missing"}>${icon(Handshake)}
              ${choice ? t("Promise {action}", { action: choice.words }) : t("Promise it")}</button>`
          : nothing}
        <button type="button" class="close" @click=${this.#close}>${t("Cancel")}</button>
      </div>
      <p class="soft small">${t("A promise can’t be edited. Those who accept it see later whether it was kept.")}</p>
    </form>`;
  }

  #fields(form: PromiseForm): TemplateResult {
    const parts = [...new Set(form.choices.flatMap((choice) => choice.parts))];
    const others = this.room.seats.filter((seat) => seat !== this.seat);
    return html`<div class="fields">
        <label>${t("In round")}
          <select name="round" @change=${(event: Event) => this.#load(Number((event.target as HTMLSelectElement).value))}>
            ${form.rounds.map((round) => html`<option value=${round} ?selected=${round === form.round}>${round}</option>`)}
          </select>
        </label>
        ${others.length > 1
          ? html`<label>${t("to")}
              <select name="to">
                <option value="">${t("all in this room")}</option>
                ${others.map((seat) => html`<option value=${seat}>${this.names[seat] || t("Seat {seat}", { seat: seatNumber(seat) })}</option>`)}
              </select>
            </label>`
          : nothing}
      </div>
      <div class="parts" role="group" aria-label=${t("I play")}>
        <span aria-hidden="true">${t("I play")}</span>
        ${parts.map((part) => html`<button type="button" class="part" aria-pressed=${this.chosen.includes(part)} @click=${() => this.#toggle(part)}>${part}</button>`)}
      </div>
      <p id="missing" class=${this.isEarly && this.#missing ? "bad small" : "soft small"} role="status">${this.#missing}</p>`;
  }

  /** What has to be chosen before anything can be promised; empty as soon as it can. */
  get #missing(): string {
    if (this.#choice) return "";
    const needed = Math.min(...this.#fitting(this.chosen).map((choice) => choice.parts.length));
    if (!Number.isFinite(needed)) return "";
    if (!this.chosen.length) return tn("Choose {count} of these.", "Choose {count} of these.", needed);
    return tn("Choose {count} more.", "Choose {count} more.", needed - this.chosen.length);
  }

  /** The choices that have all these parts. */
  #fitting(parts: readonly string[]): readonly PromiseChoice[] {
    return this.form?.choices.filter((choice) => parts.every((part) => choice.parts.includes(part))) ?? [];
  }

  get #choice(): PromiseChoice | undefined {
    return this.#fitting(this.chosen).find((choice) => choice.parts.length === this.chosen.length);
  }

  /** A part that doesn't go with those chosen takes the place of the first ones. */
  #toggle(part: string): void {
    if (this.chosen.includes(part)) {
      this.chosen = this.chosen.filter((other) => other !== part);
      return;
    }
    let chosen = [...this.chosen, part];
    while (!this.#fitting(chosen).length) chosen = chosen.slice(1);
    this.chosen = chosen;
  }

  #offer = async (event: Event): Promise<void> => {
    event.preventDefault();
    const choice = this.#choice;
    if (this.busy) return;
    if (!choice) {
      this.isEarly = true;
      this.renderRoot.querySelector<HTMLElement>(".part[aria-pressed='false']")?.focus();
      announce(this, this.#missing);
      return;
    }
    const to = new FormData(event.target as HTMLFormElement).get("to");
    this.problem = "";
    this.busy = true;
    try {
      await post(`/api/matches/${this.match}/promises?lang=${language}`, {
        room: this.room.id,
        round: this.form!.round,
        action: choice.action,
        to: to ? [Number(to)] : [],
        key: crypto.randomUUID(),
      });
      this.#close();
    } catch (error) {
      this.problem = refusalWords(error);
    } finally {
      this.busy = false;
    }
  };

  #close = (): void => {
    this.dispatchEvent(new CustomEvent("done"));
  };
}
