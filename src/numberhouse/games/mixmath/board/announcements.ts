/** Events as sentences for the screen reader. */
import { words, type GameEvent, type Speech } from "@house/kit";
import type { View } from "@types-of/mixmath";
import { tileText } from "./squares";

const { t, tn } = words("mixmath");

/** The sentences of the events, with whom each concerns, and the points after a turn. */
export function announcement(events: readonly GameEvent[], view: View, names: readonly string[]): Speech[] {
  return events.flatMap((event) => {
    const isOthers = event.values.seat !== undefined && event.values.seat !== view.seat && event.code !== "match-over";
    const text = [sentence(event, view, names), total(event, view, names)].filter(Boolean).join(" ");
    return text ? [{ text, concern: isOthers ? "others" : "mine" }] : [];
  });
}

/** What a seat has after its turn; nothing after a turn without points. */
function total({ code, values }: GameEvent, view: View, names: readonly string[]): string {
  const seat = Number(values.seat);
  const points = view.scores[seat];
  if (code !== "turn-ended" || points === undefined || values.passed) return "";
  const name = seat === view.seat ? t("You") : (names[seat] ?? "");
  return tn("{name}: {count} point in all.", "{name}: {count} points in all.", points, { name });
}

function sentence({ code, values }: GameEvent, view: View, names: readonly string[]): string {
  const numberOf = (name: string): number => Number(values[name] ?? 0);
  const name = numberOf("seat") === view.seat ? t("You") : (names[numberOf("seat")] ?? "");
  const tiles = ((values.tiles ?? values.drawn ?? []) as number[]).map(tileText).join(" ");
  const placement = { name, tile: numberOf("tile"), cell: String(values.cell) };
  switch (code) {
    case "placed":
      return tn("{name}: {tile} on {cell}, {count} point.", "{name}: {tile} on {cell}, {count} points.", numberOf("points"), placement);
    case "drew":
    case "refilled":
    case "exchanged-tiles":
      return t("You draw {tiles}.", { tiles });
    case "exchanged":
      return tn("{name}: {count} tile exchanged.", "{name}: {count} tiles exchanged.", numberOf("count"), { name });
    case "turn-ended":
      if (values.late) return t("{name}: time ran out.", { name });
      if (values.passed) return t("{name}: no tile in this turn.", { name });
      return numberOf("bonus") ? t("{name}: the empty rack brings 50.", { name }) : "";
    case "accepted":
      return t("{name}: the tile may stand.", { name });
    case "challenge-failed":
      return t("{name}: challenge of {tile} on {cell}, and it is right.", placement);
    case "taken-back":
      return t("{name}: challenge of {tile} on {cell}, and it goes back to the rack.", placement);
    case "match-over":
      return endText(String(values.reason));
    default:
      return "";
  }
}

/** The reason why the match is over. */
export function endText(reason: string): string {
  switch (reason) {
    case "rack-empty":
      return t("The bag is empty, and so is a rack: the match is over.");
    case "all-passed":
      return t("All have passed, one after the other: the match is over.");
    default:
      return t("Nobody has laid a tile for too long: the match is over by a rule of this house.");
  }
}
