/**
 * Words in the reader's language.
 *
 * The English text is the key of `t`, and its singular the key of `tn`. Translations stand in gettext catalogues, a
 * file for each language: web/locale for the shell, `locale` in a game's folder for the game's texts. `python web/build.py`
 * makes JSON of them.
 */
import { language } from "@house/kit/language";

export { language, setLanguage } from "@house/kit/language";

export interface Catalogue {
  /** By English text: its translation, or the translation's plural forms. */
  texts: Record<string, string | string[]>;
  /** The number of the plural form for each category of `Intl.PluralRules` that whole numbers have. */
  plurals: Partial<Record<Intl.LDMLPluralRule, number>>;
}

export type Values = Record<string, string | number>;

/** The words of one catalogue: the shell's, or a game's. */
export interface Words {
  t(text: string, values?: Values): string;
  tn(singular: string, plural: string, count: number, values?: Values): string;
}

const files = import.meta.glob<{ default: Catalogue }>("../../generated/locale/*.json");
const catalogues = new Map<string, Catalogue>();
const plurals = new Intl.PluralRules(language);

/** Fetches the catalogue of the shell ("house"), of the games' cards ("faces") or of a game. Texts without a catalogue stay English. */
export async function fetchWords(domain: string): Promise<void> {
  const load = files[`../../generated/locale/${language}.${domain}.json`];
  if (load && !catalogues.has(domain)) catalogues.set(domain, (await load()).default);
}

/** As `fetchWords`, for a catalogue that is already loaded. */
export function setWords(domain: string, catalogue: Catalogue): void {
  catalogues.set(domain, catalogue);
}

export function words(domain: string): Words {
  const lookup = (text: string): string | string[] | undefined => catalogues.get(domain)?.texts[text];
  return {
    t(text, values) {
      const translation = lookup(text);
      return fill(typeof translation === "string" ? translation : text, values);
    },
    tn(singular, plural, count, values) {
      const translation = lookup(singular);
      const all = { count, ...values };
      if (!Array.isArray(translation)) return fill(count === 1 ? singular : plural, all);
      const form = catalogues.get(domain)?.plurals[plurals.select(count)] ?? 0;
      return fill(translation[form] ?? plural, all);
    },
  };
}

function fill(text: string, values: Values | undefined): string {
  if (values === undefined) return text;
  return text.replace(/\{(\w+)\}/g, (whole, name: string) => String(values[name] ?? whole));
}

/** The number of a seat for people, who count from 1; the protocol counts from 0. */
export function seatNumber(seat: number): number {
  return seat + 1;
}

/** The shell's own words. */
export const { t, tn } = words("house");

const numbers = new Intl.NumberFormat(language);

/** 12345 as a figure in the reader's language. */
export function figure(value: number): string {
  return numbers.format(value).replace("-", "−");
}
