/** The explanation of a first turn for a new player of Turing Machine. */
import { words, type FirstSteps } from "@house/kit";

const { t } = words("turing-machine");

export const steps: FirstSteps = () => [
  t("Somewhere among 125 codes is the right one. Each card lists laws; exactly one of them is what its verifier checks, and you aren't told which."),
  t("Set the dials to a code, propose it, and ask up to three verifiers. ✓ means that your code keeps the verifier's law."),
  t("Cross out in your notes what can't be. When you are sure, give the code; whoever needs the fewest rounds, then questions, wins."),
];
