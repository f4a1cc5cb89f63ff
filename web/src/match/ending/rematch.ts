/** The rematch of a finished match: who asks, who has answered, and this player's own answer. Its place is reserved. */
import { css, html, nothing, type TemplateResult } from "lit";
import { customElement, property } from "lit/decorators.js";
import { Check, X } from "lucide";
import { post, remove, type PublicMatch, type RematchState } from "@house/api/api";
import { turns } from "@house/api/turns";
import { icon } from "@house/kit/icon";
import { language, t } from "@house/kit/words";
import { Asking } from "@house/match/ending/asking";
import { takeSeatAt } from "@house/seeds/contributions";
import { go } from "@house/shell/router";

@customElement("nh-rematch")
export class Rematch extends Asking {
  @property({ attribute: false }) rematch: RematchState | null = null;
  /** The finished match, which says who is at its page. */
  @property({ attribute: false }) publicMatch!: PublicMatch;

  static override styles = [
    Asking.styles,
    css`
      :host {
        display: block;
      }
      div.row {
        min-height: var(--touch);
        align-items: center;
        flex-wrap: nowrap;
      }
      button,
      a.button {
        flex: none;
        padding-inline: var(--gap-2);
      }
      p {
        flex: 0 1 auto;
        min-width: 0;
      }
    `,
  ];

  override render(): TemplateResult {
    return html`<div class="row">
      <p role="status">${this.problem ? html`<span class="bad">${this.problem}</span>` : this.#words()}</p>
      ${this.#buttons()}
    </div>`;
  }

  #words(): string {
    const { rematch } = this;
    if (!rematch) return "";
    const names = (answer: string): string[] => rematch.answers.filter((each) => each.answer === answer).map((each) => each.name);
    const list = (all: string[]): string => new Intl.ListFormat(language).format(all);
    if (rematch.offer) return t("{names}: a rematch?", { names: list(names("accepted")) });
    if (rematch.status !== "open") return rematch.accepted ? t("The rematch has begun.") : "";
    if (!rematch.accepted) return "";
    const declined = names("declined");
    if (declined.length) return t("Declined the rematch: {names}.", { names: list(declined) });
    const waiting = names("offered");
    const away = waiting.filter((name) => !this.publicMatch.seats.some((seat) => seat.name === name && seat.present));
    return away.length
      ? t("Rematch offered. Not at this page: {names}. The offer waits under My matches.", { names: list(away) })
      : t("Rematch offered. {names} can see it now.", { names: list(waiting) });
  }

  #buttons(): TemplateResult | typeof nothing {
    const { rematch } = this;
    if (!rematch) return nothing;
    if (rematch.offer)
      return html`<button class="primary" ?disabled=${this.busy} @click=${() => this.#accept(rematch)}>${icon(Check)} ${t("Accept")}</button>
        <button ?disabled=${this.busy} @click=${() => this.#run(() => post(`/api/me/offers/${rematch.offer}/decline`, {}))}>${icon(X)} ${t("Decline")}</button>`;
    if (!rematch.accepted) return nothing;
    if (rematch.status === "open" && rematch.answers.length <= 2)
      return html`<button class="plain" ?disabled=${this.busy} @click=${() => this.#run(() => remove(`/api/matches/${rematch.match}`))}>${t("Take the offer back")}</button>`;
    return html`<a class="button" href="/match/${rematch.match}">${t("To the rematch")}</a>`;
  }

  #accept(rematch: RematchState): Promise<void> {
    return this.#run(async () => {
      await takeSeatAt(`/api/me/offers/${rematch.offer}/accept`, {}, null);
      go(`/match/${rematch.match}`);
    });
  }

  async #run(request: () => Promise<unknown>): Promise<void> {
    await this.run(request);
    await turns.refresh();
  }
}
