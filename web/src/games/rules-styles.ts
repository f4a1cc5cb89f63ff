/** Styles of a rules page's text. */
import { css } from "lit";

/** Tables as blocks where they would be wider than the screen. */
export const narrowTables = css`
  @media screen and (max-width: 640px) {
    table,
    tbody,
    tr,
    td {
      display: block;
    }
    thead {
      position: absolute;
      width: 1px;
      height: 1px;
      overflow: hidden;
      clip-path: inset(50%);
    }
    tr {
      padding: var(--gap-2) 0;
      border-block-end: 1px solid var(--line);
    }
    td {
      padding: 2px 0;
      border: none;
      overflow-wrap: anywhere;
    }
    td:first-child {
      font-weight: 600;
    }
    td:not(:first-child):not([data-title=""])::before {
      content: attr(data-title) ": ";
      color: var(--ink-soft);
    }
  }
`;
