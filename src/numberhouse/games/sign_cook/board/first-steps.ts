/** The explanation of a first turn for a new player of Sign Cook. */
import { words, type FirstSteps } from "@house/kit";

const { t } = words("sign-cook");

export const steps: FirstSteps = () => [
  t("You have digits and signs. Make up to three visits in town: trade a digit for as many signs, or dig digits out of the mine."),
  t("Then cook the dish of the round in your kitchen: an expression of your tiles, as the order says. What you use is gone."),
  t("Nothing on the way may be 0, or the dish is ruined. The best dishes score; what is left at the end costs you."),
];
