/** What a player writes down about the sets. It stays on this device: nobody else ever sees it. */

export interface Idea {
  text: string;
  /** 0 is "don't know". */
  /** 0: no idea. */
  worth: number;
}

export interface Notes {
  text: string;
  ideas: Record<string, Idea>;
}

const nothing: Notes = { text: "", ideas: {} };

export function read(match: string): Notes {
  try {
    return { ...nothing, ...(JSON.parse(localStorage.getItem(key(match)) ?? "{}") as Partial<Notes>) };
  } catch {
    return nothing;
  }
}

/** Whether it could be kept: a browser may have no room, or keep nothing. */
export function keep(match: string, notes: Notes): boolean {
  try {
    localStorage.setItem(key(match), JSON.stringify(notes));
    return true;
  } catch {
    return false;
  }
}

export function ideaOf(notes: Notes, label: string): Idea {
  return notes.ideas[label] ?? { text: "", worth: 0 };
}

function key(match: string): string {
  return `numberhouse.notes.set-theory.${match}`;
}
