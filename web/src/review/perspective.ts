/** The choice of the perspective. */
import { css, html, LitElement, type TemplateResult } from "lit";
import { customElement, property } from "lit/decorators.js";
import type { Seat } from "@house/api/api";
import { shared } from "@house/kit/styles";
import { t } from "@house/kit/words";

/** Null follows the player that acts. */
export type PerspectiveChoice = Seat | "spectator" | null;

/** Reads the perspective from an address. */
export function parsePerspective(text: string | null): PerspectiveChoice {
  if (text === "spectator") return text;
  return text && /^\d{1,2}$/.test(text) ? Number(text) : null;
}

@customElement("nh-review-perspective")
export class ReviewPerspective extends LitElement {
  @property({ attribute: false }) choice: PerspectiveChoice = null;
  @property({ attribute: false }) names: string[] = [];

  static override styles = [
    shared,
    css`
      select {
        width: 100%;
      }
    `,
  ];

  override render(): TemplateResult {
    const current = this.choice === null ? "acting" : String(this.choice);
    const option = (value: string, words: string): TemplateResult =>
      html`<option value=${value} ?selected=${value === current}>${words}</option>`;
    return html`<label>
      ${t("With whose eyes")}
      <select @change=${(event: Event) => this.#choose((event.target as HTMLSelectElement).value)}>
        ${option("acting", t("Everything open, from whoever acts"))}
        ${this.names.map((name, seat) => option(String(seat), name))} ${option("spectator", t("A spectator"))}
      </select>
    </label>`;
  }

  #choose(value: string): void {
    this.dispatchEvent(new CustomEvent<PerspectiveChoice>("choose", { detail: parsePerspective(value) }));
  }
}
