/**
 * A form for any JSON Schema: options, clocks, and the actions of games without a board of their own.
 *
 * `value` in, `change` out with the new value as detail. The form follows the schema; the service validates.
 */
import { css, html, LitElement, nothing, type TemplateResult } from "lit";
import { customElement, property } from "lit/decorators.js";
import { Minus, Plus } from "lucide";
import { icon } from "@house/kit/icon";
import "@house/kit/number-field";
import { shared } from "@house/kit/styles";
import { figure, t } from "@house/kit/words";

export interface Schema {
  $ref?: string;
  $defs?: Record<string, Schema>;
  type?: string | string[];
  enum?: (string | number | null)[];
  const?: unknown;
  anyOf?: Schema[];
  discriminator?: { propertyName: string; mapping: Record<string, string> };
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema | false;
  prefixItems?: Schema[];
  examples?: unknown[];
  minItems?: number;
  maxItems?: number;
  uniqueItems?: boolean;
  minimum?: number;
  maximum?: number;
  exclusiveMinimum?: number;
  default?: unknown;
  title?: string;
  description?: string;
}

/**
 * Words for a field, or for a value of a choice in the field `option`; undefined if there are none. Numbers have none:
 * they are shown as figures.
 */
export type Labels = (name: string, option?: string) => string | undefined;

@customElement("nh-schema-form")
export class SchemaForm extends LitElement {
  @property({ attribute: false }) schema: Schema = {};
  @property({ attribute: false }) value: unknown;
  @property({ attribute: false }) labels: Labels = () => undefined;
  /** Top-level fields that the form omits. */
  @property({ attribute: false }) exclude: readonly string[] = [];

  static override styles = [
    shared,
    css`
      .fields {
        display: grid;
        grid-template-columns: repeat(auto-fill, minmax(min(200px, 100%), 1fr));
        gap: var(--gap-3);
        align-items: end;
      }
      .fields.list {
        grid-template-columns: repeat(auto-fill, minmax(min(160px, 100%), 1fr));
      }
      .fields > fieldset,
      .fields > .fields,
      .item:has(fieldset) {
        grid-column: 1 / -1;
      }
      label:not(.inline) > * {
        width: 100%;
      }
      label > span {
        overflow-wrap: anywhere;
      }
      fieldset {
        margin: 0;
      }
      .item {
        display: flex;
        gap: var(--gap-2);
        align-items: end;
      }
      .item > :first-child {
        flex: 1;
        min-width: 0;
      }
    `,
  ];

  override render(): TemplateResult {
    return this.#field(this.schema, this.value, (value) => this.#changed(value), "", this.exclude);
  }

