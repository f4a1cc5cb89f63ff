/** Sentences for screen readers. */

/**
 * Whom a sentence concerns: `always` answers a key or can't wait, as the end of one's time; `mine` is the reader's own turn and
 * points; `others` is what the others do and say. The reader's setting decides which of the latter two are announced.
 */
export type Concern = "always" | "mine" | "others";

export interface Speech {
  text: string;
  concern: Concern;
}

/** What a `say` event asks for. A board of another package may send the sentence alone. */
export function speechOf(event: Event): Speech {
  const { detail } = event as CustomEvent<Speech | string>;
  return typeof detail === "string" ? { text: detail, concern: "always" } : detail;
}

/** Asks the page around an element to announce a sentence. */
export function announce(element: EventTarget, text: string, concern: Concern = "always"): void {
  element.dispatchEvent(new CustomEvent<Speech>("say", { detail: { text, concern }, bubbles: true, composed: true }));
}
