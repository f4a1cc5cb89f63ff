/** The course of a match as a picture: how far each player had come, and where something was lost. */
import { css, html, LitElement, nothing, svg, type SVGTemplateResult, type TemplateResult } from "lit";
import { customElement, property, state } from "lit/decorators.js";
import type { Seat } from "@house/api/api";
import { shared } from "@house/kit/styles";
import { figure, t } from "@house/kit/words";
import type { Timeline, EvaluationInfo } from "@house/review/timeline";
import { DASHES, EDGE, graphStyles, sought } from "@house/review/graphs/graph-kit";
import { isWrong, markDrawn } from "@house/review/marks/marks";

const HIGH = 150;
/** Of more marks than these the small ones are left out. */
const MOST = 24;

@customElement("nh-review-graph")
export class ReviewGraph extends LitElement {
  @property({ attribute: false }) course!: Timeline;
  @property({ attribute: false }) judged: ReadonlyMap<number, EvaluationInfo> = new Map();
  @property({ attribute: false }) at = 0;
  @property({ attribute: false }) names: string[] = [];
  /** Of whom the line is strong. */
  @property({ attribute: false }) seat: Seat | null = null;
  @state() private width = 600;

  #sized = new ResizeObserver(([one]) => (this.width = Math.max(280, Math.round(one!.contentRect.width))));

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
    this.#sized.observe(this);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#sized.disconnect();
  }

  override render(): TemplateResult | typeof nothing {
    const standings = [...this.judged.values()].flatMap((one) => (one.position_value ? [one.position_value.value] : []));
    if (standings.length < 2) return nothing;
    const lines = this.#lines();
    const words = [...this.judged.values()].find((one) => one.position_value)?.position_value?.unit ?? "";
    const all = [...this.judged.values()].filter((one) => isWrong(one.mark));
    const wrong = all.length > MOST ? all.filter((one) => one.mark !== "inaccuracy") : all;
    return html`
      <figure class="stack" aria-label=${t("The course of the match: {words}", { words })}>
        <svg class="graph" viewBox="0 0 ${this.width} ${HIGH}" role="img" aria-label=${this.#heard(words)}
          @click=${(event: MouseEvent) => sought(this, event, this.width, this.course.steps.length)}>
          ${this.#axis()} ${lines.map((points, seat) => this.#line(points, seat))}
          <line class="at" x1=${this.#x(this.at)} x2=${this.#x(this.at)} y1=${EDGE.top - 8} y2=${HIGH - EDGE.bottom} />
          ${wrong.map((one) => markDrawn(one.mark, this.#x(one.number), this.#y(between(lines[one.seat] ?? [], one.number))))}
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

  /** By seat, where it stood before its actions, and at the end. */
  #lines(): [number, number][][] {
    const found: [number, number][][] = this.names.map(() => []);
    for (const one of this.judged.values()) {
      if (one.position_value) found[one.seat]?.push([one.number - 1, one.position_value.value]);
    }
    const outcome = this.course.outcome;
    if (outcome && !this.#falls) found.forEach((points, seat) => points.push([this.course.steps.length, outcome.scores[seat]!]));
    for (const points of found) points.sort(([one], [other]) => one - other);
    if (!outcome || this.#falls) {
      // Nothing tells how far somebody came with the last action: the line ends where it stood before.
      for (const points of found) {
        const last = points.at(-1);
        if (last) points.push([last[0] + 1, last[1]]);
      }
    }
    return found;
  }

  get #falls(): boolean {
    return [...this.judged.values()].some((one) => one.position_value?.lower_is_better);
  }

  get #most(): number {
    const scores = this.#falls ? [] : (this.course.outcome?.scores ?? []);
    return Math.max(1, ...scores, ...[...this.judged.values()].map((one) => one.position_value?.value ?? 0));
  }

  #x(step: number): number {
    const steps = Math.max(this.course.steps.length, 1);
    return EDGE.left + ((this.width - EDGE.left - EDGE.right) * step) / steps;
  }

  #y(value: number): number {
    const high = HIGH - EDGE.top - EDGE.bottom;
    // What falls from a hundred to one is told by how often it is halved.
    const share = this.#falls
      ? 1 - Math.log2(Math.max(value, 1)) / Math.max(Math.log2(this.#most), 1)
      : Math.max(value, 0) / this.#most;
    return EDGE.top + high * (1 - Math.min(share, 1));
  }

  #axis(): SVGTemplateResult {
    const values = this.#falls ? [1, this.#most] : [0, this.#most];
    return svg`${values.map(
      (value) => svg`<line class="grid" x1=${EDGE.left} x2=${this.width - EDGE.right} y1=${this.#y(value)} y2=${this.#y(value)} />
        <text x=${EDGE.left - 6} y=${this.#y(value) + 5} text-anchor="end">${figure(Math.round(value))}</text>`,
    )}
    <text x=${EDGE.left} y=${HIGH - 4}>0</text>
    <text x=${this.width - EDGE.right} y=${HIGH - 4} text-anchor="end">${figure(this.course.steps.length)}</text>`;
  }

  #line(points: [number, number][], seat: Seat): SVGTemplateResult {
    if (!points.length) return svg``;
    const path = points.map(([step, value], index) => `${index ? "L" : "M"}${this.#x(step).toFixed(1)} ${this.#y(value).toFixed(1)}`);
    const dash = this.names.length > 4 ? "none" : DASHES[seat % 4]!;
    return svg`<path class="line ${seat === this.seat ? "own" : ""}" d=${path.join("")} stroke-dasharray=${dash} />`;
  }

  #heard(words: string): string {
    const ends = this.#lines().flatMap((points, seat) => {
      const [first, last] = [points[0], points.at(-1)];
      return first && last ? [t("{name}: from {first} to {last}", { name: this.names[seat]!, first: figure(first[1]), last: figure(last[1]) })] : [];
    });
    return `${words}. ${ends.join("; ")}`;
  }
}

/** Where a line is at a step. */
function between(points: [number, number][], step: number): number {
  const next = points.findIndex(([at]) => at >= step);
  if (next <= 0) return points.at(next)?.[1] ?? 0;
  const [[from, low], [to, high]] = [points[next - 1]!, points[next]!];
  return low + ((high - low) * (step - from)) / Math.max(to - from, 1);
}
