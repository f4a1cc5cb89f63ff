/** Names of rooms: the lobby and a game's only table in the house's words, all others in the game's. */
import { language, t } from "@house/kit/words";
import type { RoomInfo } from "@house/api/api";

export function roomWords(room: RoomInfo): string {
  const names: Record<string, string> = { lobby: t("Lobby"), table: t("Table") };
  return names[room.name] ?? room.titles?.[language] ?? room.titles?.["en"] ?? room.name;
}
