/** The pantry: stacks of tiles with counts. `pick` fires with the chosen tile. */
import { css, customElement, html, LitElement, nothing, property, shared, type PropertyValues, type TemplateResult } from "@house/kit";
import { DIGITS, face, SIGNS, t, tn } from "../words";

/** The purpose of a chosen tile: it goes into the dish, or it is handed over, or nothing. */
export type Use = "lay" | "give" | "look";

@customElement("nh-sign-cook-pantry")
export class PantryFace extends LitElement {
  @property({ attribute: false }) pantry = "";
  /** Tiles that the current dish uses. */
  @property({ attribute: false }) laid = "";
  @property({ attribute: false }) use: Use = "look";
  /** The tile to hand over. */
  @property({ attribute: false }) chosen = "";

  #gained = new Map<string, number>();

  static override styles = [
    shared,
    css`
      .stacks {
        display: grid;
        grid-template-columns: repeat(15, minmax(0, 1fr));
        gap: var(--gap-2);
      }
      .stack-of {
        position: relative;
        min-width: 0;
        min-height: 52px;
        padding: 0;
        font-size: var(--text-4);
        font-weight: 600;
        border: 1px solid var(--line-strong);
        border-radius: var(--round);
        background: var(--sheet);
        display: grid;
        place-items: center;
      }
      .sign {
        color: var(--accent);
      }
      .two {
        box-shadow: 2px 2px 0 -1px var(--sheet), 2px 2px 0 0 var(--line-strong), var(--shadow);
      }
      .many {
        box-shadow: 2px 2px 0 -1px var(--sheet), 2px 2px 0 0 var(--line-strong), 4px 4px 0 -1px var(--sheet), 4px 4px 0 0 var(--line-strong);
      }
      .one {
        box-shadow: var(--shadow);
      }
      .none {
        background: none;
        border-style: dashed;
        border-color: var(--line);
        color: var(--ink-soft);
        font-weight: 400;
      }
      .over {
        border: 2px solid var(--bad);
      }
      .count {
        position: absolute;
        inset: auto 4px 1px auto;
        font-size: 14px;
        font-weight: 400;
        line-height: 18px;
        color: var(--ink-soft);
      }
      .over .count {
        color: var(--bad);
        font-weight: 600;
      }
      [aria-pressed="true"] {
        border: 2px solid var(--accent);
        background: var(--accent-tint);
      }
      [data-count]::before {
        content: attr(data-count);
      }
      .gain {
        position: absolute;
        inset: -8px -4px auto auto;
        padding: 0 5px;
        border-radius: var(--round);
        background: var(--accent);
        color: var(--on-accent);
        font-size: 14px;
        line-height: 20px;
        animation: rise calc(var(--quick) * 10) var(--ease) forwards;
        pointer-events: none;
      }
      @keyframes rise {
        0% {
          translate: 0 14px;
          opacity: 0;
        }
        12%,
        75% {
          translate: 0 0;
          opacity: 1;
        }
        100% {
          opacity: 0;
        }
      }
      @media (max-width: 700px) {
        .stacks {
          grid-template-columns: repeat(8, minmax(0, 1fr));
          gap: 6px var(--gap-1);
        }
        .stack-of {
          min-height: 46px;
          padding-bottom: 6px;
        }
        .count {
          inset: auto 3px 0 auto;
          line-height: 16px;
        }
      }
    `,
  ];

  protected override willUpdate(changed: PropertyValues): void {
    const before = changed.get("pantry") as string | undefined;
    if (before === undefined) return;
    this.#gained = new Map(
      [...DIGITS, ...SIGNS].map((tile) => [tile, countOf(this.pantry, tile) - countOf(before, tile)] as const).filter(([, more]) => more > 0),
    );
  }

  /** Focus the first tile that can be chosen. */
  override focus(): void {
    this.renderRoot.querySelector<HTMLElement>("button:not([aria-disabled='true'])")?.focus();
  }

  override render(): TemplateResult {
    return html`<div class="stacks" role="group" aria-label=${t("Your pantry")}>
      ${[...DIGITS, ...SIGNS].map((tile) => this.#stack(tile))}
    </div>`;
  }

  #stack(tile: string): TemplateResult {
    const left = countOf(this.pantry, tile) - countOf(this.laid, tile);
    const shape = left < 0 ? "over" : (["none", "one", "two"][left] ?? "many");
    const looks = `stack-of fact ${shape} ${SIGNS.includes(tile) ? "sign" : ""}`;
    const more = this.#gained.get(tile);
    const countText = left < 0 ? `−${-left}` : left < 2 ? "" : left;
    // The style draws the count, because the button's name already contains it.
    const inner = html`<span aria-hidden="true">${face(tile)}</span><span class="count" data-count=${countText}></span>
      ${more ? html`<span class="gain" data-count="+${more}"></span>` : nothing}`;
    const count = left < 0 ? tn("{count} tile too few", "{count} tiles too few", -left) : tn("{count} tile", "{count} tiles", left);
    const name = t("{tile}: {count}", { tile: face(tile), count });
    const usable = this.use === "lay" || (this.use === "give" && DIGITS.includes(tile));
    if (!usable) return html`<span class=${looks} role="img" aria-label=${name}>${inner}</span>`;
    return html`<button type="button" class=${looks} aria-label=${name} aria-disabled=${left <= 0}
      aria-pressed=${this.use === "give" ? String(this.chosen === tile) : nothing}
      @click=${() => left > 0 && this.dispatchEvent(new CustomEvent("pick", { detail: tile }))}>${inner}</button>`;
  }
}

function countOf(tiles: string, tile: string): number {
  return tiles.split(tile).length - 1;
}
