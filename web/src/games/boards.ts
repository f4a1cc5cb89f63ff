/**
 * The boards of all games, loaded on demand.
 *
 * A game of the house has `board/board.ts` in its folder, which is built into the house's bundle. An external game
 * brings an ES module with its package, which the service serves.
 */
import type { TemplateResult } from "lit";
import { get, type GameInfo } from "@house/api/api";
import type { Board } from "@house/kit/board";
import { gameOf } from "@house/kit/face";
import type { OptionsEditor, OptionsModule, ProblemReader } from "@house/kit/options";
import { fetchWords } from "@house/kit/words";
import type { Labels } from "@house/forms/schema-form";

interface BoardModule extends OptionsModule {
  default: new () => Board<never, never>;
  /** Words for the names of options and their values. */
  labels?: Labels;
}

const modules = import.meta.glob<BoardModule>("../../../src/numberhouse/games/*/board/board.ts");
const loaders = new Map(Object.entries(modules).map(([path, load]) => [gameOf(path), load] as const));

/** The element of a game's board; the plain board for a game without one. */
export async function boardOf(game: string): Promise<string> {
  const name = `nh-board-${game}`;
  if (customElements.get(name)) return name;
  const [module] = await Promise.all([moduleOf(game), fetchWords(game)]);
  if (!module) {
    await import("@house/match/plain-board");
    return "nh-plain-board";
  }
  if (!customElements.get(name)) customElements.define(name, module.default);
  return name;
}

/** Words for a game's options. */
export async function labelsOf(game: string): Promise<Labels> {
  const [module] = await Promise.all([moduleOf(game), fetchWords(game)]);
  return module?.labels ?? (() => undefined);
}

const optionModules = import.meta.glob<OptionsModule>("../../../src/numberhouse/games/*/board/options.ts");
const optionLoaders = new Map(Object.entries(optionModules).map(([path, load]) => [gameOf(path), load] as const));

/** A game's editor of some of its options. */
export interface Editor {
  create: () => OptionsEditor;
  fields: readonly string[];
}

/** The editor of a game's options; null for a game whose options the plain form takes alone. */
export async function editorOf(game: string): Promise<Editor | null> {
  const { editor, edited = [] } = await optionsModuleOf(game);
  if (!editor) return null;
  const name = `nh-options-${game}`;
  if (!customElements.get(name)) customElements.define(name, editor);
  return { create: () => document.createElement(name) as OptionsEditor, fields: edited };
}

/** Reads the ids of a game's problems; null for a game without such ids. */
export async function problemsOf(game: string): Promise<ProblemReader | null> {
  return (await optionsModuleOf(game)).problems ?? null;
}

/** A game's picture of a match with these options, see `OptionsModule`; null for a game or match without one. */
export async function pictureOf(game: string, options: Record<string, unknown>): Promise<TemplateResult | null> {
  return (await optionsModuleOf(game)).picture?.(options) ?? null;
}

async function optionsModuleOf(game: string): Promise<OptionsModule> {
  const [module] = await Promise.all([loaders.has(game) ? optionLoaders.get(game)?.() : moduleOf(game), fetchWords(game)]);
  return module ?? {};
}

async function moduleOf(game: string): Promise<BoardModule | null> {
  const load = loaders.get(game);
  if (load) return load();
  const { board } = await get<GameInfo>(`/api/games/${game}`);
  if (!board) return null;
  try {
    return (await import(/* @vite-ignore */ board)) as BoardModule;
  } catch (error) {
    // A board that fails to load must not stop the match: the plain board replaces it.
    console.error(`the board of ${game} can't be loaded`, error);
    return null;
  }
}
