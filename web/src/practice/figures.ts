/** Scores and ratings as figures. */
import { language } from "@house/kit/words";

const percents = new Intl.NumberFormat(language, { style: "percent", maximumFractionDigits: 0 });
const gains = new Intl.NumberFormat(language, { signDisplay: "exceptZero", maximumFractionDigits: 0 });

/** 0.875 as 88 %. */
export function percent(share: number): string {
  return percents.format(share);
}

/** 12.3 as +12. */
export function signed(gain: number): string {
  return gains.format(gain).replace("-", "−");
}
