/** Plays on from a position of the review, on the seat that the reader looks through, against bots or alone. */
import { css, html, LitElement, nothing, type TemplateResult } from "lit";
import { customElement, property, state } from "lit/decorators.js";
import { Play, Undo2 } from "lucide";
import type { Seat } from "@house/api/api";
import { me } from "@house/api/me";
import { refusalWords } from "@house/api/refusals";
import { icon } from "@house/kit/icon";
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
  @state() private busy = false;
  @state() private problem = "";

  static override styles = [
    shared,
    css`
      p {
        margin: var(--gap-1) 0 0;
      }
      .row {
        gap: var(--gap-2);
      }
      button {
        padding: 0 var(--gap-3);
      }
      @media (max-width: 640px) {
        button {
          flex: 1 1 auto;
        }
      }
    `,
  ];

  override render(): TemplateResult {
    const { before, after } = this.positions;
    return html`<div class="row">
        ${before === null ? nothing : html`<button class="primary" ?disabled=${this.busy} @click=${() => this.#begin(before)}>${icon(Undo2)} ${t("Try another choice")}</button>`}
        ${after === null ? nothing : html`<button ?disabled=${this.busy} @click=${() => this.#begin(after)}>${icon(Play)} ${t("Play on from here")}</button>`}
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
