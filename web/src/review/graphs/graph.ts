/** A graph of the match: each player's value of the position, and the mistakes. */
import { css, html, LitElement, nothing, svg, type SVGTemplateResult, type TemplateResult } from "lit";
import { customElement, property, state } from "lit/decorators.js";
import type { Seat } from "@house/api/api";
import { shared } from "@house/kit/styles";
import { figure, t } from "@house/kit/words";
import type { Timeline, EvaluationInfo } from "@house/review/timeline";
import { DASHES, EDGE, graphStyles, seekFromClick } from "@house/review/graphs/graph-kit";
import { isError, graphMark } from "@house/review/marks/marks";

const HEIGHT = 150;
/** With more marks than this, the graph omits inaccuracies. */
const MAX_MARKS = 24;

@customElement("nh-review-graph")
export class ReviewGraph extends LitElement {
  @property({ attribute: false }) timeline!: Timeline;
  @property({ attribute: false }) evaluations: ReadonlyMap<number, EvaluationInfo> = new Map();
  @property({ attribute: false }) at = 0;
  @property({ attribute: false }) names: string[] = [];
  /** The seat with the strong line. */
  @property({ attribute: false }) seat: Seat | null = null;
  @state() private width = 600;

  #resizeObserver = new ResizeObserver(([entry]) => (this.width = Math.max(280, Math.round(entry!.contentRect.width))));

