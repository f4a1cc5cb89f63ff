/** With assistance: the score of the tiles in pencil, as the service computes it. */
import { Advice, css, html, LitElement, nothing, property, shared, words, type Adviser, type TemplateResult } from "@house/kit";
import type { Advice as Worked, components, Draft, View } from "@types-of/mixmath";
import type { Plan } from "../plan";
import { BLANK } from "../squares";
import { sums } from "../equations";

type Planned = components["schemas"]["Planned"];

const { t, tn } = words("mixmath");

export class Worth extends LitElement {
  @property({ attribute: false }) view!: View;
  @property({ attribute: false }) plan: Plan = [];
  @property({ attribute: false }) advise: Adviser | null = null;
  #worked = new Advice<Draft, Worked>(this);

  static override styles = [
    shared,
    css`
      ul {
        list-style: none;
        margin: var(--gap-1) 0 0;
        padding: 0;
        font-size: var(--text-1);
      }
      b {
        font-variant-numeric: tabular-nums;
      }
    `,
  ];

  protected override willUpdate(): void {
    const { board, hand } = this.view;
    this.#worked.ask(this.advise, this.#draft(), `${board.cells.join()} ${hand?.rack.join()}`);
  }

  /** The tiles with a known value, in order. */
  #draft(): Draft | null {
    const placements = this.plan.flatMap(({ cell, tile, value, draw }) =>
      value === null ? [] : [{ type: "place" as const, cell, tile: value, blank: tile === BLANK, draw }],
    );
    return placements.length ? { placements } : null;
  }

  override render(): TemplateResult {
    const { found, of } = this.#worked;
    const now = found && JSON.stringify(of) === JSON.stringify(this.#draft()) ? found : null;
    return html`<div role="status" aria-label=${t("What the plan would score")}><ul>
      ${now?.placements.map((one, place) => html`<li>${this.#line(one, of?.placements?.[place]?.tile ?? 0)}</li>`)}
      ${now && (now.placements.length > 1 || now.bonus)
        ? html`<li><b>${tn("Together {count} point", "Together {count} points", now.points)}</b>${now.bonus ? t(", with 50 for the empty rack") : nothing}</li>`
        : nothing}
    </ul></div>`;
  }

  #line(one: Planned, tile: number): TemplateResult {
    const points = html`<b>${tn("{tile} on {cell}: {count} point", "{tile} on {cell}: {count} points", one.points, { tile, cell: one.cell })}</b>`;
    const told = sums(one).map(({ left }, place) => html`${place ? ", " : ""}${left}`);
    if (!one.problem) return html`${points} <span class="soft">${told}</span>`;
    return html`${one.points ? points : nothing} <span class="bad">${one.problem}</span>`;
  }
}

customElements.define("nh-mixmath-worth", Worth);
