/** An invitation for one person. The link's secret stands behind its #, and is sent in bodies of requests only. */
import { html, LitElement, type TemplateResult } from "lit";
import { customElement, state } from "lit/decorators.js";
import { post, type MatchInfo } from "@house/api/api";
import { shared } from "@house/kit/styles";
import { t } from "@house/kit/words";
import { me } from "@house/api/me";
import "@house/match/lobby/invitation";
import { setTitle, page } from "@house/pages/page";
import { refusalWords } from "@house/api/refusals";
import { go } from "@house/shell/router";

@customElement("nh-invite")
export class InvitePage extends LitElement {
  @state() private info: MatchInfo | null = null;
  @state() private problem = "";
  readonly #secret = location.hash.slice(1);

  static override styles = [shared, page];

  override connectedCallback(): void {
    super.connectedCallback();
    setTitle(t("Invitation"));
    void this.#load();
  }

  async #load(): Promise<void> {
    try {
      await me.load();
      this.info = await post<MatchInfo>("/api/invitation/preview", { secret: this.#secret });
      if (this.info.seat !== null) this.#toTable(this.info);
    } catch (error) {
      this.problem = refusalWords(error);
    }
  }

  override render(): TemplateResult {
    if (this.problem) {
      return html`<div class="narrow">
        <h1>${t("This invitation can't be used")}</h1>
        <p role="alert">${this.problem}</p>
        <p><a class="button" href="/">${t("To the games")}</a></p>
      </div>`;
    }
    if (!this.info) return html`<div class="skeleton" aria-busy="true" role="img" aria-label=${t("Loading")}></div>`;
    return html`<nh-invitation .info=${this.info} secret=${this.#secret}
      @taken=${(event: CustomEvent<MatchInfo>) => this.#toTable(event.detail)}></nh-invitation>`;
  }

  #toTable(info: MatchInfo): void {
    go(`/match/${info.id}`, true);
  }
}
