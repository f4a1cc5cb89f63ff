/** The choice before the first turn: the death-match opponent says who begins. */
import { LitElement, css, customElement, html, property, shared, type TemplateResult } from "@house/kit";
import { CANDIDATE, DMO } from "./facts";
import { t, who } from "./words";


/** Fires `begin` with the seat that is to begin. */
@customElement("nh-set-theory-first")
export class First extends LitElement {
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
      const name = who(DMO, this.seat, this.names);
      return html`<section><p>${t("{name} decides who begins.", { name })}</p></section>`;
    }
    const off = !this.awaited || !this.open || this.busy;
    const other = who(CANDIDATE, this.seat, this.names);
    return html`<section class="screen" aria-labelledby="question">
      <p id="question"><strong>${t("Who begins? You decide.")}</strong>
        <span class="soft small">${t("If your time runs out, you begin; it costs you no reserve.")}</span></p>
      <div class="ways">
        <button class="primary" ?disabled=${off} @click=${() => this.#begin(DMO)}>${t("I begin")}</button>
        <button ?disabled=${off} @click=${() => this.#begin(CANDIDATE)}>${t("{name} begins", { name: other })}</button>
      </div>
    </section>`;
  }

  #begin(seat: number): void {
    this.dispatchEvent(new CustomEvent("begin", { detail: seat }));
  }
}
