/** What a player may do whose opponent has left: claim the win, or call the match off, after a stated time. */
import { css, html, LitElement, nothing, type TemplateResult } from "lit";
import { customElement, property, state } from "lit/decorators.js";
import { now, post } from "@house/api/api";
import { refusalWords } from "@house/api/refusals";
import { shared } from "@house/kit/styles";
import { t } from "@house/kit/words";

@customElement("nh-claim")
export class Claim extends LitElement {
  @property() match = "";
  /** Name of the opponent. */
  @property() opponent = "";
  /** When a claim is possible, in seconds since 1970; null where it isn't. */
  @property({ attribute: false }) at: number | null = null;
  @state() private problem = "";
  @state() private busy = false;
  #timer = 0;

  static override styles = [
    shared,
    css`
      section {
        display: grid;
        gap: var(--gap-2);
        padding: var(--gap-3);
        border: 1px solid var(--line-strong);
        border-radius: var(--round);
      }
      p {
        margin: 0;
        overflow-wrap: anywhere;
      }
    `,
  ];

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
      <div role="alert">${this.problem ? html`<p class="bad">${this.problem}</p>` : nothing}</div>
    </section>`;
  }

  async #claim(kind: "win" | "call off"): Promise<void> {
    this.problem = "";
    this.busy = true;
    try {
      await post(`/api/matches/${this.match}/claim`, { kind });
    } catch (error) {
      this.problem = refusalWords(error);
    }
    this.busy = false;
  }
}
