/** The pad of guesses, where assistance is on: by how much the others change each node, and what I would score. */
import { css, html, nothing, type TemplateResult } from "@house/kit";
import type { View } from "@types-of/addition-crypt";
import { letter, t } from "./words";

export interface Guesses {
  view: View;
  /** By how much all others together change each node. */
  others: readonly number[];
  /** The score of the submission by these guesses, in words; empty while no submission is complete. */
  lines: readonly string[];
  /** The nodes after the round by these guesses; null while no submission is complete. */
  values: readonly number[] | null;
  guess(node: number, change: number): void;
}

export function guesses({ view, others, lines, values, guess }: Guesses): TemplateResult {
  return html`<details class="guesses sheet">
    <summary>${t("What if? Guess what the others add")}</summary>
    <div class="pad" role="group" aria-label=${t("What the others change")}>
      ${view.values.map(
        (value, node) => html`<div>
          <span><b>${letter(node)}</b> <span class="soft small">${value}</span></span>
          <nh-number whole spoken-label=${t("Node {node}", { node: letter(node) })} .value=${others[node] ?? 0}
            @change=${(event: CustomEvent<number>) => guess(node, event.detail)}></nh-number>
          <span class="small mono">${values ? t("then {value}", { value: values[node] ?? 0 }) : nothing}</span>
        </div>`,
      )}
    </div>
    <p class="found" role="status">${lines.length ? lines.join(" ") : t("Choose two nodes and the one that scores: the points appear here.")}</p>
  </details>`;
}

export const guessesStyles = css`
  .guesses {
    padding: var(--gap-2) var(--gap-3);
  }
  .guesses summary {
    min-height: var(--touch);
    display: flex;
    align-items: center;
    cursor: pointer;
    color: var(--accent);
  }
  .pad {
    display: grid;
    grid-template-columns: repeat(auto-fill, minmax(72px, 1fr));
    gap: var(--gap-2);
  }
  .pad > div {
    display: grid;
    gap: var(--gap-1);
    align-content: start;
  }
  .found {
    margin: var(--gap-3) 0 var(--gap-1);
    font-weight: 600;
    min-height: 2.6em;
  }
`;
