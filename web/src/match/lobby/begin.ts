/** Ways into a match: against bots, with friends, on a free seat. */
import { type Clock, type GameCard, type GameInfo, get, post, type QuickPlayRequest, type MatchInfo } from "@house/api/api";
import { language } from "@house/kit/words";
import { me } from "@house/api/me";
import { isForOneSitting, liveClock } from "@house/match/lobby/paces";
import { wantsHelp } from "@house/preferences/help";
import { beginAt, takeSeatAt } from "@house/seeds/contributions";
import { go } from "@house/shell/router";

/** Whether the match needs no other person: without bots most games do. */
export function isPlayableNow(game: Pick<GameCard, "bots" | "usual_seats">): boolean {
  return game.bots.length > 0 || game.usual_seats === 1;
}

/**
 * Plays against bots at once: without further wishes against opponents that a beginner can beat, with the options for
 * newcomers and without a clock, because bots don't wait. An unknown person becomes a guest. Throws what `post` throws.
 */
export async function playNow(game: string, request?: Partial<QuickPlayRequest>, help = wantsHelp()): Promise<void> {
  const [info] = await Promise.all([get<GameInfo>(`/api/games/${game}`), me.ensure()]);
  const created = await beginAt("/api/play", {
    game,
    terms: { visibility: "unlisted", language },
    assistance: help,
    clock: { type: "none" },
    ...(request ?? { preset: info.first_preset }),
  });
  go(`/match/${created.id}`);
}

/**
 * Creates an unlisted match with this person in it, for as many as come, to be played at one sitting. The lobby shows
 * the link.
 */
export async function inviteFriends(game: string): Promise<void> {
  const [info] = await Promise.all([get<GameInfo>(`/api/games/${game}`), me.ensure()]);
  const terms = { visibility: "unlisted", language, drop_free_seats: true };
  const own = clockOf(info);
  const clock = isForOneSitting(own) ? {} : { clock: liveClock(info.card.simultaneous === true, own) };
  const created = await post<MatchInfo>("/api/matches", { game, terms, ...clock });
  await post(`/api/matches/${created.id}/open`);
  await takeSeatAt(`/api/matches/${created.id}/join`, {}, created);
  go(`/match/${created.id}`);
}

/** Takes any free seat. */
export async function takeSeat(match: string): Promise<void> {
  await me.ensure();
  const info = await get<MatchInfo>(`/api/matches/${match}`);
  await takeSeatAt(`/api/matches/${match}/join`, {}, info);
  go(`/match/${match}`);
}

/** The game's own clock. */
export function clockOf({ card }: GameInfo): Clock | null {
  return card.clock ?? null;
}
