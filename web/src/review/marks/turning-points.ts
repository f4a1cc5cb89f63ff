/** The turning point of the match, and the progress of the evaluation before it is known. */
import { css, html, LitElement, nothing, type TemplateResult } from "lit";
import { customElement, property } from "lit/decorators.js";
import { shared } from "@house/kit/styles";
import { t } from "@house/kit/words";
import type { Seat } from "@house/api/api";
import type { WinProbabilityInfo, Timeline, EvaluationInfo } from "@house/review/timeline";
import { lossWords, turningPoint } from "@house/review/marks/marks";
import { isInRounds, stopNumber } from "@house/review/rounds";

/** Milliseconds without a first evaluation before the page explains the wait. */
const SLOW_AFTER = 4000;

@customElement("nh-review-turning-point")
export class ReviewTurningPoint extends LitElement {
  @property({ attribute: false }) timeline!: Timeline;
  @property({ attribute: false }) evaluations: ReadonlyMap<number, EvaluationInfo> = new Map();
  @property({ attribute: false }) probabilities: ReadonlyMap<number, WinProbabilityInfo> = new Map();
  @property({ attribute: false }) names: string[] = [];
  /** The first step without an evaluation. */
  @property({ attribute: false }) nextEvaluation = 1;
  /** The first step without a win probability. */
  @property({ attribute: false }) nextProbability = 1;
  /** The reason why the evaluation ended early. */
  @property({ attribute: false }) problem = "";
  @property({ attribute: false }) isSlow = false;

  #timer = 0;

  static override styles = [
    shared,
    css`
      .turn {
        border-inline-start: 4px solid var(--line-strong);
        background: var(--well);
        padding: var(--gap-2) var(--gap-3);
        margin: 0;
        max-width: none;
      }
      .turn.wrong {
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
    this.#timer = window.setTimeout(() => (this.isSlow = true), SLOW_AFTER);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    window.clearTimeout(this.#timer);
  }

  override render(): TemplateResult | typeof nothing {
    const last = this.timeline.steps.length;
    if (this.nextEvaluation <= last) return this.problem ? html`<p class="soft" role="status">${this.problem}</p>` : this.#evaluationProgress(last);
    const turn = turningPoint(this.evaluations.values(), this.probabilities);
    const progress = this.nextProbability <= last && this.evaluations.size && !this.problem ? this.#probabilityProgress(last) : nothing;
    if (!turn) {
      return this.evaluations.size
        ? html`<p class="turn">${t("No step decided this match: nobody made a mistake.")}</p>${progress}`
        : nothing;
    }
    const probability = this.probabilities.get(turn.number);
    const step = this.timeline.steps[turn.number - 1]!;
    const { steps } = this.timeline;
    const values = { number: stopNumber(steps, turn.number), name: this.names[turn.seat]!, notation: step.notation };
    return html`<div class="turn wrong stack">
      <span>${this.#headline(turn.seat, isInRounds(steps), values)}</span>
      ${probability ? html`<span>${lossWords(probability, values.name)}</span>` : nothing}
      <div class="row screen">
        <button @click=${() => this.#emit("seek", turn.number)}>${t("Go to this step")}</button>
        <button @click=${() => this.#emit("next-mistake")}>${t("Go to the next mistake")}</button>
      </div>
    </div>${progress}`;
  }

  /** A match that its player has won all the same has not turned there. */
  #headline(seat: Seat, inRounds: boolean, values: Record<string, string | number>): string {
    const places = this.timeline.outcome?.places ?? [];
    if (places.length > 1 && places[seat] === 1) {
      return inRounds ? t("The dearest mistake, in round {number}: {name}, {notation}", values) : t("The dearest mistake, at step {number}: {name}, {notation}", values);
    }
    return inRounds ? t("It turned in round {number}: {name}, {notation}", values) : t("It turned at step {number}: {name}, {notation}", values);
  }

  #probabilityProgress(last: number): TemplateResult {
    return html`<label class="small soft screen">${t("The chances of winning are being found by playing the match out.")}
      <progress max=${last} .value=${this.nextProbability - 1}></progress></label>`;
  }

  #evaluationProgress(last: number): TemplateResult {
    const first = this.nextEvaluation === 1 && this.isSlow;
    return html`<label class="small soft screen">${t("The steps are being judged.")}
        <progress max=${last} .value=${this.nextEvaluation - 1}></progress></label>
      <p class="small soft screen" role="status">${first
        ? t("The house loads what it judges this game with. The first time after it was set up that takes up to a minute and a half; after that, moments.")
        : ""}</p>`;
  }

  #emit(name: string, detail?: number): void {
    this.dispatchEvent(new CustomEvent(name, { detail }));
  }
}
