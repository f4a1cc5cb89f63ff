/** The result of a match in words, for one reader. */
import type { PublicMatch, Seat } from "@house/api/api";
import { pointsWords } from "@house/games/result-words";
import { language, t } from "@house/kit/words";
import { seatName } from "@house/match/names";

/** The places after the first, in words. */
const PLACES = (): string[] => [t("second"), t("third"), t("fourth"), t("fifth"), t("sixth"), t("seventh"), t("eighth"), t("ninth"), t("tenth")];
const COUNTS = (): string[] => [
  t("of three"), t("of four"), t("of five"), t("of six"), t("of seven"), t("of eight"),
  t("of nine"), t("of ten"), t("of eleven"), t("of twelve"), t("of thirteen"),
];

/** Whether the reader has won, alone or with others. */
export function hasWon({ outcome }: PublicMatch, seat: Seat | null): boolean {
  if (!outcome || seat === null || outcome.places[seat] !== 1) return false;
  const isAlone = outcome.places.filter((place) => place === 1).length < outcome.places.length;
  return isAlone || (outcome.scores[seat] ?? 0) > 0;
}

/** Whether a seat lost the match at once, so that no points were settled. */
export function isForfeit({ outcome, seats }: PublicMatch): boolean {
  return outcome !== null && seats.length <= 2 && (outcome.reason === "resigned" || outcome.reason === "gone");
}

/** The first sentence after the end. */
export function resultWords(match: PublicMatch, seat: Seat | null): string {
  const { outcome, seats } = match;
  if (!outcome) return stoppedWords(match, seat);
  if (isForfeit(match)) return forfeitWords(match, seat);
  const { scores, places } = outcome;
  const winners = places.flatMap((place, index) => (place === 1 ? [index] : []));
  const name = (index: Seat): string => seatName(seats[index], index);
  if (seats.length === 1) return soloWords(scores[0] ?? 0, seat, name(0));
  if (winners.length === seats.length) {
    const all = scores[0] ?? 0;
    if (all === 0) return t("Nobody has won.");
    if (all === 1 && scores.every((score) => score === 1)) return t("All have won.");
    return seats.length === 2 ? t("A draw: both have {points}.", { points: pointsWords(all) }) : t("All share the first place.");
  }
  if (winners.length > 1) {
    if (seat !== null && winners.includes(seat)) return t("You share the first place.");
    if (seat === null) return t("First: {names}", { names: new Intl.ListFormat(language).format(winners.map(name)) });
  }
  const winner = winners[0]!;
  if (seat === null || (seat !== winner && seats.length === 2)) {
    const by = margin(match, winner);
    if (seat !== null) return by ? t("You lost: {name} won by {points}.", { name: name(winner), points: by }) : t("You lost: {name} won.", { name: name(winner) });
    return by ? t("{name} won by {points}.", { name: name(winner), points: by }) : t("{name} won.", { name: name(winner) });
  }
  if (seat === winner) {
    const by = margin(match, winner);
    return by ? t("You won by {points}.", { points: by }) : t("You won.");
  }
  return placeWords(places[seat] ?? seats.length, seats.length);
}

/** What the first sentence of a table of several leaves out: who gave up before the end. Empty for two, where it decided the match. */
export function resignedWords(match: PublicMatch, seat: Seat | null): string {
  const { outcome, resigned, seats } = match;
  if (!outcome || seats.length < 3 || !resigned.length) return "";
  const others = resigned.filter((each) => each !== seat).map((each) => seatName(seats[each], each));
  const names = new Intl.ListFormat(language).format(others);
  if (seat === null || !resigned.includes(seat)) return t("Resigned before the end: {names}.", { names });
  return others.length ? t("You resigned before the end; so did {names}.", { names }) : t("You resigned before the end.");
}

/** Why a match has no result. */
function stoppedWords({ seats, stopped }: PublicMatch, seat: Seat | null): string {
  switch (stopped) {
    case "host":
      return t("The host stopped the match: it has no result.");
    case "resigned":
      if (seats.length === 1 || seat === null) return t("Everybody has resigned: the match has no result.");
      return t("You and all others have resigned: the match has no result.");
    case "length":
      return t("The match became too long and was stopped: it has no result.");
    case "gone":
      return t("A player was away for too long, and the other called the match off: it has no result.");
    default:
      return t("The match was ended without a result.");
  }
}

function forfeitWords({ outcome, seats }: PublicMatch, seat: Seat | null): string {
  const isGone = outcome!.reason === "gone";
  if (seats.length === 1) return seat === 0 ? t("You have resigned.") : t("{name} has resigned.", { name: seatName(seats[0], 0) });
  const winner = outcome!.places.indexOf(1);
  const loser = 1 - winner;
  const names = { winner: seatName(seats[winner], winner), loser: seatName(seats[loser], loser) };
  if (isGone) {
    if (seat === winner) return t("You won: {loser} was away for too long, and you claimed the win.", names);
    if (seat === loser) return t("You lost: you were away for too long, and {winner} claimed the win.", names);
    return t("{winner} won: {loser} was away for too long, and {winner} claimed the win.", names);
  }
  if (seat === winner) return t("You won: {loser} resigned.", names);
  return seat === loser ? t("You resigned: {winner} won.", names) : t("{winner} won: {loser} resigned.", names);
}

function soloWords(score: number, seat: Seat | null, name: string): string {
  if (seat === null) return score > 0 ? t("{name} won.", { name }) : t("{name} lost.", { name });
  if (score === 0) return t("You lost.");
  return score === 1 ? t("You won.") : t("You have {points}.", { points: pointsWords(score) });
}

/** The winner's lead over the next player; empty where points didn't decide, and where there is only one to win. */
function margin({ outcome }: PublicMatch, winner: Seat): string {
  const scores = outcome!.scores;
  const others = scores.filter((_, index) => index !== winner);
  const by = (scores[winner] ?? 0) - Math.max(...others);
  return by > 0 && Math.max(...scores) > 1 ? pointsWords(by) : "";
}

function placeWords(place: number, count: number): string {
  const word = PLACES()[place - 2];
  const of = COUNTS()[count - 3];
  return word && of ? t("You came {place} {of}.", { place: word, of }) : t("Your place: {place} of {count}.", { place, count });
}
