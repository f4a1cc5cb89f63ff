/** The 48 cards as data for the board: the subject of each law, and its text. Nothing here judges a code. */

/** △, □ and ○: triangle, square, circle. */
export type Shape = "t" | "s" | "c";
export type Sign = "<" | "=" | ">";

export const SHAPES: readonly Shape[] = ["t", "s", "c"];
export const GLYPHS: Record<Shape, string> = { t: "△", s: "□", c: "○" };

export type Law =
  /** One digit, or the sum of several, against a number or another digit. */
  | { kind: "compare"; left: readonly Shape[]; sign: Sign; right: number | Shape }
  | { kind: "parity"; of: readonly Shape[]; odd: boolean }
  | { kind: "multiple"; divisor: number }
  /** The number of times a digit occurs. */
  | { kind: "count"; digit: number; times: number }
  | { kind: "evens"; times: number }
  | { kind: "most"; odd: boolean }
  /** One digit against both others. */
  | { kind: "outmost"; shape: Shape; sign: "<" | ">" | "≤" | "≥" }
  /** The number of equal digits; 0 means all or none. */
  | { kind: "equal"; digits: 3 | 2 | 1 | 0 }
  | { kind: "order"; way: "rising" | "falling" | "neither" }
  /** The number of neighbours that differ by one, upwards or either way. */
  | { kind: "steps"; either: boolean; count: 0 | 1 | 2 };

/** Translates a text into the reader's language, as the kit does. */
type Translate = (text: string, values?: Record<string, string | number>) => string;

interface Card {
  title: (t: Translate) => string;
  laws: readonly Law[];
}

const ALL_SHAPES = SHAPES;
const T: readonly Shape[] = ["t"];
const S: readonly Shape[] = ["s"];
const C: readonly Shape[] = ["c"];
const PAIRS: readonly (readonly Shape[])[] = [["t", "s"], ["t", "c"], ["s", "c"]];
const SIGNS: readonly Sign[] = ["<", "=", ">"];

const compare = (left: readonly Shape[], sign: Sign, right: number | Shape): Law => ({ kind: "compare", left, sign, right });
const threeWay = (left: readonly Shape[], right: number | Shape): Law[] => SIGNS.map((sign) => compare(left, sign, right));
const oneOrMore = (left: readonly Shape[]): Law[] => [compare(left, "=", 1), compare(left, ">", 1)];
const parity = (of: readonly Shape[]): Law[] => [false, true].map((odd) => ({ kind: "parity", of, odd }));
const counts = (digit: number): Law[] => [0, 1, 2, 3].map((times) => ({ kind: "count", digit, times }));
const twoCounts = (one: number, other: number): Law[] =>
  [0, 1, 2].flatMap((times) => [one, other].map((digit): Law => ({ kind: "count", digit, times })));
const eachShape = (sign: Sign, right: number): Law[] => ALL_SHAPES.map((shape) => compare([shape], sign, right));
const outmost = (...signs: ("<" | ">" | "≤" | "≥")[]): Law[] =>
  ALL_SHAPES.flatMap((shape) => signs.map((sign): Law => ({ kind: "outmost", shape, sign })));
const otherShapes = (shape: Shape): Law[] =>
  SIGNS.flatMap((sign) => ALL_SHAPES.filter((other) => other !== shape).map((other) => compare([shape], sign, other)));
const steps = (either: boolean, ...found: (0 | 1 | 2)[]): Law[] => found.map((count) => ({ kind: "steps", either, count }));

const comparison = (t: Translate, one: string, other: string): string => t("{one} compared with {other}", { one, other });
const evenOrOddTitle = (t: Translate, one: string): string => t("{one} even or odd", { one });
const howManyTitle = (t: Translate, digit: number): string =>
  digit === 1 ? t("how many 1s") : digit === 3 ? t("how many 3s") : t("how many 4s");
const whichTitle = (t: Translate, sign: Sign, number: number): string =>
  sign === "<"
    ? t("which is less than {number}", { number })
    : sign === "="
      ? t("which is {number}", { number })
      : t("which is greater than {number}", { number });

