/** What a player may do whose opponent has left: claim the win, or call the match off, after a stated time. */
import { html, nothing, type TemplateResult } from "lit";
import { customElement, property } from "lit/decorators.js";
import { now, post } from "@house/api/api";
import { t } from "@house/kit/words";
import { Asking } from "@house/match/ending/asking";

@customElement("nh-claim")
export class Claim extends Asking {
  @property() match = "";
  /** Name of the opponent. */
  @property() opponent = "";
  /** When a claim is possible, in seconds since 1970; null where it isn't. */
  @property({ attribute: false }) at: number | null = null;
  #timer = 0;

  override connectedCallback(): void {
    super.connectedCallback();
    this.#timer = window.setInterval(() => this.at !== null && this.requestUpdate(), 1000);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    window.clearInterval(this.#timer);
  }

  override render(): TemplateResult | typeof nothing {
    if (this.at === null) return nothing;
    const seconds = Math.ceil(this.at - now());
    const name = this.opponent;
    return html`<section aria-label=${t("The opponent is away")}>
      <p role="status">${seconds > 0 ? t("{name} is away.", { name }) : t("{name} has been away for long: you may end the match.", { name })}</p>
      ${seconds > 0
        ? html`<p class="soft small">${t("You may claim the win in {time}.", { time: `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}` })}</p>`
        : html`<div class="row">
            <button class="primary" ?disabled=${this.busy} @click=${() => this.#claim("win")}>${t("Claim the win")}</button>
            <button ?disabled=${this.busy} @click=${() => this.#claim("call off")}>${t("Call the match off")}</button>
          </div>`}
      ${this.refusal()}
    </section>`;
  }

  #claim(kind: "win" | "call off"): Promise<void> {
    return this.run(() => post(`/api/matches/${this.match}/claim`, { kind }));
  }
}
