/** Corrections: select an action, replace it, see the effect for everybody, and confirm. */
import { css, html, nothing, type TemplateResult } from "lit";
import { customElement, state } from "lit/decorators.js";
import { get, post, type components } from "@house/api/api";
import { shared } from "@house/kit/styles";
import { language, t } from "@house/kit/words";
import { changeStyles, correctionView, type Correction } from "@house/desk/corrections/changes";
import { dayAndTime } from "@house/forms/moment";
import { isPlayingHost } from "@house/match/fair-play";
import { DeskPart, isChecked, valueOf } from "@house/desk/part";

/** A step of a full transcript: an action or an expiry that can be amended. */
interface Step {
  at: number;
  kind: string;
  seat?: number;
  name?: string;
  notation?: string;
  entry?: number;
}

type Amendment = components["schemas"]["Amendment"];

const PAGE_SIZE = 40;

@customElement("nh-desk-corrections")
export class DeskCorrections extends DeskPart {
  @state() private steps: Step[] | null = null;
  @state() private seat: number | null = null;
  @state() private entry = 0;
  @state() private notation = "";
  @state() private isExpiry = false;
  @state() private reason = "";
  @state() private preview: Correction | null = null;
  @state() private showAll = false;
  #fetchedFor = "";

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
    const state = JSON.stringify([this.desk.status, this.desk.actions, this.desk.seats.map((seat) => seat.submission_status), this.desk.announcements.length]);
    if (state !== this.#fetchedFor) {
      this.#fetchedFor = state;
      void this.#refresh();
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
      ${this.statusMessage()}
      ${this.preview ? this.#previewSection(this.preview) : nothing}
    </div>`;
  }

  #list(steps: Step[]): TemplateResult {
    const actions = steps.filter((step) => this.seat === null || step.seat === this.seat).reverse();
    const visible = this.showAll ? actions : actions.slice(0, PAGE_SIZE);
    return html`<label>${t("Whose action")}
        <select @change=${(event: Event) => (this.seat = valueOf(event) === "" ? null : Number(valueOf(event)))}>
          <option value="" ?selected=${this.seat === null}>${t("of everybody, newest first")}</option>
          ${this.desk.seats.map((seat) => html`<option value=${seat.seat} ?selected=${seat.seat === this.seat}>${this.name(seat.seat)}</option>`)}
        </select></label>
      <ol aria-label=${t("Actions")} role="radiogroup" tabindex="0">
        ${visible.map((step) => html`<li role="none"><label>
          <input type="radio" name="entry" .checked=${step.entry === this.entry} @change=${() => this.#choose(step)} />
          <span class="soft number">${step.entry}</span>
          <span>${step.name}<time class="soft small">${dayAndTime(step.at)}</time></span>
          <code>${step.kind === "expiry" ? t("the time ran out") : step.notation}</code>
        </label></li>`)}
      </ol>
      ${visible.length < actions.length ? html`<button @click=${() => (this.showAll = true)}>${t("Show all")}</button>` : nothing}`;
  }

  #form(): TemplateResult {
    return html`<form class="stack" @submit=${this.#showPreview}>
      <label class="inline"><input type="checkbox" .checked=${this.isExpiry} @change=${(event: Event) => this.#edit({ isExpiry: isChecked(event) })} />
        ${t("Instead: the time of the seat ran out")}</label>
      ${this.isExpiry
        ? nothing
        : html`<label>${t("What it should have been, as the game writes it")}
            <input type="text" class="mono" autocomplete="off" required .value=${this.notation} @input=${(event: Event) => this.#edit({ notation: valueOf(event) })} /></label>`}
      <label>${t("Why, for everybody (may be left out)")}
        <input type="text" maxlength="500" .value=${this.reason} @input=${(event: Event) => this.#edit({ reason: valueOf(event) })} /></label>
      <div><button class=${this.preview ? "" : "primary"} ?disabled=${this.busy}>${t("See what would change")}</button></div>
    </form>`;
  }

  #previewSection(preview: Correction): TemplateResult {
    return html`<section class="sheet stack preview" aria-labelledby="would">
      <h3 id="would">${t("What would change")}</h3>
      ${correctionView(preview, this.desk)}
      <div class="row">
        <button class="primary" ?disabled=${this.busy} @click=${this.#amend}>${t("Correct it")}</button>
        <button @click=${() => (this.preview = null)}>${t("Leave it as it is")}</button>
      </div>
    </section>`;
  }

  #choose(step: Step): void {
    this.entry = step.entry ?? 0;
    this.isExpiry = false;
    this.notation = step.kind === "expiry" ? "" : (step.notation ?? "");
    this.preview = null;
    this.problem = this.success = "";
  }

  /** A change discards the preview: the host may only confirm a correction after seeing its effect. */
  #edit(changes: { isExpiry?: boolean; notation?: string; reason?: string }): void {
    Object.assign(this, changes);
    this.preview = null;
  }

  #amendment(): Amendment {
    return { number: this.entry, notation: this.isExpiry ? null : this.notation.trim(), reason: this.reason } as Amendment;
  }

  #showPreview = async (event: Event): Promise<void> => {
    event.preventDefault();
    if (isPlayingHost(this.info)) {
      await this.#amend(); // its effect would tell a player what others did
      return;
    }
    await this.run(async () => {
      this.preview = null;
      this.preview = await post<Correction>(`${this.path}/desk/amendments/preview`, this.#amendment());
    });
  };

  #amend = async (): Promise<void> => {
    if (await this.act("amend", { ...this.#amendment() }, t("It is corrected, and everybody has been told."))) {
      this.preview = null;
      this.entry = 0;
      this.reason = "";
    }
  };

  async #refresh(): Promise<void> {
    try {
      const transcript = await get<{ steps: Step[] }>(`${this.path}/transcript`, { form: "json", perspective: "everything", lang: language });
      this.steps = transcript.steps.filter((step) => step.entry !== undefined);
    } catch {
      this.#fetchedFor = "";
    }
  }
}
