/** The points of a closed round as sentences. The service counts the points; this file only words them. */
import type { View } from "@types-of/addition-crypt";
import { letter, t, termsOf, tn, valuesAfter, type Line } from "./words";

export function pointSentences(view: View, line: Line, round: number): string[] {
  return [digitsTold(view, line, round), ...bonusTold(view, line, round)];
}

function digitsTold(view: View, { pick, points }: Line, round: number): string {
  const { base } = termsOf(view.options, round);
  const value = valuesAfter(view, round)[pick.scoring] ?? 0;
  const digits = digitsOf(value, base);
  const node = letter(pick.scoring);
  const stands =
    base === 10
      ? t("{node} stands at {value}", { node, value })
      : t("{node} stands at {value}, in base {base} {digits}", { node, value, base, digits: inBase(value, base) });
  if (digits.length === 1) return t("{stands}: it scores {points}.", { stands, points: points.digits });
  // If the sum of the digits differs from the points, the node is the single highest one.
  if (digits.reduce((sum, digit) => sum + digit, 0) !== points.digits) {
    return t("{stands}, higher than every other: its last digit alone scores, {points}.", { stands, points: points.digits });
  }
  return t("{stands}: {sum} = {points}.", { stands, sum: digits.join(" + "), points: points.digits });
}

/** The number of submissions with the same two nodes, the player's included; null if there are several and their
 * number isn't known. */
function sharing(view: View, { pick, points, rooms }: Line, round: number): number | null {
  const picks = view.end?.ledgers.map((ledger) => ledger[round - 1]!.pick) ?? view.rounds[round - 1]?.published;
  if (picks) {
    const own = [pick.first, pick.second];
    return picks.filter((one) => own.includes(one.first) && own.includes(one.second)).length;
  }
  // A room for all rounds doesn't show who used its node in this round, but the bonus shows whether anybody did.
  if (view.options.node_rooms === "all-rounds") return points.bonus > 0 ? 1 : null;
  return rooms[0].filter((seat) => rooms[1].includes(seat)).length;
}

function bonusTold(view: View, line: Line, round: number): string[] {
  const { pick, points } = line;
  const { standout, writeOff, places } = termsOf(view.options, round);
  const nodes = { first: letter(pick.first), second: letter(pick.second) };
  const both = sharing(view, line, round);
  const sentences: string[] = [];
  if (standout) {
    sentences.push(
      both === 1
        ? t("Nobody else played {first} and {second}: +{bonus}.", { ...nodes, bonus: standout })
        : both === null
          ? t("Somebody else had {first} and {second} too: nothing for standing out.", nodes)
          : tn(
            "{count} other player had {first} and {second} too: nothing for standing out.",
            "{count} other players had {first} and {second} too: nothing for standing out.",
            both - 1,
            nodes,
          ),
    );
  }
  if (writeOff) {
    const low = (points.bonus - (both === 1 ? standout : 0)) / writeOff;
    sentences.push(
      low > 0
        ? tn("{count} of your nodes is in the lowest places: +{bonus}.", "{count} of your nodes are in the lowest places: +{bonus}.", low, {
            bonus: low * writeOff,
          })
        : tn("None of your nodes is in the lowest place.", "None of your nodes is in the lowest {count} places.", places),
    );
  }
  return sentences;
}

/** The digits, highest first. */
export function digitsOf(value: number, base: number): number[] {
  const digits = [value % base];
  for (let rest = Math.floor(value / base); rest > 0; rest = Math.floor(rest / base)) digits.unshift(rest % base);
  return digits;
}

/** The digits of a value as they are written. */
export function inBase(value: number, base: number): string {
  return value.toString(base).toUpperCase();
}
