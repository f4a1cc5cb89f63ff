/** Texts of the board, and the terms of a round by the options. */
import { language, seatNumber, words } from "@house/kit";
import type { Options, View, components } from "@types-of/addition-crypt";

export type Pick = components["schemas"]["Pick"];
export type Line = components["schemas"]["Line"];
export type How = Line["how"];
export type Variation = Options["rounds"][number][number];

export const { t, tn } = words("addition-crypt");

const LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ";

/** The letter of a node: C for node 2. */
export function letter(node: number): string {
  return LETTERS[node] ?? "?";
}

/** The node of a letter; -1 if there is none. */
export function nodeOf(typed: string): number {
  return LETTERS.indexOf(typed.toUpperCase());
}

/** `C* B`, without a line break. */
export function written({ first, second, scoring }: Pick): string {
  return `${letter(first)}${scoring === first ? "*" : ""}\u00a0${letter(second)}${scoring === second ? "*" : ""}`;
}

export function same(a: Pick | null, b: Pick | null): boolean {
  return a?.first === b?.first && a?.second === b?.second && a?.scoring === b?.scoring;
}

/** A signed number with a true minus sign: +3, −2. */
export function signed(amount: number): string {
  return amount < 0 ? `−${-amount}` : `+${amount}`;
}

export function variationName(variation: Variation): string {
  switch (variation) {
    case "theme":
      return t("Theme");
    case "standout":
      return t("Standout");
    case "increment":
      return t("Increment");
    case "write-off":
      return t("Small Business Write-Off");
    case "sixify":
      return t("Sixify");
    case "up-is-down":
      return t("Up is Down");
    case "area-of-effect":
      return t("Area of Effect");
  }
}

/** The name of a round, counted from 1. */
export function roundName(options: Options, round: number): string {
  return (options.rounds[round - 1] ?? []).map(variationName).join(" + ");
}

/** The numbers of a round's rules, by the names of the options. */
export interface Terms {
  falls: boolean;
  amounts: readonly [number, number];
  spread: number;
  base: number;
  standout: number;
  writeOff: number;
  places: number;
  published: boolean;
}

export function termsOf(options: Options, round: number): Terms {
  const has = (variation: Variation): boolean => (options.rounds[round - 1] ?? []).includes(variation);
  const falls = has("up-is-down");
  const sign = falls ? -1 : 1;
  const [first, second] = has("increment") ? options.increment : options.amounts;
  return {
    falls,
    amounts: [sign * first, sign * second],
    spread: has("area-of-effect") ? sign * options.spread : 0,
    base: has("sixify") ? options.sixify_base : options.base,
    standout: has("standout") ? options.standout : 0,
    writeOff: has("write-off") ? options.write_off : 0,
    places: options.write_off_places,
    published: has("write-off"),
  };
}

/** The terms of a round as sentences. */
export function termSentences(options: Options, round: number): string[] {
  const { falls, amounts, spread, base, standout, writeOff, places, published } = termsOf(options, round);
  const [first, second] = amounts.map(Math.abs) as [number, number];
  const sentences = [
    falls
      ? t("The first node loses {first}, the second {second}; nothing goes below 0.", { first, second })
      : t("The first node gets {first}, the second {second}.", { first, second }),
  ];
  if (spread) {
    const last = letter(options.start.length - 1);
    sentences.push(
      falls
        ? t("Both neighbours of the first node lose {spread} too; {last} is next to A.", { spread: -spread, last })
        : t("Both neighbours of the first node get {spread} too; {last} is next to A.", { spread, last }),
    );
  }
  sentences.push(
    base === 10
      ? t("The node with the asterisk scores the sum of its digits; a single highest node its last digit only.")
      : t("The node with the asterisk scores the sum of its digits in base {base}; a single highest node its last digit only.", { base }),
  );
  if (standout) sentences.push(t("If nobody else plays the same two nodes: +{bonus}.", { bonus: standout }));
  if (published) {
    sentences.push(
      tn(
        "For each of your nodes in the lowest place: +{bonus}; a tie that reaches beyond it doesn't count.",
        "For each of your nodes in the lowest {count} places: +{bonus}; a tie that reaches beyond them doesn't count.",
        places,
        { bonus: writeOff },
      ),
      t("All submissions are published after this round."),
    );
  }
  if (options.rounds_close === "deadline") sentences.push(t("The round lasts until its deadline, whoever has confirmed."));
  if (options.node_rooms === "all-rounds") sentences.push(t("The room of a node stays open for all who have ever used it."));
  return sentences;
}

