/** Each player's win probability, step by step, with its error. */
import { css, html, LitElement, nothing, svg, type SVGTemplateResult, type TemplateResult } from "lit";
import { customElement, property, state } from "lit/decorators.js";
import type { Seat } from "@house/api/api";
import { shared } from "@house/kit/styles";
import { figure, t } from "@house/kit/words";
import type { WinProbabilityInfo, Timeline } from "@house/review/timeline";
import { DASHES, EDGE, graphStyles, seekFromClick } from "@house/review/graphs/graph-kit";
import { percent } from "@house/review/marks/marks";

const HEIGHT = 120;

@customElement("nh-review-win-probability")
export class ReviewWinProbability extends LitElement {
  @property({ attribute: false }) timeline!: Timeline;
  @property({ attribute: false }) probabilities: ReadonlyMap<number, WinProbabilityInfo> = new Map();
  @property({ attribute: false }) names: string[] = [];
  @property({ attribute: false }) at = 0;
  /** The seat with the strong line and the band of its error. */
  @property({ attribute: false }) seat: Seat | null = null;
  /** Whether all probabilities have arrived: only then a line leads to the end. */
  @property({ attribute: false }) complete = false;
  /** The bot of the playouts. */
  @property({ attribute: false }) bot = "";
  @state() private width = 600;

  #resizeObserver = new ResizeObserver(([entry]) => (this.width = Math.max(280, Math.round(entry!.contentRect.width))));

  static override styles = [
    shared,
    graphStyles,
    css`
      svg.graph {
        height: ${HEIGHT}px;
      }
      .band {
        fill: var(--accent-tint);
      }
      p {
        margin: 0;
      }
    `,
  ];

  override connectedCallback(): void {
    super.connectedCallback();
    this.#resizeObserver.observe(this);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#resizeObserver.disconnect();
  }

  override render(): TemplateResult | typeof nothing {
    if (this.probabilities.size < 2) return nothing;
    const own = this.#forSeat(this.seat ?? -1);
    return html`<figure class="stack" aria-label=${t("Chances of winning")}>
      <svg class="graph" viewBox="0 0 ${this.width} ${HEIGHT}" role="img" aria-label=${this.#altText()}
        @click=${(event: MouseEvent) => seekFromClick(this, event, this.width, this.timeline.steps.length)}>
        ${[0, 0.5, 1].map((share) => this.#rule(share))}
        ${own.length ? svg`<path class="band" d=${this.#band(own)} />` : nothing}
        ${this.names.map((_, seat) => this.#line(seat))}
        <line class="at" x1=${this.#x(this.at)} x2=${this.#x(this.at)} y1=${EDGE.top - 8} y2=${HEIGHT - EDGE.bottom} />
      </svg>
      <p class="soft small">${t("Chance of winning by what each could know then, if from there all play like the bot {bot}: an estimate from up to {count} playouts a step. The band is its error.", { bot: this.bot, count: figure(this.#maximum) })}</p>
    </figure>`;
  }

  get #maximum(): number {
    return Math.max(...[...this.probabilities.values()].map((probability) => probability.playouts));
  }

  #forSeat(seat: Seat): WinProbabilityInfo[] {
    return [...this.probabilities.values()].filter((probability) => probability.seat === seat).sort((a, b) => a.number - b.number);
  }

  /** The seat's share of the victory. */
  #end(seat: Seat): number | null {
    const places = this.timeline.outcome?.places;
    if (!places) return null;
    return places[seat] === 1 ? 1 / places.filter((place) => place === 1).length : 0;
  }

  #rule(share: number): SVGTemplateResult {
    return svg`<line class="grid" x1=${EDGE.left} x2=${this.width - EDGE.right} y1=${this.#y(share)} y2=${this.#y(share)} />
      <text x=${EDGE.left - 6} y=${this.#y(share) + 5} text-anchor="end">${percent(share)} %</text>`;
  }

  #line(seat: Seat): SVGTemplateResult {
    const points = this.#forSeat(seat).map((probability): [number, number] => [probability.number - 1, probability.probability]);
    const end = this.#end(seat);
    if (!points.length) return svg``;
    if (end !== null && this.complete) points.push([this.timeline.steps.length, end]);
    const path = points.map(([step, share], index) => `${index ? "L" : "M"}${this.#x(step)} ${this.#y(share)}`).join("");
    const dash = this.names.length > 4 ? "none" : DASHES[seat % 4]!;
    return svg`<path class="line ${seat === this.seat ? "own" : ""}" d=${path} stroke-dasharray=${dash} />`;
  }

  #band(own: WinProbabilityInfo[]): string {
    const edge = (probability: WinProbabilityInfo, sign: number): string =>
      `${this.#x(probability.number - 1)} ${this.#y(Math.min(Math.max(probability.probability + sign * probability.error, 0), 1))}`;
    const above = own.map((probability) => edge(probability, 1));
    const below = own.map((probability) => edge(probability, -1)).reverse();
    return `M${[...above, ...below].join("L")}Z`;
  }

  #x(step: number): number {
    const stepCount = Math.max(this.timeline.steps.length, 1);
    return Math.round(10 * (EDGE.left + ((this.width - EDGE.left - EDGE.right) * step) / stepCount)) / 10;
  }

  #y(share: number): number {
    return Math.round(10 * (EDGE.top + (HEIGHT - EDGE.top - EDGE.bottom) * (1 - share))) / 10;
  }

  #altText(): string {
    const parts = this.names.flatMap((name, seat) => {
      const own = this.#forSeat(seat);
      const [first, last] = [own[0], own.at(-1)];
      return first && last ? [t("{name}: from {first} to {last} %", { name, first: percent(first.probability), last: percent(last.probability) })] : [];
    });
    return `${t("Chances of winning")}. ${parts.join("; ")}`;
  }
}
