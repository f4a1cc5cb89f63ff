/** The page for an unknown address. */
import { html, LitElement, type TemplateResult } from "lit";
import { customElement } from "lit/decorators.js";
import { shared } from "@house/kit/styles";
import { t } from "@house/kit/words";
import { setTitle, page } from "@house/pages/page";

@customElement("nh-not-found")
export class NotFoundPage extends LitElement {
  static override styles = [shared, page];

  override connectedCallback(): void {
    super.connectedCallback();
    setTitle(t("No such page"));
  }

  override render(): TemplateResult {
    return html`<div class="narrow">
      <h1>${t("There is no such page.")}</h1>
      <p>${t("The address {path} leads nowhere. Perhaps a letter is missing at its end.", { path: location.pathname })}</p>
      <p class="row">
        <a class="button primary" href="/">${t("To the games")}</a>
        <a class="button" href="/matches">${t("My matches")}</a>
      </p>
    </div>`;
  }
}
