/** What happened, as sentences for the screen reader. */
import { words, type GameEvent } from "@house/kit";
import type { View } from "@types-of/mixmath";
import { tileWords } from "./squares";

const { t, tn } = words("mixmath");

/** One sentence after the other; empty where nothing needs telling. */
export function told(events: readonly GameEvent[], view: View, names: readonly string[]): string {
  return events.map((event) => sentence(event, view, names)).filter(Boolean).join(" ");
}

function sentence({ code, values }: GameEvent, view: View, names: readonly string[]): string {
  const number = (name: string): number => Number(values[name] ?? 0);
  const name = number("seat") === view.seat ? t("You") : (names[number("seat")] ?? "");
  const tiles = ((values.tiles ?? values.drawn ?? []) as number[]).map(tileWords).join(" ");
  const laid = { name, tile: number("tile"), cell: String(values.cell) };
  switch (code) {
    case "placed":
      return tn("{name}: {tile} on {cell}, {count} point.", "{name}: {tile} on {cell}, {count} points.", number("points"), laid);
    case "drew":
    case "refilled":
    case "exchanged-tiles":
      return t("You draw {tiles}.", { tiles });
    case "exchanged":
      return tn("{name}: {count} tile exchanged.", "{name}: {count} tiles exchanged.", number("count"), { name });
    case "turn-ended":
      if (values.late) return t("{name}: time ran out.", { name });
      if (values.passed) return t("{name}: no tile in this turn.", { name });
      return number("bonus") ? t("{name}: the empty rack brings 50.", { name }) : "";
    case "accepted":
      return t("{name}: the tile may stand.", { name });
    case "challenge-failed":
      return t("{name}: challenge of {tile} on {cell}, and it is right.", laid);
    case "taken-back":
      return t("{name}: challenge of {tile} on {cell}, and it goes back to the rack.", laid);
    case "match-over":
      return endWords(String(values.reason));
    default:
      return "";
  }
}

/** Why the match is over. */
export function endWords(reason: string): string {
  switch (reason) {
    case "rack-empty":
      return t("The bag is empty, and so is a rack: the match is over.");
    case "all-passed":
      return t("All have passed, one after the other: the match is over.");
    default:
      return t("Nobody has laid a tile for too long: the match is over by a rule of this house.");
  }
}
