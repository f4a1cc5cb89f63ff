/** The cards that a problem's id means (TM-7). The laws, which the id holds too, are left out. */
import { CARDS } from "./laws";

export type Mode = "classic" | "extreme" | "nightmare";

/** The cards of a problem by verifier; in nightmare the pool, in ascending order. */
export interface ProblemCards {
  mode: Mode;
  cards: number[][];
}

/** Most characters of an id. */
export const LONGEST_ID = 17;

const DIGITS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
const MODES: Record<string, Mode> = { C: "classic", X: "extreme", N: "nightmare" };
const FEWEST = 4;
const MOST = 6;

const numbers = Object.keys(CARDS).map(Number);
/** The card of each law, in the order of the cards. */
const LAW_CARDS = numbers.flatMap((card) => CARDS[card]!.laws.map(() => card));

/** The cards of the problem with this id, in upper or lower case; null for a text that is no id. */
export function cardsOfId(text: string): ProblemCards | null {
  const id = text.trim().toUpperCase();
  const mode = MODES[id[0] ?? ""];
  const verifiers = Number(id[1]);
  const digits = [...id].map((character) => DIGITS.indexOf(character));
  if (!mode || !(verifiers >= FEWEST && verifiers <= MOST) || digits.includes(-1)) return null;
  if (id.length !== idLength(mode, verifiers) || weighted(digits.slice(0, -1)) !== digits.at(-1)) return null;
  let rank = digits.slice(2, -1).reduce((total, digit) => total * 32n + BigInt(digit), 0n);
  if (rank >= countOf(mode, verifiers)) return null;
  if (mode === "nightmare") rank /= factorial(verifiers);
  const places = unrank(rank, verifiers, universe(mode)).map((item) => cardsOf(mode, item));
  const cards = places.sort(([one], [other]) => one! - other!);
  return new Set(cards.flat()).size === cards.flat().length ? { mode, cards } : null;
}

/** The cards of a verifier in ascending order, so that nothing tells the true one. */
function cardsOf(mode: Mode, item: number): number[] {
  if (mode !== "extreme") return [LAW_CARDS[item]!];
  return [LAW_CARDS[Math.floor(item / numbers.length)]!, (item % numbers.length) + 1].sort((one, other) => one - other);
}

function universe(mode: Mode): number {
  return mode === "extreme" ? LAW_CARDS.length * numbers.length : LAW_CARDS.length;
}

/** The number of sets of laws, valid or not. */
function countOf(mode: Mode, verifiers: number): bigint {
  return choose(universe(mode), verifiers) * (mode === "nightmare" ? factorial(verifiers) : 1n);
}

function idLength(mode: Mode, verifiers: number): number {
  const bits = (countOf(mode, verifiers) - 1n).toString(2).length;
  return 3 + Math.ceil(bits / 5);
}

/** The set of that rank, in the combinatorial number system. */
function unrank(rank: bigint, count: number, limit: number): number[] {
  const found: number[] = [];
  for (let size = count; size > 0; size -= 1) {
    let [low, high] = [size - 1, limit - 1];
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (choose(middle, size) <= rank) low = middle;
      else high = middle - 1;
    }
    found.push(low);
    rank -= choose(low, size);
  }
  return found;
}

function choose(from: number, count: number): bigint {
  let ways = 1n;
  for (let taken = 0; taken < count; taken += 1) ways = (ways * BigInt(from - taken)) / BigInt(taken + 1);
  return ways;
}

function factorial(number: number): bigint {
  return number < 2 ? 1n : BigInt(number) * factorial(number - 1);
}

/** The check character: a weighted sum over the field of 32 elements. */
function weighted(digits: number[]): number {
  return digits.reduce((total, digit) => doubled(total ^ digit), 0);
}

function doubled(element: number): number {
  return (element << 1) ^ (element & 16 ? 0b100101 : 0);
}
