/** The places that sell tiles: the five markets, and the stall that takes garnets. `deal` fires with the action. */
import { css, customElement, html, icon, LitElement, nothing, property, shared, state, type PropertyValues, type TemplateResult } from "@house/kit";
import { ArrowRight, Gem } from "lucide";
import type { Action } from "@types-of/sign-cook";
import { building, townStyle } from "./map";
import { DIGITS, face, PRICE, SIGN_OF, SIGNS, t, tn, type Market, type Tile } from "./words";

@customElement("nh-sign-cook-visit")
export class VisitFace extends LitElement {
  @property({ attribute: false }) place: Market | "stall" = "stall";
  /** The digit to hand over; the player chooses it in the pantry. */
  @property({ attribute: false }) tile = "";
  /** Whether a deal is possible. */
  @property({ attribute: false }) open = false;
  @property({ attribute: false }) busy = false;
  @property({ attribute: false }) garnets = 0;
  /** The tile that was already bought, if any. */
  @property({ attribute: false }) bought = "";
  @state() private wanted: Tile | "" = "";

  static override styles = [
    shared,
    townStyle,
    css`
      .deal {
        display: flex;
        flex-wrap: wrap;
        align-items: center;
        gap: var(--gap-2) var(--gap-3);
        min-height: 56px;
        margin-bottom: var(--gap-3);
      }
      .tile {
        min-width: 34px;
        height: 44px;
        padding: 0 6px;
        font-size: var(--text-4);
        font-weight: 600;
      }
      .tile.sign {
        color: var(--accent);
        min-width: 28px;
      }
      .got {
        display: flex;
        flex-wrap: wrap;
        gap: 4px;
      }
      @media (max-width: 700px) {
        .building {
          display: none;
        }
      }
      .all {
        display: grid;
        grid-template-columns: repeat(5, minmax(44px, 64px));
        gap: var(--gap-2);
        margin-bottom: var(--gap-3);
      }
      .all button {
        padding: 0;
        font-size: var(--text-4);
        font-weight: 600;
      }
      .all [aria-checked="true"] {
        border: 2px solid var(--accent);
        background: var(--accent-tint);
      }
    `,
  ];

  protected override willUpdate(changed: PropertyValues): void {
    if (changed.has("bought")) this.wanted = "";
  }

  override render(): TemplateResult {
    return this.place === "stall" ? this.#stall() : this.#market(this.place);
  }

  #market(place: Market): TemplateResult {
    const sign = SIGN_OF[place];
    return html`<div class="row">
        ${building(place)}
        <p>${t("Hand over one number tile and get as many {sign} as it says.", { sign: face(sign) })}</p>
      </div>
      ${!this.open ? nothing : this.tile ? this.#deal(place, sign) : html`<p class="soft">${t("Choose a digit in your pantry.")}</p>`}`;
  }

  #deal(place: Market, sign: string): TemplateResult {
    const count = Number(this.tile);
    return html`<div class="deal" aria-hidden="true">
        <span class="tile">${this.tile}</span>${icon(ArrowRight)}
        <span class="got">${Array.from({ length: count }, () => html`<span class="tile sign">${face(sign)}</span>`)}</span>
      </div>
      ${count ? nothing : html`<p class="warn">${t("A 0 gives nothing and is spent. It counts as a visit.")}</p>`}
      <button class="primary" aria-disabled=${this.busy}
        @click=${() => this.#make({ type: "visit", place, tile: count, sure: count === 0 })}>
        ${count ? t("Exchange the {tile} for {count} {sign}", { count,  tile: this.tile, sign: face(sign) }) : t("Spend the 0 for nothing")}
      </button>`;
  }

  #stall(): TemplateResult {
    return html`<div class="row">
        ${building("stall")}
        <p>${t("Once in the match, {price} garnets buy any one tile. That is no visit.", { price: PRICE })}</p>
      </div>
      <p>${icon(Gem)} ${tn("You have {count} garnet.", "You have {count} garnets.", this.garnets)}
        ${this.bought ? t("You have bought {tile}.", { tile: face(this.bought) }) : nothing}</p>
      ${this.open
        ? html`<div class="all" role="radiogroup" aria-label=${t("Tile to buy")} @keydown=${this.#key}>
              ${([...DIGITS, ...SIGNS] as Tile[]).map(
                (tile) => html`<button type="button" role="radio" aria-checked=${String(tile === this.wanted)}
                  tabindex=${tile === (this.wanted || "0") ? 0 : -1} data-tile=${tile}
                  @click=${() => (this.wanted = tile)}>${face(tile)}</button>`,
              )}
            </div>
            <button class="primary" ?disabled=${!this.wanted} aria-disabled=${this.busy}
              @click=${() => this.wanted && this.#make({ type: "buy", tile: this.wanted })}>
              ${this.wanted ? t("Buy {tile} for {price} garnets", { tile: face(this.wanted), price: PRICE }) : t("Choose a tile")}
            </button>`
        : nothing}`;
  }

  #key = (event: KeyboardEvent): void => {
    const step = { ArrowLeft: -1, ArrowUp: -5, ArrowRight: 1, ArrowDown: 5 }[event.key];
    if (!step) return;
    event.preventDefault();
    const tiles = [...DIGITS, ...SIGNS] as Tile[];
    this.wanted = tiles.at((tiles.indexOf(this.wanted || "0") + step) % tiles.length) ?? "0";
    this.renderRoot.querySelector<HTMLElement>(`[data-tile="${this.wanted}"]`)?.focus();
  };

  #make(action: Action): void {
    if (!this.busy) this.dispatchEvent(new CustomEvent("deal", { detail: action }));
  }
}
