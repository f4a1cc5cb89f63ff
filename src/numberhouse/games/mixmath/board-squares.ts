/** The board and the box as they are drawn. What they mean in play, the service knows; a test holds both together. */
import { words } from "@house/kit";

const { t } = words("mixmath");

export const SIDE = 14;
export const COLUMNS = [..."ABCDEFGHIJKLMN"];
/** How a rack writes a blank. */
export const BLANK = -1;

/** In reading order: `.` plain, `2` `3` premium, `+ - x /` signs, `#` the printed numbers. */
const LAYOUT =
  "3.....33.....3" +
  ".2../..../..2." +
  "..2..-..-..2.." +
  "...2..+x..2..." +
  "./..2.x+.2../." +
  "..-........-.." +
  "3..x+.##.x+..3" +
  "3..+x.##.+x..3" +
  "..-........-.." +
  "./..2.+x.2../." +
  "...2..x+..2..." +
  "..2..-..-..2.." +
  ".2../..../..2." +
  "3.....33.....3";

/** Values that there are tiles of: seven of each from 1 to 10, one of each other. */
export const VALUES = [
  ...Array.from({ length: 21 }, (_, value) => value),
  ...[21, 24, 25, 27, 28, 30, 32, 35, 36, 40, 42, 45, 48, 49, 50, 54, 56, 60, 63, 64, 70, 72, 80, 81, 90],
];

export function copies(value: number): number {
  return value >= 1 && value <= 10 ? 7 : 1;
}

export function cellAt(index: number): string {
  return `${COLUMNS[index % SIDE]}${Math.floor(index / SIDE) + 1}`;
}

export function indexOf(cell: string): number {
  return (Number(cell.slice(1)) - 1) * SIDE + COLUMNS.indexOf(cell.charAt(0));
}

export function squareAt(index: number): string {
  return LAYOUT.charAt(index);
}

export function isSign(index: number): boolean {
  return "+-x/".includes(squareAt(index));
}

/** A sign as people print it. */
export function printed(sign: string): string {
  return { "+": "+", "-": "−", x: "×", "/": "÷" }[sign] ?? sign;
}

/** What kind of square it is, in words; empty for a plain one. */
export function squareWords(index: number): string {
  const kinds: Record<string, string> = {
    "2": t("double"),
    "3": t("triple"),
    "+": t("plus square"),
    "-": t("minus square"),
    x: t("times square"),
    "/": t("division square"),
    "#": t("printed"),
  };
  return kinds[squareAt(index)] ?? "";
}

/** A tile as it is written; a blank is a star. */
export function tileWords(tile: number): string {
  return tile === BLANK ? t("blank") : String(tile);
}

export function tileFace(tile: number): string {
  return tile === BLANK ? "★" : String(tile);
}