export const CARDS: Record<number, Card> = {
  1: { title: (t) => comparison(t, "△", "1"), laws: oneOrMore(T) },
  2: { title: (t) => comparison(t, "△", "3"), laws: threeWay(T, 3) },
  3: { title: (t) => comparison(t, "□", "3"), laws: threeWay(S, 3) },
  4: { title: (t) => comparison(t, "□", "4"), laws: threeWay(S, 4) },
  5: { title: (t) => evenOrOddTitle(t, "△"), laws: parity(T) },
  6: { title: (t) => evenOrOddTitle(t, "□"), laws: parity(S) },
  7: { title: (t) => evenOrOddTitle(t, "○"), laws: parity(C) },
  8: { title: (t) => howManyTitle(t, 1), laws: counts(1) },
  9: { title: (t) => howManyTitle(t, 3), laws: counts(3) },
  10: { title: (t) => howManyTitle(t, 4), laws: counts(4) },
  11: { title: (t) => comparison(t, "△", "□"), laws: threeWay(T, "s") },
  12: { title: (t) => comparison(t, "△", "○"), laws: threeWay(T, "c") },
  13: { title: (t) => comparison(t, "□", "○"), laws: threeWay(S, "c") },
  14: { title: (t) => t("which is strictly smallest"), laws: outmost("<") },
  15: { title: (t) => t("which is strictly largest"), laws: outmost(">") },
  16: {
    title: (t) => t("more even digits or more odd ones"),
    laws: [{ kind: "most", odd: false }, { kind: "most", odd: true }],
  },
  17: { title: (t) => t("how many even digits"), laws: [0, 1, 2, 3].map((times) => ({ kind: "evens", times })) },
  18: { title: (t) => t("sum of all even or odd"), laws: parity(ALL_SHAPES) },
  19: { title: (t) => comparison(t, "△ + □", "6"), laws: threeWay(["t", "s"], 6) },
  20: {
    title: (t) => t("how often a digit repeats"),
    laws: [{ kind: "equal", digits: 3 }, { kind: "equal", digits: 2 }, { kind: "equal", digits: 1 }],
  },
  21: {
    title: (t) => t("whether there is exactly one pair"),
    laws: [{ kind: "equal", digits: 0 }, { kind: "equal", digits: 2 }],
  },
  22: {
    title: (t) => t("rising, falling or neither"),
    laws: [{ kind: "order", way: "rising" }, { kind: "order", way: "falling" }, { kind: "order", way: "neither" }],
  },
  23: { title: (t) => t("sum of all compared with {number}", { number: 6 }), laws: threeWay(ALL_SHAPES, 6) },
  24: { title: (t) => t("neighbours climbing by one"), laws: steps(false, 2, 1, 0) },
  25: { title: (t) => t("neighbours climbing or dropping by one"), laws: steps(true, 0, 1, 2) },
  26: { title: (t) => whichTitle(t, "<", 3), laws: eachShape("<", 3) },
  27: { title: (t) => whichTitle(t, "<", 4), laws: eachShape("<", 4) },
  28: { title: (t) => whichTitle(t, "=", 1), laws: eachShape("=", 1) },
  29: { title: (t) => whichTitle(t, "=", 3), laws: eachShape("=", 3) },
  30: { title: (t) => whichTitle(t, "=", 4), laws: eachShape("=", 4) },
  31: { title: (t) => whichTitle(t, ">", 1), laws: eachShape(">", 1) },
  32: { title: (t) => whichTitle(t, ">", 3), laws: eachShape(">", 3) },
  33: { title: (t) => t("one digit even or odd"), laws: ALL_SHAPES.flatMap((shape) => parity([shape])) },
  34: { title: (t) => t("which is smallest, ties allowed"), laws: outmost("≤") },
  35: { title: (t) => t("which is largest, ties allowed"), laws: outmost("≥") },
  36: {
    title: (t) => t("what divides the sum of all"),
    laws: [3, 4, 5].map((divisor) => ({ kind: "multiple", divisor })),
  },
  37: { title: (t) => t("which two make {number}", { number: 4 }), laws: PAIRS.map((pair) => compare(pair, "=", 4)) },
  38: { title: (t) => t("which two make {number}", { number: 6 }), laws: PAIRS.map((pair) => compare(pair, "=", 6)) },
  39: {
    title: (t) => t("one digit compared with {number}", { number: 1 }),
    laws: ALL_SHAPES.flatMap((shape) => oneOrMore([shape])),
  },
  40: {
    title: (t) => t("one digit compared with {number}", { number: 3 }),
    laws: ALL_SHAPES.flatMap((shape) => threeWay([shape], 3)),
  },
  41: {
    title: (t) => t("one digit compared with {number}", { number: 4 }),
    laws: ALL_SHAPES.flatMap((shape) => threeWay([shape], 4)),
  },
  42: { title: (t) => t("which is strictly smallest or largest"), laws: outmost("<", ">") },
  43: { title: (t) => t("{one} compared with another", { one: "△" }), laws: otherShapes("t") },
  44: { title: (t) => t("{one} compared with another", { one: "□" }), laws: otherShapes("s") },
  45: { title: (t) => t("how many 1s or how many 3s"), laws: twoCounts(1, 3) },
  46: { title: (t) => t("how many 3s or how many 4s"), laws: twoCounts(3, 4) },
  47: { title: (t) => t("how many 1s or how many 4s"), laws: twoCounts(1, 4) },
  48: {
    title: (t) => t("one digit compared with another"),
    laws: PAIRS.flatMap(([one, other]) => threeWay([one!], other!)),
  },
};

