/** The check of a match that is over: its seed is made again in this browser. */
import type { MatchInfo } from "@house/api/api";
import { t } from "@house/kit/words";
import type { KeptContribution } from "@house/seeds/contributions";
import { commitmentText, digest, seedText, type SeedFacts } from "@house/seeds/digests";

/** The facts of a match that is over; null where nobody had committed to its seed. */
export function factsOfMatch(info: MatchInfo): SeedFacts | null {
  const { id, commitment, contributions, secret, seed } = info;
  return commitment && contributions && secret && seed ? { match: id, commitment, contributions, secret, seed } : null;
}

/** The facts in the first line of a record; null where it has none. */
export function factsOfRecord(record: string): SeedFacts | null {
  try {
    const header = JSON.parse(record.slice(0, record.indexOf("\n"))) as { seed: string | null; seeding?: Omit<SeedFacts, "seed"> };
    return header.seeding?.secret && header.seed ? { ...header.seeding, seed: header.seed } : null;
  } catch {
    return null;
  }
}

/** Whether the contribution that this browser has kept must be in the seed. It needn't where the player has lost the seat
 * before the start. The number of the seat says nothing: seats are numbered anew when free ones are dropped. */
export function isExpected(facts: SeedFacts, kept: KeptContribution, info: MatchInfo | null): boolean {
  return !info || info.seat !== null || facts.contributions.includes(kept.contribution);
}

/** Everything that doesn't fit, in words; empty for a seed that was made as promised. */
export async function problemsOf(facts: SeedFacts, kept: KeptContribution | null): Promise<string[]> {
  const problems: string[] = [];
  if (kept && kept.commitment !== facts.commitment)
    problems.push(t("The house shows another commitment than the one this browser saw before the match."));
  if (kept && !facts.contributions.includes(kept.contribution))
    problems.push(t("The bytes that this browser contributed are not in the seed."));
  if ((await digest(commitmentText(facts.secret))) !== facts.commitment)
    problems.push(t("The secret isn't the one the house had committed to."));
  if ((await digest(seedText(facts))) !== facts.seed)
    problems.push(t("The secret and the contributions give another seed than the one that was played with."));
  return problems;
}
