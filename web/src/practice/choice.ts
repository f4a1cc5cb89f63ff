/** A small board: a text, a question, and one or several answers to select. */
import { css, html, nothing, type TemplateResult } from "lit";
import { customElement, state } from "lit/decorators.js";
import { Check, X } from "lucide";
import { Board } from "@house/kit/board";
import { icon } from "@house/kit/icon";
import { shared } from "@house/kit/styles";
import { language, t } from "@house/kit/words";

type Translations = Record<string, string>;

export interface ChoiceView {
  introduction: Translations[];
  /** Lines with a name each. */
  lines: { name: Translations; text: string }[];
  question: Translations;
  choices: { id: string; label: Translations }[];
  /** Whether several answers may be right. */
  several: boolean;
  chosen: string[] | null;
  /** After the answer. */
  right: string[] | null;
}

export interface Choose {
  type: "choose";
  chosen: string[];
}

@customElement("nh-drill-choice")
export class ChoiceBoard extends Board<ChoiceView, Choose> {
  @state() private selection: string[] = [];

  static override styles = [
    shared,
    css`
      .lines {
        display: grid;
        grid-template-columns: auto minmax(0, 1fr);
        gap: var(--gap-2) var(--gap-4);
        margin: 0 0 var(--gap-4);
      }
      dd {
        margin: 0;
        font-size: var(--text-3);
        overflow-wrap: anywhere;
        word-spacing: 0.5em;
      }
      dt {
        line-height: 1.9;
      }
      .choices {
        display: grid;
        gap: var(--gap-2);
      }
      .choices.several {
        grid-template-columns: repeat(auto-fill, minmax(150px, 1fr));
      }
      .choice {
        display: flex;
        align-items: center;
        gap: var(--gap-3);
        min-height: var(--touch);
        padding: var(--gap-1) var(--gap-3);
        border: 1px solid var(--line-strong);
        border-radius: var(--round);
        cursor: pointer;
      }
      .choice:has(input:checked) {
        border-color: var(--accent);
        background: var(--accent-tint);
      }
      .choice.right {
        border: 2px solid var(--good);
      }
      .choice span:last-of-type {
        flex: 1;
      }
    `,
  ];

  override render(): TemplateResult {
    const { introduction, lines, question, choices, several, right } = this.view;
    return html`<form class="sheet" @submit=${this.#send}>
      ${introduction.map((paragraph) => html`<p>${paragraph[language]}</p>`)}
      ${lines.length
        ? html`<dl class="lines">
            ${lines.map((line) => html`<dt class="soft">${line.name[language]}</dt><dd class="number">${line.text}</dd>`)}
          </dl>`
        : nothing}
      <fieldset ?disabled=${!this.open}>
        <legend>${question[language]}</legend>
        <div class="choices ${several ? "several number" : ""}">${choices.map((choice) => this.#choice(choice))}</div>
      </fieldset>
      ${right === null && !this.over
        ? html`<button class="primary" ?disabled=${this.busy || !this.open || (!several && !this.selection.length)}>${t("That is my answer")}</button>`
        : nothing}
    </form>`;
  }

  #choice(choice: ChoiceView["choices"][number]): TemplateResult {
    const { several, chosen, right } = this.view;
    const selection = chosen ?? this.selection;
    const isRight = right?.includes(choice.id) ?? false;
    const mark = right === null ? nothing : isRight ? icon(Check, t("right")) : selection.includes(choice.id) ? icon(X, t("wrong")) : nothing;
    return html`<label class="choice ${isRight ? "right" : ""}">
      <input type=${several ? "checkbox" : "radio"} name="choice" .checked=${selection.includes(choice.id)}
        @change=${(event: Event) => this.#select(choice.id, (event.target as HTMLInputElement).checked)} />
      <span>${choice.label[language]}</span>
      ${mark}
    </label>`;
  }

  #select(id: string, isOn: boolean): void {
    const others = this.view.several ? this.selection.filter((choice) => choice !== id) : [];
    this.selection = isOn ? [...others, id] : others;
  }

  #send = (event: Event): void => {
    event.preventDefault();
    this.act({ type: "choose", chosen: this.selection });
  };
}
