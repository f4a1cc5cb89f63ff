/**
 * The kitchen: the expressions of a dish, each in mathematical notation above its text; with assistance also their
 * values.
 *
 * `lines` fires with the text after every change, `serve` with a presented dish.
 */
import {
  Advice, css, customElement, html, icon, keepFocus, LitElement, nothing, property, shared, state,
  type Adviser, type PropertyValues, type TemplateResult,
} from "@house/kit";
import type { Advice as Tasting, Draft } from "@types-of/sign-cook";
import { CircleCheck, CircleX, Delete, Plus, Trash2, Utensils } from "lucide";
import { mathematics, set, tilesOf, type Cuisine } from "../expression";
import { dishText, letterText, tasted, tasteStyle } from "./taste";
import type { Edit } from "./tile-row";
import { ALPHABET, DIGITS, face, SIGNS, t, tn, type Course } from "../words";

/** Matches a device without a keyboard: a focused text field would bring one up over the tiles. */
const TOUCH = matchMedia("(hover: none) and (pointer: coarse)");

/** The question before a final step: serving nothing, or serving with visits or tiles left. */
type Question = "" | "nothing" | "serve";

@customElement("nh-sign-cook-kitchen")
export class KitchenFace extends LitElement {
  @property({ attribute: false }) course: Course = "starter";
  @property({ attribute: false }) cuisine!: Cuisine;
  @property({ attribute: false }) lines: readonly string[] = [""];
  @property({ attribute: false }) busy = false;
  /** Visits left in this round. */
  @property({ attribute: false }) visits = 0;
  /** Requests the evaluation of the dish; null without assistance. */
  @property({ attribute: false }) advise: Adviser | null = null;
  /** Requests whether a word counts; null where the host doesn't allow it. */
  @property({ attribute: false }) lookUp: Adviser | null = null;
  /** The position that the advice depends on, besides the lines. */
  @property({ attribute: false }) pantry = "";
  /** Whether tiles left over cost points: they do in a match, and not in practice. */
  @property({ attribute: false }) counted = true;
  @state() private active = 0;
  /** The place of the next tile in the active expression. */
  @state() private caret = 0;
  /** The held tile of the active expression, as an index into its text. */
  @state() private held: number | null = null;
  @state() private question: Question = "";
  /** The visits and the course for which serving was questioned: one question is enough. */
  #questioned = "";
  @state() private word = "";
  #tasting = new Advice<Draft, Tasting>(this);
  #lookup = new Advice<Draft, Tasting>(this);

  static override styles = [
    shared,
    mathematics,
    tasteStyle,
    css`
      ol {
        list-style: none;
        margin: 0;
        padding: 0;
        display: grid;
        gap: var(--gap-3);
      }
      .letters {
        grid-template-columns: repeat(auto-fill, minmax(min(100%, 220px), 1fr));
      }
      li {
        border: 1px solid var(--line);
        border-inline-start: 3px solid var(--line-strong);
        border-radius: var(--round);
        padding: var(--gap-1) var(--gap-2) var(--gap-2);
        background: var(--paper);
      }
      li.active {
        border-inline-start-color: var(--accent);
      }
      .shown {
        min-height: 44px;
        padding: 2px var(--gap-2);
        display: flex;
        align-items: center;
        overflow-x: auto;
      }
      .typed {
        display: grid;
        grid-template-columns: minmax(0, 1fr) auto auto;
        gap: var(--gap-1);
      }
      .typed button {
        padding: 0;
      }
      input {
        width: 100%;
        min-width: 0;
        font-family: var(--mono);
        font-size: var(--text-2);
      }
      .end {
        margin-top: var(--gap-4);
      }
      .ask {
        padding: var(--gap-2) var(--gap-3);
        border-inline-start: 4px solid var(--accent);
        background: var(--accent-tint);
        border-radius: var(--round);
        scroll-margin-bottom: calc(var(--bar, 0px) + 70px); /* the bar, and the button above it */
      }
      .alphabet {
        display: grid;
        grid-template-columns: repeat(auto-fill, minmax(48px, 1fr));
        gap: 2px var(--gap-2);
        margin: var(--gap-2) 0 0;
        padding: 0;
        list-style: none;
        font-size: var(--text-1);
      }
      .alphabet li {
        all: unset;
        display: flex;
        justify-content: space-between;
        border-bottom: 1px solid var(--line);
      }
      details,
      .lookup {
        margin-bottom: var(--gap-3);
      }
      .lookup input {
        max-width: 20ch;
      }
      .lookup p {
        display: flex;
        gap: var(--gap-2);
        align-items: center;
        min-height: 24px;
        margin: var(--gap-1) 0 0;
      }
      .lookup label {
        display: block;
      }
      summary {
        min-height: 32px;
        cursor: pointer;
      }
      .more {
        margin-top: var(--gap-2);
      }
      li:focus {
        outline: none;
      }
      /* The button stays in sight, above the bar of the page. */
      @media (max-width: 700px) {
        li {
          scroll-margin: 130px 0 130px;
        }
        .row.end {
          position: sticky;
          bottom: var(--bar, 0px);
          z-index: 2;
          margin-top: var(--gap-2);
          padding-block: var(--gap-1);
          background: var(--sheet);
        }
      }
    `,
  ];

