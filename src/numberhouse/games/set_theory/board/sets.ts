/** The ten sets: examples, numbers inside and outside, the viewer's notes, and at the end the sets' properties. */
import { LitElement, css, customElement, html, nothing, property, shared, type TemplateResult } from "@house/kit";
import type { View } from "@types-of/set-theory";
import { ideaOf, type Idea, type Notes } from "./notes";
import { LABELS, WORTHS } from "./facts";
import { t, tn } from "./words";


/** Fires `mark` with a set or "", and `note` with a set and the idea about it. */
@customElement("nh-set-theory-sets")
export class Sets extends LitElement {
  @property({ attribute: false }) view!: View;
  @property({ attribute: false }) notes: Notes = { text: "", ideas: {} };
  @property() markedSet = "";
  /** Whether notes can be stored. */
  @property({ type: Boolean }) writable = false;
  /** The language of the statements shown at the end. */
  @property() reader = "en";

  static override styles = [
    shared,
    css`
      :host {
        container-type: inline-size;
      }
      ul {
        display: grid;
        gap: 0 var(--gap-4);
      }
      li {
        display: grid;
        grid-template-columns: auto minmax(0, 1fr);
        gap: 0 var(--gap-3);
        padding: var(--gap-1) 0;
        border-bottom: 1px solid var(--line);
        align-items: start;
      }
      .label {
        width: var(--touch);
        padding: 0;
        font: 600 var(--text-3) / 1 var(--mono);
        box-shadow: var(--shadow);
      }
      .label[aria-pressed="true"] {
        background: var(--accent);
        border-color: var(--accent);
        color: var(--on-accent);
        box-shadow: none;
      }
      .facts {
        min-height: var(--touch);
        display: grid;
        align-content: center;
        font-size: var(--text-1);
        line-height: 1.4;
        min-width: 0;
      }
      .numbers {
        font-family: var(--mono);
        word-spacing: 0.15em;
      }
      .one {
        overflow: hidden;
        max-height: 1.4em;
      }
      p.one {
        margin: 0;
        white-space: nowrap;
        text-overflow: ellipsis;
      }
      .more {
        grid-column: 1 / -1;
        display: grid;
        gap: var(--gap-2);
        padding: var(--gap-2) 0 var(--gap-3);
        font-size: var(--text-1);
      }
      dl {
        margin: 0;
        display: grid;
        grid-template-columns: auto minmax(0, 1fr);
        gap: var(--gap-1) var(--gap-3);
      }
      dt {
        color: var(--ink-soft);
      }
      dd {
        margin: 0;
      }
      input[type="text"] {
        width: 100%;
      }
      fieldset {
        border: 0;
        padding: 0;
        margin: 0;
      }
      fieldset > div {
        display: flex;
        gap: var(--gap-4);
      }
      legend {
        padding: 0;
        font-weight: 400;
      }
      label.inline {
        min-width: var(--touch);
      }
      li:has(.more) {
        grid-column: 1 / -1;
      }
      .was {
        font-size: var(--text-2);
      }
      @container (min-width: 620px) {
        ul {
          grid-template-columns: repeat(2, minmax(0, 1fr));
        }
      }
    `,
  ];

  override render(): TemplateResult {
    return html`<ul class="plain">${[...LABELS].map((label, index) => this.#set(label, index))}</ul>`;
  }

  #set(label: string, index: number): TemplateResult {
    const placed = this.view.past.flatMap((turn) => (turn.number === null ? [] : [{ number: turn.number, sets: turn.sets }]));
    const inside = placed.filter((turn) => turn.sets.includes(label)).map((turn) => turn.number);
    const outside = placed.filter((turn) => !turn.sets.includes(label)).map((turn) => turn.number);
    const isOpen = this.markedSet === label;
    const idea = ideaOf(this.notes, label);
    const examples = this.view.examples[index] ?? [];
    return html`<li>
      <button class="label fact" aria-label=${t("Set {label}", { label })} aria-pressed=${isOpen ? "true" : "false"}
        @click=${() => this.#dispatch("mark", isOpen ? "" : label)}>${label}</button>
      <div class="facts">
        ${this.#statement(index)}
        <span class="numbers">${examples.length
          ? html`<span class="heard">${t("examples")} </span>${examples.join(" ")}`
          : html`<span class="soft">${t("no examples")}</span>`}</span>
        ${placed.length
          ? html`<span class=${isOpen ? "" : "one"} title=${t("numbers on the grid that are in the set")}>${t("{inside} of {all}", { inside: inside.length, all: placed.length })}${isOpen || !inside.length
                ? nothing
                : html`<span class="numbers soft"> · ${inside.toReversed().join(" ")}</span>`}</span>`
          : nothing}
        ${!isOpen && (idea.text || idea.worth)
          ? html`<p class="one soft">${[idea.text, idea.worth ? t("worth {worth}?", { worth: idea.worth }) : ""].filter(Boolean).join(" · ")}</p>`
          : nothing}
      </div>
      ${isOpen ? this.#details(label, inside, outside, idea) : nothing}
    </li>`;
  }

  #statement(index: number): TemplateResult | typeof nothing {
    const { end } = this.view;
    const words = end?.statements[index];
    const statement = words?.[this.reader] ?? words?.["en"];
    if (!end || !statement) return nothing;
    const worth = end.worths[index] ?? 1;
    return html`<span class="was">${statement} <strong>· ${t("worth {worth}", { worth })}</strong></span>`;
  }

  #details(label: string, inside: number[], outside: number[], idea: Idea): TemplateResult {
    const lines = this.view.lines.filter((line) => line.sets.includes(label)).length;
    return html`<div class="more">
      <dl>
        <dt>${t("in")}</dt>
        <dd class="numbers">${sortedText(inside) || t("none")}</dd>
        <dt>${t("not in")}</dt>
        <dd class="numbers">${sortedText(outside) || t("none")}</dd>
        ${lines ? html`<dt>${t("lines")}</dt><dd>${tn("{count} line of three", "{count} lines of three", lines)}</dd>` : nothing}
      </dl>
      ${this.writable
        ? html`<label>${t("What I think it is")}
              <input type="text" maxlength="200" .value=${idea.text} autocomplete="off"
                @input=${(event: Event) => this.#dispatchNote(label, { ...idea, text: (event.target as HTMLInputElement).value })} />
            </label>
            <fieldset>
              <legend>${t("Worth, I think")}</legend>
              <div>
                ${[0, ...WORTHS].map(
                  (worth) => html`<label class="inline"><input type="radio" name="worth-${label}" .checked=${idea.worth === worth}
                    @change=${() => this.#dispatchNote(label, { ...idea, worth })} />${worth || "?"}</label>`,
                )}
              </div>
            </fieldset>`
        : nothing}
    </div>`;
  }

  #dispatchNote(label: string, idea: Idea): void {
    this.#dispatch("note", { label, idea });
  }

  #dispatch(name: string, detail: unknown): void {
    this.dispatchEvent(new CustomEvent(name, { detail }));
  }
}

function sortedText(numbers: number[]): string {
  return numbers.toSorted((a, b) => a - b).join(" ");
}
