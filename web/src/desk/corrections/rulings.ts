/** Rulings: what the rules leave to the host, what each decision would change, and those that were made. */
import { css, html, nothing, type TemplateResult } from "lit";
import { customElement, property, state } from "lit/decorators.js";
import { Gavel } from "lucide";
import { get, post, type components, type GameInfo } from "@house/api/api";
import { labelsOf } from "@house/games/boards";
import { icon } from "@house/kit/icon";
import { shared } from "@house/kit/styles";
import { language, t } from "@house/kit/words";
import { changeStyles, effectShown } from "@house/desk/corrections/changes";
import { dayAndTime } from "@house/forms/moment";
import { DeskPart, key, valueOf } from "@house/desk/part";
import "@house/forms/schema-form";
import { emptyOf, kindOf, type Labels, type Schema } from "@house/forms/schema-form";

type Rulings = components["schemas"]["Rulings"];
type RulingForm = components["schemas"]["RulingForm"];
type RulingPreview = components["schemas"]["RulingPreview"];
type Ruling = components["schemas"]["Ruling"];

/** Of a choice its JSON, of a form its name: the list is fetched again after everything that happens. */
type Chosen = { choice: string } | { form: string };

@customElement("nh-desk-rulings")
export class DeskRulings extends DeskPart {
  @property({ attribute: false }) game!: GameInfo;
  /** Another one whenever something has happened in the match. */
  @property({ attribute: false }) place = "";
  @state() private found: Rulings | null = null;
  @state() private chosen: Chosen | null = null;
  @state() private form: Record<string, unknown> = {};
  @state() private reason = "";
  @state() private preview: RulingPreview | null = null;
  @state() private labels: Labels = () => undefined;
  /** Of the ruling that is previewed: sent twice it is made once. */
  #key = "";
  #read = "";

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
    void labelsOf(this.told.game).then((labels) => (this.labels = labels));
  }

  override willUpdate(): void {
    const now = `${this.place} ${this.desk.status} ${this.desk.announcements.length}`;
    if (now === this.#read) return;
    this.#read = now;
    void this.#look();
  }

  override render(): TemplateResult {
    const { found } = this;
    if (found === null) return html`<p class="soft">${t("Loading …")}</p>`;
    return html`<div class="stack">
      <p class="soft">${t("The rules leave this to you. A ruling is announced to everybody and stays in the record; a later one may replace it.")}</p>
      ${found.choices.length || found.forms.length
        ? html`${this.#list(found)} ${this.chosen ? this.#wish() : nothing}`
        : html`<p class="soft">${t("There is nothing to rule on at the moment.")}</p>`}
      ${this.answer()}
      ${this.preview ? this.#shown(this.preview) : nothing}
      <section class="stack" aria-labelledby="made">
        <h3 id="made">${t("Rulings made")}</h3>
        ${found.history.length
          ? html`<ol class="made">${[...found.history].reverse().map((one) => html`<li>${icon(Gavel)}
              <p>${inWords(one.words)}</p>
              ${one.reason ? html`<span>${t("Reason: {reason}", { reason: one.reason })}</span>` : nothing}
              <span class="soft small">${t("entry {number}", { number: one.number })}${one.at ? html` · <time>${dayAndTime(one.at)}</time>` : nothing}</span>
            </li>`)}</ol>`
          : html`<p class="soft">${t("No ruling has been made in this match.")}</p>`}
      </section>
    </div>`;
  }

  #list(found: Rulings): TemplateResult {
    return html`<ol class="choices" aria-label=${t("Possible rulings")} role="radiogroup" tabindex="0">
      ${found.choices.map((one) => {
        const choice = JSON.stringify(one.ruling);
        return this.#option(inWords(one.words), isChoice(this.chosen, choice), { choice });
      })}
      ${found.forms.map((one) => {
        const words = found.choices.length ? t("Something else: {kind}", { kind: this.#kind(one) }) : this.#kind(one);
        return this.#option(words, isForm(this.chosen, one.name), { form: one.name });
      })}
    </ol>`;
  }

  #option(words: string, checked: boolean, chosen: Chosen): TemplateResult {
    return html`<li role="none"><label>
      <input type="radio" name="ruling" .checked=${checked} @change=${() => this.#choose(chosen)} /> <span>${words}</span>
    </label></li>`;
  }

  #wish(): TemplateResult {
    return html`<form class="stack" @submit=${this.#try}>
      ${this.chosen && "form" in this.chosen
        ? html`<nh-schema-form .schema=${this.#schema(this.chosen.form)} .labels=${this.labels} .value=${this.form}
            @change=${(event: CustomEvent<Record<string, unknown>>) => this.#edit({ form: event.detail })}></nh-schema-form>`
        : nothing}
      <label>${t("Why, for everybody (may be left out)")}
        <input type="text" maxlength="500" .value=${this.reason} @input=${(event: Event) => this.#edit({ reason: valueOf(event) })} /></label>
      <div><button class=${this.preview ? "" : "primary"} ?disabled=${this.busy}>${t("See what would change")}</button></div>
    </form>`;
  }

  #shown(preview: RulingPreview): TemplateResult {
    return html`<section class="sheet stack preview" aria-labelledby="would">
      <h3 id="would">${t("What would change")}</h3>
      <p>${inWords(preview.words)}</p>
      ${effectShown(preview, this.desk)}
      <div class="row">
        <button class="primary" ?disabled=${this.busy} @click=${this.#rule}>${t("Rule")}</button>
        <button @click=${() => (this.preview = null)}>${t("Don’t rule")}</button>
      </div>
    </section>`;
  }

  #kind(form: RulingForm): string {
    return this.labels(form.name) ?? form.name.replaceAll("-", " ");
  }

  /** What the game describes the form by, or all that it says of rulings of this kind. */
  #schema(name: string): Schema {
    const described = this.found?.forms.find((one) => one.name === name)?.schema as Schema | undefined;
    if (described?.type === "object" && described.properties) return described;
    return kindOf(this.game.rulings_schema ?? {}, name);
  }

  #choose(chosen: Chosen): void {
    this.chosen = chosen;
    if ("form" in chosen) {
      const schema = this.#schema(chosen.form);
      this.form = (emptyOf(schema, schema) ?? {}) as Record<string, unknown>;
    }
    this.preview = null;
    this.problem = this.done = "";
  }

  /** What was previewed is what is done: another wish needs another preview. */
  #edit(wish: { form?: Record<string, unknown>; reason?: string }): void {
    Object.assign(this, wish);
    this.preview = null;
  }

  #wanted(): Ruling {
    const { chosen } = this;
    const ruling: unknown = chosen && "choice" in chosen ? JSON.parse(chosen.choice) : { type: chosen?.form, ...this.form };
    return { ruling, reason: this.reason };
  }

  #try = async (event: Event): Promise<void> => {
    event.preventDefault();
    this.#key = key();
    await this.ask(async () => {
      this.preview = null;
      this.preview = await post<RulingPreview>(`${this.path}/desk/rulings/preview`, this.#wanted());
    });
  };

  #rule = async (): Promise<void> => {
    const body = { ...this.#wanted(), key: this.#key };
    if (await this.ask(() => post(`${this.path}/desk/rulings`, body), t("The ruling is made, and everybody has been told."))) {
      this.preview = this.chosen = null;
      this.reason = "";
      await this.#look();
    }
  };

  /** An answer that comes after a newer question is left alone. */
  async #look(): Promise<void> {
    const asked = this.#read;
    try {
      const found = await get<Rulings>(`${this.path}/desk/rulings`);
      if (asked !== this.#read) return;
      const { chosen } = this;
      const there =
        chosen === null ||
        ("choice" in chosen ? found.choices.some((one) => isChoice(chosen, JSON.stringify(one.ruling))) : found.forms.some((one) => one.name === chosen.form));
      if (!there) this.chosen = this.preview = null;
      this.found = found;
    } catch {
      this.#read = "";
    }
  }
}

function isChoice(chosen: Chosen | null, choice: string): boolean {
  return chosen !== null && "choice" in chosen && chosen.choice === choice;
}

function isForm(chosen: Chosen | null, name: string): boolean {
  return chosen !== null && "form" in chosen && chosen.form === name;
}

/** In the reader's language, where the game has words in it. */
function inWords(words: Record<string, string>): string {
  return words[language] ?? words.en ?? Object.values(words)[0] ?? "";
}
