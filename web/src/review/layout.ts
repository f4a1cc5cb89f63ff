/** The layout of the review page: the board with its steps, the evaluation beside it. */
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
  .skeleton {
    height: 320px;
    border-radius: var(--round);
    background: var(--well);
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
  .note {
    margin: 0;
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
  }
  @media (max-width: 640px) {
    /* So the bar of steps sticks to the bottom as long as anything of the review is seen. */
    .table {
      display: flex;
      flex-direction: column;
      align-items: stretch;
    }
    .main,
    aside {
      display: contents;
    }
    .table > *,
    .main > *,
    aside > * {
      order: 3;
    }
    .main > .board {
      order: 0;
    }
    /* The verdict below the board, and the controls at the thumb: what comes last sticks to the bottom. */
    aside > nh-review-evaluation,
    aside > nh-review-what-if,
    aside > nh-review-round,
    aside > .note {
      order: 1;
    }
    nh-review-evaluation > nh-review-play-on {
      display: none;
    }
    .main > nh-review-bar {
      order: 4;
    }
  }
  @media print {
    .table {
      grid-template: "main" "below" "aside" / minmax(0, 1fr);
    }
  }
`;
