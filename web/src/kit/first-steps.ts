/** How a player makes the first turn: `board/first-steps.ts` in a game's folder, loaded on demand. */
import { gameOf } from "@house/kit/face";
import { fetchWords } from "@house/kit/words";

/** Three or four sentences in the reader's language. */
export type FirstSteps = () => readonly string[];

const modules = import.meta.glob<{ steps: FirstSteps }>("../../../src/numberhouse/games/*/board/first-steps.ts");
const loaders = new Map(Object.entries(modules).map(([path, load]) => [gameOf(path), load] as const));

/** Empty for a game without first steps. */
export async function firstStepsOf(game: string): Promise<readonly string[]> {
  const [module] = await Promise.all([loaders.get(game)?.(), fetchWords(game)]);
  return module?.steps() ?? [];
}
