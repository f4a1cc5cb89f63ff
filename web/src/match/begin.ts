/** The ways into a match: against bots at once, a table for friends, a free seat. */
import { type GameCard, post, type QuickPlayRequest, type MatchInfo } from "@house/api/api";
import { language } from "@house/kit/words";
import { me } from "@house/api/me";
import { go } from "@house/shell/router";

/** Whether nobody else is needed for a match: in a house without bots most games want people. */
export function isPlayableNow(game: Pick<GameCard, "bots" | "usual_seats">): boolean {
  return game.bots.length > 0 || game.usual_seats === 1;
}

/** Play against bots, now; whoever isn't known plays as a guest. Raises what `post` raises. */
export async function playNow(game: string, request: Partial<QuickPlayRequest> = {}): Promise<void> {
  await me.ensure();
  const terms = { visibility: "unlisted", language };
  const created = await post<MatchInfo>("/api/play", { game, terms, ...request });
  go(`/match/${created.id}`);
}

/** A table for whoever has its link, with oneself at it. The lobby shows the link. */
export async function inviteFriends(game: string): Promise<void> {
  await me.ensure();
  const created = await post<MatchInfo>("/api/matches", { game, terms: { visibility: "unlisted", language } });
  await post(`/api/matches/${created.id}/open`);
  await post(`/api/matches/${created.id}/join`);
  go(`/match/${created.id}`);
}

/** Take any free seat. */
export async function takeSeat(match: string): Promise<void> {
  await me.ensure();
  await post(`/api/matches/${match}/join`);
  go(`/match/${match}`);
}
