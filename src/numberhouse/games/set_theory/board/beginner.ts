/** The choice of the seat that begins. The death-match opponent (DMO) makes it before the first turn. */
import { LitElement, css, customElement, html, property, shared, type TemplateResult } from "@house/kit";
import { CANDIDATE, DMO } from "./facts";
import { t, seatName } from "./words";


/** Fires `begin` with the seat of the beginner. */
@customElement("nh-set-theory-beginner")
export class BeginnerChoice extends LitElement {
  @property({ attribute: false }) seat: number | null = null;
  @property({ attribute: false }) names: string[] = [];
  @property({ type: Boolean }) awaited = false;
  @property({ type: Boolean }) open = false;
  @property({ type: Boolean }) busy = false;

  static override styles = [
    shared,
    css`
      section {
        display: grid;
        gap: var(--gap-2);
        padding: var(--gap-3);
        border: 1px solid var(--line-strong);
        border-radius: var(--round);
        background: var(--sheet);
      }
      p {
        margin: 0;
      }
      .ways {
        display: flex;
        flex-wrap: wrap;
        gap: var(--gap-2);
      }
    `,
  ];

  override render(): TemplateResult {
    if (this.seat !== DMO) {
      const name = seatName(DMO, this.seat, this.names);
      return html`<section><p>${t("{name} decides who begins.", { name })}</p></section>`;
    }
    const disabled = !this.awaited || !this.open;
    const otherName = seatName(CANDIDATE, this.seat, this.names);
    return html`<section class="screen" aria-labelledby="question">
      <p id="question"><strong>${t("Who begins? You decide.")}</strong>
        <span class="soft small">${t("If your time runs out, you begin; it costs you no reserve.")}</span></p>
      <div class="ways">
        <button class="primary" ?disabled=${disabled} aria-disabled=${this.busy} @click=${() => this.#dispatchBegin(DMO)}>${t("I begin")}</button>
        <button ?disabled=${disabled} aria-disabled=${this.busy} @click=${() => this.#dispatchBegin(CANDIDATE)}>${t("{name} begins", { name: otherName })}</button>
      </div>
    </section>`;
  }

  #dispatchBegin(seat: number): void {
    if (!this.busy) this.dispatchEvent(new CustomEvent("begin", { detail: seat }));
  }
}
