/** Styles that all elements share: buttons, fields, links, tables, headings. Each element adopts them. */
import { css } from "lit";

export const shared = css`
  *,
  *::before,
  *::after {
    box-sizing: border-box;
  }
  :host {
    display: block;
  }
  :host([hidden]),
  [hidden] {
    display: none !important;
  }
  h1,
  h2,
  h3 {
    line-height: 1.2;
    margin: 0 0 var(--gap-3);
    font-weight: 600;
    text-wrap: balance;
  }
  h1 {
    font-size: var(--text-5);
  }
  h2 {
    font-size: var(--text-3);
  }
  h3 {
    font-size: var(--text-2);
  }
  p {
    margin: 0 0 var(--gap-3);
    max-width: 68ch;
  }
  a {
    color: var(--accent);
    text-underline-offset: 0.2em;
  }
  button,
  .button {
    display: inline-flex;
    align-items: center;
    justify-content: center;
    gap: var(--gap-2);
    min-height: var(--touch);
    min-width: var(--touch);
    padding: 0 var(--gap-4);
    border: 1px solid var(--line-strong);
    border-radius: var(--round);
    background: var(--sheet);
    color: var(--ink);
    font: inherit;
    line-height: 1.25;
    text-decoration: none;
    cursor: pointer;
    touch-action: manipulation;
  }
  button:hover:not(:disabled),
  .button:hover {
    border-color: var(--accent);
  }
  button:active:not(:disabled) {
    translate: 0 1px;
  }
  button.primary,
  .button.primary {
    background: var(--accent);
    border-color: var(--accent);
    color: var(--on-accent);
    font-weight: 600;
  }
  button.plain,
  .button.plain {
    border-color: transparent;
    background: none;
  }
  button:disabled {
    color: var(--ink-soft);
    border-style: dashed;
    background: none;
    cursor: not-allowed;
  }
  /* Its press is kept until the action before it is answered. */
  button[data-held] {
    outline: 2px dashed var(--accent);
    outline-offset: 2px;
    cursor: progress;
  }
  :focus-visible {
    outline: 3px solid var(--accent);
    outline-offset: 2px;
  }
  input,
  select,
  textarea {
    min-height: var(--touch);
    max-width: 100%;
    padding: var(--gap-2) var(--gap-3);
    border: 1px solid var(--line-strong);
    border-radius: var(--round);
    background: var(--sheet);
    color: var(--ink);
    font: inherit;
  }
  input[type="checkbox"],
  input[type="radio"] {
    min-height: 0;
    width: 20px;
    height: 20px;
    padding: 0;
    accent-color: var(--accent);
    flex: none;
  }
  label {
    display: grid;
    gap: var(--gap-1);
  }
  label.inline {
    display: inline-flex;
    align-items: center;
    gap: var(--gap-2);
    min-height: var(--touch);
  }
  fieldset {
    border: 1px solid var(--line);
    border-radius: var(--round);
    padding: var(--gap-3) var(--gap-4);
    margin: 0 0 var(--gap-4);
    min-width: 0;
  }
  legend {
    padding: 0 var(--gap-2);
    font-weight: 600;
  }
  table {
    border-collapse: collapse;
  }
  th,
  td {
    padding: var(--gap-2) var(--gap-3);
    border-bottom: 1px solid var(--line);
    text-align: start;
    vertical-align: baseline;
  }
  ul.plain {
    list-style: none;
    margin: 0;
    padding: 0;
  }
  code,
  pre,
  .mono {
    font-family: var(--mono);
  }
  .number {
    font-variant-numeric: tabular-nums lining-nums;
  }
  .soft {
    color: var(--ink-soft);
  }
  .small {
    font-size: var(--text-1);
  }
  .good {
    color: var(--good);
  }
  .bad {
    color: var(--bad);
  }
  .row {
    display: flex;
    flex-wrap: wrap;
    gap: var(--gap-3);
    align-items: center;
  }
  .stack {
    display: grid;
    gap: var(--gap-3);
    align-content: start;
  }
  .sheet {
    background: var(--sheet);
    border: 1px solid var(--line);
    border-radius: var(--round);
    padding: var(--gap-4);
  }
  .tile {
    display: inline-grid;
    place-items: center;
    border: 1px solid var(--line-strong);
    border-radius: var(--round);
    background: var(--sheet);
    box-shadow: var(--shadow);
    font-variant-numeric: tabular-nums lining-nums;
  }
  .tile.laid {
    box-shadow: none;
  }
  .heard {
    position: absolute;
    width: 1px;
    height: 1px;
    overflow: hidden;
    clip-path: inset(50%);
    white-space: nowrap;
  }
  svg.icon {
    width: 1.25em;
    height: 1.25em;
    flex: none;
    fill: none;
    stroke: currentcolor;
    stroke-width: 1.75;
    stroke-linecap: round;
    stroke-linejoin: round;
  }
  /* Where the system chooses the colours, backgrounds say nothing: what is chosen has a thick frame, the main button is inverted. */
  @media (forced-colors: active) {
    :host {
      --accent: LinkText !important;
      --accent-tint: Canvas !important;
      --on-accent: CanvasText !important;
    }
    button.primary:not(:disabled, [aria-disabled="true"]),
    .button.primary {
      forced-color-adjust: none;
      background: ButtonText;
      border-color: ButtonText;
      color: ButtonFace;
    }
    [aria-pressed="true"],
    [aria-selected="true"],
    [aria-checked="true"],
    [aria-current]:not([aria-current="false"]) {
      border: 3px solid Highlight !important;
    }
  }
  /* Paper has nothing to press; what says a fact stays, though it can be pressed on a screen. */
  @media print {
    :host {
      print-color-adjust: exact;
    }
    button:not(.fact),
    .screen {
      display: none !important;
    }
  }
`;
