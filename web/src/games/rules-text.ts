/** The rules of a game as its own page tells them, laid out for a browser. */
import { get } from "@house/api/api";
import { language, t } from "@house/kit/words";

/** A page is fetched and marked up; what is typed in a terminal is folded away. Raises `Refusal`. */
export async function rulesOf(game: string): Promise<DocumentFragment> {
  const [{ marked }, { markdown }] = await Promise.all([
    import("marked"),
    get<{ markdown: string }>(`/api/games/${game}/rules`, { lang: language }),
  ]);
  const template = document.createElement("template");
  // The page is part of an installed package, as this script is.
  template.innerHTML = await marked.parse(markdown);
  const headings = [...template.content.querySelectorAll("h2")];
  for (const heading of headings.filter((heading) => heading.textContent === t("What to type in the terminal"))) fold(heading);
  return template.content;
}

/** A heading and all up to the next one become what can be opened. */
function fold(heading: HTMLElement): void {
  const details = document.createElement("details");
  const summary = document.createElement("summary");
  heading.before(details);
  while (details.nextSibling && (details.nextSibling === heading || (details.nextSibling as Element).tagName !== "H2")) {
    details.append(details.nextSibling);
  }
  details.prepend(summary);
  summary.append(heading);
}
