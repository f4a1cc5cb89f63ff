import { html, LitElement, type TemplateResult } from "lit";
import { customElement } from "lit/decorators.js";
import { shared } from "@house/kit/styles";
import { t } from "@house/kit/words";

@customElement("nh-practice")
export class Practice extends LitElement {
  static override styles = shared;

  override render(): TemplateResult {
    return html`<h1>${t("There is no such page.")}</h1>
      <p><a href="/">${t("To the games")}</a></p>`;
  }
}
