/** Scores and ratings as figures. */
import { language } from "@house/kit/words";

const percentFormat = new Intl.NumberFormat(language, { style: "percent", maximumFractionDigits: 0 });
const gainFormat = new Intl.NumberFormat(language, { signDisplay: "exceptZero", maximumFractionDigits: 0 });

/** 0.875 as 88 %. */
export function percent(share: number): string {
  return percentFormat.format(share);
}

/** 12.3 as +12. */
export function signedFigure(gain: number): string {
  return gainFormat.format(gain).replace("-", "−");
}
