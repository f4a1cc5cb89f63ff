/** An uploaded record, stored in this tab for the next load of the page. */
const STORAGE_KEY = "numberhouse.review";

export function storedRecord(): string | null {
  return sessionStorage.getItem(STORAGE_KEY);
}

/** Null deletes it. */
export function storeRecord(record: string | null): void {
  sessionStorage.removeItem(STORAGE_KEY);
  try {
    if (record !== null) sessionStorage.setItem(STORAGE_KEY, record);
  } catch {
    // A record over the browser's quota must be uploaded again after a reload.
  }
}
