/** A game's rules page, prepared for a browser. */
import { get } from "@house/api/api";
import { language, t } from "@house/kit/words";

export interface RulesText {
  text: DocumentFragment;
  /** A view that the game's board can show as a picture; null where there is none. */
  picture: unknown;
}

/** Fetches and formats the page without the section on the terminal. Throws `Refusal`. */
export async function rulesOf(game: string): Promise<RulesText> {
  const [{ marked }, { markdown, picture }] = await Promise.all([
    import("marked"),
    get<{ markdown: string; picture?: unknown }>(`/api/games/${game}/rules`, { lang: language }),
  ]);
  const template = document.createElement("template");
  // The page is part of an installed package, as this script is, so it is trusted.
  template.innerHTML = await marked.parse(markdown);
  const text = template.content;
  const headings = [...text.querySelectorAll("h2")];
  for (const heading of headings.filter((heading) => heading.textContent === t("What to type in the terminal"))) removeSection(heading);
  text.querySelectorAll("table").forEach(labelCells);
  return { text, picture: picture ?? null };
}

function removeSection(heading: HTMLElement): void {
  while (heading.nextElementSibling && heading.nextElementSibling.tagName !== "H2") heading.nextElementSibling.remove();
  heading.remove();
}

/**
 * Repeats each column's heading at its cells. On a telephone the rows stand as blocks, one cell below the other, and
 * the roles keep the table a table for screen readers.
 */
function labelCells(table: HTMLTableElement): void {
  const titles = [...table.querySelectorAll("thead th")].map((cell) => cell.textContent ?? "");
  table.setAttribute("role", "table");
  for (const group of table.querySelectorAll("thead, tbody")) group.setAttribute("role", "rowgroup");
  for (const row of table.querySelectorAll("tr")) row.setAttribute("role", "row");
  for (const cell of table.querySelectorAll("th")) cell.setAttribute("role", "columnheader");
  for (const cell of table.querySelectorAll("td")) {
    cell.setAttribute("role", "cell");
    cell.dataset.title = titles[cell.cellIndex] ?? "";
  }
}
