/** The review page: the board with its steps, what was judged beside it. */
import { css } from "lit";

export const layout = css`
  .table {
    display: grid;
    grid-template: "main aside" auto "below aside" 1fr / minmax(0, 1fr) 360px;
    gap: var(--gap-4) var(--gap-5);
    align-items: start;
  }
  .table > * {
    min-width: 0;
  }
  .head {
    display: flex;
    flex-wrap: wrap;
    gap: var(--gap-1) var(--gap-4);
    align-items: baseline;
    margin-bottom: var(--gap-3);
  }
  .head h1 {
    margin: 0;
    font-size: var(--text-4);
    overflow-wrap: anywhere;
  }
  .bar {
    position: sticky;
    bottom: 0;
    z-index: 2;
    background: var(--paper);
    border-top: 1px solid var(--line);
    padding: var(--gap-2) 0;
    display: grid;
    grid-template-columns: auto minmax(0, 1fr) auto;
    gap: 0 var(--gap-3);
    align-items: center;
  }
  .bar .steps {
    display: flex;
    gap: var(--gap-1);
  }
  .bar button {
    padding: 0;
  }
  input[type="range"] {
    width: 100%;
    padding: 0;
    border: 0;
    background: none;
    accent-color: var(--accent);
  }
  .count {
    min-width: 5.5em;
    text-align: end;
  }
  select {
    width: 100%;
  }
  .turned {
    border-inline-start: 4px solid var(--line-strong);
    background: var(--well);
    padding: var(--gap-2) var(--gap-3);
    margin: 0;
    max-width: none;
  }
  .turned.wrong {
    border-color: var(--bad);
  }
  .skeleton {
    height: 320px;
    border-radius: var(--round);
    background: var(--well);
  }
  pre {
    overflow-x: auto;
    font-size: var(--text-1);
    margin: 0;
  }
  summary {
    padding: var(--gap-3) 0;
    cursor: pointer;
  }
  progress {
    width: 100%;
    accent-color: var(--accent);
  }
  aside {
    grid-area: aside;
  }
  .main {
    grid-area: main;
  }
  .below {
    grid-area: below;
  }
  aside,
  .main,
  .below {
    display: grid;
    gap: var(--gap-3);
    align-content: start;
  }
  aside > *,
  .main > *,
  .below > * {
    min-width: 0;
  }
  @media (max-width: 900px) {
    .table {
      grid-template: "main" "aside" "below" / minmax(0, 1fr);
    }
    .bar {
      grid-template-columns: 1fr auto;
      margin: 0 calc(-1 * var(--gap-1));
    }
    .bar input {
      grid-column: 1 / -1;
      grid-row: 1;
    }
  }
  @media print {
    .table {
      grid-template: "main" "below" "aside" / minmax(0, 1fr);
    }
    .bar {
      display: none;
    }
  }
`;
