/** Keys of a board or a page, for the list behind `?`. */

export interface KeyHelp {
  /** Names of keys as they stand on them: "Enter", "←", "A". */
  keys: readonly string[];
  /** What they do, in the reader's language. */
  does: string;
}
