/** Where the match turned, and how far the judging has come until that can be told. */
import { css, html, LitElement, nothing, type TemplateResult } from "lit";
import { customElement, property } from "lit/decorators.js";
import { shared } from "@house/kit/styles";
import { t } from "@house/kit/words";
import type { WinProbabilityInfo, Timeline, EvaluationInfo } from "@house/review/timeline";
import { percent, turning } from "@house/review/marks/marks";

/** Milliseconds without a first evaluation after which the page says what it waits for. */
const LONG = 4000;

@customElement("nh-review-turned")
export class ReviewTurned extends LitElement {
  @property({ attribute: false }) course!: Timeline;
  @property({ attribute: false }) judged: ReadonlyMap<number, EvaluationInfo> = new Map();
  @property({ attribute: false }) chances: ReadonlyMap<number, WinProbabilityInfo> = new Map();
  @property({ attribute: false }) names: string[] = [];
  /** The first step that hasn't been judged. */
  @property({ attribute: false }) done = 1;
  /** The first step before which nobody's chances have been looked for. */
  @property({ attribute: false }) weighed = 1;
  /** Why the judging has ended early. */
  @property({ attribute: false }) unrated = "";
  @property({ attribute: false }) late = false;

  #timer = 0;

  static override styles = [
    shared,
    css`
      .turned {
        border-inline-start: 4px solid var(--line-strong);
        background: var(--well);
        padding: var(--gap-2) var(--gap-3);
        margin: 0;
        max-width: none;
      }
      .turned.wrong {
        border-color: var(--bad);
      }
      progress {
        width: 100%;
        accent-color: var(--accent);
      }
      p {
        margin: 0;
      }
      :host {
        display: grid;
        gap: var(--gap-2);
      }
    `,
  ];

  override connectedCallback(): void {
    super.connectedCallback();
    this.#timer = window.setTimeout(() => (this.late = true), LONG);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    window.clearTimeout(this.#timer);
  }

  override render(): TemplateResult | typeof nothing {
    const last = this.course.steps.length;
    if (this.done <= last) return this.unrated ? html`<p class="soft" role="status">${this.unrated}</p>` : this.#progress(last);
    const found = turning(this.judged.values(), this.chances);
    const weighing = this.weighed <= last && this.judged.size && !this.unrated ? this.#weighing(last) : nothing;
    if (!found) {
      return this.judged.size
        ? html`<p class="turned">${t("No step decided this match: nobody made a mistake.")}</p>${weighing}`
        : nothing;
    }
    const cost = this.chances.get(found.number);
    const step = this.course.steps[found.number - 1]!;
    const told = { number: found.number, name: this.names[found.seat]!, notation: step.notation };
    return html`<div class="turned wrong stack">
      <span>${t("It turned at step {number}: {name}, {notation}", told)}</span>
      ${cost && cost.loss != null && cost.loss > (cost.loss_error ?? 1)
        ? html`<span>${t("It cost {lost} ± {error} % of the chance of winning.", { lost: percent(cost.loss), error: percent(cost.loss_error ?? 0) })}</span>`
        : nothing}
      <div class="row screen">
        <button @click=${() => this.#ask("seek", found.number)}>${t("Look at it")}</button>
        <button @click=${() => this.#ask("next-mistake")}>${t("Next mistake")}</button>
      </div>
    </div>${weighing}`;
  }

  #weighing(last: number): TemplateResult {
    return html`<label class="small soft screen">${t("The chances of winning are being found by playing the match out.")}
      <progress max=${last} .value=${this.weighed - 1}></progress></label>`;
  }

  #progress(last: number): TemplateResult {
    const first = this.done === 1 && this.late;
    return html`<label class="small soft screen">${t("The steps are being judged.")}
        <progress max=${last} .value=${this.done - 1}></progress></label>
      <p class="small soft screen" role="status">${first
        ? t("The house loads what it judges this game with. The first time after it was set up that takes up to a minute and a half; after that, moments.")
        : ""}</p>`;
  }

  #ask(what: string, detail?: number): void {
    this.dispatchEvent(new CustomEvent(what, { detail }));
  }
}
