/** Secret options: the host submits them, the game checks them, and nobody sees them before the end unless the host asks. */
import { css, html, nothing, type TemplateResult } from "lit";
import { customElement, property, state } from "lit/decorators.js";
import { Eye, EyeOff, Lock, LockOpen } from "lucide";
import { get, put, type Desk, type GameInfo } from "@house/api/api";
import { labelsOf, problemsOf } from "@house/games/boards";
import { icon } from "@house/kit/icon";
import type { ProblemReader } from "@house/kit/options";
import { shared } from "@house/kit/styles";
import { language, t } from "@house/kit/words";
import type { Labels, Schema } from "@house/forms/schema-form";
import { DeskPart, valueOf } from "@house/desk/part";

@customElement("nh-desk-secrets")
export class DeskSecrets extends DeskPart {
  @property({ attribute: false }) game!: GameInfo;
  @property({ attribute: false }) names: readonly string[] = [];
  /** Texts that are not submitted yet, by option. */
  @state() private texts: Record<string, string> = {};
  @state() private isVisible = false;
  @state() private labels: Labels = () => undefined;
  @state() private problems: ProblemReader | null = null;
  /** What was handed in, once the host has asked for it: the house notes who reads it. */
  @state() private secrets: Record<string, unknown> = {};
  /** The game's remarks on the last submission. */
  @state() private remarks: Desk["remarks"] = [];

  static override styles = [
    shared,
    css`
      textarea {
        width: 100%;
        font-family: var(--mono);
      }
      .state {
        display: flex;
        flex-wrap: wrap;
        gap: var(--gap-2);
        align-items: center;
      }
      pre {
        background: var(--well);
        padding: var(--gap-3);
        margin: 0;
        white-space: pre-wrap;
        overflow-wrap: anywhere;
      }
    `,
  ];

  override connectedCallback(): void {
    super.connectedCallback();
    void labelsOf(this.info.game).then((labels) => (this.labels = labels));
    void problemsOf(this.info.game).then((problems) => (this.problems = problems));
  }

