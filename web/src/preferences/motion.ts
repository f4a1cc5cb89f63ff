/** Amount of motion: the system's setting, or less. */

export type Motion = "system" | "less";

const STORAGE_KEY = "numberhouse.motion";

export function motion(): Motion {
  return localStorage.getItem(STORAGE_KEY) === "less" ? "less" : "system";
}

export function applyMotion(choice: Motion = motion()): void {
  if (choice === "less") {
    localStorage.setItem(STORAGE_KEY, choice);
    document.documentElement.dataset.motion = choice;
  } else {
    localStorage.removeItem(STORAGE_KEY);
    delete document.documentElement.dataset.motion;
  }
}
