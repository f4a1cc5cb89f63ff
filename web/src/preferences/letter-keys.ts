/** Whether single letters and signs act as keys. Who speaks to the computer turns them off: any spoken word would press some. */

const STORAGE_KEY = "numberhouse.letter-keys";

export function letterKeys(): boolean {
  return localStorage.getItem(STORAGE_KEY) !== "off";
}

export function setLetterKeys(on: boolean): void {
  if (on) localStorage.removeItem(STORAGE_KEY);
  else localStorage.setItem(STORAGE_KEY, "off");
}
