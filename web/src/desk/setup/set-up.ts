/** The set-up before the start: title and terms, clock, options of the game. */
import { css, html, nothing, type TemplateResult } from "lit";
import { customElement, property, state } from "lit/decorators.js";
import { put, type Clock, type GameInfo, type Terms } from "@house/api/api";
import { labelsOf } from "@house/games/boards";
import { hasInvalidField } from "@house/kit/number-field";
import { shared } from "@house/kit/styles";
import { t, tn } from "@house/kit/words";
import "@house/forms/presets";
import "@house/forms/options-form";
import type { Labels } from "@house/forms/schema-form";
import { DeskPart, isChecked, valueOf } from "@house/desk/part";
import { languageOptions } from "@house/forms/languages";

@customElement("nh-desk-set-up")
export class DeskSetUp extends DeskPart {
  @property({ attribute: false }) game!: GameInfo;
  /** The card's secret options: they have a tab of their own. */
  @property({ attribute: false }) secretOptions: readonly string[] = [];
  @state() private terms: Terms | null = null;
  @state() private clock: Clock | null = null;
  @state() private options: Record<string, unknown> | null = null;
  @state() private labels: Labels = () => undefined;

  static override styles = [
    shared,
    css`
      .two {
        display: grid;
        grid-template-columns: repeat(auto-fit, minmax(210px, 1fr));
        gap: var(--gap-3);
        align-items: end;
      }
      summary {
        cursor: pointer;
        min-height: var(--touch);
        align-content: center;
        font-weight: 600;
      }
      summary span {
        font-weight: 400;
      }
      .save.dirty {
        position: sticky;
        bottom: 0;
        padding: var(--gap-2) 0;
        background: var(--sheet);
      }
      input[type="text"],
      select {
        width: 100%;
      }
    `,
  ];

  override connectedCallback(): void {
    super.connectedCallback();
    void labelsOf(this.info.game).then((labels) => (this.labels = labels));
  }

