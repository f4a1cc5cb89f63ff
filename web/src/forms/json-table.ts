/** Any JSON as tables for people: fields by their names, seats by their players' names. */
import { css, html, type TemplateResult } from "lit";
import { t } from "@house/kit/words";

export const fieldStyles = css`
  .fields {
    border-collapse: collapse;
    max-width: 100%;
  }
  .fields :is(th, td) {
    padding: var(--gap-1) var(--gap-2);
    border-top: 1px solid var(--line);
    text-align: start;
    vertical-align: top;
    overflow-wrap: anywhere;
  }
  .fields th {
    font-weight: 600;
  }
`;

type Json = Record<string, unknown>;

/** `name` is the field that holds the value. */
export function fields(value: unknown, players: readonly string[], name = ""): TemplateResult | string {
  if (Array.isArray(value)) return listTable(value, players, name);
  if (isObject(value)) {
    return html`<table class="fields">
      ${Object.entries(value).map(
        ([key, field]) => html`<tr><th scope="row">${readable(key)}</th><td>${fields(field, players, key)}</td></tr>`,
      )}
    </table>`;
  }
  return scalarText(value, players, name);
}

function listTable(values: readonly unknown[], players: readonly string[], name: string): TemplateResult | string {
  if (!values.length) return "–";
  if (!values.some((value) => typeof value === "object" && value !== null)) {
    return values.map((value) => scalarText(value, players, name)).join(", ");
  }
  if (!values.every(isObject)) {
    return html`<table class="fields">
      ${values.map((value, place) => html`<tr><th scope="row">${place + 1}</th><td>${fields(value, players, name)}</td></tr>`)}
    </table>`;
  }
  const keys = [...new Set(values.flatMap((value) => Object.keys(value)))];
  return html`<table class="fields">
    <tr>${keys.map((key) => html`<th scope="col">${readable(key)}</th>`)}</tr>
    ${values.map((value) => html`<tr>${keys.map((key) => html`<td>${fields(value[key], players, key)}</td>`)}</tr>`)}
  </table>`;
}

function scalarText(value: unknown, players: readonly string[], name: string): string {
  if (value === null || value === undefined || value === "") return "–";
  if (typeof value === "boolean") return value ? t("yes") : t("no");
  if (typeof value === "number" && /^(seats?|players?)$/.test(name) && players[value]) return players[value];
  return typeof value === "string" ? value : JSON.stringify(value);
}

function isObject(value: unknown): value is Json {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** `pile_size` as "Pile size". */
export function readable(name: string): string {
  const words = name.replace(/[-_]/g, " ");
  return words.charAt(0).toUpperCase() + words.slice(1);
}
