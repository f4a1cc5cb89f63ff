/** What everybody at the table must know before sitting down: a host who plays, and what was handed in by whom. */
import { nothing, type TemplateResult } from "lit";
import { until } from "lit/directives/until.js";
import type { MatchInfo, PublicMatch } from "@house/api/api";
import { labelsOf } from "@house/games/boards";
import { t } from "@house/kit/words";
import { seatName } from "@house/match/names";

type Fairness = Pick<MatchInfo, "game" | "seats" | "handed_in">;

/** A line for each host who plays and each option that was handed in; the options' names come with the game's words.
 * With the seats as they are now players have their present names: one may be renamed after `info` was fetched. */
export function fairPlay(info: Fairness, line: (words: string) => TemplateResult, present?: PublicMatch["seats"]): unknown {
  const nameOf = (seat: Fairness["seats"][number]): string => (present?.[seat.seat]?.name ? seatName(present[seat.seat], seat.seat) : seat.name);
  const hosts = info.seats.filter((seat) => seat.hosts).map((seat) => line(t("{name} hosts and plays.", { name: nameOf(seat) })));
  const options = Object.entries(info.handed_in);
  if (!options.length) return hosts.length ? hosts : nothing;
  const people = info.seats.filter((seat) => seat.name && !seat.bot);
  const alone = people.length === 1 ? people[0] : null;
  const handedIn = labelsOf(info.game).then((labels) =>
    options.map(([key, name]) => {
      const option = labels(key) ?? key;
      const player = alone && alone.name === name ? alone : null;
      return line(
        player
          ? t("{option}: handed in by {name}, who plays alone or against bots, so it doesn’t count.", { option, name: nameOf(player) })
          : t("{option}: handed in by {name}, who can’t play.", { option, name: name || "–" }),
      );
    }),
  );
  return [hosts, until(handedIn)];
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
