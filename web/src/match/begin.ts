/** Ways into a match: against bots, with friends, on a free seat. */
import { type GameCard, post, type QuickPlayRequest, type MatchInfo } from "@house/api/api";
import { language } from "@house/kit/words";
import { me } from "@house/api/me";
import { go } from "@house/shell/router";

/** Whether the match needs no other person: without bots most games do. */
export function isPlayableNow(game: Pick<GameCard, "bots" | "usual_seats">): boolean {
  return game.bots.length > 0 || game.usual_seats === 1;
}

/** Plays against bots at once; an unknown person becomes a guest. Throws what `post` throws. */
export async function playNow(game: string, request: Partial<QuickPlayRequest> = {}): Promise<void> {
  await me.ensure();
  const terms = { visibility: "unlisted", language };
  const created = await post<MatchInfo>("/api/play", { game, terms, ...request });
  go(`/match/${created.id}`);
}

/** Creates an unlisted match with this person in it. The lobby shows the link. */
export async function inviteFriends(game: string): Promise<void> {
  await me.ensure();
  const created = await post<MatchInfo>("/api/matches", { game, terms: { visibility: "unlisted", language } });
  await post(`/api/matches/${created.id}/open`);
  await post(`/api/matches/${created.id}/join`);
  go(`/match/${created.id}`);
}

/** Takes any free seat. */
export async function takeSeat(match: string): Promise<void> {
  await me.ensure();
  await post(`/api/matches/${match}/join`);
  go(`/match/${match}`);
}
