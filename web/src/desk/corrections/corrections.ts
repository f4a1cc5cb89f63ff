/** Corrections: which action, what instead, what that would change for everybody, and only then doing it. */
import { css, html, nothing, type TemplateResult } from "lit";
import { customElement, state } from "lit/decorators.js";
import { get, post, type components } from "@house/api/api";
import { shared } from "@house/kit/styles";
import { language, t } from "@house/kit/words";
import { changeStyles, changesShown, type Correction } from "@house/desk/corrections/changes";
import { dayAndTime } from "@house/forms/moment";
import { DeskPart, isChecked, key, valueOf } from "@house/desk/part";

/** Of a transcript with everything in it: an action, or a time that ran out, that can be amended. */
interface Step {
  at: number;
  kind: string;
  seat?: number;
  name?: string;
  notation?: string;
  entry?: number;
}

type Amendment = components["schemas"]["Amendment"];

const SHOWN = 40;

@customElement("nh-desk-corrections")
export class DeskCorrections extends DeskPart {
  @state() private steps: Step[] | null = null;
  @state() private seat: number | null = null;
  @state() private entry = 0;
  @state() private instead = "";
  @state() private late = false;
  @state() private reason = "";
  @state() private preview: Correction | null = null;
  @state() private all = false;
  #read = "";

  static override styles = [
    shared,
    changeStyles,
    css`
      ol {
        list-style: none;
        margin: 0;
        padding: 0;
        max-height: 320px;
        overflow-y: auto;
        border: 1px solid var(--line);
        border-radius: var(--round);
      }
      li label {
        display: grid;
        grid-template-columns: auto 3em minmax(0, 1fr) minmax(0, 1fr);
        gap: var(--gap-2);
        align-items: center;
        min-height: var(--touch);
        padding: 0 var(--gap-3);
        border-bottom: 1px solid var(--line);
        overflow-wrap: anywhere;
      }
      li time {
        display: block;
      }
      input[type="text"] {
        width: 100%;
      }
      .preview {
        border: 2px solid var(--accent);
      }
    `,
  ];

  override willUpdate(): void {
    const state = JSON.stringify([this.desk.status, this.desk.actions, this.desk.seats.map((one) => one.submission_status), this.desk.announcements.length]);
    if (state !== this.#read) {
      this.#read = state;
      void this.#look();
    }
  }

  override render(): TemplateResult {
    return html`<div class="stack">
      <p class="soft">${t("A correction replaces an earlier action. The match is replayed, everybody is told what has changed and sees the match anew.")}</p>
      ${this.steps === null
        ? html`<p class="soft">${t("Loading …")}</p>`
        : this.steps.length
          ? html`${this.#list(this.steps)} ${this.entry ? this.#form() : nothing}`
          : html`<p class="soft">${t("There is nothing to correct: nobody has done anything yet.")}</p>`}
      ${this.answer()}
      ${this.preview ? this.#shown(this.preview) : nothing}
    </div>`;
  }

  #list(steps: Step[]): TemplateResult {
    const found = steps.filter((one) => this.seat === null || one.seat === this.seat).reverse();
    const shown = this.all ? found : found.slice(0, SHOWN);
    return html`<label>${t("Whose action")}
        <select @change=${(event: Event) => (this.seat = valueOf(event) === "" ? null : Number(valueOf(event)))}>
          <option value="" ?selected=${this.seat === null}>${t("of everybody, newest first")}</option>
          ${this.desk.seats.map((one) => html`<option value=${one.seat} ?selected=${one.seat === this.seat}>${this.name(one.seat)}</option>`)}
        </select></label>
      <ol aria-label=${t("Actions")} role="radiogroup" tabindex="0">
        ${shown.map((one) => html`<li role="none"><label>
          <input type="radio" name="entry" .checked=${one.entry === this.entry} @change=${() => this.#choose(one)} />
          <span class="soft number">${one.entry}</span>
          <span>${one.name}<time class="soft small">${dayAndTime(one.at)}</time></span>
          <code>${one.kind === "expiry" ? t("the time ran out") : one.notation}</code>
        </label></li>`)}
      </ol>
      ${shown.length < found.length ? html`<button @click=${() => (this.all = true)}>${t("Show all")}</button>` : nothing}`;
  }

  #form(): TemplateResult {
    return html`<form class="stack" @submit=${this.#try}>
      <label class="inline"><input type="checkbox" .checked=${this.late} @change=${(event: Event) => this.#edit({ late: isChecked(event) })} />
        ${t("Instead: the time of the seat ran out")}</label>
      ${this.late
        ? nothing
        : html`<label>${t("What it should have been, as the game writes it")}
            <input type="text" class="mono" autocomplete="off" required .value=${this.instead} @input=${(event: Event) => this.#edit({ instead: valueOf(event) })} /></label>`}
      <label>${t("Why, for everybody (may be left out)")}
        <input type="text" maxlength="500" .value=${this.reason} @input=${(event: Event) => this.#edit({ reason: valueOf(event) })} /></label>
      <div><button class=${this.preview ? "" : "primary"} ?disabled=${this.busy}>${t("See what would change")}</button></div>
    </form>`;
  }

  #shown(found: Correction): TemplateResult {
    return html`<section class="sheet stack preview" aria-labelledby="would">
      <h3 id="would">${t("What would change")}</h3>
      ${changesShown(found, this.desk)}
      <div class="row">
        <button class="primary" ?disabled=${this.busy} @click=${this.#amend}>${t("Correct it")}</button>
        <button @click=${() => (this.preview = null)}>${t("Leave it as it is")}</button>
      </div>
    </section>`;
  }

  #choose(step: Step): void {
    this.entry = step.entry ?? 0;
    this.late = false;
    this.instead = step.kind === "expiry" ? "" : (step.notation ?? "");
    this.preview = null;
    this.problem = this.done = "";
  }

  /** What was previewed is what is done: another wish needs another preview. */
  #edit(wish: { late?: boolean; instead?: string; reason?: string }): void {
    Object.assign(this, wish);
    this.preview = null;
  }

  #wanted(): Amendment {
    return { number: this.entry, notation: this.late ? null : this.instead.trim(), reason: this.reason } as Amendment;
  }

  #try = async (event: Event): Promise<void> => {
    event.preventDefault();
    await this.ask(async () => {
      this.preview = null;
      this.preview = await post<Correction>(`${this.path}/desk/amendments/preview`, this.#wanted());
    });
  };

  #amend = async (): Promise<void> => {
    const body = { ...this.#wanted(), key: key() };
    if (await this.ask(() => post(`${this.path}/desk/amendments`, body), t("It is corrected, and everybody has been told."))) {
      this.preview = null;
      this.entry = 0;
      this.reason = "";
    }
  };

  async #look(): Promise<void> {
    try {
      const told = await get<{ steps: Step[] }>(`${this.path}/transcript`, { form: "json", perspective: "everything", lang: language });
      this.steps = told.steps.filter((one) => one.entry !== undefined);
    } catch {
      this.#read = "";
    }
  }
}
