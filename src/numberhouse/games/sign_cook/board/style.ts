/** The layout of the board's parts: town and place side by side, or one after the other on a phone. */
import { css } from "@house/kit";

export const layout = css`
  .head {
    display: flex;
    flex-wrap: wrap;
    gap: var(--gap-2) var(--gap-4);
    align-items: center;
    justify-content: space-between;
    margin-bottom: var(--gap-3);
  }
  .courses {
    display: flex;
    flex-wrap: wrap;
    margin: 0;
    padding: 0;
    list-style: none;
  }
  .courses li {
    display: flex;
    gap: var(--gap-1);
    align-items: center;
    padding: var(--gap-1) var(--gap-3);
    border-bottom: 3px solid var(--line);
    color: var(--ink-soft);
  }
  .courses .now {
    border-bottom-color: var(--accent);
    color: var(--ink);
    font-weight: 600;
  }
  .purse,
  .pips,
  .garnets {
    display: inline-flex;
    flex-wrap: wrap;
    align-items: center;
    gap: var(--gap-1);
  }
  .purse {
    gap: var(--gap-1) var(--gap-4);
  }
  .pips .icon,
  .diary .icon,
  .garnets .icon {
    color: var(--accent);
  }
  .goal {
    flex: 1 0 100%;
    margin: 0;
    max-width: none;
  }
  nh-sign-cook-pantry {
    display: block;
    margin-bottom: var(--gap-4);
  }
  .low {
    display: none;
  }
  .places {
    display: grid;
    grid-template-columns: minmax(344px, 4fr) minmax(0, 5fr);
    gap: var(--gap-4);
    align-items: start;
  }
  .ended {
    grid-template-columns: minmax(0, 1fr);
  }
  .ended .town {
    order: 1;
    max-width: 420px;
  }
  .panel {
    min-width: 0;
  }
  .panel h2:focus {
    outline: none;
  }
  .back {
    display: none;
    padding: 0 var(--gap-2);
    margin: calc(-1 * var(--gap-2)) 0 0 calc(-1 * var(--gap-2));
  }
  .diary {
    list-style: none;
    padding: 0;
    margin: 0 0 var(--gap-4);
  }
  .on {
    margin-bottom: var(--gap-4);
  }
  .diary li {
    display: flex;
    gap: var(--gap-2);
    align-items: start;
    padding: 2px 0;
    overflow-wrap: anywhere;
  }
  .diary .icon {
    margin-top: 0.15em;
  }
  .break {
    overflow-wrap: anywhere;
  }
  .sealed {
    border-inline-start: 3px solid var(--accent);
    background: var(--accent-tint);
    border-radius: var(--round);
    padding: var(--gap-3);
    margin-bottom: var(--gap-3);
  }
  .state {
    display: flex;
    gap: var(--gap-2);
    align-items: center;
    font-weight: 600;
  }
  .served {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: var(--gap-2) var(--gap-5);
    list-style: none;
    padding: 0;
    margin: 0 0 var(--gap-2);
  }
  .sealed p:last-child {
    margin: 0;
  }
  @media (max-width: 700px) {
    /* The words beside the pictures say the same. */
    .pips .icon {
      display: none;
    }
    .places {
      grid-template-columns: minmax(0, 1fr);
    }
    .inside .town {
      display: none;
    }
    .back {
      display: inline-flex;
    }
    .aside {
      display: none;
    }
    .courses li {
      padding: var(--gap-1) var(--gap-2);
      font-size: var(--text-1);
    }
    .panel {
      padding: var(--gap-3);
    }
    .head {
      gap: var(--gap-1) var(--gap-2);
      margin-bottom: var(--gap-2);
    }
    .goal {
      font-size: var(--text-1);
      line-height: 1.3;
    }
    .goal.away {
      display: none;
    }
    nh-sign-cook-pantry {
      margin-bottom: var(--gap-2);
    }
    /* The tiles stay in sight while the expressions below them grow. */
    .near {
      position: sticky;
      top: 0;
      z-index: 3;
      padding-block: var(--gap-1);
      background: var(--paper);
    }
    .places {
      gap: var(--gap-2);
    }
    /* Nothing can be done in town until the round is judged. */
    .waits .panel {
      order: -1;
    }
    .high {
      display: none;
    }
    .low {
      display: grid;
      position: sticky;
      bottom: var(--bar, 0px);
      z-index: 3;
      padding-block: var(--gap-1);
      background: var(--paper);
    }
  }
  @media print {
    .town {
      display: none;
    }
    .places {
      grid-template-columns: minmax(0, 1fr);
    }
  }
`;