  constructor() {
    super();
    keepFocus(this, () => (this.question ? [".ask button:last-child"] : ["button.nothing", ".end button"]));
  }

  /** The row of tiles is fetched when the kitchen opens: a text field does meanwhile. */
  override connectedCallback(): void {
    super.connectedCallback();
    void import("./tile-row").catch(() => undefined);
  }

  /** Put a tile into the current expression. */
  lay(tile: string): void {
    const input = this.#input(this.active);
    if (!input) return;
    const line = this.lines[this.active] ?? "";
    const caret = Math.min(this.caret, line.length);
    this.held = null;
    this.#edit(this.active, line.slice(0, caret) + face(tile) + line.slice(caret), caret + 1);
  }

  protected override willUpdate(changed: PropertyValues): void {
    if (changed.has("course")) this.question = "";
    if (!this.hasUpdated || this.active > this.lines.length - 1) this.#activate(Math.min(this.active, this.lines.length - 1));
    const written = this.lines.some((line) => line.trim());
    const word = this.word.trim();
    this.#lookup.ask(this.lookUp, /^[a-z]{2,15}$/i.test(word) ? { lines: [], word } : null, this.course);
    this.#tasting.ask(this.advise, written ? { lines: [...this.lines], word: "" } : null, `${this.course} ${this.pantry}`);
  }

  override render(): TemplateResult {
    const single = this.course === "main";
    const filledLines = this.lines.filter((text) => text.trim()).length;
    return html`${this.course === "dessert" ? this.#alphabet() : nothing} ${this.lookUp ? this.#lookupField() : nothing}
      <form @submit=${this.#serve} novalidate>
        <ol class=${this.course === "dessert" ? "letters" : ""} aria-label=${t("Your dish")}>${this.lines.map((line, index) => this.#line(line, index, single))}</ol>
        ${this.advise ? html`<div role="status" class="sums">${dishText(this.#tasting, this.lines)}</div>` : nothing}
        ${single
          ? nothing
          : html`<button type="button" class="more" @click=${() => this.#add()}>${icon(Plus)} ${this.course === "dessert" ? t("Add a letter") : t("Add an expression")}</button>`}
        <div class="row end">
          <button class="primary" ?disabled=${!filledLines} aria-disabled=${this.busy}>${icon(Utensils)} ${t("Serve the dish")}</button>
        </div>
        <p class="soft small end">
          ${t("What is served is final.")}
          ${this.visits ? tn("You still have {count} visit in this round.", "You still have {count} visits in this round.", this.visits) : nothing}
          ${this.#wasteText()}
        </p>
      </form>
      ${this.#questionRow()}`;
  }

  /** The question about serving, or about serving nothing. */
  #questionRow(): TemplateResult {
    const goOn = html`<button @click=${() => this.#goOn()}>${t("Go on cooking")}</button>`;
    switch (this.question) {
      case "serve":
        return html`<div class="row ask" role="group" tabindex="-1" aria-label=${t("Serve the dish")}>
          <span>${this.visits ? tn("You still have {count} visit. Serve?", "You still have {count} visits. Serve?", this.visits) : t("Serve?")} ${this.#wasteText()}</span>
          <button class="primary" aria-disabled=${this.busy} @click=${() => this.#present(this.#dish)}>${t("Yes, serve")}</button> ${goOn}
        </div>`;
      case "nothing":
        return html`<div class="row ask" role="group" tabindex="-1" aria-label=${t("Serve nothing")}>
          <span>${t("Present no dish in this round? That is last place.")}</span>
          <button aria-disabled=${this.busy} @click=${() => this.#present([])}>${t("Serve nothing")}</button> ${goOn}
        </div>`;
      default:
        return html`<button class="plain nothing" @click=${() => (this.question = "nothing")}>${t("Serve nothing")}</button>`;
    }
  }

  #goOn(): void {
    // After the question about serving nothing, the focus goes back to its button by itself.
    if (this.question === "serve") this.#focus(this.active);
    this.question = "";
  }

  /** The tiles that the dessert would leave over, in the order of the pantry. They cost points after the dessert only. */
  get #waste(): string[] {
    if (this.course !== "dessert" || !this.counted) return [];
    const laid = tilesOf(this.lines);
    const count = (tiles: string, tile: string): number => tiles.split(tile).length - 1;
    return [...DIGITS, ...SIGNS].flatMap((tile) => Array<string>(Math.max(0, count(this.pantry, tile) - count(laid, tile))).fill(face(tile)));
  }

  #wasteText(): string {
    const tiles = this.#waste;
    return tiles.length ? t("Left over: {tiles}. Tiles left after the dessert cost 2 points, once.", { tiles: tiles.join(" ") }) : "";
  }

