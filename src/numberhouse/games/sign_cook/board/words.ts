/** Names of things on the board, and the shapes that its parts share. */
import { figure, words } from "@house/kit";
import type { components, View } from "@types-of/sign-cook";
import { COURSES, PRICE, SIGN_OF, VISITS } from "./facts";

export const { t, tn } = words("sign-cook");

type Schemas = components["schemas"];
export type Kitchen = Schemas["Kitchen"];
export type Deed = Kitchen["diary"][number][number];
export type Plate = Schemas["Plate"];
export type Course = Schemas["CourseOver"]["course"];
export type Market = Schemas["Visit"]["place"];
export type Tile = Schemas["Buy"]["tile"];
/** The places in town. */
export type Spot = Market | "mine" | "stall" | "kitchen" | "judge";

export { COURSES, DIGITS, PRICE, SIGN_OF, SIGNS, VISITS } from "./facts";

const SET: Readonly<Record<string, string>> = { "-": "−", x: "×", "/": "÷" };

/** The letters of a dessert: 1 is the first. */
export const ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZ";

/** A tile as it is displayed. */
export function face(tile: string): string {
  return SET[tile] ?? tile;
}

/** An expression on one line, with the signs as they are displayed. */
export function line(text: string): string {
  return text.replace(/[-x/]/g, face);
}

/** The tile for another notation of a sign; null for a mark that is no tile. */
export function tileOf(mark: string): string | null {
  if (/[0-9+^]/.test(mark)) return mark;
  if ("-−–".includes(mark)) return "-";
  if ("xX*×".includes(mark)) return "x";
  return "/÷:".includes(mark) ? "/" : null;
}

export function spotWords(spot: Spot): string {
  switch (spot) {
    case "plus-palace":
      return t("Plus Palace");
    case "minus-market":
      return t("Minus Market");
    case "multiplication-station":
      return t("Multiplication Station");
    case "division-kitchen":
      return t("Division Kitchen");
    case "strange-square":
      return t("Strange Square");
    case "mine":
      return t("Numbers Mine");
    case "stall":
      return t("Garnet Stall");
    case "kitchen":
      return t("Your kitchen");
    case "judge":
      return t("Judge’s table");
  }
}

export function courseWords(course: Course): string {
  return { starter: t("Starter"), main: t("Main course"), dessert: t("Dessert") }[course];
}

export function goalWords(course: Course): string {
  switch (course) {
    case "starter":
      return t("Expressions with at least one sign each, whose values are consecutive whole numbers. The longer list wins, then the higher top value.");
    case "main":
      return t("One expression, as near to 24 as can be; then with as many signs as can be; then with the largest written numbers.");
    case "dessert":
      return t("A word: numbers or expressions from 1 (A) to 26 (Z). The longer word wins, then the most signs in one letter.");
  }
}

/** The differences from the usual match. */
export function variantWords(view: View): string[] {
  const { options, round, lexicon } = view;
  const sentences: string[] = [];
  if (options.power_groups === "left") sentences.push(t("Powers group from the left: 2^3^2 is (2^3)^2."));
  if (options.unary_minus === "loose") sentences.push(t("A minus may stand before a number: -2^2 is −(2^2)."));
  if (options.unary_minus === "tight") sentences.push(t("A minus may stand before a number and belongs to it: -2^2 is (−2)^2."));
  if (options.lookups) sentences.push(t("You may look words up in the match’s list."));
  if (options.unknown_words === "refused") sentences.push(t("A dessert that is no word of the list is refused, and nothing is lost."));
  if (options.assistance) sentences.push(t("Assistance is on: you may use a calculator of your own."));
  if (COURSES[round - 1] === "dessert") {
    const name = lexicon.name === "the host's list" ? t("the host’s list") : lexicon.name;
    sentences.push(tn("Word list: {name}, {count} word, sha256 {hash}…", "Word list: {name}, {count} words, sha256 {hash}…", lexicon.count, { count: figure(lexicon.count), name, hash: lexicon.sha256.slice(0, 12) }));
    if (options.overruled.length) sentences.push(t("Decided otherwise by the host: {words}", { words: options.overruled.join(" ") }));
  }
  return sentences;
}

/** The number of garnets a seat has left. */
export function purse(view: View, seat: number, kitchen: Kitchen): number {
  const { garnets } = view.options;
  const startGarnets = typeof garnets === "number" ? garnets : (garnets[seat] ?? 0);
  return startGarnets - (boughtTile(kitchen) ? PRICE : 0);
}

/** The tile that the kitchen has bought; "" if none. */
export function boughtTile(kitchen: Kitchen): string {
  return kitchen.diary.flat().find((deed) => deed.type === "buy")?.tile ?? "";
}

export function visitsLeft(kitchen: Kitchen): number {
  return VISITS - (kitchen.diary.at(-1) ?? []).filter((deed) => deed.type !== "buy").length;
}

export function closedCells(kitchen: Kitchen | null): ReadonlySet<string> {
  return new Set((kitchen?.diary.flat() ?? []).flatMap((deed) => (deed.type === "mine" ? deed.cells : [])));
}

export function deedWords(deed: Deed): string {
  switch (deed.type) {
    case "visit": {
      const place = spotWords(deed.place);
      const { tile } = deed;
      if (!tile) return t("{place}: a 0 for nothing", { place });
      return t("{place}: {tile} for {count} {sign}", { place, tile, count: tile, sign: face(SIGN_OF[deed.place]) });
    }
    case "mine":
      return t("Mine: {equation} at {cells}", { equation: line(deed.equation), cells: deed.cells.join(" ") });
    case "buy":
      return t("Garnet Stall: bought {tile}", { tile: face(deed.tile) });
  }
}

/** The judge's words for a dish without fault. The service judges; this only words what it found. */
export function judgedWords(course: Course, { values, word }: Plate): string {
  switch (course) {
    case "starter":
      return tn("A list of {count} number.", "A list of {count} numbers.", values.length);
    case "main":
      return t("It comes to {value}.", { value: valueWords(values[0] ?? "") });
    case "dessert":
      return tn("A word of {count} letter.", "A word of {count} letters.", word.length);
  }
}

/** A value in the service's notation, as text. */
export function valueWords(value: string): string {
  if (value === "none") return t("no value");
  if (value === "?") return t("undecided");
  if (value === "unfit") return t("doesn’t fit");
  if (value === "ruined") return t("ruined");
  return value.replace(/-(?=\d)/g, "−").replace(/\((\d+) digits\)/, (_, digits: string) =>
    `(${tn("{count} digit", "{count} digits", Number(digits))})`,
  );
}
