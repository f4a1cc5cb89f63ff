/** The squares and tiles as they are drawn. The service alone knows the rules about them. */
import { words } from "@house/kit";
import { BLANK, COLUMNS, COPIES, LAYOUT, SIDE, VALUES } from "./facts";

const { t } = words("mixmath");

export { BLANK, COLUMNS, RACK, SIDE, VALUES } from "./facts";

export function copyCount(value: number): number {
  return COPIES[VALUES.indexOf(value)] ?? 0;
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

/** A sign in print. */
export function signText(sign: string): string {
  return { "+": "+", "-": "−", x: "×", "/": "÷", root: "√" }[sign] ?? sign;
}

/** The kind of a square in words; empty for a plain one. */
export function squareText(index: number): string {
  const names: Record<string, string> = {
    "2": t("double"),
    "3": t("triple"),
    "+": t("plus square"),
    "-": t("minus square"),
    x: t("times square"),
    "/": t("division square"),
    "#": t("printed"),
  };
  return names[squareAt(index)] ?? "";
}

/** A tile in words. */
export function tileText(tile: number): string {
  return tile === BLANK ? t("blank") : String(tile);
}

export function tileFace(tile: number): string {
  return tile === BLANK ? "★" : String(tile);
}