/** A law in words and signs, as it is read: "△ < 3", "exactly one 4". */
export function lawText(law: Law, t: Translate): string {
  switch (law.kind) {
    case "compare": {
      const right = typeof law.right === "number" ? law.right : GLYPHS[law.right];
      return `${sum(law.left)} ${law.sign} ${right}`;
    }
    case "parity":
      return law.odd ? t("{one} is odd", { one: sum(law.of) }) : t("{one} is even", { one: sum(law.of) });
    case "multiple":
      return t("{one} is a multiple of {number}", { one: sum(ALL_SHAPES), number: law.divisor });
    case "count": {
      const { digit } = law;
      return [
        t("no {digit}", { digit }),
        t("exactly one {digit}", { digit }),
        t("exactly two {digit}s", { digit }),
        t("three {digit}s", { digit }),
      ][law.times]!;
    }
    case "evens":
      return [
        t("no even digit"),
        t("exactly one even digit"),
        t("exactly two even digits"),
        t("three even digits"),
      ][law.times]!;
    case "most":
      return law.odd ? t("more odd than even") : t("more even than odd");
    case "outmost": {
      const one = GLYPHS[law.shape];
      return {
        "<": t("{one} is smaller than both others", { one }),
        ">": t("{one} is larger than both others", { one }),
        "≤": t("{one} is smallest, alone or tied", { one }),
        "≥": t("{one} is largest, alone or tied", { one }),
      }[law.sign];
    }
    case "equal":
      return {
        3: t("all three digits are equal"),
        2: t("exactly two digits are equal"),
        1: t("all digits differ"),
        0: t("no pair: all different or all equal"),
      }[law.digits];
    case "order":
      return {
        rising: t("rising: △ < □ < ○"),
        falling: t("falling: △ > □ > ○"),
        neither: t("neither rising nor falling"),
      }[law.way];
    case "steps":
      return law.either
        ? [
            t("no neighbours climb or drop by one"),
            t("two neighbours climb or drop by one, not all three"),
            t("all three climb by one, or all three drop by one"),
          ][law.count]!
        : [
            t("no neighbours climb by one"),
            t("one pair of neighbours climbs by one"),
            t("all three climb by one: 123, 234, 345"),
          ][law.count]!;
  }
}

/** The text for screen readers, with signs and shapes by their names. */
export function spokenText(text: string, t: Translate): string {
  const names: Record<string, string> = {
    "△": t("triangle"),
    "□": t("square"),
    "○": t("circle"),
    "<": t("less than"),
    ">": t("greater than"),
    "=": t("equal to"),
    "+": t("plus"),
  };
  return text.replace(/[△□○<>=+]/g, (sign) => names[sign]!);
}

function sum(shapes: readonly Shape[]): string {
  return shapes.map((shape) => GLYPHS[shape]).join(" + ");
}
