/** The languages of the pages. The current one is this browser's setting, else its first language that has a catalogue. */

const catalogues = import.meta.glob("../../generated/locale/*.house.json");
const SOURCE = "en";
const STORAGE_KEY = "numberhouse.language";

/** Codes of the languages: English, which stands in the code, and every language with a catalogue of the pages. */
export const LANGUAGES: readonly string[] = [
  SOURCE,
  ...Object.keys(catalogues)
    .map((path) => /([\w-]+)\.house\.json$/.exec(path)![1]!)
    .sort(),
];

export const language: string = initialLanguage();

function initialLanguage(): string {
  const stored = localStorage.getItem(STORAGE_KEY);
  const candidates = stored ? [stored] : navigator.languages.map((language) => language.split("-")[0]!);
  return candidates.find((candidate) => LANGUAGES.includes(candidate)) ?? SOURCE;
}

/** Stores the language and reloads the page. */
export function setLanguage(code: string): void {
  localStorage.setItem(STORAGE_KEY, code);
  location.reload();
}

/** The language's name in that language, as "English". */
export function nameOfLanguage(code: string): string {
  const name = displayName(code, code);
  return name.charAt(0).toLocaleUpperCase(code) + name.slice(1);
}

/** The language's name in the reader's language. */
export function languageInWords(code: string): string {
  return displayName(code, language);
}

function displayName(code: string, reader: string): string {
  return new Intl.DisplayNames([reader, SOURCE], { type: "language" }).of(code) ?? code;
}
