/** Written from coach/facts.py by web/write_facts.py. */
export const LABELS = "ABCDEFGHIJ";
export const COLUMNS = "ABCDEFGH";
export const ROWS: readonly number[] = [1,2,3,4,5,6,7,8];
export const WORTHS: readonly number[] = [1,2,3];
export const CANDIDATE = 0;
export const DMO = 1;
export const FIRST = 10;
export const MOST_DIGITS = 6;
export const MOST_SKIPS = 4;
