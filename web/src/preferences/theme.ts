/** Light or dark paper: as the system says, unless chosen here. */

export type Theme = "system" | "light" | "dark";

const KEPT = "numberhouse.theme";

export function theme(): Theme {
  const kept = localStorage.getItem(KEPT);
  return kept === "light" || kept === "dark" ? kept : "system";
}

export function wear(chosen: Theme = theme()): void {
  if (chosen === "system") {
    localStorage.removeItem(KEPT);
    delete document.documentElement.dataset.theme;
  } else {
    localStorage.setItem(KEPT, chosen);
    document.documentElement.dataset.theme = chosen;
  }
}
