/** Whether matches against bots are played with assistance: a switch that this browser remembers. */

const STORAGE_KEY = "numberhouse.help";

export function wantsHelp(): boolean {
  return localStorage.getItem(STORAGE_KEY) === "on";
}

export function setHelp(on: boolean): void {
  if (on) localStorage.setItem(STORAGE_KEY, "on");
  else localStorage.removeItem(STORAGE_KEY);
}
