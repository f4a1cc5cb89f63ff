/** The dial: three wheels with the digits 1 to 5 for the code to propose or to name as verdict. */
import { calm, css, customElement, html, LitElement, property, shared, svg, words, type TemplateResult } from "@house/kit";
import { SHAPES, type Shape } from "./laws/laws";
import { glyph, pictureStyles } from "./pictures";
import { hues } from "./hues";

const { t } = words("turing-machine");

@customElement("nh-turing-machine-dial")
export class Dial extends LitElement {
  /** Three digits. */
  @property() code = "111";
  /** Marks of the note sheet, so that crossed-out digits look crossed out. */
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
    return html`${SHAPES.map((shape, index) => this.#wheel(shape, index))}`;
  }

  #wheel(shape: Shape, index: number): TemplateResult {
    const digit = Number(this.code[index]);
    const [above, below] = [rotate(digit, 1), rotate(digit, -1)];
    const crossedClass = (digit: number): string => (this.crossed.has(`${shape}${digit}`) ? "gone" : "");
    const name = shapeName(shape);
    return html`<div class="wheel ${shape}" @wheel=${(event: WheelEvent) => this.#onWheel(event, index)}>
      <button type="button" tabindex="-1" class=${crossedClass(above)} aria-label=${t("{shape}: {digit}", { shape: name, digit: above })}
        @click=${() => this.#set(index, above)}>${above}</button>
      <div class="now" role="spinbutton" tabindex="0" aria-label=${name} aria-valuemin="1" aria-valuemax="5" aria-valuenow=${digit}
        aria-valuetext=${crossedClass(digit) ? t("{digit}, crossed out in your notes", { digit }) : String(digit)}
        @keydown=${(event: KeyboardEvent) => this.#onKey(event, index)} @pointerdown=${(event: PointerEvent) => this.#startDrag(event, index)}>
        <svg viewBox="0 0 18 18" aria-hidden="true">${svg`${glyph(shape, 9, 9, 13)}`}</svg>
        <span class="digit-now ${crossedClass(digit)}">${digit}</span>
      </div>
      <button type="button" tabindex="-1" class=${crossedClass(below)} aria-label=${t("{shape}: {digit}", { shape: name, digit: below })}
        @click=${() => this.#set(index, below)}>${below}</button>
    </div>`;
  }

  override focus(): void {
    void this.updateComplete.then(() => this.#wheelAt(0)?.focus());
  }

  #wheelAt(index: number): HTMLElement | undefined {
    return this.renderRoot.querySelectorAll<HTMLElement>(".now")[index];
  }

  #set(index: number, digit: number): void {
    const previous = Number(this.code[index]);
    if (digit === previous) return;
    this.code = this.code.slice(0, index) + String(digit) + this.code.slice(index + 1);
    this.dispatchEvent(new CustomEvent("change", { detail: this.code }));
    if (calm()) return;
    const upwards = rotate(previous, 1) === digit;
    void this.updateComplete.then(() =>
      this.#wheelAt(index)
        ?.querySelector(".digit-now")
        ?.animate([{ translate: `0 ${upwards ? -18 : 18}px`, opacity: 0.3 }, {}], { duration: 150, easing: "ease-out" }),
    );
  }

  #onKey(event: KeyboardEvent, index: number): void {
    const digit = Number(this.code[index]);
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    if (/^[1-5]$/.test(event.key)) {
      this.#set(index, Number(event.key));
      this.#wheelAt(Math.min(index + 1, 2))?.focus();
    } else if (event.key === "ArrowUp" || event.key === "ArrowDown") {
      this.#set(index, rotate(digit, event.key === "ArrowUp" ? 1 : -1));
    } else if (event.key === "ArrowLeft" || event.key === "ArrowRight") {
      this.#wheelAt(index + (event.key === "ArrowRight" ? 1 : -1))?.focus();
    } else if (event.key === "Home" || event.key === "End") {
      this.#set(index, event.key === "Home" ? 1 : 5);
    } else if (event.key === "Enter") {
      this.dispatchEvent(new Event("enter"));
    } else {
      return;
    }
    event.preventDefault();
  }

  /** Turn the wheel by dragging it with a finger or the mouse. */
  #startDrag(event: PointerEvent, index: number): void {
    const wheel = event.currentTarget as HTMLElement;
    let startY = event.clientY;
    const onMove = (move: PointerEvent): void => {
      const steps = Math.trunc((move.clientY - startY) / 26);
      if (steps === 0) return;
      startY += steps * 26;
      this.#set(index, rotate(Number(this.code[index]), steps));
    };
    wheel.setPointerCapture(event.pointerId);
    wheel.addEventListener("pointermove", onMove);
    wheel.addEventListener("lostpointercapture", () => wheel.removeEventListener("pointermove", onMove), { once: true });
  }

  #onWheel(event: WheelEvent, index: number): void {
    // The page scrolls with the same gesture, so only the focused wheel turns.
    if (this.shadowRoot?.activeElement !== this.#wheelAt(index) || event.deltaY === 0) return;
    event.preventDefault();
    this.#set(index, rotate(Number(this.code[index]), event.deltaY < 0 ? 1 : -1));
  }
}

export function shapeName(shape: Shape): string {
  return { t: t("Triangle"), s: t("Square"), c: t("Circle") }[shape];
}

function rotate(digit: number, steps: number): number {
  return ((((digit - 1 + steps) % 5) + 5) % 5) + 1;
}
