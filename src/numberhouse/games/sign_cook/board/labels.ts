/** Labels of options and their values in the form of a new match. */
import { courseWords, t } from "./words";

export function labels(name: string): string | undefined {
  switch (name) {
    case "mine":
      return t("Mine of your own, row by row; none: one is drawn");
    case "garnets":
      return t("Garnets");
    case "integer":
      return t("the same for everybody");
    case "array":
      return t("for each seat its own");
    case "power_groups":
      return t("Powers group from the");
    case "right":
      return t("right: 2^3^2 is 512");
    case "left":
      return t("left: 2^3^2 is 64");
    case "unary_minus":
      return t("Minus before a number");
    case "off":
      return t("not possible");
    case "loose":
      return t("loose: -2^2 is -4");
    case "tight":
      return t("tight: -2^2 is 4");
    case "words":
      return t("Word list of your own; empty: the house’s");
    case "overruled":
      return t("Words decided otherwise than the list does");
    case "unknown_words":
      return t("A word that isn’t in the list");
    case "last":
      return t("comes last");
    case "refused":
      return t("is refused, nothing lost");
    case "lookups":
      return t("Players may look words up in the list");
    case "value":
      return t("What an undecided value comes to: a number, unfit or ruined");
    case "course":
      return t("Course");
    case "starter":
    case "main":
    case "dessert":
      return courseWords(name);
    case "seat":
      return t("Seat");
    case "item":
      return t("Expression, counted from 1");
    case "assistance":
      return t("Assistance (calculators and hints), where everybody agrees");
    default:
      return undefined;
  }
}
