/** The number of seats of a match that hasn't begun, for its hosts: one more, one less. */
import { css, html, LitElement, nothing, type TemplateResult } from "lit";
import { customElement, property, state } from "lit/decorators.js";
import { Minus, Plus } from "lucide";
import { put, type MatchInfo } from "@house/api/api";
import { refusalWords } from "@house/api/refusals";
import { icon } from "@house/kit/icon";
import { shared } from "@house/kit/styles";
import { t, tn } from "@house/kit/words";
import { freeSeats } from "@house/match/lobby/terms";

/** Fires `change` when the match has another number of seats. */
@customElement("nh-seat-count")
export class SeatCount extends LitElement {
  @property({ attribute: false }) info!: Pick<MatchInfo, "id" | "seats">;
  /** The fewest and most seats of the game. */
  @property({ attribute: false }) limits: readonly number[] = [1, 1];
  /** The present number of seats, where it is known before `info` is. */
  @property({ attribute: false }) count: number | null = null;
  @state() private busy = false;
  @state() private problem = "";

  static override styles = [
    shared,
    css`
      .row {
        align-items: center;
      }
      output {
        min-width: 6.5em;
        text-align: center;
      }
    `,
  ];

  override render(): TemplateResult | typeof nothing {
    const [fewest = 1, most = 1] = this.limits;
    if (fewest === most) return nothing;
    const count = this.count ?? this.info.seats.length;
    const canShrink = count > fewest && freeSeats(this.info) > 0;
    return html`<div class="row" role="group" aria-label=${t("Number of seats")}>
        <button aria-label=${t("One seat less")} title=${t("One seat less")} aria-disabled=${!canShrink} @click=${() => canShrink && this.#set(count - 1)}>${icon(Minus)}</button>
        <output aria-live="polite">${tn("{count} seat", "{count} seats", count)}</output>
        <button aria-label=${t("One seat more")} title=${t("One seat more")} aria-disabled=${count >= most} @click=${() => count < most && this.#set(count + 1)}>${icon(Plus)}</button>
      </div>
      <div role="alert">${this.problem ? html`<p class="refused">${this.problem}</p>` : nothing}</div>`;
  }

  async #set(seats: number): Promise<void> {
    if (this.busy) return; // the buttons keep the focus, so they aren't disabled meanwhile
    this.busy = true;
    this.problem = "";
    try {
      const info = await put<MatchInfo>(`/api/matches/${this.info.id}/seats`, { seats });
      this.dispatchEvent(new CustomEvent("change", { detail: info }));
    } catch (error) {
      this.problem = refusalWords(error);
    }
    this.busy = false;
  }
}
