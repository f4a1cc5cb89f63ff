/** How much moves: as the system says, or less. */

export type Motion = "system" | "less";

const KEPT = "numberhouse.motion";

export function motion(): Motion {
  return localStorage.getItem(KEPT) === "less" ? "less" : "system";
}

export function move(chosen: Motion = motion()): void {
  if (chosen === "less") {
    localStorage.setItem(KEPT, chosen);
    document.documentElement.dataset.motion = chosen;
  } else {
    localStorage.removeItem(KEPT);
    delete document.documentElement.dataset.motion;
  }
}
