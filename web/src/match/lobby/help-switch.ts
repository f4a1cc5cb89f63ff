/** The switch for assistance in matches against bots. */
import { css, html, LitElement, type TemplateResult } from "lit";
import { customElement, state } from "lit/decorators.js";
import { shared } from "@house/kit/styles";
import { t } from "@house/kit/words";
import { setHelp, wantsHelp } from "@house/preferences/help";

@customElement("nh-help-switch")
export class HelpSwitch extends LitElement {
  @state() private on = wantsHelp();

  static override styles = [
    shared,
    css`
      label {
        display: inline-grid;
        grid-template-columns: auto minmax(0, 1fr);
        gap: 0 var(--gap-2);
        align-items: center;
        min-height: var(--touch);
        cursor: pointer;
      }
      span {
        grid-column: 2;
      }
    `,
  ];

  override render(): TemplateResult {
    return html`<label>
      <input type="checkbox" role="switch" aria-describedby="what" .checked=${this.on} @change=${this.#onChange} />
      <strong>${t("Help against bots")}</strong>
      <span class="soft small" id="what">${t("The board shows hints, checks and what a move would do.")}</span>
    </label>`;
  }

  #onChange = (event: Event): void => {
    this.on = (event.target as HTMLInputElement).checked;
    setHelp(this.on);
  };
}
