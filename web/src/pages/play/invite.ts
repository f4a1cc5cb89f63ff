/** An invitation for one person. The link's secret stands behind its #, and is sent in bodies of requests only. */
import { html, LitElement, nothing, type TemplateResult } from "lit";
import { customElement, state } from "lit/decorators.js";
import { post, type MatchInfo } from "@house/api/api";
import { shared } from "@house/kit/styles";
import { faceOf } from "@house/kit/face";
import { language, t } from "@house/kit/words";
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
    if (isTooLate(this.info)) return this.#tooLate(this.info);
    return html`<nh-invitation .info=${this.info} secret=${this.#secret}
      @taken=${(event: CustomEvent<MatchInfo>) => this.#toTable(event.detail)}></nh-invitation>`;
  }

  /** What the person can do instead; the table itself may be closed to everybody without a seat. */
  #tooLate(info: MatchInfo): TemplateResult {
    const isOver = info.status === "finished" || info.status === "abandoned";
    const game = faceOf(info.game).words().title;
    const hosts = new Intl.ListFormat(language).format(info.hosts);
    const isVisible = info.roles.includes("spectator");
    return html`<div class="narrow">
      <h1>${isOver ? t("This match is over") : t("This match has begun")}</h1>
      <p>${isOver
        ? t("The invitation to {game} was for a seat that had to be taken before it began.", { game })
        : t("The invitation to {game} was for a seat that had to be taken before it began. If a player leaves, {hosts} can send you a new invitation to that seat.", { game, hosts })}</p>
      <p class="row">
        ${isVisible ? html`<a class="button primary" href="/match/${info.id}">${isOver ? t("Look at the match") : t("Look on")}</a>` : nothing}
        <a class="button ${isVisible ? "" : "primary"}" href="/games/${info.game}">${t("Play {game} yourself", { game })}</a>
      </p>
    </div>`;
  }

  #toTable(info: MatchInfo): void {
    go(`/match/${info.id}`, true);
  }
}

/** Whether the match has begun, and the invitation is from before. */
function isTooLate(info: MatchInfo): boolean {
  return info.status !== "draft" && info.status !== "open" && info.takes_over === null;
}
