/** A record that was brought along, kept in this tab for the next load of the page. */
const STORAGE_KEY = "numberhouse.review";

export function storedRecord(): string | null {
  return sessionStorage.getItem(STORAGE_KEY);
}

/** Null forgets it. */
export function storeRecord(record: string | null): void {
  sessionStorage.removeItem(STORAGE_KEY);
  try {
    if (record !== null) sessionStorage.setItem(STORAGE_KEY, record);
  } catch {
    // Too large to be kept: then it is brought along again after the next load.
  }
}
