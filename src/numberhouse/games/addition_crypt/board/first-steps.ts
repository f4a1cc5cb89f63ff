/** The explanation of a first turn, for new players of Addition Crypt. */
import { words, type FirstSteps } from "@house/kit";

const { t } = words("addition-crypt");

export const steps: FirstSteps = () => [
  t("Choose two nodes in order: the first gets 1, the second 2. Everybody does so in secret, and all is added at once."),
  t("Put the asterisk on one of the two: you score the sum of its digits afterwards. The single highest node counts with its last digit only."),
  t("You can't use the same nodes in two rounds in a row. Each of the seven rounds has a twist of its own."),
];
