/** A game's rules page, prepared for a browser. */
import { get } from "@house/api/api";
import { language, t } from "@house/kit/words";

/** Fetches and formats the page; the section on the terminal is collapsed. Throws `Refusal`. */
export async function rulesOf(game: string): Promise<DocumentFragment> {
  const [{ marked }, { markdown }] = await Promise.all([
    import("marked"),
    get<{ markdown: string }>(`/api/games/${game}/rules`, { lang: language }),
  ]);
  const template = document.createElement("template");
  // The page is part of an installed package, as this script is, so it is trusted.
  template.innerHTML = await marked.parse(markdown);
  const headings = [...template.content.querySelectorAll("h2")];
  for (const heading of headings.filter((heading) => heading.textContent === t("What to type in the terminal"))) fold(heading);
  return template.content;
}

/** Moves a heading and its section into `details`. */
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
