/**
 * Presets: options with one name, above the form that shows all options.
 *
 * `value` in, `change` out with the new options as detail. The options themselves determine the current preset, so
 * edited options show at once that they match none.
 */
import { css, html, LitElement, nothing, type TemplateResult } from "lit";
import { customElement, property } from "lit/decorators.js";
import type { components } from "@house/api/api";
import { choiceCards } from "@house/forms/choice-cards";
import { shared } from "@house/kit/styles";
import { language, t } from "@house/kit/words";

export type Preset = components["schemas"]["PresetInfo"];
type Options = Record<string, unknown>;

@customElement("nh-presets")
export class Presets extends LitElement {
  @property({ attribute: false }) presets: readonly Preset[] = [];
  /** The game's defaults. */
  @property({ attribute: false }) defaults: Options = {};
  @property({ attribute: false }) value: Options = {};
  /** Options that no preset changes: secrets, and terms the players agree on. */
  @property({ attribute: false }) exclude: readonly string[] = [];

  static override styles = [
    shared,
    choiceCards,
    css`
      :host {
        display: block;
      }
      fieldset {
        margin: 0 0 var(--gap-3);
      }
      .choices {
        display: grid;
        grid-template-columns: repeat(auto-fill, minmax(min(260px, 100%), 1fr));
        gap: var(--gap-2);
      }
      label {
        align-content: start;
      }
      input {
        margin-block: 0.3em 0;
      }
      label span {
        grid-column: 2;
        overflow-wrap: anywhere;
      }
      p {
        margin: var(--gap-2) 0 0;
        min-height: 1.5em;
      }
    `,
  ];

  override render(): TemplateResult | typeof nothing {
    if (!this.presets.length) return nothing;
    const current = ["", ...this.presets.map((preset) => preset.name)].find((name) => this.#matches(name));
    return html`<fieldset>
      <legend>${t("Preset")}</legend>
      <div class="choices">
        ${this.#choice("", t("As usual"), t("The defaults of the game."), current)}
        ${this.presets.map((preset) => this.#choice(preset.name, translate(preset.title) || preset.name, translate(preset.description), current))}
      </div>
      <p class="soft" role="status">${current === undefined ? t("The options below are your own; choose a preset to put them back.") : nothing}</p>
    </fieldset>`;
  }

  #choice(name: string, title: string, description: string, current: string | undefined): TemplateResult {
    return html`<label>
      <input type="radio" name="preset" .checked=${name === current} @change=${() => this.#choose(name)} />
      <strong>${title}</strong>
      ${description ? html`<span class="soft">${description}</span>` : nothing}
    </label>`;
  }

  /** The options of a preset. */
  #options(name: string): Options {
    const preset = this.presets.find((preset) => preset.name === name);
    return { ...this.defaults, ...preset?.options };
  }

  #matches(name: string): boolean {
    return Object.entries(this.#options(name)).every(
      ([option, value]) => this.exclude.includes(option) || JSON.stringify(this.value[option] ?? this.defaults[option]) === JSON.stringify(value),
    );
  }

  #choose(name: string): void {
    const others = Object.entries(this.value).filter(([option]) => this.exclude.includes(option));
    const detail = { ...this.#options(name), ...Object.fromEntries(others) };
    this.dispatchEvent(new CustomEvent<Options>("change", { detail }));
  }
}

/** In the reader's language, else in English. */
function translate(translations: Record<string, string>): string {
  return translations[language] ?? translations.en ?? "";
}