  #changed(value: unknown): void {
    this.value = value;
    this.dispatchEvent(new CustomEvent("change", { detail: value }));
  }

  #resolve(schema: Schema): Schema {
    return resolve(schema, this.schema);
  }

  #words(name: string): string {
    return this.labels(name) ?? TYPE_WORDS[name] ?? name.replaceAll("_", " ");
  }

  /** A value of a choice in words. */
  #valueWords(value: string | number | null, option: string): string {
    return typeof value === "number" ? figure(value) : value === null ? "—" : (this.labels(value, option) ?? value.replaceAll(/[_-]/g, " "));
  }

  #field(
    reference: Schema,
    value: unknown,
    set: (value: unknown) => void,
    name: string,
    exclude: readonly string[] = [],
  ): TemplateResult {
    const schema = this.#resolve(reference);
    if (schema.anyOf) return this.#choice(schema, value, set, name);
    if (schema.enum) return this.#enum(schema.enum, value, set, name);
    const type = Array.isArray(schema.type) ? schema.type.find((type) => type !== "null") : schema.type;
    switch (type) {
      case "object":
        return this.#object(schema, value, set, name, exclude);
      case "array":
        return this.#array(schema, value, set, name);
      case "boolean":
        return html`<label class="inline">
          <input type="checkbox" .checked=${Boolean(value)} @change=${(event: Event) => set(input(event).checked)} />
          ${this.#words(name)}
        </label>`;
      case "integer":
      case "number": {
        const choices = smallRange(schema);
        if (choices) return this.#enum(choices, value, set, name);
        return html`<nh-number label=${this.#words(name)} ?whole=${type === "integer"} ?optional=${isNullable(schema)}
          .min=${schema.minimum ?? -Infinity} .max=${schema.maximum ?? Infinity} .value=${typeof value === "number" ? value : null}
          @change=${(event: CustomEvent<number | null>) => set(event.detail)}></nh-number>`;
      }
      default:
        return html`<label>
          ${this.#words(name)}
          <input type="text" .value=${inputValue(value)} @change=${(event: Event) => set(input(event).value)} />
        </label>`;
    }
  }

  #object(
    schema: Schema,
    value: unknown,
    set: (value: unknown) => void,
    name: string,
    exclude: readonly string[],
  ): TemplateResult {
    const record = (value ?? {}) as Record<string, unknown>;
    const fields = Object.entries(schema.properties ?? {}).filter(
      ([field, inner]) => !exclude.includes(field) && this.#resolve(inner).const === undefined && !isTag(inner),
    );
    const inner = fields.map(([field, property]) =>
      this.#field(property, record[field] ?? property.default, (next) => set({ ...tagsOf(schema), ...record, [field]: next }), field),
    );
    if (!name) return html`<div class="fields">${inner}</div>`;
    return html`<fieldset>
      <legend>${this.#words(name)}</legend>
      <div class="fields">${inner}</div>
    </fieldset>`;
  }

  #array(schema: Schema, value: unknown, set: (value: unknown) => void, name: string): TemplateResult {
    const items = Array.isArray(value) ? (value as unknown[]) : [];
    const choices = schema.uniqueItems && schema.items ? this.#resolve(schema.items).enum : undefined;
    if (choices) return this.#checkboxes(choices, items, set, name);
    const at = (index: number): Schema => schema.prefixItems?.[index] ?? (schema.items || {});
    const isTuple = schema.prefixItems !== undefined && !schema.items;
    const limit = schema.maxItems ?? 200;
    return html`<fieldset>
      <legend>${this.#words(name)}</legend>
      <div class="fields list">
        ${items.map(
          (item, index) => html`<div class="item">
            ${this.#field(at(index), item, (next) => set(items.with(index, next)), String(index + 1))}
            ${isTuple
              ? nothing
              : html`<button type="button" aria-label=${t("Remove {name}", { name: index + 1 })}
                  @click=${() => set(items.toSpliced(index, 1))}>${icon(Minus)}</button>`}
          </div>`,
        )}
        ${isTuple || items.length >= limit
          ? nothing
          : html`<button type="button" @click=${() => set([...items, emptyOf(at(items.length), this.schema)])}>
              ${icon(Plus)} ${t("Add")}
            </button>`}
      </div>
    </fieldset>`;
  }

  /** A checkbox for each of a few values. */
  #checkboxes(choices: readonly (string | number | null)[], items: unknown[], set: (value: unknown) => void, name: string): TemplateResult {
    return html`<fieldset>
      <legend>${this.#words(name)}</legend>
      <div class="fields list">
        ${choices.map((choice) => html`<label class="inline">
          <input type="checkbox" .checked=${items.includes(choice)}
            @change=${(event: Event) => set(choices.filter((other) => (other === choice ? input(event).checked : items.includes(other))))} />
          ${this.#valueWords(choice, name)}
        </label>`)}
      </div>
    </fieldset>`;
  }

  #enum(choices: (string | number | null)[], value: unknown, set: (value: unknown) => void, name: string): TemplateResult {
    return html`<label>
      ${this.#words(name)}
      <select @change=${(event: Event) => set(choices[(event.target as HTMLSelectElement).selectedIndex])}>
        ${choices.map((choice) => html`<option ?selected=${choice === value}>${this.#valueWords(choice, name)}</option>`)}
      </select>
    </label>`;
  }

  /** One of several alternatives: first its kind, then its form. */
  #choice(schema: Schema, value: unknown, set: (value: unknown) => void, name: string): TemplateResult {
    const alternatives = (schema.anyOf ?? []).map((alternative) => this.#resolve(alternative));
    const variants = alternatives.filter((alternative) => alternative.type !== "null");
    const isOptional = variants.length < alternatives.length;
    if (variants.length === 1 && isOptional) {
      const variant = variants[0] ?? {};
      return html`<div class="fields">
        <label class="inline">
          <input type="checkbox" .checked=${value !== null && value !== undefined}
            @change=${(event: Event) => set(input(event).checked ? emptyOf(variant, this.schema) : null)} />
          ${this.#words(name)}
        </label>
        ${value === null || value === undefined ? nothing : this.#field(variant, value, set, name)}
      </div>`;
    }
    const current = Math.max(variants.findIndex((variant) => fits(variant, value)), 0);
    const active = variants[current] ?? {};
    return html`<div class="fields">
      <label>
        ${name ? this.#words(name) : t("Kind")}
        <select @change=${(event: Event) => set(emptyOf(variants[(event.target as HTMLSelectElement).selectedIndex] ?? {}, this.schema))}>
          ${variants.map((variant, index) => html`<option ?selected=${index === current}>${this.#words(nameOf(variant))}</option>`)}
        </select>
      </label>
      ${active.type === "object" ? this.#object(active, value ?? emptyOf(active, this.schema), set, "", []) : this.#field(active, value, set, name)}
    </div>`;
  }
}

/** An initial value for the schema. */
export function emptyOf(reference: Schema, root: Schema): unknown {
  const schema = resolve(reference, root);
  if (schema.default !== undefined) return schema.default;
  if (schema.const !== undefined) return schema.const;
  if (schema.enum) return schema.enum[0];
  if (schema.anyOf) return emptyOf(schema.anyOf[0] ?? {}, root);
  switch (Array.isArray(schema.type) ? schema.type[0] : schema.type) {
    case "object":
      return Object.fromEntries(
        Object.entries(schema.properties ?? {}).map(([name, property]) => [name, emptyOf(property, root)]),
      );
    case "array":
      return (schema.prefixItems ?? []).map((item) => emptyOf(item, root));
    case "boolean":
      return false;
    case "integer":
    case "number":
      return schema.minimum ?? 0;
    case "string":
      return "";
    default:
      return null;
  }
}

function isNullable(schema: Schema): boolean {
  return Array.isArray(schema.type) && schema.type.includes("null");
}

/** Names of JSON Schema's types in words. */
const TYPE_WORDS: Record<string, string> = {
  array: t("a list"),
  boolean: t("yes or no"),
  integer: t("a whole number"),
  number: t("a number"),
  object: t("several things"),
  string: t("a text"),
};

/** All values of a small range, which are listed; null for a larger one. */
function smallRange(schema: Schema): number[] | null {
  const { type, minimum, maximum } = schema;
  if (type !== "integer" || minimum === undefined || maximum === undefined || maximum - minimum > 12) return null;
  return Array.from({ length: maximum - minimum + 1 }, (_, index) => minimum + index);
}

/** The variant of a tagged union with that tag; the schema itself if it is no union. */
export function kindOf(schema: Schema, tag: string): Schema {
  const $ref = resolve(schema, schema).discriminator?.mapping[tag];
  return $ref === undefined ? schema : { $ref, ...(schema.$defs ? { $defs: schema.$defs } : {}) };
}

/** Fields that a person settles at a glance: a choice, a yes or no, a bounded number. */
export function simpleFields(schema: Schema): string[] {
  return Object.entries(resolve(schema, schema).properties ?? {}).flatMap(([name, property]) =>
    property.enum !== undefined || property.type === "boolean" || (property.type === "integer" && property.maximum !== undefined) ? [name] : [],
  );
}

/** All fields of a struct's schema. */
export function fieldsOf(schema: Schema): string[] {
  return Object.keys(resolve(schema, schema).properties ?? {});
}

/** Follows a reference. */
export function resolve(schema: Schema, root: Schema): Schema {
  const name = schema.$ref?.split("/").at(-1);
  return name === undefined ? schema : (root.$defs?.[name] ?? {});
}

function input(event: Event): HTMLInputElement {
  return event.target as HTMLInputElement;
}

function inputValue(value: unknown): string {
  return typeof value === "string" || typeof value === "number" ? String(value) : "";
}

/** The tag of a tagged struct is an enum with one value. */
function isTag(schema: Schema): boolean {
  return schema.enum?.length === 1;
}

function tagsOf(schema: Schema): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(schema.properties ?? {}).flatMap(([name, property]) => (isTag(property) ? [[name, property.enum?.[0]]] : [])),
  );
}

function nameOf(schema: Schema): string {
  const [tag] = Object.values(tagsOf(schema));
  return typeof tag === "string" ? tag : (schema.title ?? schema.type?.toString() ?? "");
}

function fits(schema: Schema, value: unknown): boolean {
  if (schema.type === "object" && typeof value === "object" && value !== null) {
    return Object.entries(tagsOf(schema)).every(([name, tag]) => (value as Record<string, unknown>)[name] === tag);
  }
  const type = Array.isArray(value) ? "array" : typeof value;
  return schema.type === type || (schema.type === "integer" && type === "number");
}
