/** The form for a game's options: the game's own editor for those it edits, the plain form for the others. */
import { css, html, LitElement, nothing, type PropertyValues, type TemplateResult } from "lit";
import { customElement, property, state } from "lit/decorators.js";
import { editorOf, type Editor } from "@house/games/boards";
import type { OptionsEditor } from "@house/kit/options";
import { shared } from "@house/kit/styles";
import "@house/forms/schema-form";
import { fieldsOf, type Labels, type Schema } from "@house/forms/schema-form";

@customElement("nh-options-form")
export class OptionsForm extends LitElement {
  @property() game = "";
  @property({ attribute: false }) schema: Schema = {};
  @property({ attribute: false }) value: Record<string, unknown> = {};
  @property({ attribute: false }) labels: Labels = () => undefined;
  /** Options that the form omits. */
  @property({ attribute: false }) exclude: readonly string[] = [];
  @state() private editor: Editor | null = null;

  #element: OptionsEditor | null = null;

  static override styles = [
    shared,
    css`
      :host {
        display: grid;
        gap: var(--gap-4);
      }
    `,
  ];

  protected override willUpdate(changed: PropertyValues): void {
    if (changed.has("game")) void this.#load(this.game);
    if (this.#element) this.#element.value = this.value;
  }

  async #load(game: string): Promise<void> {
    this.editor = this.#element = null;
    try {
      const editor = await editorOf(game);
      if (game !== this.game) return;
      this.editor = editor;
    } catch (error) {
      // The plain form takes every option.
      console.error(`the form of ${game} can't be loaded`, error);
    }
  }

  override render(): TemplateResult {
    const edited = (this.editor?.fields ?? []).filter((field) => !this.exclude.includes(field));
    const exclude = [...this.exclude, ...edited];
    const hasOthers = fieldsOf(this.schema).some((field) => !exclude.includes(field));
    return html`${edited.length ? this.#own(this.editor!) : nothing}
      ${hasOthers
        ? html`<nh-schema-form .schema=${this.schema} .value=${this.value} .labels=${this.labels} .exclude=${exclude}
            @change=${(event: CustomEvent<Record<string, unknown>>) => this.#changed(event.detail)}></nh-schema-form>`
        : nothing}`;
  }

  #own(editor: Editor): OptionsEditor {
    if (!this.#element) {
      this.#element = editor.create();
      this.#element.value = this.value;
      this.#element.addEventListener("change", (event) => this.#changed({ ...this.value, ...(event as CustomEvent<Record<string, unknown>>).detail }));
    }
    return this.#element;
  }

  #changed(value: Record<string, unknown>): void {
    this.value = value;
    this.dispatchEvent(new CustomEvent("change", { detail: value }));
  }
}
