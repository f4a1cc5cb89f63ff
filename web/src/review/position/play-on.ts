/** Plays on from the position of a review, on the seat that the reader looks through, against bots or alone. */
import { css, html, LitElement, nothing, type TemplateResult } from "lit";
import { customElement, property, state } from "lit/decorators.js";
import { Play } from "lucide";
import type { Seat } from "@house/api/api";
import { me } from "@house/api/me";
import { refusalWords } from "@house/api/refusals";
import { icon } from "@house/kit/icon";
import { shared } from "@house/kit/styles";
import { t } from "@house/kit/words";
import type { Source } from "@house/review/timeline";
import { go } from "@house/shell/router";

@customElement("nh-review-play-on")
export class ReviewPlayOn extends LitElement {
  @property({ attribute: false }) source: Source | null = null;
  /** Number of steps before the position. */
  @property({ attribute: false }) at = 0;
  @property({ attribute: false }) seat: Seat = 0;
  /** The name on the seat. */
  @property({ attribute: false }) name = "";
  /** Whether the match has more than one seat. */
  @property({ attribute: false }) hasOthers = false;
  @state() private busy = false;
  @state() private problem = "";

  static override styles = [
    shared,
    css`
      p {
        margin: 0;
      }
    `,
  ];

  override render(): TemplateResult {
    return html`<div class="stack">
      <div><button ?disabled=${this.busy} @click=${this.#begin}>${icon(Play)} ${t("Play on from here")}</button></div>
      <p class="soft small">
        ${this.hasOthers
          ? t("You take the place of {name}, bots take the others. What {name} didn’t see is drawn anew, so what you have seen here tells nothing of it. It counts nowhere.", { name: this.name })
          : t("You take the place of {name}. What {name} didn’t see is drawn anew, so what you have seen here tells nothing of it. It counts nowhere.", { name: this.name })}
      </p>
      <div role="alert">${this.problem ? html`<p class="bad">${this.problem}</p>` : nothing}</div>
    </div>`;
  }

  #begin = async (): Promise<void> => {
    this.busy = true;
    this.problem = "";
    try {
      await me.ensure();
      const attempt = await this.source!.playOn(this.at, this.seat);
      const back = encodeURIComponent(location.pathname + location.search);
      go(`/play-on/${attempt.id}?back=${back}`);
    } catch (error) {
      this.problem = refusalWords(error);
    } finally {
      this.busy = false;
    }
  };
}
