/** With assistance: the chance of the typed number to be in each set, as the service computes it. */
import {
  Advice, css, customElement, figure, html, language, LitElement, nothing, property, ref, shared,
  type Adviser, type TemplateResult,
} from "@house/kit";
import type { Advice as Weighed, Draft, View } from "@types-of/set-theory";
import { FIRST, LABELS } from "./facts";
import { t } from "./words";


const percent = new Intl.NumberFormat(language, { style: "percent" });

@customElement("nh-set-theory-set-chances")
export class SetChancesAdvice extends LitElement {
  @property({ attribute: false }) view!: View;
  @property() typedNumber = "";
  @property() cell = "";
  @property({ attribute: false }) advise: Adviser | null = null;
  #advice = new Advice<Draft, Weighed>(this);

  static override styles = [
    shared,
    css`
      .sets {
        display: grid;
        grid-template-columns: repeat(10, minmax(0, 1fr));
        gap: 2px;
        margin: 0;
        padding: 0;
        list-style: none;
        text-align: center;
        font-size: var(--text-1);
        font-variant-numeric: tabular-nums;
      }
      .sets li {
        border: 1px solid var(--line);
        border-radius: var(--round);
        background: linear-gradient(to top, var(--accent-tint) var(--share), transparent var(--share));
      }
      .sets b {
        display: block;
      }
      p {
        margin: 0;
        font-size: var(--text-1);
      }
      @media (max-width: 480px) {
        .sets {
          grid-template-columns: repeat(5, minmax(0, 1fr));
        }
      }
    `,
  ];

  protected override willUpdate(): void {
    this.#advice.ask(this.advise, this.#draft(), this.view.past);
  }

  #draft(): Draft | null {
    const number = Number(this.typedNumber);
    return number >= FIRST ? { number, cell: this.cell, property: "" } : null;
  }

  override render(): TemplateResult | typeof nothing {
    const { found, of } = this.#advice;
    if (!found || of?.number !== Number(this.typedNumber)) return nothing;
    return html`<div role="status">
      <p class="soft">${t("How likely {number} is in each set", { number: figure(of.number) })}</p>
      <ul class="sets">
        ${found.chances.map((chance, index) => html`<li ${ref((element) => (element as HTMLElement | undefined)?.style.setProperty("--share", `${100 * chance}%`))}>
          <b>${LABELS[index]}</b>${percent.format(chance)}
        </li>`)}
      </ul>
      ${of.cell && of.cell === this.cell
        ? html`<p>${t("On {cell} it brings {points} points on average.", { cell: of.cell, points: found.expected.toLocaleString(language, { maximumFractionDigits: 1 }) })}</p>`
        : nothing}
    </div>`;
  }
}
