/**
 * Words in the reader's language.
 *
 * The English text is the key: `t("{count} seats", { count })`, `tn("one seat is free", "{count} seats are free", n)`.
 * Russian stands in gettext catalogues: web/locale/*.ru.po for the shell, locale/ru.po in a game's folder for all that it says.
 */
import { language } from "@house/kit/language";

export { language, speak } from "@house/kit/language";

/** By English text: the translation, or its plural forms in the order of the language's categories. */
type Catalogue = Record<string, string | string[]>;

export type Values = Record<string, string | number>;

/** The words of one catalogue: the shell's, or a game's. */
export interface Words {
  t(text: string, values?: Values): string;
  tn(one: string, many: string, count: number, values?: Values): string;
}

const files = import.meta.glob<{ default: Catalogue }>("../../generated/locale/*.json");
const catalogues = new Map<string, Catalogue>();
const plurals = new Intl.PluralRules(language);
/** Categories in the order in which gettext numbers them. */
const categories = { en: ["one", "other"], ru: ["one", "few", "many"] }[language];

/** Fetch the catalogue of the shell ("house") or of a game; English needs none. */
export async function fetchWords(domain: string): Promise<void> {
  if (language === "en" || catalogues.has(domain)) return;
  const load = files[`../../generated/locale/${language}.${domain}.json`];
  catalogues.set(domain, load ? (await load()).default : {});
}

export function words(domain: string): Words {
  const found = (text: string): string | string[] | undefined => catalogues.get(domain)?.[text];
  return {
    t(text, values) {
      const told = found(text);
      return filled(typeof told === "string" ? told : text, values);
    },
    tn(one, many, count, values) {
      const told = found(one);
      const all = { count, ...values };
      if (!Array.isArray(told)) return filled(count === 1 ? one : many, all);
      const category = plurals.select(count);
      return filled(told[Math.max(categories.indexOf(category), 0)] ?? many, all);
    },
  };
}

function filled(text: string, values: Values | undefined): string {
  if (values === undefined) return text;
  return text.replace(/\{(\w+)\}/g, (whole, name: string) => String(values[name] ?? whole));
}

/** The shell's own. */
export const { t, tn } = words("house");

const numbers = new Intl.NumberFormat(language);

/** 12345 as people of this language write it. */
export function figure(value: number): string {
  return numbers.format(value).replace("-", "−");
}
