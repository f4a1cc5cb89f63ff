/** What somebody who has never played Turing Machine needs to know for a first turn. */
import type { FirstSteps } from "@house/kit";

export const steps: FirstSteps = {
  en: [
    "Somewhere among 125 codes is the right one. Each card lists laws; exactly one of them is what its verifier checks, and you aren't told which.",
    "Set the dials to a code, propose it, and ask up to three verifiers. ✓ means that your code keeps the verifier's law.",
    "Cross out in your notes what can't be. When you are sure, give the code; whoever needs the fewest rounds, then questions, wins.",
  ],
  ru: [
    "Один из 125 кодов верный. На каждой карте несколько законов; проверяющий следит ровно за одним из них, а за каким, не говорит.",
    "Наберите код на барабанах, предложите его и спросите до трёх проверяющих. ✓ значит, что код соблюдает закон проверяющего.",
    "Вычёркивайте в заметках лишнее. Когда будете уверены, назовите код: побеждает тот, кому хватило меньше раундов, а при равенстве вопросов.",
  ],
};
