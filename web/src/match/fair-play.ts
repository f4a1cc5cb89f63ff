/** What everybody at the table must know before sitting down: a host who plays, and what was handed in by whom. */
import type { MatchInfo } from "@house/api/api";
import { t } from "@house/kit/words";

export function fairPlayWords(info: Pick<MatchInfo, "seats" | "handed_in">): string[] {
  const words = info.seats.filter((seat) => seat.hosts).map((seat) => t("{name} hosts and plays.", { name: seat.name }));
  for (const [option, name] of Object.entries(info.handed_in)) {
    words.push(t("{option}: handed in by {name}, who can’t play.", { option, name: name || "–" }));
  }
  return words;
}

/** Who hosts without a seat: such a host may look at everything, and everybody who sits down must know it. Empty where a host plays. */
export function watchingHostWords(info: Pick<MatchInfo, "seats" | "hosts">): string {
  if (!info.hosts.length || info.seats.some((seat) => seat.hosts)) return "";
  return t("{host} hosts this table and doesn’t play. A host who doesn’t play may see everything.", { host: info.hosts.join(", ") });
}

/** Whether the person hosts the match and plays it, or has played it: such a host proposes, and the others agree. */
export function isPlayingHost(info: MatchInfo): boolean {
  return info.roles.includes("former playing host") || (info.roles.includes("host") && info.seat !== null);
}

export function isAnyHost(info: MatchInfo): boolean {
  return info.roles.some((role) => role === "host" || role === "former playing host" || role === "administrator");
}