export function tieBreakTold(options: Options): string {
  switch (options.tie_break) {
    case "none":
      return t("Equal totals share the place.");
    case "last-round":
      return t("Equal totals: more points in the last round that tells them apart is ahead.");
    case "best-round":
      return t("Equal totals: the better best round is ahead, then the better second best.");
  }
}

const lists = new Intl.ListFormat(language);

/** A list of names: "Ann, Bob and Cy". */
export function listText(names: string[]): string {
  return lists.format(names);
}

/** The names by seat, with "you" for the viewer. */
export function whoIs(names: readonly string[], own: number | null): (seat: number) => string {
  return (seat) => {
    const ownName = names[seat] ?? t("Seat {seat}", { seat: seatNumber(seat) });
    const isAmbiguous = names.indexOf(ownName) !== names.lastIndexOf(ownName);
    const name = isAmbiguous ? t("{name} (seat {seat})", { name: ownName, seat: seatNumber(seat) }) : ownName;
    return seat === own ? t("{name} (you)", { name }) : name;
  };
}

/** The ledger line of a seat in a closed round, as far as the viewer may know it. */
export function lineOf(view: View, seat: number | null, round: number): Line | null {
  if (seat === null) return null;
  return (view.end?.ledgers[seat] ?? (seat === view.seat ? view.ledger : []))[round - 1] ?? null;
}

/** The values of the nodes after that many rounds; after 0, the initial ones. */
export function valuesAfter(view: View, round: number): readonly number[] {
  return round === 0 ? view.options.start : (view.rounds[round - 1]?.values ?? view.values);
}

/** Why a node can't be chosen, and which nodes can. */
export function barredText({ barred, values }: View, node: number): string {
  const free = values.flatMap((_, one) => (barred.includes(one) ? [] : [letter(one)])).join(" ");
  return t("{letter} is barred: you used it in the last round. You may use {free}.", { letter: letter(node), free });
}
/** Labels of values whose names options have too, or that read otherwise as values. */
const VARIATIONS: Record<string, () => string> = {
  theme: () => t("A plain round"),
  increment: () => t("Increment"),
  standout: () => t("Standout"),
};

const OPTIONS: Record<string, () => string> = {
  start: () => t("Nodes and what they start with"),
  rounds: () => t("Rounds and what is special in each"),
  amounts: () => t("The first and the second node get"),
  increment: () => t("The first and the second node get in Increment"),
  spread: () => t("Each neighbour gets in Area of Effect"),
  base: () => t("Base of the digits"),
  sixify_base: () => t("Base in Sixify"),
  standout: () => t("Bonus of Standout"),
  write_off: () => t("Bonus of Small Business Write-Off, each node"),
  write_off_places: () => t("Places from the bottom that earn it"),
  tie_break: () => t("Equal totals"),
  node_rooms: () => t("The room of a node is open to"),
  "one-round": () => t("those who used it in the last round"),
  "all-rounds": () => t("all who have ever used it"),
  rounds_close: () => t("A round closes"),
  "all-locked": () => t("when all have confirmed, or its time is up"),
  deadline: () => t("at its deadline alone"),
  assistance: () => t("Assistance"),
  "write-off": () => t("Small Business Write-Off"),
  sixify: () => t("Sixify"),
  "up-is-down": () => t("Up is Down"),
  "area-of-effect": () => t("Area of Effect"),
  none: () => t("share the place"),
  "last-round": () => t("the last round decides"),
  "best-round": () => t("the best round decides"),
};

/** Labels for the options' names, and for the values of the option. */
export function labels(name: string, option?: string): string | undefined {
  return (option === undefined ? undefined : VARIATIONS[name]?.()) ?? OPTIONS[name]?.();
}
