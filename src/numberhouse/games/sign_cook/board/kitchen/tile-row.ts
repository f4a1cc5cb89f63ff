/**
 * The marks of an expression as tiles that can be moved: with a finger or the mouse, with the keys, or with two
 * buttons. New tiles come to the caret, which a tap beside a tile sets.
 *
 * `caret` fires with the new caret, `edit` with the new text, the caret and the held tile.
 */
import { css, customElement, html, icon, LitElement, nothing, property, shared, state, type TemplateResult } from "@house/kit";
import { ArrowLeft, ArrowRight } from "lucide";
import { face, t, tileOf } from "../words";

/** A change of the expression; `held` is the tile that was moved, as an index into the text. */
export interface Edit {
  text: string;
  caret: number;
  held: number | null;
}

/** A longer text is edited in its field only. */
const LONGEST = 60;
/** Pixels that a pointer moves before a tap becomes a drag. */
const SLACK = 6;

@customElement("nh-sign-cook-tile-row")
export class TileRow extends LitElement {
  @property() text = "";
  /** The place of the next tile: the number of marks before it. */
  @property({ type: Number }) caret = 0;
  /** Whether the next tile comes to this expression. */
  @property({ type: Boolean }) active = false;
  /** The name of the expression. */
  @property() name = "";
  /** The held tile, as an index into the text. */
  @property({ attribute: false }) held: number | null = null;
  /** The place to which a drag would move the tile. */
  @state() private target: number | null = null;

  #drag: { id: number; from: number; x: number; y: number; moves: boolean } | null = null;

  static override styles = [
    shared,
    css`
      .row-of {
        display: flex;
        flex-wrap: wrap;
        align-items: center;
        gap: var(--gap-1) 0;
        min-height: 44px;
        padding-inline: 3px;
      }
      .piece {
        position: relative;
        min-width: 34px;
        min-height: 40px;
        margin-inline: 2px;
        padding: 0 4px;
        font-size: var(--text-3);
        font-weight: 600;
        box-shadow: var(--shadow);
        touch-action: none;
        user-select: none;
        -webkit-user-select: none;
        cursor: grab;
      }
      .piece.sign {
        color: var(--accent);
      }
      .piece[aria-pressed="true"] {
        border: 2px solid var(--accent);
        background: var(--accent-tint);
      }
      .piece.moving {
        opacity: 0.5;
      }
      .caret {
        align-self: stretch;
        width: 0;
        outline: 1.5px solid var(--accent);
        border-radius: 2px;
      }
      .mover {
        min-width: 40px;
        min-height: 40px;
        padding: 0;
      }
      .movers {
        display: inline-flex;
        margin-inline-start: auto;
      }
    `,
  ];

