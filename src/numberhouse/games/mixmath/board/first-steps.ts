/** The explanation of a first turn, for new players of Mixmath. */
import { words, type FirstSteps } from "@house/kit";

const { t } = words("mixmath");

export const steps: FirstSteps = () => [
  t("Drag a tile to a square, or tap the one and then the other, then end the turn."),
  t("Beside the square, in one line with it, two numbers must lie whose sum, difference, product or quotient the tile is. Beside 2 and 4 you may lay 6, 2 or 8."),
  t("A tile brings its number: twice on ×2, three times on ×3. On a square with a sign it must be the result by that sign."),
];
