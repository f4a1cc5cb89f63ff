/** The offers that wait for this person's answer: a seat, hosting, a rematch. */
import { css, html, nothing, type TemplateResult } from "lit";
import { customElement, property } from "lit/decorators.js";
import { post, type MatchInfo, type ReceivedOffer } from "@house/api/api";
import { turns } from "@house/api/turns";
import { t, seatNumber } from "@house/kit/words";
import { Asking } from "@house/match/ending/asking";
import { takeSeatAt } from "@house/seeds/contributions";
import { go } from "@house/shell/router";

@customElement("nh-offers")
export class OfferList extends Asking {
  /** Only the offers of this match, and those to play it again; all where it is empty. */
  @property() match = "";
  /** The match as it is shown, with the commitment that the browser keeps. */
  @property({ attribute: false }) info: MatchInfo | null = null;
  /** Whether the page shows rematches elsewhere. */
  @property({ type: Boolean }) without = false;
  #timer = 0;

  static override styles = [
    Asking.styles,
    css`
      section {
        gap: var(--gap-3);
        margin-block-end: var(--gap-4);
      }
      .row {
        margin-block-start: var(--gap-2);
      }
    `,
  ];

  override connectedCallback(): void {
    super.connectedCallback();
    turns.addEventListener("change", this.#onChange);
    void turns.refresh();
    // On the page of a match somebody may offer something at any moment.
    if (this.match) this.#timer = window.setInterval(() => void turns.refresh(), 10_000);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    turns.removeEventListener("change", this.#onChange);
    window.clearInterval(this.#timer);
  }

  #onChange = (): void => this.requestUpdate();

  override render(): TemplateResult | typeof nothing {
    const offers = turns.offers.filter((offer) => !this.match || offer.match === this.match || (offer.rematch_of === this.match && !this.without));
    if (!offers.length && !this.problem) return nothing;
    return html`<section aria-label=${t("Offers to you")}>
      ${this.refusal()}
      ${offers.map((offer) => this.#offer(offer, offers))}
    </section>`;
  }

  #offer(offer: ReceivedOffer, offers: readonly ReceivedOffer[]): TemplateResult {
    const more = offers.filter((other) => other.by === offer.by).length > 1;
    return html`<div>
      <p role="status">${this.#words(offer)} ${offer.match === this.match ? nothing : html`<a href="/match/${offer.match}">${offer.title || t("Look at the match")}</a>`}</p>
      <div class="row">
        <button class="primary" ?disabled=${this.busy} @click=${() => this.#accept(offer)}>${t("Accept")}</button>
        <button ?disabled=${this.busy} @click=${() => this.#decline(offer, false)}>${t("Decline")}</button>
        ${more ? html`<button class="plain" ?disabled=${this.busy} @click=${() => this.#decline(offer, true)}>${t("Decline all of {name}", { name: offer.by })}</button>` : nothing}
      </div>
    </div>`;
  }

  #words({ by, seat, rematch_of, running }: ReceivedOffer): string {
    if (seat === null) return t("{name} asks you to host this match too.", { name: by });
    if (rematch_of) return t("{name} asks for a rematch: seat {seat} is yours if you accept.", { name: by, seat: seatNumber(seat) });
    if (running) return t("{name} offers you seat {seat} of a match that has begun.", { name: by, seat: seatNumber(seat) });
    return t("{name} offers you seat {seat}.", { name: by, seat: seatNumber(seat) });
  }

  #accept(offer: ReceivedOffer): Promise<void> {
    return this.#run(async () => {
      const before = this.info?.id === offer.match ? this.info : null;
      await takeSeatAt(`/api/me/offers/${offer.id}/accept`, {}, before);
      if (offer.match === this.match) this.dispatchEvent(new CustomEvent("accepted", { bubbles: true, composed: true }));
      else go(`/match/${offer.match}`);
    });
  }

  #decline(offer: ReceivedOffer, all: boolean): Promise<void> {
    return this.#run(() => post(`/api/me/offers/${offer.id}/decline`, { all_from_host: all }));
  }

  async #run(request: () => Promise<unknown>): Promise<void> {
    await this.run(request);
    await turns.refresh();
  }
}