  override render(): TemplateResult {
    const names = this.names.filter((name) => this.texts[name]?.trim());
    return html`<form class="stack" @submit=${this.#submit}>
      <p class="soft">${t("What you hand in here is shown to no player and no spectator before the end. The game checks it; what can’t be played is refused, and nothing changes.")}</p>
      ${this.names.map((name) => this.#field(name))} ${this.statusMessage()}
      <div role="status">${this.remarks?.length
        ? html`<p>${t("It can be played. The game remarks, to you alone:")}</p>
            <ul>${this.remarks.map((remark) => html`<li>${remark[language] ?? remark.en}</li>`)}</ul>`
        : nothing}</div>
      <div class="row">
        <button class="primary" ?disabled=${this.busy || !names.length}>${icon(Lock)} ${t("Check and hand in")}</button>
        <span role="status" class="soft">${this.busy ? t("It is being checked; that may take a quarter of a minute …") : nothing}</span>
        ${this.desk.secrets_set.length
          ? html`<button type="button" aria-pressed=${this.isVisible} @click=${this.#toggle}>
                ${icon(this.isVisible ? EyeOff : Eye)} ${this.isVisible ? t("Hide what is in") : t("Show what is in")}</button>`
          : nothing}
      </div>
    </form>`;
  }

  #field(name: string): TemplateResult {
    const isSet = this.desk.secrets_set.includes(name);
    const value = this.secrets[name];
    return html`<fieldset>
      <legend>${this.labels(name) ?? name.replaceAll("_", " ")}</legend>
      <div class="stack">
        <div class="state">${isSet
          ? html`${icon(Lock)} <strong>✓ ${t("sealed: it is in")}</strong>
              <button type="button" ?disabled=${this.busy} @click=${() => this.#withdraw(name)}>${t("Take it back")}</button>`
          : html`${icon(LockOpen)} <span class="soft">${t("not handed in: the game draws it")}</span>`}</div>
        ${isSet && this.isVisible ? html`<pre>${asText(value)}</pre>` : nothing}
        <label>${this.#isList(name)
            ? t("One in each line; what isn’t plain text as JSON")
            : t("As text")}
          ${this.#example(name)}
          <textarea rows=${this.#isList(name) ? 5 : 2} spellcheck="false" autocomplete="off" .value=${this.texts[name] ?? ""}
            @input=${(event: Event) => (this.texts = { ...this.texts, [name]: valueOf(event) })}></textarea></label>
        ${this.problems?.option === name ? this.#picture(this.problems, this.texts[name]?.trim() ?? "") : nothing}
      </div>
    </fieldset>`;
  }

  /** What the players will see of a problem whose id is typed. */
  #picture(problems: ProblemReader, id: string): TemplateResult {
    const found = id ? problems.read(id) : null;
    return html`<div role="status">${found
      ? found.picture
      : id
        ? html`<p class="bad">${t("This is no id of a problem: compare it once more with the original.")}</p>`
        : html`<p class="soft small">${problems.hint()}</p>`}</div>`;
  }

  #toggle = async (): Promise<void> => {
    if (!this.isVisible) {
      const isRead = await this.run(async () => {
        this.secrets = (await get<{ secrets: Record<string, unknown> }>(`${this.path}/desk/secrets`)).secrets;
      });
      if (!isRead) return;
    }
    this.isVisible = !this.isVisible;
  };

  #isList(name: string): boolean {
    return this.#schema(name)?.type === "array";
  }

  #schema(name: string): Schema | undefined {
    const schema = this.game.options_schema as Schema;
    const root = schema.$ref ? schema.$defs?.[schema.$ref.split("/").at(-1) ?? ""] : schema;
    return root?.properties?.[name];
  }

  /** An example from the game, where it gives one. */
  #example(name: string): TemplateResult | typeof nothing {
    const example = this.#schema(name)?.examples?.[0];
    if (example === undefined) return nothing;
    const lines = asText(example).split("\n");
    return html`<span class="soft small">${t("For example:")} ${lines.map((line, index) => html`${index ? " · " : nothing}<code>${line}</code>`)}</span>`;
  }

  #submit = async (event: Event): Promise<void> => {
    event.preventDefault();
    const names = this.names.filter((name) => this.texts[name]?.trim());
    const secrets = Object.fromEntries(names.map((name) => [name, this.#value(name, this.texts[name] ?? "")]));
    if (await this.run(() => this.#send(secrets), t("It is in, and sealed."))) {
      this.texts = {};
      this.isVisible = false;
    }
  };

  #value(name: string, text: string): unknown {
    if (!this.#isList(name)) return text.trim();
    const json = asJson(text);
    const isNested = this.#isListOfLists(name);
    if (Array.isArray(json) && (!isNested || json.every(Array.isArray))) return json;
    return text.split("\n").map((line) => line.trim()).filter(Boolean).map(isNested ? asList : asJson);
  }

  /** Whether each line is a list. */
  #isListOfLists(name: string): boolean {
    const items = this.#schema(name)?.items;
    return Boolean(items) && (items as Schema).type === "array";
  }

  #withdraw(name: string): Promise<unknown> {
    return this.run(() => this.#send({ [name]: null }), t("It is taken back."));
  }

  async #send(secrets: Record<string, unknown>): Promise<void> {
    this.remarks = [];
    this.remarks = (await put<Desk>(`${this.path}/desk/secrets`, { secrets })).remarks;
  }
}

/** Numbers and objects as JSON; everything else is text. */
function asJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return text.trim();
  }
}

/** A row of numbers, in brackets or not, as a list; anything else as JSON or text. */
function asList(text: string): unknown {
  const content = text.replace(/^\[|\]$/g, "");
  return /^[\d\s,;]*$/.test(content) ? (content.match(/\d+/g) ?? []).map(Number) : asJson(text);
}

function asText(value: unknown): string {
  const partText = (part: unknown): string => (typeof part === "string" ? part : JSON.stringify(part));
  return Array.isArray(value) ? value.map(partText).join("\n") : partText(value);
}
