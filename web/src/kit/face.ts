/** A game's look on its card: `board/face.ts` in its folder. A game without one gets a plain face. */
import { html, type TemplateResult } from "lit";

export interface FaceWords {
  title: string;
  line: string;
}

export interface Face {
  /** One strong colour, on light and on dark paper: at least 4.5:1 on both. */
  accent: { day: string; night: string };
  /** Name and one line of at most 60 characters, in the reader's language. */
  words: () => FaceWords;
  /** An SVG of our own, 160 × 120, in two colours and the accent (`var(--accent)`, `var(--ink)`, `var(--line-strong)`). */
  picture: () => TemplateResult;
}

const modules = import.meta.glob<{ face: Face }>("../../../src/numberhouse/games/*/board/face.ts", { eager: true });

/** Faces by game id. */
const faces = new Map(
  Object.entries(modules).map(([path, module]) => [gameOf(path), module.face] as const),
);

/** The game's id, `turing-machine`, from the path `…/games/turing_machine/board/face.ts`. */
export function gameOf(path: string): string {
  return (/games\/([^/]+)\//.exec(path)?.[1] ?? "").replaceAll("_", "-");
}

export function faceOf(game: string, title = game): Face {
  return faces.get(game) ?? { ...PLAIN, words: () => ({ title, line: "" }) };
}

/** Gives an element and its descendants the game's colour. */
export function colour(element: HTMLElement, game: string): void {
  const { accent } = faceOf(game);
  element.style.setProperty("--accent-day", accent.day);
  element.style.setProperty("--accent-night", accent.night);
  // A custom property made of others is computed where it is declared, so it must be declared again here.
  element.style.setProperty("--accent", "light-dark(var(--accent-day), var(--accent-night))");
  element.style.setProperty("--accent-tint", "color-mix(in oklab, var(--accent) 12%, var(--sheet))");
}

const PLAIN: Omit<Face, "words"> = {
  accent: { day: "#4a5568", night: "#b5bdca" },
  picture: () => html`<svg viewBox="0 0 160 120" aria-hidden="true">
    <rect x="40" y="20" width="80" height="80" rx="8" fill="none" stroke="var(--ink)" stroke-width="2" />
    <path d="M60 60h40M80 40v40" stroke="var(--accent)" stroke-width="4" stroke-linecap="round" />
  </svg>`,
};
