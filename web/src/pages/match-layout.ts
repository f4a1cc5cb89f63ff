/** The match page: the board first and largest, what goes with it beside it. */
import { css } from "lit";

export const layout = css`
  .table {
    display: grid;
    grid-template-columns: minmax(0, 1fr) 340px;
    gap: var(--gap-5);
    align-items: start;
  }
  .board {
    min-width: 0;
  }
  aside {
    display: grid;
    gap: var(--gap-4);
    min-width: 0;
  }
  .head {
    display: flex;
    flex-wrap: wrap;
    gap: var(--gap-2) var(--gap-4);
    align-items: baseline;
    margin-bottom: var(--gap-3);
  }
  .head h1 {
    margin: 0;
    font-size: var(--text-4);
  }
  .turn {
    padding: var(--gap-2) var(--gap-3);
    border-inline-start: 4px solid var(--line-strong);
    background: var(--well);
    margin: 0 0 var(--gap-3);
    max-width: none;
  }
  .turn.yours {
    border-color: var(--accent);
    background: var(--accent-tint);
    font-weight: 600;
  }
  .refused {
    padding: var(--gap-2) var(--gap-3);
    border: 1px solid var(--bad);
    border-radius: var(--round);
    color: var(--bad);
    background: var(--sheet);
    max-width: none;
  }
  .panel {
    max-height: 60vh;
    overflow-y: auto;
  }
  .panel pre {
    font-size: var(--text-1);
    overflow-x: auto;
    margin: 0;
  }
  .lost {
    background: var(--ink);
    color: var(--paper);
    padding: var(--gap-2) var(--gap-3);
    border-radius: var(--round);
    max-width: none;
  }
  .result {
    margin-bottom: var(--gap-4);
  }
  .skeleton {
    height: 320px;
    border-radius: var(--round);
    background: var(--well);
  }
  @media (max-width: 900px) {
    .table {
      grid-template-columns: minmax(0, 1fr);
    }
    .panel {
      max-height: none;
    }
  }
  @media print {
    .panel {
      max-height: none;
    }
  }
`;