  #line(line: string, index: number, single: boolean): TemplateResult {
    const number = index + 1;
    const name =
      this.course === "dessert" ? t("Letter {number}", { number }) : single ? t("Expression") : t("Expression {number}", { number });
    return html`<li class=${index === this.active ? "active" : ""} tabindex="-1" @click=${() => this.#activate(index)}>
      <div class="shown" tabindex=${line.length > 24 ? 0 : nothing}>
        ${line.trim() ? set(line, this.cuisine) : html`<span class="soft small">${t("Take tiles from the pantry, or type.")}</span>`}
      </div>
      <div class="typed">
        <input aria-label=${name} data-line=${index} .value=${line} maxlength="10000"
          autocomplete="off" autocapitalize="off" spellcheck="false"
          @focus=${() => this.#activate(index)}
          @input=${(event: Event) => this.#type(index, event.target as HTMLInputElement)}
          @pointerup=${(event: Event) => this.#follow(index, event.target as HTMLInputElement)}
          @keyup=${(event: Event) => this.#follow(index, event.target as HTMLInputElement)}
          @keydown=${(event: KeyboardEvent) => this.#key(event, index, single)} />
        <button type="button" class="plain" aria-label=${t("Take the last tile back from {name}", { name })} title=${t("Take a tile back")}
          aria-disabled=${!line} @click=${() => line && this.#back(index)}>${icon(Delete)}</button>
        ${single || this.lines.length === 1
          ? nothing
          : html`<button type="button" class="plain" aria-label=${t("Remove {name}", { name })} title=${t("Remove")}
              @click=${() => this.#remove(index)}>${icon(Trash2)}</button>`}
      </div>
      <nh-sign-cook-tile-row .text=${line} .name=${name} .active=${index === this.active} .caret=${this.caret}
        .held=${index === this.active ? this.held : null}
        @hold=${(event: CustomEvent<{ held: number; caret: number }>) => this.#hold(index, event.detail.held, event.detail.caret)}
        @edit=${(event: CustomEvent<Edit>) => this.#moved(index, event.detail)}></nh-sign-cook-tile-row>
      ${this.advise ? tasted(this.#tasting, line, index) : this.course === "dessert" ? letterText(line) : nothing}
    </li>`;
  }

  #alphabet(): TemplateResult {
    return html`<details open>
      <summary>${t("Letters and their numbers")}</summary>
      <ul class="alphabet">
        ${[...ALPHABET].map((letter, index) => html`<li><b>${letter}</b> <span>${index + 1}</span></li>`)}
      </ul>
    </details>`;
  }

  /** Whether a word counts in this match. */
  #lookupField(): TemplateResult {
    const word = this.word.trim();
    const { found } = this.#lookup;
    const isAnswered = found?.word && found.word === word.toUpperCase();
    return html`<div class="lookup">
      <label for="lookup">${t("Look a word up")}</label>
      <input id="lookup" .value=${this.word} maxlength="15" autocomplete="off" autocapitalize="off" spellcheck="false"
        @input=${(event: Event) => (this.word = (event.target as HTMLInputElement).value)} />
      <p role="status">${isAnswered
          ? html`${icon(found.counts ? CircleCheck : CircleX)} ${found.counts
              ? t("{word} counts in this match.", { word: found.word })
              : t("{word} doesn’t count in this match.", { word: found.word })}`
          : word && !/^[a-z]{2,15}$/i.test(word)
            ? html`<span class="soft">${t("A word has 2 to 15 letters, a to z.")}</span>`
            : nothing}</p>
    </div>`;
  }

  #key(event: KeyboardEvent, index: number, single: boolean): void {
    if (event.key !== "Enter" || single || event.ctrlKey || event.metaKey) return;
    // Enter moves to the next expression. Only the button serves the dish, because that is final.
    event.preventDefault();
    if (index === this.lines.length - 1) this.#add();
    else this.#input(index + 1)?.focus();
  }

  /** Focus an expression: its field, or the whole of it where that would bring up a keyboard. */
  #focus(index: number): void {
    const input = this.#input(index);
    const item = input?.closest("li");
    (TOUCH.matches ? item : input)?.focus({ preventScroll: true });
    item?.scrollIntoView({ block: "nearest" });
  }

  #input(index: number): HTMLInputElement | null {
    return this.renderRoot.querySelector(`[data-line="${index}"]`);
  }

  #write(index: number, line: string): void {
    this.question = "";
    this.#changed(this.lines.map((text, position) => (position === index ? line : text)));
  }

  // The caret

  /** Tiles go to the end of an expression that was just chosen. */
  #activate(index: number): void {
    if (index === this.active && this.hasUpdated) return;
    this.active = index;
    this.caret = (this.lines[index] ?? "").length;
    this.held = null;
  }

  /** Follow the caret of the text field. */
  #follow(index: number, input: HTMLInputElement): void {
    this.active = index;
    this.caret = input.selectionEnd ?? input.value.length;
    this.held = null;
  }

  #type(index: number, input: HTMLInputElement): void {
    this.#follow(index, input);
    this.#write(index, input.value);
  }

  #hold(index: number, held: number, caret: number): void {
    [this.active, this.held, this.caret] = [index, held, caret];
  }

  #moved(index: number, { text, caret, held }: Edit): void {
    this.#hold(index, held ?? 0, caret);
    this.held = held;
    this.#write(index, text);
  }

  #edit(index: number, line: string, caret: number): void {
    [this.active, this.caret] = [index, caret];
    this.#write(index, line);
    // The field moves its own caret to the end with every new text.
    void this.updateComplete.then(() => {
      const input = this.#input(index);
      if (input && this.shadowRoot?.activeElement === input) input.setSelectionRange(caret, caret);
    });
  }

  /** Delete the mark before the caret; at the very beginning, the last mark. */
  #back(index: number): void {
    const line = this.lines[index] ?? "";
    this.#activate(index);
    const caret = Math.min(this.caret, line.length) || line.length;
    this.held = null;
    this.#edit(index, line.slice(0, caret - 1) + line.slice(caret), caret - 1);
  }

  #add(): void {
    this.#changed([...this.lines, ""]);
    this.#activate(this.lines.length - 1);
    void this.updateComplete.then(() => this.#focus(this.active));
  }

  #remove(index: number): void {
    this.#changed(this.lines.filter((_, place) => place !== index));
    void this.updateComplete.then(() => this.#focus(Math.max(0, index - 1)));
  }

  #changed(lines: readonly string[]): void {
    this.lines = lines;
    this.dispatchEvent(new CustomEvent("lines", { detail: lines }));
  }

  get #dish(): string[] {
    return this.lines.map((line) => line.trim()).filter(Boolean);
  }

  #serve = (event: Event): void => {
    event.preventDefault();
    const asked = `${this.course} ${this.visits}`;
    if ((this.visits || this.#waste.length) && this.#questioned !== asked) {
      this.#questioned = asked;
      this.question = "serve";
      void this.updateComplete.then(() => {
        const question = this.renderRoot.querySelector<HTMLElement>(".ask");
        question?.focus({ preventScroll: true });
        question?.scrollIntoView({ block: "nearest" });
      });
    } else {
      this.#present(this.#dish);
    }
  };

  #present(dish: string[]): void {
    if (this.busy) return;
    this.question = "";
    this.dispatchEvent(new CustomEvent("serve", { detail: dish }));
  }
}
