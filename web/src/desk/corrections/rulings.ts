/** Rulings: decisions that the rules leave to the host, a preview of their effect, and the rulings so far. */
import { css, html, nothing, type TemplateResult } from "lit";
import { customElement, property, state } from "lit/decorators.js";
import { Gavel } from "lucide";
import { get, post, type components, type GameInfo } from "@house/api/api";
import { labelsOf } from "@house/games/boards";
import { icon } from "@house/kit/icon";
import { hasInvalidField } from "@house/kit/number-field";
import { shared } from "@house/kit/styles";
import { language, t } from "@house/kit/words";
import { changeStyles, effectView } from "@house/desk/corrections/changes";
import { dayAndTime } from "@house/forms/moment";
import { DeskPart, key, valueOf } from "@house/desk/part";
import "@house/forms/schema-form";
import { emptyOf, kindOf, type Labels, type Schema } from "@house/forms/schema-form";

type Rulings = components["schemas"]["Rulings"];
type RulingForm = components["schemas"]["RulingForm"];
type RulingPreview = components["schemas"]["RulingPreview"];
type Ruling = components["schemas"]["Ruling"];

/** A choice by its JSON, a form by its name: the list is fetched again after every event, so references would go stale. */
type Selection = { choice: string } | { form: string };

@customElement("nh-desk-rulings")
export class DeskRulings extends DeskPart {
  @property({ attribute: false }) game!: GameInfo;
  /** Changes with every event of the match. */
  @property({ attribute: false }) version = "";
  @state() private rulings: Rulings | null = null;
  @state() private selection: Selection | null = null;
  @state() private form: Record<string, unknown> = {};
  @state() private reason = "";
  @state() private preview: RulingPreview | null = null;
  @state() private labels: Labels = () => undefined;
  /** The key of the previewed ruling: the service makes it once, though it is sent twice. */
  #key = "";
  #fetchedFor = "";

  static override styles = [
    shared,
    changeStyles,
    css`
      ol {
        list-style: none;
        margin: 0;
        padding: 0;
      }
      .choices {
        max-height: 320px;
        overflow-y: auto;
        border: 1px solid var(--line);
        border-radius: var(--round);
      }
      .choices label {
        display: grid;
        grid-template-columns: auto minmax(0, 1fr);
        gap: var(--gap-2);
        align-items: center;
        min-height: var(--touch);
        padding: var(--gap-1) var(--gap-3);
        border-bottom: 1px solid var(--line);
        overflow-wrap: anywhere;
        cursor: pointer;
      }
      .choices li:last-child label {
        border-bottom: 0;
      }
      .choices label:has(:checked) {
        background: var(--accent-tint);
      }
      .made li {
        display: grid;
        grid-template-columns: 1.5em minmax(0, 1fr);
        gap: 0 var(--gap-2);
        padding: var(--gap-2) 0;
        border-bottom: 1px solid var(--line);
        overflow-wrap: anywhere;
      }
      .made span {
        grid-column: 2;
      }
      .made p,
      h3 {
        margin: 0;
      }
      input[type="text"] {
        width: 100%;
      }
      .preview {
        border: 2px solid var(--accent);
      }
    `,
  ];

  override connectedCallback(): void {
    super.connectedCallback();
    void labelsOf(this.info.game).then((labels) => (this.labels = labels));
  }

