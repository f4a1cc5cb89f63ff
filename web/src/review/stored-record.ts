/** A record that was brought along, kept in this tab for the next load of the page. */
const KEPT = "numberhouse.review";

export function keptRecord(): string | null {
  return sessionStorage.getItem(KEPT);
}

/** Null forgets it. */
export function keepRecord(record: string | null): void {
  sessionStorage.removeItem(KEPT);
  try {
    if (record !== null) sessionStorage.setItem(KEPT, record);
  } catch {
    // Too large to be kept: then it is brought along again after the next load.
  }
}
