/** What somebody who has never played Mixmath needs to know for a first turn. */
import type { FirstSteps } from "@house/kit";

export const steps: FirstSteps = {
  en: [
    "Drag a tile to a square, or tap the one and then the other, then end the turn.",
    "Beside the square, in one line with it, two numbers must lie whose sum, difference, product or quotient the tile is. Beside 2 and 4 you may lay 6, 2 or 8.",
    "A tile brings its number: twice on ×2, three times on ×3. On a square with a sign it must be the result by that sign.",
  ],
  ru: [
    "Перетащите фишку на клетку (или коснитесь фишки, потом клетки) и завершите ход.",
    "Рядом с клеткой, на одной линии с ней, должны лежать два числа, а фишка быть их суммой, разностью, произведением или частным. Рядом с 2 и 4 подойдут 6, 2 и 8.",
    "Фишка приносит своё число: на ×2 вдвое, на ×3 втрое. На клетке со знаком она должна получаться именно этим действием.",
  ],
};