  override willUpdate(): void {
    const version = `${this.version} ${this.desk.status} ${this.desk.announcements.length}`;
    if (version === this.#fetchedFor) return;
    this.#fetchedFor = version;
    void this.#refresh();
  }

  override render(): TemplateResult {
    const { rulings } = this;
    if (rulings === null) return html`<p class="soft">${t("Loading …")}</p>`;
    return html`<div class="stack">
      <p class="soft">${t("The rules leave this to you. A ruling is announced to everybody and stays in the record; a later one may replace it.")}</p>
      ${rulings.choices.length || rulings.forms.length
        ? html`${this.#list(rulings)} ${this.selection ? this.#form() : nothing}`
        : html`<p class="soft">${t("There is nothing to rule on at the moment.")}</p>`}
      ${this.statusMessage()}
      ${this.preview ? this.#previewSection(this.preview) : nothing}
      <section class="stack" aria-labelledby="made">
        <h3 id="made">${t("Rulings made")}</h3>
        ${rulings.history.length
          ? html`<ol class="made">${[...rulings.history].reverse().map((ruling) => html`<li>${icon(Gavel)}
              <p>${inWords(ruling.words)}</p>
              ${ruling.reason ? html`<span>${t("Reason: {reason}", { reason: ruling.reason })}</span>` : nothing}
              <span class="soft small">${t("entry {number}", { number: ruling.number })}${ruling.at ? html` · <time>${dayAndTime(ruling.at)}</time>` : nothing}</span>
            </li>`)}</ol>`
          : html`<p class="soft">${t("No ruling has been made in this match.")}</p>`}
      </section>
    </div>`;
  }

  #list(rulings: Rulings): TemplateResult {
    return html`<ol class="choices" aria-label=${t("Possible rulings")} role="radiogroup" tabindex="0">
      ${rulings.choices.map((option) => {
        const choice = JSON.stringify(option.ruling);
        return this.#option(inWords(option.words), isChoice(this.selection, choice), { choice });
      })}
      ${rulings.forms.map((form) => {
        const words = rulings.choices.length ? t("Something else: {kind}", { kind: this.#kind(form) }) : this.#kind(form);
        return this.#option(words, isForm(this.selection, form.name), { form: form.name });
      })}
    </ol>`;
  }

  #option(words: string, checked: boolean, selection: Selection): TemplateResult {
    return html`<li role="none"><label>
      <input type="radio" name="ruling" .checked=${checked} @change=${() => this.#choose(selection)} /> <span>${words}</span>
    </label></li>`;
  }

  #form(): TemplateResult {
    return html`<form class="stack" @submit=${this.#showPreview}>
      ${this.selection && "form" in this.selection
        ? html`<nh-schema-form .schema=${this.#schema(this.selection.form)} .labels=${this.labels} .value=${this.form}
            @change=${(event: CustomEvent<Record<string, unknown>>) => this.#edit({ form: event.detail })}></nh-schema-form>`
        : nothing}
      <label>${t("Why, for everybody (may be left out)")}
        <input type="text" maxlength="500" .value=${this.reason} @input=${(event: Event) => this.#edit({ reason: valueOf(event) })} /></label>
      <div><button class=${this.preview ? "" : "primary"} ?disabled=${this.busy}>${t("See what would change")}</button></div>
    </form>`;
  }

  #previewSection(preview: RulingPreview): TemplateResult {
    return html`<section class="sheet stack preview" aria-labelledby="would">
      <h3 id="would">${t("What would change")}</h3>
      <p>${inWords(preview.words)}</p>
      ${effectView(preview, this.desk)}
      <div class="row">
        <button class="primary" ?disabled=${this.busy} @click=${this.#rule}>${t("Rule")}</button>
        <button @click=${() => (this.preview = null)}>${t("Don’t rule")}</button>
      </div>
    </section>`;
  }

  #kind(form: RulingForm): string {
    return this.labels(form.name) ?? form.name.replaceAll("-", " ");
  }

  /** The form's own schema, or the game's schema for rulings of this kind. */
  #schema(name: string): Schema {
    const schema = this.rulings?.forms.find((form) => form.name === name)?.schema as Schema | undefined;
    if (schema?.type === "object" && schema.properties) return schema;
    return kindOf(this.game.rulings_schema ?? {}, name);
  }

  #choose(selection: Selection): void {
    this.selection = selection;
    if ("form" in selection) {
      const schema = this.#schema(selection.form);
      this.form = (emptyOf(schema, schema) ?? {}) as Record<string, unknown>;
    }
    this.preview = null;
    this.problem = this.success = "";
  }

  /** A change discards the preview: the host may only confirm a ruling after seeing its effect. */
  #edit(changes: { form?: Record<string, unknown>; reason?: string }): void {
    Object.assign(this, changes);
    this.preview = null;
  }

  #ruling(): Ruling {
    const { selection } = this;
    const ruling: unknown = selection && "choice" in selection ? JSON.parse(selection.choice) : { type: selection?.form, ...this.form };
    return { ruling, reason: this.reason };
  }

  #showPreview = async (event: Event): Promise<void> => {
    event.preventDefault();
    if (hasInvalidField(this)) return;
    this.#key = key();
    await this.run(async () => {
      this.preview = null;
      this.preview = await post<RulingPreview>(`${this.path}/desk/rulings/preview`, this.#ruling());
    });
  };

  #rule = async (): Promise<void> => {
    const body = { ...this.#ruling(), key: this.#key };
    if (await this.run(() => post(`${this.path}/desk/rulings`, body), t("The ruling is made, and everybody has been told."))) {
      this.preview = this.selection = null;
      this.reason = "";
      await this.#refresh();
    }
  };

  /** Ignores a response that arrives after a newer request. */
  async #refresh(): Promise<void> {
    const version = this.#fetchedFor;
    try {
      const rulings = await get<Rulings>(`${this.path}/desk/rulings`);
      if (version !== this.#fetchedFor) return;
      const { selection } = this;
      const isAvailable =
        selection === null ||
        ("choice" in selection ? rulings.choices.some((choice) => isChoice(selection, JSON.stringify(choice.ruling))) : rulings.forms.some((form) => form.name === selection.form));
      if (!isAvailable) this.selection = this.preview = null;
      this.rulings = rulings;
    } catch {
      this.#fetchedFor = "";
    }
  }
}

function isChoice(selection: Selection | null, choice: string): boolean {
  return selection !== null && "choice" in selection && selection.choice === choice;
}

function isForm(selection: Selection | null, name: string): boolean {
  return selection !== null && "form" in selection && selection.form === name;
}

/** In the reader's language, else in English. */
function inWords(words: Record<string, string>): string {
  return words[language] ?? words.en ?? Object.values(words)[0] ?? "";
}
