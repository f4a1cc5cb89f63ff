/** Light or dark theme: the system's, unless set here. */

export type Theme = "system" | "light" | "dark";

const STORAGE_KEY = "numberhouse.theme";

export function theme(): Theme {
  const stored = localStorage.getItem(STORAGE_KEY);
  return stored === "light" || stored === "dark" ? stored : "system";
}

export function applyTheme(choice: Theme = theme()): void {
  if (choice === "system") {
    localStorage.removeItem(STORAGE_KEY);
    delete document.documentElement.dataset.theme;
  } else {
    localStorage.setItem(STORAGE_KEY, choice);
    document.documentElement.dataset.theme = choice;
  }
}
