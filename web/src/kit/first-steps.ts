/** How a first turn is made: `board/first-steps.ts` in a game's folder, fetched where it is shown. */
import { gameOf, type Language } from "@house/kit/face";

/** Three or four sentences in each language. */
export type FirstSteps = Record<Language, string[]>;

const found = import.meta.glob<{ steps: FirstSteps }>("../../../src/numberhouse/games/*/board/first-steps.ts");
const loaders = new Map(Object.entries(found).map(([path, load]) => [gameOf(path), load] as const));

/** Null where the game has none. */
export async function firstStepsOf(game: string): Promise<FirstSteps | null> {
  return (await loaders.get(game)?.())?.steps ?? null;
}
