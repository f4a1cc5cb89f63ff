/** What somebody who has never played Set Theory needs to know for a first turn. */
import type { FirstSteps } from "@house/kit";

export const steps: FirstSteps = {
  en: [
    "Ten hidden sets, A to J, each have a property such as “is a multiple of 7”. The examples let you guess what it is.",
    "In your turn choose a cell and type a number from 10 to 999,999. You are told which sets it belongs to; each brings 1, 2 or 3 points.",
    "Three numbers of one set in a line bring three times as much again, whoever placed them.",
  ],
  ru: [
    "У каждого из десяти скрытых множеств, от A до J, своё свойство, например «делится на 7». О нём можно догадаться по примерам.",
    "В свой ход выберите клетку и введите число от 10 до 999 999. Вам скажут, в какие множества оно входит; каждое приносит 1, 2 или 3 очка.",
    "Три числа одного множества на одной линии приносят ещё втрое больше, чьими бы они ни были.",
  ],
};
