/** Which language is spoken: the one chosen here, else the first that the browser wishes and the house knows. */
import type { Language } from "@house/kit/face";

const LANGUAGES: readonly Language[] = ["en", "ru"];
const KEPT = "numberhouse.language";

export const language: Language = chosen();

function chosen(): Language {
  const kept = localStorage.getItem(KEPT);
  const wishes = kept ? [kept] : navigator.languages.map((one) => one.slice(0, 2));
  return wishes.find((one): one is Language => LANGUAGES.includes(one as Language)) ?? "en";
}

/** From now on the house speaks this language; the page is loaded anew. */
export function speak(chosen: Language): void {
  localStorage.setItem(KEPT, chosen);
  location.reload();
}
