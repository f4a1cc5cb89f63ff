/** Three wheels with the digits 1 to 5: the code that is about to be proposed or said. */
import { calm, css, customElement, html, LitElement, property, shared, svg, words, type TemplateResult } from "@house/kit";
import { SHAPES, type Shape } from "./laws/laws";
import { glyph, pictureStyles } from "./pictures";
import { hues } from "./hues";

const { t } = words("turing-machine");

@customElement("nh-turing-machine-dial")
export class Dial extends LitElement {
  /** Three digits. */
  @property() code = "111";
  /** Marks of the note sheet: digits that are crossed out look so. */
  @property({ attribute: false }) crossed: ReadonlySet<string> = new Set();

  static override styles = [
    shared,
    hues,
    pictureStyles,
    css`
      :host {
        display: flex;
        gap: var(--gap-2);
      }
      .wheel {
        width: 56px;
        border: 1px solid var(--line-strong);
        border-radius: var(--round);
        background: linear-gradient(var(--well), var(--sheet) 34%, var(--sheet) 66%, var(--well));
        overflow: hidden;
        text-align: center;
      }
      .wheel:focus-within {
        outline: 3px solid var(--accent);
        outline-offset: 2px;
      }
      button {
        width: 100%;
        min-height: var(--touch);
        border: 0;
        border-radius: 0;
        background: none;
        padding: 0;
        color: var(--ink-soft);
      }
      .now {
        display: grid;
        grid-template-columns: 18px 1fr;
        align-items: center;
        height: 48px;
        padding: 0 var(--gap-2) 0 6px;
        border-block: 2px solid var(--hue);
        color: var(--hue);
        font-size: var(--text-6);
        font-weight: 600;
        line-height: 1;
        outline: none;
        touch-action: none;
        cursor: ns-resize;
      }
      .now svg {
        width: 18px;
        height: 18px;
      }
      .gone {
        text-decoration: line-through;
        text-decoration-thickness: 2px;
      }
    `,
  ];

  override render(): TemplateResult {
    return html`${SHAPES.map((shape, place) => this.#wheel(shape, place))}`;
  }

  #wheel(shape: Shape, place: number): TemplateResult {
    const digit = Number(this.code[place]);
    const [above, below] = [turned(digit, 1), turned(digit, -1)];
    const gone = (one: number): string => (this.crossed.has(`${shape}${one}`) ? "gone" : "");
    const name = nameOf(shape);
    return html`<div class="wheel ${shape}" @wheel=${(event: WheelEvent) => this.#rolled(event, place)}>
      <button type="button" tabindex="-1" class=${gone(above)} aria-label=${t("{shape}: {digit}", { shape: name, digit: above })}
        @click=${() => this.#set(place, above)}>${above}</button>
      <div class="now" role="spinbutton" tabindex="0" aria-label=${name} aria-valuemin="1" aria-valuemax="5" aria-valuenow=${digit}
        aria-valuetext=${gone(digit) ? t("{digit}, crossed out in your notes", { digit }) : String(digit)}
        @keydown=${(event: KeyboardEvent) => this.#key(event, place)} @pointerdown=${(event: PointerEvent) => this.#grab(event, place)}>
        <svg viewBox="0 0 18 18" aria-hidden="true">${svg`${glyph(shape, 9, 9, 13)}`}</svg>
        <span class="digit-now ${gone(digit)}">${digit}</span>
      </div>
      <button type="button" tabindex="-1" class=${gone(below)} aria-label=${t("{shape}: {digit}", { shape: name, digit: below })}
        @click=${() => this.#set(place, below)}>${below}</button>
    </div>`;
  }

  override focus(): void {
    void this.updateComplete.then(() => this.#wheelAt(0)?.focus());
  }

  #wheelAt(place: number): HTMLElement | undefined {
    return this.renderRoot.querySelectorAll<HTMLElement>(".now")[place];
  }

  #set(place: number, digit: number): void {
    const before = Number(this.code[place]);
    if (digit === before) return;
    this.code = this.code.slice(0, place) + String(digit) + this.code.slice(place + 1);
    this.dispatchEvent(new CustomEvent("change", { detail: this.code }));
    if (calm()) return;
    const up = turned(before, 1) === digit;
    void this.updateComplete.then(() =>
      this.#wheelAt(place)
        ?.querySelector(".digit-now")
        ?.animate([{ translate: `0 ${up ? -18 : 18}px`, opacity: 0.3 }, {}], { duration: 150, easing: "ease-out" }),
    );
  }

  #key(event: KeyboardEvent, place: number): void {
    const digit = Number(this.code[place]);
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    if (/^[1-5]$/.test(event.key)) {
      this.#set(place, Number(event.key));
      this.#wheelAt(Math.min(place + 1, 2))?.focus();
    } else if (event.key === "ArrowUp" || event.key === "ArrowDown") {
      this.#set(place, turned(digit, event.key === "ArrowUp" ? 1 : -1));
    } else if (event.key === "ArrowLeft" || event.key === "ArrowRight") {
      this.#wheelAt(place + (event.key === "ArrowRight" ? 1 : -1))?.focus();
    } else if (event.key === "Home" || event.key === "End") {
      this.#set(place, event.key === "Home" ? 1 : 5);
    } else if (event.key === "Enter") {
      this.dispatchEvent(new Event("enter"));
    } else {
      return;
    }
    event.preventDefault();
  }

  /** A finger or the mouse pulls the wheel. */
  #grab(event: PointerEvent, place: number): void {
    const wheel = event.currentTarget as HTMLElement;
    let from = event.clientY;
    const moved = (move: PointerEvent): void => {
      const by = Math.trunc((move.clientY - from) / 26);
      if (by === 0) return;
      from += by * 26;
      this.#set(place, turned(Number(this.code[place]), by));
    };
    wheel.setPointerCapture(event.pointerId);
    wheel.addEventListener("pointermove", moved);
    wheel.addEventListener("lostpointercapture", () => wheel.removeEventListener("pointermove", moved), { once: true });
  }

  #rolled(event: WheelEvent, place: number): void {
    // The page scrolls with the same gesture, so the wheel turns only where somebody has taken hold of it.
    if (this.shadowRoot?.activeElement !== this.#wheelAt(place) || event.deltaY === 0) return;
    event.preventDefault();
    this.#set(place, turned(Number(this.code[place]), event.deltaY < 0 ? 1 : -1));
  }
}

export function nameOf(shape: Shape): string {
  return { t: t("Triangle"), s: t("Square"), c: t("Circle") }[shape];
}

function turned(digit: number, by: number): number {
  return ((((digit - 1 + by) % 5) + 5) % 5) + 1;
}
