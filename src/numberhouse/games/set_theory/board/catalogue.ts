/**
 * The catalogue of properties, beside the board: what a set of this match may be. With assistance a property can be
 * held against the numbers; the service does that from the player's own view.
 */
import { Advice, css, customElement, html, language, LitElement, nothing, property, state, shared, type Adviser, type TemplateResult } from "@house/kit";
import type { Advice as Weighed, Draft, View } from "@types-of/set-theory";
import { LABELS } from "./facts";
import { t, tn } from "./words";

type Statements = Readonly<Record<string, string>>;
/** Id, place of the tier in the order plain, mixed, whole, statements by language, example numbers. */
type Entry = readonly [string, number, Statements, string];

const TIERS = ["plain", "mixed", "whole"];

@customElement("nh-set-theory-catalogue")
export class Catalogue extends LitElement {
  @property({ attribute: false }) view!: View;
  /** Holds a property against the numbers; null without assistance. */
  @property({ attribute: false }) advise: Adviser | null = null;
  @state() private entries: readonly Entry[] | null = null;
  @state() private hasFailed = false;
  @state() private sought = "";
  /** The property that is held against the numbers. */
  @state() private tried = "";
  #advice = new Advice<Draft, Weighed>(this);

  static override styles = [
    shared,
    css`
      p {
        margin: 0 0 var(--gap-2);
      }
      input {
        width: 100%;
      }
      .list {
        max-height: 22em;
        overflow-y: auto;
        margin-top: var(--gap-2);
        border: 1px solid var(--line);
        border-radius: var(--round);
      }
      .list p {
        margin: 0;
        padding: var(--gap-1) var(--gap-3);
      }
      li {
        border-bottom: 1px solid var(--line);
      }
      li > :is(button, div) {
        display: grid;
        gap: 2px;
        justify-items: start;
        width: 100%;
        padding: var(--gap-2) var(--gap-3);
        border: 0;
        border-radius: 0;
        text-align: start;
      }
      [aria-pressed="true"] {
        background: var(--accent-tint);
        box-shadow: inset 4px 0 var(--accent);
      }
      .numbers {
        font-family: var(--mono);
        font-size: var(--text-1);
        color: var(--ink-soft);
        word-spacing: 0.15em;
      }
      .verdict {
        margin-top: var(--gap-2);
        padding: var(--gap-2) var(--gap-3);
        border-inline-start: 4px solid var(--accent);
        background: var(--accent-tint);
        font-size: var(--text-1);
      }
      summary {
        min-height: var(--touch);
        align-content: center;
        cursor: pointer;
      }
      .verdict ul {
        display: grid;
        gap: 2px;
      }
      .verdict li {
        border: 0;
      }
    `,
  ];

  protected override willUpdate(): void {
    this.#advice.ask(this.advise, this.tried ? { property: this.tried, number: null, cell: "" } : null, this.view.past);
  }

  override render(): TemplateResult {
    if (this.hasFailed) {
      return html`<p role="alert">${t("The catalogue could not be loaded.")} <button @click=${this.#load}>${t("Try again")}</button></p>`;
    }
    return this.entries ? this.#catalogue(this.entries) : html`<p class="soft" role="status">${t("Loading…")}</p>`;
  }

  override connectedCallback(): void {
    super.connectedCallback();
    void this.#load();
  }

  /** The catalogue is large, and is fetched when it is first shown. */
  #load = async (): Promise<void> => {
    if (this.entries) return;
    this.hasFailed = false;
    try {
      this.entries = (await import("./reference")).CATALOGUE;
    } catch {
      this.hasFailed = true;
    }
  };

  #catalogue(entries: readonly Entry[]): TemplateResult {
    const { options, handed_in } = this.view;
    const most = handed_in ? TIERS.length : TIERS.indexOf(options.tier);
    const drawn = entries.filter(([, tier]) => tier <= most);
    const words = this.sought.toLowerCase().split(/\s+/).filter(Boolean);
    const found = drawn.filter((entry) => words.every((word) => textOf(entry).includes(word)));
    return html`<p class="soft small">
        ${handed_in
          ? t("The host's sets may be any of these, or others.")
          : t("Each hidden set is one of these; which ones is yours to find out.")}
        ${this.advise ? t("Choose a property to hold it against the numbers.") : nothing}
      </p>
      <label><span class="heard">${t("Search the catalogue")}</span>
        <input type="search" placeholder=${t("Search: square, 7, digits…")} maxlength="80" autocomplete="off" .value=${this.sought}
          @input=${(event: Event) => (this.sought = (event.target as HTMLInputElement).value)} /></label>
      ${this.advise ? html`<div role="status">${this.#verdict(entries)}</div>` : nothing}
      <div class="list" tabindex="0" role="group" aria-label=${t("Properties")}>
        <p class="soft small" role="status">${tn("{count} property", "{count} properties", found.length)}</p>
        <ul class="plain">${found.map((entry) => this.#entry(entry))}</ul>
      </div>`;
  }

  #entry(entry: Entry): TemplateResult {
    const [id, , , examples] = entry;
    const inner = html`<span>${statementOf(entry)}</span><span class="numbers">${examples}</span>`;
    return html`<li>
      ${this.advise
        ? html`<button aria-pressed=${String(id === this.tried)} @click=${() => (this.tried = id === this.tried ? "" : id)}>${inner}</button>`
        : html`<div>${inner}</div>`}
    </li>`;
  }

  /** The sets that the property fits, then those that contradict it. */
  #verdict(entries: readonly Entry[]): TemplateResult | typeof nothing {
    const entry = entries.find(([id]) => id === this.tried);
    const { found, of } = this.#advice;
    if (!entry || !found?.guesses?.length || of?.property !== this.tried) return nothing;
    const guesses = found.guesses.map((guess, index) => ({ ...guess, label: LABELS[index] ?? "" }));
    const fitting = guesses.filter(({ against }) => !against.length);
    const others = guesses.filter(({ against }) => against.length);
    return html`<div class="verdict">
      <strong>${statementOf(entry)}</strong>
      <ul class="plain">
        <li>${fitting.length ? t("Contradicted by nothing: {sets}", { sets: fitting.map(({ label }) => label).join(" ") }) : t("It can be none of the ten sets.")}</li>
      </ul>
      ${others.length ? html`<details>
        <summary>${t("What speaks against the others")}</summary>
        <ul class="plain">${others.map(({ label, against, fits }) => html`<li>${t("{set}: {numbers} against it, {count} for it", { set: label, numbers: against.join(" "), count: fits })}</li>`)}</ul>
      </details>` : nothing}
    </div>`;
  }
}

function statementOf([, , statements]: Entry): string {
  return statements[language] ?? statements["en"] ?? "";
}

/** The text that a search looks through: the words in every language, and the id. */
function textOf([id, , statements]: Entry): string {
  return `${id} ${Object.values(statements).join(" ")}`.toLowerCase();
}
