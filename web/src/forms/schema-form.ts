/**
 * A form for anything that has a JSON Schema: options, clocks, and the actions of games without a board of their own.
 *
 * `value` in, `change` out with the new value as detail. It offers what the schema offers; the service decides.
 */
import { css, html, LitElement, nothing, type TemplateResult } from "lit";
import { customElement, property } from "lit/decorators.js";
import { Minus, Plus } from "lucide";
import { icon } from "@house/kit/icon";
import { shared } from "@house/kit/styles";
import { t } from "@house/kit/words";

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

/** Words for a field or a value of a choice; undefined where there are none. */
export type Labels = (name: string) => string | undefined;

@customElement("nh-schema-form")
export class SchemaForm extends LitElement {
  @property({ attribute: false }) schema: Schema = {};
  @property({ attribute: false }) value: unknown;
  @property({ attribute: false }) labels: Labels = () => undefined;
  /** Fields that are left out of a form at its top level. */
  @property({ attribute: false }) without: readonly string[] = [];

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
    return this.#field(this.schema, this.value, (value) => this.#changed(value), "", this.without);
  }

  #changed(value: unknown): void {
    this.value = value;
    this.dispatchEvent(new CustomEvent("change", { detail: value }));
  }

  #resolved(schema: Schema): Schema {
    return resolved(schema, this.schema);
  }

  #words(name: string): string {
    return this.labels(name) ?? SHAPES[name] ?? name.replaceAll("_", " ");
  }

  #field(
    given: Schema,
    value: unknown,
    set: (value: unknown) => void,
    name: string,
    without: readonly string[] = [],
  ): TemplateResult {
    const schema = this.#resolved(given);
    if (schema.anyOf) return this.#choice(schema, value, set, name);
    if (schema.enum) return this.#enum(schema.enum, value, set, name);
    const type = Array.isArray(schema.type) ? schema.type.find((one) => one !== "null") : schema.type;
    switch (type) {
      case "object":
        return this.#object(schema, value, set, name, without);
      case "array":
        return this.#array(schema, value, set, name);
      case "boolean":
        return html`<label class="inline">
          <input type="checkbox" .checked=${Boolean(value)} @change=${(event: Event) => set(input(event).checked)} />
          ${this.#words(name)}
        </label>`;
      case "integer":
      case "number": {
        const few = fewNumbers(schema);
        if (few) return this.#enum(few, value, set, name);
        return html`<label>
          ${this.#words(name)}
          <input
            type="number"
            inputmode=${type === "integer" ? "numeric" : "decimal"}
            step=${type === "integer" ? 1 : "any"}
            min=${schema.minimum ?? nothing}
            max=${schema.maximum ?? nothing}
            .value=${value === undefined || value === null ? "" : shown(value)}
            @change=${(event: Event) => set(input(event).value === "" ? null : Number(input(event).value))}
          />
        </label>`;
      }
      default:
        return html`<label>
          ${this.#words(name)}
          <input type="text" .value=${shown(value)} @change=${(event: Event) => set(input(event).value)} />
        </label>`;
    }
  }

  #object(
    schema: Schema,
    value: unknown,
    set: (value: unknown) => void,
    name: string,
    without: readonly string[],
  ): TemplateResult {
    const held = (value ?? {}) as Record<string, unknown>;
    const fields = Object.entries(schema.properties ?? {}).filter(
      ([field, inner]) => !without.includes(field) && this.#resolved(inner).const === undefined && !isTag(inner),
    );
    const inner = fields.map(([field, one]) =>
      this.#field(one, held[field] ?? one.default, (next) => set({ ...tagsOf(schema), ...held, [field]: next }), field),
    );
    if (!name) return html`<div class="fields">${inner}</div>`;
    return html`<fieldset>
      <legend>${this.#words(name)}</legend>
      <div class="fields">${inner}</div>
    </fieldset>`;
  }

  #array(schema: Schema, value: unknown, set: (value: unknown) => void, name: string): TemplateResult {
    const held = Array.isArray(value) ? (value as unknown[]) : [];
    const choices = schema.uniqueItems && schema.items ? this.#resolved(schema.items).enum : undefined;
    if (choices) return this.#several(choices, held, set, name);
    const at = (index: number): Schema => schema.prefixItems?.[index] ?? (schema.items || {});
    const fixed = schema.prefixItems !== undefined && !schema.items;
    const most = schema.maxItems ?? 200;
    return html`<fieldset>
      <legend>${this.#words(name)}</legend>
      <div class="fields list">
        ${held.map(
          (one, index) => html`<div class="item">
            ${this.#field(at(index), one, (next) => set(held.with(index, next)), String(index + 1))}
            ${fixed
              ? nothing
              : html`<button type="button" aria-label=${t("Remove {name}", { name: index + 1 })}
                  @click=${() => set(held.toSpliced(index, 1))}>${icon(Minus)}</button>`}
          </div>`,
        )}
        ${fixed || held.length >= most
          ? nothing
          : html`<button type="button" @click=${() => set([...held, emptyOf(at(held.length), this.schema)])}>
              ${icon(Plus)} ${t("Add")}
            </button>`}
      </div>
    </fieldset>`;
  }

  /** Any of a few values, each once. */
  #several(choices: readonly (string | number | null)[], held: unknown[], set: (value: unknown) => void, name: string): TemplateResult {
    return html`<fieldset>
      <legend>${this.#words(name)}</legend>
      <div class="fields list">
        ${choices.map((one) => html`<label class="inline">
          <input type="checkbox" .checked=${held.includes(one)}
            @change=${(event: Event) => set(choices.filter((other) => (other === one ? input(event).checked : held.includes(other))))} />
          ${this.#words(String(one))}
        </label>`)}
      </div>
    </fieldset>`;
  }

  #enum(choices: (string | number | null)[], value: unknown, set: (value: unknown) => void, name: string): TemplateResult {
    return html`<label>
      ${this.#words(name)}
      <select @change=${(event: Event) => set(choices[(event.target as HTMLSelectElement).selectedIndex])}>
        ${choices.map((one) => html`<option ?selected=${one === value}>${this.#words(String(one ?? "—"))}</option>`)}
      </select>
    </label>`;
  }

  /** One of several shapes: first which, then that one's form. */
  #choice(schema: Schema, value: unknown, set: (value: unknown) => void, name: string): TemplateResult {
    const shapes = (schema.anyOf ?? []).map((one) => this.#resolved(one));
    const some = shapes.filter((one) => one.type !== "null");
    const optional = some.length < shapes.length;
    if (some.length === 1 && optional) {
      const only = some[0] ?? {};
      return html`<div class="fields">
        <label class="inline">
          <input type="checkbox" .checked=${value !== null && value !== undefined}
            @change=${(event: Event) => set(input(event).checked ? emptyOf(only, this.schema) : null)} />
          ${this.#words(name)}
        </label>
        ${value === null || value === undefined ? nothing : this.#field(only, value, set, name)}
      </div>`;
    }
    const now = Math.max(some.findIndex((one) => fits(one, value)), 0);
    const chosen = some[now] ?? {};
    return html`<div class="fields">
      <label>
        ${name ? this.#words(name) : t("Kind")}
        <select @change=${(event: Event) => set(emptyOf(some[(event.target as HTMLSelectElement).selectedIndex] ?? {}, this.schema))}>
          ${some.map((one, index) => html`<option ?selected=${index === now}>${this.#words(nameOf(one))}</option>`)}
        </select>
      </label>
      ${chosen.type === "object" ? this.#object(chosen, value ?? emptyOf(chosen, this.schema), set, "", []) : this.#field(chosen, value, set, name)}
    </div>`;
  }
}

/** Something to begin with. */
export function emptyOf(given: Schema, whole: Schema): unknown {
  const schema = resolved(given, whole);
  if (schema.default !== undefined) return schema.default;
  if (schema.const !== undefined) return schema.const;
  if (schema.enum) return schema.enum[0];
  if (schema.anyOf) return emptyOf(schema.anyOf[0] ?? {}, whole);
  switch (Array.isArray(schema.type) ? schema.type[0] : schema.type) {
    case "object":
      return Object.fromEntries(
        Object.entries(schema.properties ?? {}).map(([name, one]) => [name, emptyOf(one, whole)]),
      );
    case "array":
      return (schema.prefixItems ?? []).map((one) => emptyOf(one, whole));
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

/** What JSON Schema calls the shapes of values. */
const SHAPES: Record<string, string> = {
  array: t("a list"),
  boolean: t("yes or no"),
  integer: t("a whole number"),
  number: t("a number"),
  object: t("several things"),
  string: t("a text"),
};

/** All that are possible, where they are so few that one looks at a list of them. */
function fewNumbers(schema: Schema): number[] | null {
  const { type, minimum, maximum } = schema;
  if (type !== "integer" || minimum === undefined || maximum === undefined || maximum - minimum > 12) return null;
  return Array.from({ length: maximum - minimum + 1 }, (_, index) => minimum + index);
}

/** Of a union of tagged structs, the one with that tag; the schema itself where there is but one. */
export function kindOf(schema: Schema, tag: string): Schema {
  const $ref = resolved(schema, schema).discriminator?.mapping[tag];
  return $ref === undefined ? schema : { $ref, ...(schema.$defs ? { $defs: schema.$defs } : {}) };
}

/** Fields that are settled at a glance: a choice, a yes or no, a number within bounds. */
export function simpleFields(schema: Schema): string[] {
  return Object.entries(resolved(schema, schema).properties ?? {}).flatMap(([name, one]) =>
    one.enum !== undefined || one.type === "boolean" || (one.type === "integer" && one.maximum !== undefined) ? [name] : [],
  );
}

/** All fields of a schema for a struct. */
export function fieldsOf(schema: Schema): string[] {
  return Object.keys(resolved(schema, schema).properties ?? {});
}

/** A schema itself, where it is only named. */
export function resolved(schema: Schema, whole: Schema): Schema {
  const name = schema.$ref?.split("/").at(-1);
  return name === undefined ? schema : (whole.$defs?.[name] ?? {});
}

function input(event: Event): HTMLInputElement {
  return event.target as HTMLInputElement;
}

function shown(value: unknown): string {
  return typeof value === "string" || typeof value === "number" ? String(value) : "";
}

/** The tag of a tagged struct is an enum of one. */
function isTag(schema: Schema): boolean {
  return schema.enum?.length === 1;
}

function tagsOf(schema: Schema): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(schema.properties ?? {}).flatMap(([name, one]) => (isTag(one) ? [[name, one.enum?.[0]]] : [])),
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
