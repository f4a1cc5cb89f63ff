/** Deadlines: more time or less, another moment, for all or some; the clocks stopped and let go on. */
import { css, html, nothing, type PropertyValues, type TemplateResult } from "lit";
import { customElement, property, state } from "lit/decorators.js";
import { Pause, Play } from "lucide";
import { post } from "@house/api/api";
import { icon } from "@house/kit/icon";
import { shared } from "@house/kit/styles";
import { t } from "@house/kit/words";
import { dayTimeZone } from "@house/forms/moment";
import { DeskPart, isChecked, key, valueOf } from "@house/desk/part";
import { spanWords } from "@house/forms/span";

@customElement("nh-desk-time")
export class DeskTime extends DeskPart {
  /** Seats to begin with; none is all. */
  @property({ attribute: false }) seats: readonly number[] = [];
  @state() private chosen: readonly number[] = [];
  @state() private how: "more" | "less" | "until" = "more";
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
    if (changed.has("seats")) this.chosen = this.seats;
  }

  override render(): TemplateResult {
    const { status } = this.desk;
    const paused = status === "paused";
    return html`<div class="stack">
      ${this.answer()}
      <div class="row">
        ${paused
          ? html`<button class="primary" ?disabled=${this.busy} @click=${() => this.#stop("resume", t("The clocks go on."))}>${icon(Play)} ${t("Let the clocks go on")}</button>`
          : html`<button ?disabled=${this.busy} @click=${() => this.#stop("pause", t("The clocks stand still."))}>${icon(Pause)} ${t("Stop the clocks")}</button>`}
        <span class="soft">${paused ? t("Nobody has lost the time between.") : t("Nobody can act while they stand still.")}</span>
      </div>
      ${this.told.clock.type === "none"
        ? html`<p class="soft">${t("This match is played without a clock: there is no deadline to move.")}</p>`
        : this.#form(paused)}
    </div>`;
  }

  #form(paused: boolean): TemplateResult {
    const waited = this.desk.seats.filter((one) => one.awaited);
    if (!waited.length) return html`<p class="soft">${t("The match waits for nobody, so no time runs.")}</p>`;
    const ways = { more: t("give time"), less: t("take time away"), until: t("move the deadline to") };
    const chosen = this.#chosen();
    return html`<form @submit=${this.#extend}>
      <fieldset>
        <legend>${t("Deadline")}</legend>
        <div class="stack">
          <div class="how" role="radiogroup" aria-label=${t("Deadline")}>
            ${Object.entries(ways).map(([way, words]) => html`<label class="inline">
              <input type="radio" name="how" .checked=${this.how === way} ?disabled=${way === "until" && paused}
                @change=${() => (this.how = way as typeof this.how)} /> ${words}</label>`)}
          </div>
          ${this.how === "until"
            ? html`<nh-moment label=${t("New deadline")} .value=${this.until ?? this.desk.due}
                @change=${(event: CustomEvent<number | null>) => (this.until = event.detail)}></nh-moment>`
            : html`<nh-span label=${t("How long")} .value=${this.seconds}
                @change=${(event: CustomEvent<number>) => (this.seconds = event.detail)}></nh-span>`}
          <div role="group" aria-label=${t("For whom")}>
            <p class="soft small">${t("For whom? With nobody ticked it is for all who are waited for.")}</p>
            <div class="seats">
              ${waited.map((one) => html`<label class="inline">
                <input type="checkbox" .checked=${this.chosen.includes(one.seat)}
                  @change=${(event: Event) => this.#tick(one.seat, isChecked(event))} /> ${this.name(one.seat)}</label>`)}
            </div>
          </div>
          <label>${t("Why, for everybody (may be left out)")}
            <input type="text" maxlength="500" .value=${this.reason} @input=${(event: Event) => (this.reason = valueOf(event))} /></label>
          <p class="soft">${this.#result(chosen)}</p>
          <div><button class="primary" ?disabled=${this.busy}>${this.#words()}</button></div>
        </div>
      </fieldset>
    </form>`;
  }

  #chosen(): number[] {
    return this.chosen.filter((seat) => this.desk.seats[seat]?.awaited);
  }

  #tick(seat: number, on: boolean): void {
    this.chosen = on ? [...this.chosen, seat] : this.chosen.filter((one) => one !== seat);
  }

  #words(): string {
    if (this.how === "until") return t("Move the deadline");
    const much = spanWords(this.seconds);
    return this.how === "more" ? t("Give {span}", { span: much }) : t("Take {span} away", { span: much });
  }

  /** What the deadline comes to, before it is done. */
  #result(chosen: number[]): string | typeof nothing {
    const dues = this.desk.seats.filter((one) => one.awaited && (!chosen.length || chosen.includes(one.seat))).map((one) => one.due);
    const first = Math.min(...dues.map((due) => due ?? Infinity));
    const until = this.until ?? this.desk.due;
    const due = this.how === "until" ? until : first + (this.how === "more" ? 1 : -1) * this.seconds;
    return due !== null && Number.isFinite(due) ? t("Then it is {moment}.", { moment: dayTimeZone(due) }) : nothing;
  }

  #extend = async (event: Event): Promise<void> => {
    event.preventDefault();
    const chosen = this.#chosen();
    const much = this.how === "until" ? { until: this.until ?? this.desk.due } : { seconds: this.how === "more" ? this.seconds : -this.seconds };
    const body = { ...much, seats: chosen.length ? chosen : null, reason: this.reason, key: key() };
    if (await this.ask(() => post(`${this.path}/desk/extend`, body), t("The deadline is moved."))) {
      this.chosen = [];
      this.reason = "";
      this.until = null;
    }
  };

  #stop(deed: "pause" | "resume", done: string): Promise<unknown> {
    if (deed === "pause" && this.how === "until") this.how = "more";
    return this.ask(() => post(`${this.path}/desk/${deed}`, { key: key() }), done);
  }
}
