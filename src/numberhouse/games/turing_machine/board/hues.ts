/** The three colours of △, □ and ○: each at least 4.5:1 on its paper and under the writing on it. */
import { css } from "@house/kit";

export const hues = css`
  :host {
    --triangle: light-dark(#1c5aa6, #8ab9f2);
    --square: light-dark(#885200, #e6b450);
    --circle: light-dark(#8a2f74, #e79ad2);
  }
  .t {
    --hue: var(--triangle);
  }
  .s {
    --hue: var(--square);
  }
  .c {
    --hue: var(--circle);
  }
`;
