/** The player's notes about the sets. They stay on this device: nobody else ever sees them. */

export interface Idea {
  text: string;
  /** 0: no idea. */
  worth: number;
}

export interface Notes {
  text: string;
  ideas: Record<string, Idea>;
}

const EMPTY: Notes = { text: "", ideas: {} };

export function readNotes(match: string): Notes {
  try {
    return { ...EMPTY, ...(JSON.parse(localStorage.getItem(storageKey(match)) ?? "{}") as Partial<Notes>) };
  } catch {
    return EMPTY;
  }
}

/** Store the notes; false if the browser has no room or stores nothing. */
export function storeNotes(match: string, notes: Notes): boolean {
  try {
    localStorage.setItem(storageKey(match), JSON.stringify(notes));
    return true;
  } catch {
    return false;
  }
}

export function ideaOf(notes: Notes, label: string): Idea {
  return notes.ideas[label] ?? { text: "", worth: 0 };
}

function storageKey(match: string): string {
  return `numberhouse.notes.set-theory.${match}`;
}
