/** Languages as options of a form. */
import { html, type TemplateResult } from "lit";
import { LANGUAGES, nameOfLanguage } from "@house/kit/language";

/** For a `<select>`; each language is named in itself. */
export function languageOptions(current: string): TemplateResult[] {
  return LANGUAGES.map((code) => html`<option value=${code} lang=${code} ?selected=${code === current}>${nameOfLanguage(code)}</option>`);
}
