/** Counts of unread messages, by the read marks of the service and what has been read here since. */
import type { Message, RoomInfo } from "@house/api/api";

export interface Unread {
  count: number;
  /** How many of them name the reader. */
  mentions: number;
}

/** The unread messages of a room, the oldest first. */
export function unreadMessages(room: RoomInfo, messages: readonly Message[], readHere: number): Message[] {
  // Who has answered has read what stands above the answer.
  const answered = messages.findLast((message) => message.mine)?.number ?? 0;
  const read = Math.max(room.read ?? 0, readHere, answered);
  return messages.filter((message) => message.number > read && !message.mine && !message.hidden && !message.deleted);
}

export function unreadIn(room: RoomInfo, messages: readonly Message[], readHere: number): Unread {
  const unread = unreadMessages(room, messages, readHere);
  return { count: unread.length, mentions: unread.filter((message) => message.mentioned).length };
}

export function sum(parts: readonly Unread[]): Unread {
  return {
    count: parts.reduce((total, part) => total + part.count, 0),
    mentions: parts.reduce((total, part) => total + part.mentions, 0),
  };
}

/** A long number takes no more room than a short one. */
export function countWords(count: number): string {
  return count > 99 ? "99+" : String(count);
}
