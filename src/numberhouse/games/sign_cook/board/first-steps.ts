/** What somebody who has never played Sign Cook needs to know for a first turn. */
import type { FirstSteps } from "@house/kit";

export const steps: FirstSteps = {
  en: [
    "You have digits and signs. Make up to three visits in town: trade a digit for as many signs, or dig digits out of the mine.",
    "Then cook the dish of the round in your kitchen: an expression of your tiles, as the order says. What you use is gone.",
    "Nothing on the way may be 0, or the dish is ruined. The best dishes score; what is left at the end costs you.",
  ],
  ru: [
    "У вас есть цифры и знаки. За раунд можно сделать до трёх посещений: обменять цифру на столько же знаков или добыть цифры в шахте.",
    "Потом приготовьте у себя на кухне блюдо раунда: выражение из своих фишек, как велит заказ. Что пошло в блюдо, того больше нет.",
    "По дороге нигде не должен получаться 0, иначе блюдо испорчено. Очки приносят лучшие блюда, а остатки в конце их отнимают.",
  ],
};
