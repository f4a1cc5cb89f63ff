/** The layout of the match page: the board first and largest, the rest beside it. */
import { css } from "lit";

export const layout = css`
  .table {
    display: grid;
    grid-template: "middle state" auto "middle aside" 1fr / minmax(0, 1fr) 340px;
    gap: var(--gap-3) var(--gap-5);
    align-items: start;
  }
  .middle {
    grid-area: middle;
    min-width: 0;
  }
  .state {
    grid-area: state;
    min-width: 0;
  }
  /* What is refused is said where one looks, however far down one has come. */
  .middle > [role="alert"] {
    position: sticky;
    top: var(--gap-2);
    z-index: 8;
  }
  .board {
    min-width: 0;
  }
  aside {
    grid-area: aside;
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
  .head nh-first-steps {
    margin-inline-start: auto;
  }
  .head nh-first-steps[open] {
    flex-basis: 100%;
  }
  .turn {
    padding: var(--gap-2) var(--gap-3);
    border-inline-start: 4px solid var(--line-strong);
    background: var(--well);
    margin: 0;
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
  /* All four in one row, in either language. */
  .tabs button {
    padding: 0 6px;
    font-size: var(--text-1);
    white-space: nowrap;
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
    display: flex;
    flex-wrap: wrap;
    gap: var(--gap-2) var(--gap-4);
    align-items: center;
    justify-content: space-between;
  }
  .result h2 {
    margin: 0;
  }
  nh-lobby,
  .narrow {
    max-width: 1280px;
    margin-inline: auto;
  }
  .skeleton {
    height: 320px;
    border-radius: var(--round);
    background: var(--well);
  }
  @media (max-width: 900px) {
    .table {
      grid-template: "state" auto "middle" auto "aside" auto / minmax(0, 1fr);
    }
    .head {
      align-items: center;
      min-height: var(--touch);
      margin-bottom: var(--gap-1);
    }
  }
  @media (max-width: 640px) {
    .tabs {
      flex-wrap: nowrap;
      justify-content: space-between;
      gap: 0;
    }
    .tabs button {
      padding: 0 4px;
    }
    aside > .sheet {
      padding: var(--gap-2) var(--gap-3) var(--gap-3);
    }
  }
  @media print {
    .panel {
      max-height: none;
    }
  }
`;
