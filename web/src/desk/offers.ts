/** The offers of the match, of seats and of hosting: open ones can be withdrawn, declined ones put away. */
import { css, html, nothing, type PropertyValues, type TemplateResult } from "lit";
import { customElement, state } from "lit/decorators.js";
import { get, remove, type components } from "@house/api/api";
import { shared } from "@house/kit/styles";
import { t } from "@house/kit/words";
import { DeskPart } from "@house/desk/part";
import { dayAndTime } from "@house/forms/moment";

type Offer = components["schemas"]["OfferInfo"];

/** Milliseconds between refreshes: no update of the match tells of an answer about hosting. */
const REFRESH_INTERVAL = 5000;

@customElement("nh-desk-offers")
export class DeskOffers extends DeskPart {
  @state() private offers: Offer[] = [];
  #timer = 0;

  static override styles = [
    shared,
    css`
      li {
        display: flex;
        flex-wrap: wrap;
        gap: var(--gap-1) var(--gap-3);
        align-items: center;
        justify-content: space-between;
        min-height: 52px;
        border-bottom: 1px solid var(--line);
        overflow-wrap: anywhere;
      }
      h2 {
        margin: 0;
      }
    `,
  ];

  override connectedCallback(): void {
    super.connectedCallback();
    this.#timer = window.setInterval(() => {
      if (document.visibilityState === "visible") void this.#refresh();
    }, REFRESH_INTERVAL);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    window.clearInterval(this.#timer);
  }

  /** An offer that was made or answered changes the match. */
  protected override willUpdate(changed: PropertyValues<this>): void {
    if (changed.has("info")) void this.#refresh();
  }

  override render(): TemplateResult {
    return html`${this.offers.length
      ? html`<section class="sheet stack" aria-labelledby="offers">
          <h2 id="offers">${t("Offers")}</h2>
          <ul class="plain" aria-labelledby="offers">${this.offers.map((offer) => this.#row(offer))}</ul>
        </section>`
      : nothing}${this.statusMessage()}`;
  }

  #row(offer: Offer): TemplateResult {
    const { name } = offer;
    const isOpen = offer.declined === null;
    return html`<li>
      <span>${offer.seat === null ? t("To host") : t("Seat {seat}", { seat: offer.seat })}:
        ${isOpen ? t("{name} hasn’t answered yet", { name }) : t("{name} has declined", { name })}
        <span class="soft small">${dayAndTime(offer.declined ?? offer.created)}</span></span>
      ${isOpen
        ? html`<button ?disabled=${this.busy} aria-label=${t("Withdraw the offer to {name}", { name })} @click=${() => this.#remove(offer, t("The offer to {name} is withdrawn.", { name }))}>${t("Withdraw")}</button>`
        : html`<button ?disabled=${this.busy} aria-label=${t("Put away that {name} has declined", { name })} @click=${() => this.#remove(offer, "")}>${t("Put away")}</button>`}
    </li>`;
  }

  async #remove(offer: Offer, success: string): Promise<void> {
    await this.run(() => remove(`${this.path}/offers/${offer.id}`), success);
    await this.#refresh();
  }

  async #refresh(): Promise<void> {
    try {
      this.offers = await get<Offer[]>(`${this.path}/offers`);
    } catch {
      return; // the desk itself says what fails; the next refresh tries again
    }
  }
}
