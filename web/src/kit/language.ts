/** The languages of the pages, and the one that is spoken: the one chosen here, else the first that the browser wishes and the house knows. */

const catalogues = import.meta.glob("../../generated/locale/*.house.json");
const SOURCE = "en";
const KEPT = "numberhouse.language";

/** Codes of the languages: English, which stands in the code, and every language that the pages have a catalogue in. */
export const LANGUAGES: readonly string[] = [
  SOURCE,
  ...Object.keys(catalogues)
    .map((path) => /([\w-]+)\.house\.json$/.exec(path)![1]!)
    .sort(),
];

export const language: string = chosen();

function chosen(): string {
  const kept = localStorage.getItem(KEPT);
  const wishes = kept ? [kept] : navigator.languages.map((one) => one.split("-")[0]!);
  return wishes.find((one) => LANGUAGES.includes(one)) ?? SOURCE;
}

/** From now on the house speaks this language; the page is loaded anew. */
export function speak(chosen: string): void {
  localStorage.setItem(KEPT, chosen);
  location.reload();
}

/** The language's name in itself, to choose it by, as "English". */
export function nameOfLanguage(code: string): string {
  const name = named(code, code);
  return name.charAt(0).toLocaleUpperCase(code) + name.slice(1);
}

/** The language's name in the reader's language. */
export function languageInWords(code: string): string {
  return named(code, language);
}

function named(code: string, reader: string): string {
  return new Intl.DisplayNames([reader, SOURCE], { type: "language" }).of(code) ?? code;
}
