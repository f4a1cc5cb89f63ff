/** Choices with a title and words of their own, of which one is taken: each a card around its radio button. */
import { css } from "lit";

export const choiceCards = css`
  label {
    display: grid;
    grid-template-columns: auto minmax(0, 1fr);
    gap: 0 var(--gap-2);
    min-height: var(--touch);
    padding: var(--gap-2) var(--gap-3);
    border: 1px solid var(--line);
    border-radius: var(--round);
    cursor: pointer;
  }
  label:has(:checked) {
    border-color: var(--accent);
    background: var(--accent-tint);
  }
`;
