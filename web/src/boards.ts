/** The boards of all games: `board/board.ts` in a game's folder, fetched when it is needed. */
import type { Board } from "@house/kit/board";
import { gameOf } from "@house/kit/face";
import { fetchWords } from "@house/kit/words";
import type { Labels } from "@house/parts/schema-form";

interface BoardModule {
  default: new () => Board<never, never>;
  /** Words for the names of options and their values. */
  labels?: Labels;
}

const found = import.meta.glob<BoardModule>("../../src/numberhouse/games/*/board/board.ts");
const loaders = new Map(Object.entries(found).map(([path, load]) => [gameOf(path), load] as const));

/** The element of a game's board; the plain one where it has none. */
export async function boardOf(game: string): Promise<string> {
  const load = loaders.get(game);
  if (!load) {
    await import("@house/parts/plain-board");
    return "nh-plain-board";
  }
  const name = `nh-board-${game}`;
  const [module] = await Promise.all([load(), fetchWords(game)]);
  if (!customElements.get(name)) customElements.define(name, module.default);
  return name;
}

/** Words for a game's options. */
export async function labelsOf(game: string): Promise<Labels> {
  const load = loaders.get(game);
  if (!load) return () => undefined;
  const [module] = await Promise.all([load(), fetchWords(game)]);
  return module.labels ?? (() => undefined);
}
