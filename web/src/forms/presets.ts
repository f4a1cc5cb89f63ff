/**
 * Options that people choose by one name, above the form that shows them all.
 *
 * `value` in, `change` out with the new options as detail. Which preset is chosen is read off the options, so a form
 * that is edited afterwards says by itself that they are nobody's preset any more.
 */
import { css, html, LitElement, nothing, type TemplateResult } from "lit";
import { customElement, property } from "lit/decorators.js";
import type { components } from "@house/api/api";
import { shared } from "@house/kit/styles";
import { language, t } from "@house/kit/words";

export type Preset = components["schemas"]["PresetInfo"];
type Options = Record<string, unknown>;

@customElement("nh-presets")
export class Presets extends LitElement {
  @property({ attribute: false }) presets: readonly Preset[] = [];
  /** The game's defaults. */
  @property({ attribute: false }) usual: Options = {};
  @property({ attribute: false }) value: Options = {};
  /** Options that no preset touches: secrets, and what is agreed elsewhere. */
  @property({ attribute: false }) without: readonly string[] = [];

  static override styles = [
    shared,
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
        display: grid;
        grid-template-columns: auto minmax(0, 1fr);
        gap: 0 var(--gap-2);
        align-content: start;
        min-height: var(--touch);
        padding: var(--gap-2) var(--gap-3);
        border: 1px solid var(--line);
        border-radius: var(--round);
        cursor: pointer;
      }
      label:has(:checked) {
        border-color: var(--accent);
        background: var(--accent-tint);
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
    const chosen = ["", ...this.presets.map((one) => one.name)].find((name) => this.#is(name));
    return html`<fieldset>
      <legend>${t("Preset")}</legend>
      <div class="choices">
        ${this.#choice("", t("As usual"), t("The defaults of the game."), chosen)}
        ${this.presets.map((one) => this.#choice(one.name, wordsOf(one.title) || one.name, wordsOf(one.description), chosen))}
      </div>
      <p class="soft" role="status">${chosen === undefined ? t("The options below are your own; choose a preset to put them back.") : nothing}</p>
    </fieldset>`;
  }

  #choice(name: string, title: string, about: string, chosen: string | undefined): TemplateResult {
    return html`<label>
      <input type="radio" name="preset" .checked=${name === chosen} @change=${() => this.#choose(name)} />
      <strong>${title}</strong>
      ${about ? html`<span class="soft">${about}</span>` : nothing}
    </label>`;
  }

  /** What a match by that preset has. */
  #options(name: string): Options {
    const preset = this.presets.find((one) => one.name === name);
    return { ...this.usual, ...preset?.options };
  }

  #is(name: string): boolean {
    return Object.entries(this.#options(name)).every(
      ([option, value]) => this.without.includes(option) || JSON.stringify(this.value[option] ?? this.usual[option]) === JSON.stringify(value),
    );
  }

  #choose(name: string): void {
    const untouched = Object.entries(this.value).filter(([option]) => this.without.includes(option));
    const detail = { ...this.#options(name), ...Object.fromEntries(untouched) };
    this.dispatchEvent(new CustomEvent<Options>("change", { detail }));
  }
}

/** In the reader's language, where the game has it. */
function wordsOf(told: Record<string, string>): string {
  return told[language] ?? told.en ?? "";
}
