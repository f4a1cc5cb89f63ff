/** Scores and ratings as figures. */
import { language } from "@house/kit/words";
import { REGION } from "@house/match/clock";

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

/** The day of a problem, as "2026-11-23", in words: "23 Nov". */
export function dayWords(day: string): string {
  return new Intl.DateTimeFormat(REGION, { day: "numeric", month: "short", timeZone: "UTC" }).format(new Date(day));
}

/** Seconds as 0:42 or 1:02:03. */
export function stopwatch(seconds: number): string {
  const whole = Math.round(seconds);
  const [hours, minutes, rest] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60];
  const two = (number: number): string => String(number).padStart(2, "0");
  return hours ? `${hours}:${two(minutes)}:${two(rest)}` : `${minutes}:${two(rest)}`;
}
