/** Common parts of all pages: their title and their styles. */
import { css, type CSSResult } from "lit";
import { faceOf } from "@house/kit/face";

/** Sets the title of the browser's tab. */
export function setTitle(words: string): void {
  document.title = words ? `${words} · Numberhouse` : "Numberhouse";
}

/** From the game's face; a game without one is named by its id, as "A sixth game". */
export function gameTitle(game: string): string {
  const plain = (game.charAt(0).toUpperCase() + game.slice(1)).replaceAll("-", " ");
  return faceOf(game, plain).words().title;
}

export const page: CSSResult = css`
  .narrow {
    max-width: 640px;
    margin-inline: auto;
  }
  section {
    margin-block-end: var(--gap-6);
  }
  section > h2 {
    padding-bottom: var(--gap-2);
    border-bottom: 1px solid var(--line);
  }
  .top {
    display: flex;
    flex-wrap: wrap;
    gap: var(--gap-3) var(--gap-4);
    align-items: center;
    justify-content: space-between;
    margin-block-end: var(--gap-5);
  }
  .top h1 {
    margin: 0;
  }
  .top + p {
    margin-block-end: var(--gap-4);
  }
  /* A place where words will be read out takes no room while there are none. */
  [role="alert"]:empty,
  [role="status"]:empty {
    position: absolute;
  }
  .lead {
    color: var(--ink-soft);
    font-size: var(--text-3);
    text-wrap: pretty;
  }
  .empty {
    padding: var(--gap-4);
    border: 1px dashed var(--line-strong);
    border-radius: var(--round);
    color: var(--ink-soft);
    max-width: none;
  }
  .refused {
    padding: var(--gap-3);
    border: 1px solid var(--bad);
    border-radius: var(--round);
    background: var(--sheet);
    color: var(--bad);
    max-width: none;
  }
  .done {
    padding: var(--gap-3);
    border: 1px solid var(--good);
    border-radius: var(--round);
    background: var(--sheet);
    color: var(--good);
    max-width: none;
  }
  .skeleton {
    border-radius: var(--round);
    background: var(--well);
    min-height: 64px;
  }
  .field > input,
  .field > select {
    width: 100%;
  }
  .hint {
    color: var(--ink-soft);
    font-size: var(--text-1);
  }
  .after {
    display: flex;
    flex-wrap: wrap;
    gap: var(--gap-2) var(--gap-4);
    margin-block-start: var(--gap-3);
  }
  .after a:not(.button) {
    display: inline-flex;
    align-items: center;
    min-height: var(--touch);
  }
  .hint {
    max-width: none;
  }
  details > summary {
    display: flex;
    align-items: center;
    gap: var(--gap-2);
    min-height: var(--touch);
    cursor: pointer;
    font-weight: 600;
  }
  details > summary::before {
    content: "";
    width: 8px;
    height: 8px;
    border: solid var(--line-strong);
    border-width: 0 2px 2px 0;
    rotate: -45deg;
    transition: rotate var(--quick) var(--ease);
  }
  details[open] > summary::before {
    rotate: 45deg;
  }
`;
