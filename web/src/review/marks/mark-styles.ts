/** The colours of the marks. */
import { css } from "lit";

export const markStyles = css`
  .mark {
    display: inline-flex;
    vertical-align: -0.25em;
  }
  .mark.best {
    color: var(--good);
  }
  .mark.good {
    color: var(--ink-soft);
  }
  .mark.inaccuracy {
    color: var(--warn);
  }
  .mark.mistake,
  .mark.blunder {
    color: var(--bad);
  }
  .mark.inaccuracy svg,
  .mark.mistake svg {
    fill: color-mix(in oklab, currentcolor 25%, transparent);
  }
`;
