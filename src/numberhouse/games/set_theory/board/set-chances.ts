/** With assistance: the chance of the typed number to be in each set, as the service computes it. */
import {
  Advice, css, customElement, figure, html, language, LitElement, property, ref, shared,
  type Adviser, type TemplateResult,
} from "@house/kit";
import type { Advice as Weighed, Draft, View } from "@types-of/set-theory";
import { LABELS } from "./facts";
import { t } from "./words";


const percent = new Intl.NumberFormat(language, { style: "percent" });

@customElement("nh-set-theory-set-chances")
export class SetChancesAdvice extends LitElement {
  @property({ attribute: false }) view!: View;
  /** A number that can be estimated. */
  @property() typedNumber = "";
  /** The chosen empty cell, or "". */
  @property() cell = "";
  @property({ attribute: false }) advise: Adviser | null = null;
  #advice = new Advice<Draft, Weighed>(this);

  static override styles = [
    shared,
    css`
      :host {
        container-type: inline-size;
      }
      .sets {
        display: grid;
        grid-template-columns: repeat(10, minmax(0, 1fr));
        gap: 2px;
        margin: 0;
        padding: 0;
        list-style: none;
        text-align: center;
        font-size: var(--text-1);
        line-height: 1.25;
        letter-spacing: -0.03em;
        font-variant-numeric: tabular-nums;
        white-space: nowrap;
      }
      .sets li {
        border: 1px solid var(--line);
        border-radius: 4px;
        background: linear-gradient(to top, var(--accent-tint) var(--share), transparent var(--share));
      }
      p {
        margin: 0;
        font-size: var(--text-1);
        overflow: hidden;
        text-overflow: ellipsis;
        white-space: nowrap;
      }
      @container (max-width: 520px) {
        .sets b {
          display: block;
        }
      }
    `,
  ];

  protected override willUpdate(): void {
    this.#advice.ask(this.advise, this.#draft(), this.view.past);
  }

  #draft(): Draft {
    return { number: Number(this.typedNumber), cell: this.cell, property: "" };
  }

  override render(): TemplateResult {
    const { found, of } = this.#advice;
    const current = found && of?.number === Number(this.typedNumber) ? found : null;
    const values = { number: figure(Number(this.typedNumber)), cell: this.cell };
    const isPlaced = current && this.cell && of?.cell === this.cell;
    return html`<div role="status">
      <p>${isPlaced
        ? t("{number} on {cell}: {points} points on average. Chances by set:", {
            ...values, points: current.expected.toLocaleString(language, { maximumFractionDigits: 1 }),
          })
        : t("How likely {number} is in each set:", values)}</p>
      <ul class="sets">
        ${[...LABELS].map((label, index) => this.#set(label, current?.chances[index]))}
      </ul>
    </div>`;
  }

  #set(label: string, chance: number | undefined): TemplateResult {
    const share = ref((element) => (element as HTMLElement | undefined)?.style.setProperty("--share", `${100 * (chance ?? 0)}%`));
    return html`<li ${share}><b>${label}</b> ${chance === undefined ? "…" : percent.format(chance).replace(/\s/, "")}</li>`;
  }
}