  override render(): TemplateResult | typeof nothing {
    const marks = [...this.text];
    if (!this.text.trim() || this.text.length > LONGEST) return nothing;
    const caret = this.target ?? (this.active ? Math.min(this.caret, marks.length) : -1);
    const line = html`<span class="caret" aria-hidden="true"></span>`;
    return html`<div class="row-of" role="group" aria-label=${t("Tiles of {name}", { name: this.name })}>
      ${marks.map((mark, index) => html`${index === caret ? line : nothing}${mark.trim() ? this.#tile(mark, index, marks.length) : nothing}`)}
      ${caret === marks.length ? line : nothing}
      <span class="movers">
        ${this.#mover(-1, t("Move the tile to the left"))} ${this.#mover(1, t("Move the tile to the right"))}
      </span>
    </div>`;
  }

  #tile(mark: string, index: number, count: number): TemplateResult {
    const tile = tileOf(mark);
    const focusable = index === (this.held ?? 0);
    return html`<button type="button" class="piece ${tile && !/[0-9]/.test(tile) ? "sign" : ""} ${this.target !== null && index === this.#drag?.from ? "moving" : ""}"
      data-tile=${index} tabindex=${focusable ? 0 : -1} aria-pressed=${String(index === this.held)}
      aria-label=${t("{tile}, tile {number} of {count}", { tile: face(tile ?? mark), number: index + 1, count })}
      @pointerdown=${(event: PointerEvent) => this.#press(event, index)} @pointermove=${this.#move}
      @pointerup=${this.#release} @pointercancel=${this.#cancel}
      @click=${(event: MouseEvent) => event.detail === 0 && this.#hold(index, index + 1)}
      @keydown=${(event: KeyboardEvent) => this.#key(event, index, count)}>${face(tile ?? mark)}</button>`;
  }

  #mover(step: -1 | 1, name: string): TemplateResult {
    const to = this.held === null ? -1 : this.held + step;
    return html`<button type="button" class="plain mover" aria-label=${name} title=${name} ?disabled=${to < 0 || to >= this.text.length}
      @click=${() => this.held !== null && this.#shift(this.held, step)}>${icon(step < 0 ? ArrowLeft : ArrowRight)}</button>`;
  }

  // Changes

  #hold(index: number, caret: number): void {
    this.dispatchEvent(new CustomEvent("hold", { detail: { held: index, caret } }));
  }

  /** Move a tile before the mark at `to`, as the text stands now. */
  #place(from: number, to: number): void {
    const marks = [...this.text];
    const [mark] = marks.splice(from, 1);
    if (mark === undefined) return;
    const place = to > from ? to - 1 : to;
    marks.splice(place, 0, mark);
    this.#edit({ text: marks.join(""), caret: place + 1, held: place });
  }

  #shift(from: number, step: -1 | 1): void {
    this.#place(from, step < 0 ? from - 1 : from + 2);
  }

  #edit(edit: Edit): void {
    this.dispatchEvent(new CustomEvent("edit", { detail: edit }));
  }

  #key(event: KeyboardEvent, index: number, count: number): void {
    const step = event.key === "ArrowLeft" ? -1 : event.key === "ArrowRight" ? 1 : 0;
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    if (step) {
      const to = index + step;
      if (to < 0 || to >= count) return;
      if (event.shiftKey) this.#shift(index, step);
      else this.#hold(to, to + 1);
      void this.#focus(to);
    } else if (event.key === "Delete" || event.key === "Backspace") {
      const marks = [...this.text].filter((_, place) => place !== index);
      const held = marks.length ? Math.min(index, marks.length - 1) : null;
      this.#edit({ text: marks.join(""), caret: index, held });
      if (held !== null) void this.#focus(held);
    } else {
      return;
    }
    event.preventDefault();
  }

  /** The parent has to pass on the change before the tile at this place can take the focus. */
  async #focus(index: number): Promise<void> {
    await Promise.resolve();
    await this.updateComplete;
    this.renderRoot.querySelector<HTMLElement>(`[data-tile="${index}"]`)?.focus();
  }

  // The pointer

  #press(event: PointerEvent, index: number): void {
    if (event.button) return;
    (event.currentTarget as HTMLElement).setPointerCapture(event.pointerId);
    this.#drag = { id: event.pointerId, from: index, x: event.clientX, y: event.clientY, moves: false };
  }

  #move = (event: PointerEvent): void => {
    const drag = this.#drag;
    if (drag?.id !== event.pointerId) return;
    drag.moves ||= Math.hypot(event.clientX - drag.x, event.clientY - drag.y) > SLACK;
    if (drag.moves) this.target = this.#gapAt(event.clientX, event.clientY);
  };

  #release = (event: PointerEvent): void => {
    const drag = this.#drag;
    if (drag?.id !== event.pointerId) return;
    const { target } = this;
    this.#cancel();
    if (drag.moves && target !== null) this.#place(drag.from, target);
    else if (!drag.moves) this.#hold(drag.from, this.#gapAt(event.clientX, event.clientY));
  };

  #cancel = (): void => {
    this.#drag = null;
    this.target = null;
  };

  /** The gap between tiles that is nearest to a point: the number of marks before it. */
  #gapAt(x: number, y: number): number {
    let nearest = { distance: Infinity, gap: this.text.length };
    for (const tile of this.renderRoot.querySelectorAll<HTMLElement>("[data-tile]")) {
      const box = tile.getBoundingClientRect();
      const index = Number(tile.dataset["tile"]);
      const lines = y < box.top ? box.top - y : y > box.bottom ? y - box.bottom : 0;
      for (const [side, gap] of [[box.left, index], [box.right, index + 1]] as const) {
        const distance = lines * 1000 + Math.abs(x - side);
        if (distance < nearest.distance) nearest = { distance, gap };
      }
    }
    return nearest.gap;
  }
}
