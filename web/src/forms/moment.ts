/** A field for a moment in the host's own zone, which it shows; `value` is in seconds since 1970, null for none. */
import { css, html, LitElement, type TemplateResult } from "lit";
import { customElement, property } from "lit/decorators.js";
import { shared } from "@house/kit/styles";
import { language } from "@house/kit/words";
import { valueOf } from "@house/desk/part";
import { REGION } from "@house/match/clock";

/** Twenty-four hours and the day first, in all languages: a plan over a week must not be misread. */
export { REGION };
const DAY = { weekday: "short", day: "numeric", month: "short", hour: "2-digit", minute: "2-digit" } as const;
const dayFormat = new Intl.DateTimeFormat(REGION, DAY);
const zonedFormat = new Intl.DateTimeFormat(REGION, { ...DAY, timeZoneName: "short" });

@customElement("nh-moment")
export class MomentField extends LitElement {
  @property({ attribute: false }) value: number | null = null;
  @property() label = "";

  static override styles = [
    shared,
    css`
      input {
        width: 100%;
      }
    `,
  ];

  override render(): TemplateResult {
    return html`<label>
      <span>${this.label}</span>
      <input type="datetime-local" .value=${this.value === null ? "" : toInputValue(this.value)} @change=${this.#onChange} />
      <span class="soft small">${zone()}</span>
    </label>`;
  }

  #onChange = (event: Event): void => {
    const text = valueOf(event);
    this.value = text === "" ? null : new Date(text).getTime() / 1000;
    this.dispatchEvent(new CustomEvent("change", { detail: this.value }));
  };
}

/** The field's format: 2027-01-15T20:00, in the browser's zone. */
function toInputValue(seconds: number): string {
  const date = new Date(seconds * 1000);
  const pad = (value: number): string => String(value).padStart(2, "0");
  return `${date.getFullYear()}-${pad(date.getMonth() + 1)}-${pad(date.getDate())}T${pad(date.getHours())}:${pad(date.getMinutes())}`;
}

/** The browser's zone, as "Europe/Berlin, GMT+1". */
export function zone(): string {
  const parts = new Intl.DateTimeFormat(language, { timeZoneName: "shortOffset" }).formatToParts(new Date());
  const offset = parts.find((part) => part.type === "timeZoneName")?.value ?? "";
  const name = Intl.DateTimeFormat().resolvedOptions().timeZone;
  return name === offset ? name : `${name.replaceAll("_", " ")}, ${offset}`;
}

/** With the day of the week, because hosts plan in weeks. */
export function dayAndTime(seconds: number): string {
  return dayFormat.format(new Date(seconds * 1000));
}

/** With the zone too: for deadlines and planned starts. */
export function dayTimeZone(seconds: number): string {
  return zonedFormat.format(new Date(seconds * 1000));
}
