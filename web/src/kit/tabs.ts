/** Styles of tabs: a row of words, the selected one underlined. */
import { css } from "lit";

export const tabStyles = css`
  .tabs {
    display: flex;
    flex-wrap: wrap;
    gap: 0 var(--gap-1);
    border-bottom: 1px solid var(--line);
  }
  .tabs button {
    border: 0;
    border-bottom: 3px solid transparent;
    border-radius: 0;
    background: none;
    padding: 0 var(--gap-2);
  }
  .tabs button[aria-selected="true"] {
    border-bottom-color: var(--accent);
    font-weight: 600;
  }
`;
