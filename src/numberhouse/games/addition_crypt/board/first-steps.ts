/** What somebody who has never played Addition Crypt needs to know for a first turn. */
import type { FirstSteps } from "@house/kit";

export const steps: FirstSteps = {
  en: [
    "Choose two nodes in order: the first gets 1, the second 2. Everybody does so in secret, and all is added at once.",
    "Put the asterisk on one of the two: you score the sum of its digits afterwards. The single highest node counts with its last digit only.",
    "You can't use the same nodes in two rounds in a row. Each of the seven rounds has a twist of its own.",
  ],
  ru: [
    "Выберите два узла по порядку: первый получит 1, второй 2. Все выбирают тайно, и всё прибавляется разом.",
    "Поставьте звёздочку на один из двух: он принесёт вам сумму своих цифр. Единственный самый высокий узел приносит только последнюю цифру.",
    "Использованные узлы в следующем раунде брать нельзя. У каждого из семи раундов своя особенность.",
  ],
};
