/** Names of rooms: the lobby and a game's only table in the house's words, all others in the game's. */
import { language, t } from "@house/kit/words";
import type { RoomInfo, Seat } from "@house/api/api";

export function roomWords(room: RoomInfo): string {
  const names: Record<string, string> = { lobby: t("Lobby"), table: t("Table") };
  return names[room.name] ?? room.titles?.[language] ?? room.titles?.["en"] ?? room.name;
}

/** The name for one of its members: a room for two, which the game names after both, is a talk with the other one. */
export function roomWordsFor(room: RoomInfo, seat: Seat | null, names: readonly string[]): string {
  const words = roomWords(room);
  if (seat === null || room.seats.length !== 2 || !room.seats.includes(seat)) return words;
  const other = names[room.seats.find((one) => one !== seat)!];
  return other && words.includes(other) ? t("You and {names}", { names: other }) : words;
}
