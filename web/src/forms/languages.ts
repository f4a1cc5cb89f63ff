/** The languages to choose from in a form. */
import { html, type TemplateResult } from "lit";
import { LANGUAGES, nameOfLanguage } from "@house/kit/language";

/** For a `<select>`; each has its name in itself. */
export function languageOptions(chosen: string): TemplateResult[] {
  return LANGUAGES.map((code) => html`<option value=${code} lang=${code} ?selected=${code === chosen}>${nameOfLanguage(code)}</option>`);
}
