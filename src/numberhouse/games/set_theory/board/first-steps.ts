/** The explanation of a first turn, for new players of Set Theory. */
import { words, type FirstSteps } from "@house/kit";

const { t } = words("set-theory");

export const steps: FirstSteps = () => [
  t("Ten hidden sets, A to J, each have a property such as “is a multiple of 7”. The examples let you guess what it is."),
  t("In your turn choose a cell and type a number from 10 to 999,999. You are told which sets it belongs to; each brings 1, 2 or 3 points."),
  t("Three numbers of one set in a line bring three times as much again, whoever placed them."),
];