  override render(): TemplateResult {
    return html`<form class="stack" @submit=${this.#save}>
      ${this.#terms()} ${this.#clock()}
      <nh-presets .presets=${this.game.presets} .defaults=${this.game.default_options} .value=${this.#options} .exclude=${[...this.secretOptions, "assistance"]}
        @change=${(event: CustomEvent<Record<string, unknown>>) => (this.options = event.detail)}></nh-presets>
      <details>
        <summary>${t("Options of the game")} <span class="soft">${this.#variationWords()}</span></summary>
        <nh-options-form .game=${this.info.game} .schema=${this.game.options_schema} .labels=${this.labels} .exclude=${[...this.secretOptions, "assistance"]}
          .value=${this.#options}
          @change=${(event: CustomEvent<Record<string, unknown>>) => (this.options = event.detail)}></nh-options-form>
      </details>
      ${this.statusMessage()}
      <div class="row save ${this.#isDirty() ? "dirty" : ""}">
        <button class="primary" ?disabled=${this.busy || !this.#isDirty()}>${t("Save the set-up")}</button>
        ${this.#isDirty() ? html`<button type="button" @click=${this.#reset}>${t("As it was")}</button>` : nothing}
      </div>
    </form>`;
  }

  get #options(): Record<string, unknown> {
    return this.options ?? { ...this.game.default_options, ...this.info.options };
  }

  #terms(): TemplateResult {
    const terms = this.terms ?? this.info.terms;
    const set = (changes: Partial<Terms>): void => {
      this.terms = { ...terms, ...changes };
    };
    const visibilities = { public: t("listed for everybody"), unlisted: t("for whoever has the link"), private: t("for those who are invited") };
    return html`<fieldset>
      <legend>${t("Terms")}</legend>
      <div class="stack">
        <label>${t("Title")}
          <input type="text" maxlength="100" .value=${terms.title ?? ""} @input=${(event: Event) => set({ title: valueOf(event) })} /></label>
        <div class="two">
          <label>${t("Who may find it")}
            <select @change=${(event: Event) => set({ visibility: valueOf(event) as NonNullable<Terms["visibility"]> })}>
              ${Object.entries(visibilities).map(([visibility, words]) => html`<option value=${visibility} ?selected=${visibility === terms.visibility}>${words}</option>`)}
            </select></label>
          <label>${t("Language of announcements")}
            <select @change=${(event: Event) => set({ language: valueOf(event) })}>
              ${languageOptions(terms.language ?? "en")}
            </select></label>
        </div>
        <label class="inline"><input type="checkbox" .checked=${terms.spectators ?? true} @change=${(event: Event) => set({ spectators: isChecked(event) })} />
          ${t("Anybody who finds it may look on")}</label>
        <div class="two">
          ${terms.spectators
            ? html`<nh-span label=${t("Spectators see it late by")} .value=${terms.spectator_delay ?? 0}
                @change=${(event: CustomEvent<number>) => set({ spectator_delay: event.detail })}></nh-span>`
            : nothing}
          <nh-span label=${t("Remind before a deadline (0: never)")} .value=${terms.reminder ?? 0}
            @change=${(event: CustomEvent<number>) => set({ reminder: event.detail })}></nh-span>
        </div>
        <label>${t("A deadline that passes while the house is down")}
          <select @change=${(event: Event) => set({ after_downtime: valueOf(event) as "extend" | "strict" })}>
            <option value="extend" ?selected=${terms.after_downtime === "extend"}>${t("is moved by the time it was down")}</option>
            <option value="strict" ?selected=${terms.after_downtime === "strict"}>${t("stays where it is")}</option>
          </select></label>
      </div>
    </fieldset>`;
  }

  #clock(): TemplateResult {
    const clock = this.clock ?? this.info.clock;
    const kinds = { none: t("no clock"), turn: t("so much time a turn"), round: t("one deadline for everybody, every round") };
    const initial: Record<string, Clock> = {
      none: { type: "none" },
      turn: { type: "turn", seconds: 120, reserves: 5, reserve_seconds: 60 },
      round: { type: "round", seconds: 86400 },
    };
    return html`<fieldset>
      <legend>${t("Clock")}</legend>
      <div class="stack">
        <label>${t("Kind")}
          <select @change=${(event: Event) => (this.clock = initial[valueOf(event)] ?? null)}>
            ${Object.entries(kinds).map(([type, words]) => html`<option value=${type} ?selected=${type === clock.type}>${words}</option>`)}
          </select></label>
        ${clock.type === "none"
          ? nothing
          : html`<nh-span label=${clock.type === "turn" ? t("For each turn") : t("For each round")} .value=${clock.seconds}
              @change=${(event: CustomEvent<number>) => (this.clock = { ...clock, seconds: event.detail })}></nh-span>`}
        ${clock.type === "turn"
          ? html`<div class="two">
              <nh-number whole label=${t("Reserve periods for the match")} .min=${0} .value=${clock.reserves ?? 0}
                @change=${(event: CustomEvent<number>) => (this.clock = { ...clock, reserves: event.detail })}></nh-number>
              <nh-span label=${t("For each period")} .value=${clock.reserve_seconds ?? 60}
                @change=${(event: CustomEvent<number>) => (this.clock = { ...clock, reserve_seconds: event.detail })}></nh-span>
            </div>`
          : nothing}
      </div>
    </fieldset>`;
  }

  /** The number of changed options, visible without opening the form. */
  #variationWords(): string {
    const options = this.options ?? this.info.options;
    const defaults = this.game.default_options as Record<string, unknown>;
    const names = Object.entries(options).filter(
      ([name, value]) => name !== "assistance" && !this.secretOptions.includes(name) && JSON.stringify(value) !== JSON.stringify(defaults[name]),
    );
    return names.length ? tn("{count} is not as usual", "{count} are not as usual", names.length) : t("all as usual");
  }

  #isDirty(): boolean {
    return this.terms !== null || this.clock !== null || this.options !== null;
  }

  #reset = (): void => {
    this.terms = this.clock = this.options = null;
  };

  #save = async (event: Event): Promise<void> => {
    event.preventDefault();
    if (hasInvalidField(this)) return;
    const options = Object.entries(this.options ?? this.info.options).filter(([name]) => name !== "assistance");
    const body = {
      game: this.info.game,
      options: Object.fromEntries(options),
      seats: this.info.seats.length,
      clock: this.clock ?? this.info.clock,
      terms: this.terms ?? this.info.terms,
    };
    if (await this.run(() => put(this.path, body), t("The set-up is saved."))) this.#reset();
  };
}