  static override styles = [
    shared,
    graphStyles,
    css`
      svg.graph {
        height: 150px;
      }
      .mark {
        stroke: var(--paper);
        stroke-width: 1.5;
        fill: var(--bad);
      }
      .mark.inaccuracy {
        fill: var(--warn);
      }
      .key {
        display: flex;
        flex-wrap: wrap;
        gap: 0 var(--gap-4);
        margin: 0;
        padding: 0;
        list-style: none;
        font-size: var(--text-1);
      }
      .key svg {
        width: 32px;
        height: 10px;
      }
      .key li {
        display: inline-flex;
        align-items: center;
        gap: var(--gap-2);
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
    const values = [...this.evaluations.values()].flatMap((evaluation) => (evaluation.position_value ? [evaluation.position_value.value] : []));
    if (values.length < 2) return nothing;
    const lines = this.#lines();
    const words = [...this.evaluations.values()].find((evaluation) => evaluation.position_value)?.position_value?.unit ?? "";
    const drawn = [...this.evaluations.values()].filter((evaluation) => isError(evaluation.mark));
    const marked = drawn.length > MAX_MARKS ? drawn.filter((error) => error.mark !== "inaccuracy") : drawn;
    return html`
      <figure class="stack" aria-label=${t("The course of the match: {words}", { words })}>
        <svg class="graph" viewBox="0 0 ${this.width} ${HEIGHT}" role="img" aria-label=${this.#altText(words)}
          @click=${(event: MouseEvent) => seekFromClick(this, event, this.width, this.timeline.steps.length)}>
          ${this.#axis()} ${lines.map((points, seat) => this.#line(points, seat))}
          <line class="at" x1=${this.#x(this.at)} x2=${this.#x(this.at)} y1=${EDGE.top - 8} y2=${HEIGHT - EDGE.bottom} />
          ${marked.map((error) => graphMark(error.mark, this.#x(error.number), this.#y(interpolate(lines[error.seat] ?? [], error.number))))}
        </svg>
        <ul class="key">
          <li class="soft">${words}</li>
          ${this.names.length > 4
            ? nothing
            : this.names.map((name, seat) => html`<li>
                <svg viewBox="0 0 32 10" aria-hidden="true">
                  <path class="line ${seat === this.seat ? "own" : ""}" d="M0 5H32" stroke-dasharray=${DASHES[seat % 4]!} />
                </svg>
                ${name}
              </li>`)}
        </ul>
      </figure>
    `;
  }

  /** By seat, the value before each of its actions, and at the end. */
  #lines(): [number, number][][] {
    const lines: [number, number][][] = this.names.map(() => []);
    for (const evaluation of this.evaluations.values()) {
      if (evaluation.position_value) lines[evaluation.seat]?.push([evaluation.number - 1, evaluation.position_value.value]);
    }
    const outcome = this.timeline.outcome;
    if (outcome && !this.#lowerIsBetter) lines.forEach((points, seat) => points.push([this.timeline.steps.length, outcome.scores[seat]!]));
    for (const points of lines) points.sort(([a], [b]) => a - b);
    if (!outcome || this.#lowerIsBetter) {
      // No value exists after the last action: the line keeps the value before it.
      for (const points of lines) {
        const last = points.at(-1);
        if (last) points.push([last[0] + 1, last[1]]);
      }
    }
    return lines;
  }

  get #lowerIsBetter(): boolean {
    return [...this.evaluations.values()].some((evaluation) => evaluation.position_value?.lower_is_better);
  }

  get #maximum(): number {
    const scores = this.#lowerIsBetter ? [] : (this.timeline.outcome?.scores ?? []);
    return Math.max(1, ...scores, ...[...this.evaluations.values()].map((evaluation) => evaluation.position_value?.value ?? 0));
  }

  #x(step: number): number {
    const steps = Math.max(this.timeline.steps.length, 1);
    return EDGE.left + ((this.width - EDGE.left - EDGE.right) * step) / steps;
  }

  #y(value: number): number {
    const height = HEIGHT - EDGE.top - EDGE.bottom;
    // A value that falls from a hundred to one is drawn on a logarithmic scale.
    const share = this.#lowerIsBetter
      ? 1 - Math.log2(Math.max(value, 1)) / Math.max(Math.log2(this.#maximum), 1)
      : Math.max(value, 0) / this.#maximum;
    return EDGE.top + height * (1 - Math.min(share, 1));
  }

  #axis(): SVGTemplateResult {
    const values = this.#lowerIsBetter ? [1, this.#maximum] : [0, this.#maximum];
    return svg`${values.map(
      (value) => svg`<line class="grid" x1=${EDGE.left} x2=${this.width - EDGE.right} y1=${this.#y(value)} y2=${this.#y(value)} />
        <text x=${EDGE.left - 6} y=${this.#y(value) + 5} text-anchor="end">${figure(Math.round(value))}</text>`,
    )}
    <text x=${EDGE.left} y=${HEIGHT - 4}>0</text>
    <text x=${this.width - EDGE.right} y=${HEIGHT - 4} text-anchor="end">${figure(this.timeline.steps.length)}</text>`;
  }

  #line(points: [number, number][], seat: Seat): SVGTemplateResult {
    if (!points.length) return svg``;
    const path = points.map(([step, value], index) => `${index ? "L" : "M"}${this.#x(step).toFixed(1)} ${this.#y(value).toFixed(1)}`);
    const dash = this.names.length > 4 ? "none" : DASHES[seat % 4]!;
    return svg`<path class="line ${seat === this.seat ? "own" : ""}" d=${path.join("")} stroke-dasharray=${dash} />`;
  }

  #altText(words: string): string {
    const ends = this.#lines().flatMap((points, seat) => {
      const [first, last] = [points[0], points.at(-1)];
      return first && last ? [t("{name}: from {first} to {last}", { name: this.names[seat]!, first: figure(first[1]), last: figure(last[1]) })] : [];
    });
    return `${words}. ${ends.join("; ")}`;
  }
}

/** The value of a line at a step. */
function interpolate(points: [number, number][], step: number): number {
  const next = points.findIndex(([at]) => at >= step);
  if (next <= 0) return points.at(next)?.[1] ?? 0;
  const [[from, low], [to, high]] = [points[next - 1]!, points[next]!];
  return low + ((high - low) * (step - from)) / Math.max(to - from, 1);
}
