/** The layout of the match page: the board first and largest, the rest beside it. */
import { css } from "lit";

export const layout = css`
  .table {
    display: grid;
    grid-template:
      "middle state" auto "middle aside" auto "middle talk" auto "middle rounds" 1fr
      / minmax(0, 1fr) 340px;
    gap: var(--gap-3) var(--gap-5);
    align-items: start;
  }
  /* The talk stays above the fold, whatever the number of players. */
  .table.crowded {
    grid-template:
      "middle state" auto "middle talk" auto "middle aside" auto "middle rounds" 1fr
      / minmax(0, 1fr) 340px;
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
  /* It lies over the board, so that it pushes nothing. */
  .middle > .alert {
    position: sticky;
    top: var(--gap-2);
    z-index: 8;
    height: 0;
  }
  .alert > button {
    position: absolute;
    inset: 0 0 auto auto;
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
  .talk {
    grid-area: talk;
    min-width: 0;
    display: flex;
    flex-direction: column;
    padding: var(--gap-2) var(--gap-3);
  }
  .talk:not(.none) {
    height: clamp(300px, 44vh, 520px);
  }
  .crowded .talk:not(.none) {
    height: clamp(300px, 56vh, 600px);
  }
  .talk.none {
    padding: 0;
  }
  .talk p {
    margin: 0;
  }
  .talk nh-talk {
    flex: 1;
  }
  .rounds {
    grid-area: rounds;
    min-width: 0;
  }
  .parts {
    display: none;
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
    display: flex;
    align-items: baseline;
    justify-content: space-between;
    gap: var(--gap-3);
    padding: var(--gap-2) var(--gap-3);
    border-inline-start: 4px solid var(--line-strong);
    background: var(--well);
  }
  .turn p {
    margin: 0;
    max-width: none;
  }
  .turn nh-clock {
    flex: none;
    font-weight: 400;
  }
  .watching {
    margin: 0;
    padding: var(--gap-1) var(--gap-3);
  }
  .watching a {
    display: inline-flex;
    align-items: center;
    min-height: 32px;
  }
  .turn.yours {
    border-color: var(--accent);
    background: var(--accent-tint);
    font-weight: 600;
  }
  .refused {
    padding: var(--gap-2) calc(var(--touch) + var(--gap-1)) var(--gap-2) var(--gap-3);
    box-shadow: var(--shadow);
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
    margin: 0 auto var(--gap-2);
    padding: var(--gap-1) var(--gap-4);
    font-size: var(--text-1);
    text-align: center;
    text-wrap: balance;
    border-radius: var(--round);
    width: fit-content;
    max-width: 100%;
  }
  /* The result is the first thing on the page. */
  .table.over {
    grid-template:
      "state state" auto "middle aside" auto "middle talk" auto "middle rounds" 1fr
      / minmax(0, 1fr) 340px;
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
    .table,
    .table.crowded,
    .table.over {
      grid-template: "state" auto "middle" auto "aside" auto "talk" auto "rounds" auto / minmax(0, 1fr);
    }
    :host {
      --bar: 56px;
    }
    .parts {
      position: fixed;
      inset: auto 0 0;
      z-index: 7;
      display: flex;
      height: var(--bar);
      border-top: 1px solid var(--line);
      background: var(--sheet);
    }
    .parts button {
      flex: 1;
      min-height: var(--bar);
      gap: var(--gap-1);
      border-radius: 0;
      border-top: 3px solid transparent;
      padding: 0 var(--gap-1);
    }
    .parts button[aria-current="true"] {
      border-top-color: var(--accent);
      font-weight: 600;
    }
    .parts.many button {
      flex: 1 1 auto;
      flex-direction: column;
      gap: 2px;
      font-size: var(--text-1);
      line-height: 1.2;
    }
    .parts .count {
      min-width: 22px;
      padding: 0 6px;
      border-radius: 11px;
      background: var(--accent);
      color: var(--on-accent);
      line-height: 22px;
    }
    @media screen {
      .table[data-part="board"] :is(.talk:not(.none), .rounds),
      .table[data-part="talk"] :is(.middle, aside, .rounds, .talk.none),
      .table[data-part="rounds"] :is(aside, .talk),
      .table[data-part="rounds"]:not(.tells-rounds) .middle,
      .table[data-part="rounds"] .middle > :not(.alert, .board) {
        display: none;
      }
    }
    .table .talk:not(.none) {
      height: calc(100dvh - 292px);
      min-height: 320px;
    }
    .rounds .panel {
      max-height: none;
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
