/** Deadlines: extend, shorten or move them for all or some seats; pause and resume the clocks. */
import { css, html, nothing, type PropertyValues, type TemplateResult } from "lit";
import { customElement, property, state } from "lit/decorators.js";
import { Pause, Play } from "lucide";
import { icon } from "@house/kit/icon";
import { hasInvalidField } from "@house/kit/number-field";
import { shared } from "@house/kit/styles";
import { t } from "@house/kit/words";
import { dayTimeZone } from "@house/forms/moment";
import { DeskPart, isChecked, valueOf } from "@house/desk/part";
import { spanWords } from "@house/forms/span";

@customElement("nh-desk-time")
export class DeskTime extends DeskPart {
  /** The initial selection; empty for all seats. */
  @property({ attribute: false }) seats: readonly number[] = [];
  @state() private selection: readonly number[] = [];
  @state() private mode: "more" | "less" | "until" = "more";
  @state() private seconds = 3600;
  @state() private until: number | null = null;
  @state() private reason = "";

  static override styles = [
    shared,
    css`
      .seats {
        display: grid;
        grid-template-columns: repeat(auto-fill, minmax(150px, 1fr));
        gap: 0 var(--gap-3);
      }
      .seats label {
        overflow-wrap: anywhere;
      }
      .how {
        display: flex;
        flex-wrap: wrap;
        gap: 0 var(--gap-4);
      }
      form {
        display: grid;
        gap: var(--gap-3);
      }
      input[type="text"] {
        width: 100%;
      }
    `,
  ];

  override willUpdate(changed: PropertyValues<this>): void {
    if (changed.has("seats")) this.selection = this.seats;
  }

  override render(): TemplateResult {
    const { status } = this.desk;
    const isPaused = status === "paused";
    return html`<div class="stack">
      ${this.statusMessage()}
      <div class="row">
        ${isPaused
          ? html`<button class="primary" ?disabled=${this.busy} @click=${() => this.#pause("resume", t("The clocks go on."))}>${icon(Play)} ${t("Let the clocks go on")}</button>`
          : html`<button ?disabled=${this.busy} @click=${() => this.#pause("pause", t("The clocks stand still."))}>${icon(Pause)} ${t("Stop the clocks")}</button>`}
        <span class="soft">${isPaused ? t("Nobody has lost the time between.") : t("Nobody can act while they stand still.")}</span>
      </div>
      ${this.info.clock.type === "none"
        ? html`<p class="soft">${t("This match is played without a clock: there is no deadline to move.")}</p>`
        : this.#form(isPaused)}
    </div>`;
  }

  #form(isPaused: boolean): TemplateResult {
    const awaited = this.desk.seats.filter((seat) => seat.awaited);
    if (!awaited.length) return html`<p class="soft">${t("The match waits for nobody, so no time runs.")}</p>`;
    const modes = { more: t("give time"), less: t("take time away"), until: t("move the deadline to") };
    const targets = this.#targets();
    return html`<form @submit=${this.#extend}>
      <fieldset>
        <legend>${t("Deadline")}</legend>
        <div class="stack">
          <div class="how" role="radiogroup" aria-label=${t("Deadline")}>
            ${Object.entries(modes).map(([mode, words]) => html`<label class="inline">
              <input type="radio" name="how" .checked=${this.mode === mode} ?disabled=${mode === "until" && isPaused}
                @change=${() => (this.mode = mode as typeof this.mode)} /> ${words}</label>`)}
          </div>
          ${this.mode === "until"
            ? html`<nh-moment label=${t("New deadline")} .value=${this.until ?? this.desk.due}
                @change=${(event: CustomEvent<number | null>) => (this.until = event.detail)}></nh-moment>`
            : html`<nh-span label=${t("How long")} .value=${this.seconds}
                @change=${(event: CustomEvent<number>) => (this.seconds = event.detail)}></nh-span>`}
          <div role="group" aria-label=${t("For whom")}>
            <p class="soft small">${t("For whom? With nobody ticked it is for all who are waited for.")}</p>
            <div class="seats">
              ${awaited.map((seat) => html`<label class="inline">
                <input type="checkbox" .checked=${this.selection.includes(seat.seat)}
                  @change=${(event: Event) => this.#tick(seat.seat, isChecked(event))} /> ${this.name(seat.seat)}</label>`)}
            </div>
          </div>
          <label>${t("Why, for everybody (may be left out)")}
            <input type="text" maxlength="500" .value=${this.reason} @input=${(event: Event) => (this.reason = valueOf(event))} /></label>
          <p class="soft">${this.#result(targets)}</p>
          <div><button class="primary" ?disabled=${this.busy}>${this.#words()}</button></div>
        </div>
      </fieldset>
    </form>`;
  }

  #targets(): number[] {
    return this.selection.filter((seat) => this.desk.seats[seat]?.awaited);
  }

  #tick(seat: number, isOn: boolean): void {
    this.selection = isOn ? [...this.selection, seat] : this.selection.filter((other) => other !== seat);
  }

  #words(): string {
    if (this.mode === "until") return t("Move the deadline");
    const amount = spanWords(this.seconds);
    return this.mode === "more" ? t("Give {span}", { span: amount }) : t("Take {span} away", { span: amount });
  }

  /** The new deadline, before the host confirms it. */
  #result(targets: number[]): string | typeof nothing {
    const dues = this.desk.seats.filter((seat) => seat.awaited && (!targets.length || targets.includes(seat.seat))).map((seat) => seat.due);
    const first = Math.min(...dues.map((due) => due ?? Infinity));
    const until = this.until ?? this.desk.due;
    const due = this.mode === "until" ? until : first + (this.mode === "more" ? 1 : -1) * this.seconds;
    return due !== null && Number.isFinite(due) ? t("Then it is {moment}.", { moment: dayTimeZone(due) }) : nothing;
  }

  #extend = async (event: Event): Promise<void> => {
    event.preventDefault();
    if (hasInvalidField(this)) return;
    const targets = this.#targets();
    const amount = this.mode === "until" ? { until: this.until ?? this.desk.due } : { seconds: this.mode === "more" ? this.seconds : -this.seconds };
    const body = { ...amount, seats: targets.length ? targets : null, reason: this.reason };
    if (await this.act("extend", body, t("The deadline is moved."))) {
      this.selection = [];
      this.reason = "";
      this.until = null;
    }
  };

  #pause(action: "pause" | "resume", success: string): Promise<unknown> {
    if (action === "pause" && this.mode === "until") this.mode = "more";
    return this.act(action, {}, success);
  }
}
