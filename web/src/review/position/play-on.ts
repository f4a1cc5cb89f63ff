/** Plays on from a position of the review, on the seat that the reader looks through, against bots or alone. */
import { css, html, LitElement, nothing, type TemplateResult } from "lit";
import { customElement, property, state } from "lit/decorators.js";
import type { Seat } from "@house/api/api";
import { me } from "@house/api/me";
import { refusalWords } from "@house/api/refusals";
import { shared } from "@house/kit/styles";
import { t } from "@house/kit/words";
import type { Source } from "@house/review/timeline";
import { go } from "@house/shell/router";

/** The positions around a step from which its seat can play; a position is its number of steps. */
export interface Positions {
  /** Before the step, if the seat chose it: its player can choose otherwise. */
  before: number | null;
  /** After it; null at the end of the match. */
  after: number | null;
}

@customElement("nh-review-play-on")
export class ReviewPlayOn extends LitElement {
  @property({ attribute: false }) source: Source | null = null;
  @property({ attribute: false }) positions: Positions = { before: null, after: null };
  @property({ attribute: false }) seat: Seat = 0;
  /** Whether the step was a mistake, so that another choice is the thing to do. */
  @property({ attribute: false }) isAdvised = false;
  @state() private busy = false;
  @state() private problem = "";

  static override styles = [
    shared,
    css`
      p {
        margin: var(--gap-1) 0 0;
      }
      .row {
        flex-wrap: nowrap;
        gap: var(--gap-2);
      }
      button {
        flex: 0 1 auto;
        padding: var(--gap-1) var(--gap-2);
      }
      @media (max-width: 640px) {
        button {
          flex: 1 1 0;
        }
      }
    `,
  ];

  override render(): TemplateResult {
    const { before, after } = this.positions;
    return html`<div class="row">
        ${before === null ? nothing : html`<button class=${this.isAdvised ? "primary" : ""} ?disabled=${this.busy} @click=${() => this.#begin(before)}>${t("Try another choice")}</button>`}
        ${after === null ? nothing : html`<button ?disabled=${this.busy} @click=${() => this.#begin(after)}>${t("Play on from here")}</button>`}
      </div>
      <div role="alert">${this.problem ? html`<p class="bad">${this.problem}</p>` : nothing}</div>`;
  }

  async #begin(position: number): Promise<void> {
    this.busy = true;
    this.problem = "";
    try {
      await me.ensure();
      const attempt = await this.source!.playOn(position, this.seat);
      const back = encodeURIComponent(location.pathname + location.search);
      go(`/play-on/${attempt.id}?back=${back}`);
    } catch (error) {
      this.problem = refusalWords(error);
    } finally {
      this.busy = false;
    }
  }
}

/** What playing on means; `name` stands on the seat. */
export function playOnNote({ before, after }: Positions, name: string, hasOthers: boolean): TemplateResult {
  return html`<p class="soft small screen note">
    ${before !== null && after !== null ? t("Another choice begins before this step, playing on after it.") : nothing}
    ${hasOthers
      ? t("You take the place of {name}, bots take the others. What {name} didn’t see is drawn anew, so what you have seen here tells nothing of it. It counts nowhere.", { name })
      : t("You take the place of {name}. What {name} didn’t see is drawn anew, so what you have seen here tells nothing of it. It counts nowhere.", { name })}
  </p>`;
}
