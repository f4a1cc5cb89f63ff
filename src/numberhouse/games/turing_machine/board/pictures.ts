/** A law as a small picture, 96 × 36: a scale, steps of different height, boxes, dots. */
import { css, svg, type SVGTemplateResult } from "@house/kit";
import { SHAPES, type Law, type Shape } from "./laws/laws";

type Picture = SVGTemplateResult | SVGTemplateResult[];

/** The shape △, □ or ○ around a centre; `look` is "full" or "bare". */
export function glyph(shape: Shape, x: number, y: number, size = 12, look = "full"): SVGTemplateResult {
  const half = size / 2;
  const name = `shape ${shape} ${look}`;
  switch (shape) {
    case "t":
      return svg`<path class=${name} d="M${x} ${y - half}L${x + half + 1} ${y + half}H${x - half - 1}Z" />`;
    case "s":
      return svg`<rect class=${name} x=${x - half} y=${y - half} width=${size} height=${size} rx="1" />`;
    case "c":
      return svg`<circle class=${name} cx=${x} cy=${y} r=${half} />`;
  }
}

export function lawPicture(law: Law): SVGTemplateResult {
  return svg`<svg class="law" viewBox="0 0 96 36" aria-hidden="true">${drawn(law)}</svg>`;
}

function drawn(law: Law): Picture {
  switch (law.kind) {
    case "compare": {
      const { left, sign, right } = law;
      const [only] = left;
      if (typeof right !== "number") return steppedPair(only!, sign, right);
      return left.length === 1 ? scale(only!, (digit) => stands(digit, sign, right)) : sumScale(left, sign, right);
    }
    case "parity": {
      const [only] = law.of;
      return law.of.length === 1
        ? scale(only!, (digit) => digit % 2 === Number(law.odd))
        : [sumRow(law.of, ""), svg`<g class="dots">${pairs(law.odd ? 7 : 6)}</g>`];
    }
    case "multiple":
      return [sumRow(SHAPES, `÷ ${law.divisor}`), groups(law.divisor)];
    case "count":
      return boxes((place) => digitBox(place, law.digit, place < law.times));
    case "evens":
      return boxes((place) => parityBox(place, place < law.times ? "even" : "odd"));
    case "most":
      return boxes((place) => parityBox(place, place === 2 ? "any" : law.odd ? "odd" : "even", true));
    case "outmost":
      return outmost(law.shape, law.sign);
    case "equal":
      return equals(law.digits);
    case "order":
      return law.way === "neither" ? [stairs(8, 3, 1, true), stairs(56, 3, -1, true)] : ordered(law.way === "rising");
    case "steps":
      return stepped(law.either, law.count);
  }
}

function stands(digit: number, sign: string, bound: number): boolean {
  return sign === "<" ? digit < bound : sign === ">" ? digit > bound : digit === bound;
}

/** The possible values of one digit on a scale of five. */
function scale(shape: Shape, fits: (digit: number) => boolean): Picture {
  const cells = [1, 2, 3, 4, 5].map((digit) => {
    const x = 19 + (digit - 1) * 15.4;
    const look = fits(digit) ? `in ${shape}` : "off";
    return svg`<rect class="cell ${look}" x=${x} y="8" width="14" height="20" rx="3" />
      <text class="digit ${look}" x=${x + 7} y="23">${digit}</text>`;
  });
  return [glyph(shape, 9, 18, 13), ...cells];
}

/** Two digits on pedestals as high as they are. */
function steppedPair(one: Shape, sign: string, other: Shape): Picture {
  const [low, high] = [6, 19];
  const heights = sign === "<" ? [low, high] : sign === ">" ? [high, low] : [12, 12];
  return [
    ...pedestal(one, 24, heights[0]!, true),
    svg`<text class="sign" x="48" y="25">${sign}</text>`,
    ...pedestal(other, 72, heights[1]!, true),
  ];
}

function pedestal(shape: Shape, x: number, height: number, full: boolean): SVGTemplateResult[] {
  return [
    svg`<rect class="base ${full ? "" : "pale"}" x=${x - 10} y=${35 - height} width="20" height=${height} rx="1.5" />`,
    glyph(shape, x, 27 - height, 11, full ? "full" : "bare"),
  ];
}

/** One digit below or above both others; a tie shows as one of them at the same height. */
function outmost(shape: Shape, sign: string): Picture {
  const small = sign === "<" || sign === "≤";
  const [own, far, near] = small ? [5, 21, 13] : [21, 4, 12];
  const tie = sign === "≤" || sign === "≥";
  const level = 35 - own;
  const heights = [tie ? own : near, far];
  return [
    ...SHAPES.flatMap((one, place) =>
      pedestal(one, 20 + place * 28, one === shape ? own : heights.shift()!, one === shape),
    ),
    svg`<path class="level" d="M4 ${level}H92" />`,
  ];
}

function ordered(rising: boolean): Picture {
  return SHAPES.flatMap((shape, place) => pedestal(shape, 20 + place * 28, rising ? 4 + place * 8 : 20 - place * 8, true));
}

/** A sum as shapes, followed by the value it is compared with. */
function sumRow(shapes: readonly Shape[], after: string): SVGTemplateResult {
  const wide = shapes.length * 12 + (shapes.length - 1) * 12 + (after ? 6 + after.length * 8 : 0);
  const start = 48 - wide / 2;
  const parts = shapes.flatMap((shape, place) => [
    glyph(shape, start + 6 + place * 24, 9, 10),
    place ? svg`<text class="sign small" x=${start - 6 + place * 24} y="14">+</text>` : svg``,
  ]);
  const end = start + shapes.length * 24 - 12;
  return svg`${parts}${after ? svg`<text class="sign small after" x=${end + 6} y="14">${after}</text>` : svg``}`;
}

/** A sum on a line from its least to its greatest. */
function sumScale(shapes: readonly Shape[], sign: string, bound: number): Picture {
  const [least, most] = [shapes.length, shapes.length * 5];
  const at = (value: number): number => 6 + ((value - least) * 84) / (most - least);
  const [from, to] = sign === "<" ? [at(least), at(bound - 1)] : [at(bound + 1), at(most)];
  const ticks = Array.from({ length: most - least + 1 }, (_, place) => svg`<path d="M${at(least + place)} 26v6" />`);
  return [
    sumRow(shapes, `${sign} ${bound}`),
    svg`<g class="axis"><path d="M6 29H90" />${ticks}</g>`,
    sign === "="
      ? svg`<circle class="exact" cx=${at(bound)} cy="29" r="5" />`
      : svg`<path class="range" d="M${from} 29H${to}" /><circle class="bound" cx=${at(bound)} cy="29" r="2.5" />`,
  ];
}

/** Dots two by two; the last may be alone. */
function pairs(count: number): SVGTemplateResult[] {
  const wide = Math.floor((count - 1) / 2) * 22 + ((count - 1) % 2) * 8;
  return Array.from({ length: count }, (_, place) => {
    const x = 48 - wide / 2 + Math.floor(place / 2) * 22 + (place % 2) * 8;
    return svg`<circle cx=${x} cy="28" r="3" />`;
  });
}

function groups(size: number): SVGTemplateResult {
  const wide = size * 7.4 + 4;
  return svg`<g class="dots">${[47 - wide, 49].map(
    (x) => svg`<rect x=${x} y="22" width=${wide} height="12" rx="6" />${Array.from(
      { length: size },
      (_, place) => svg`<circle cx=${x + 5.7 + place * 7.4} cy="28" r="2.5" />`,
    )}`,
  )}</g>`;
}

function boxes(one: (place: number) => SVGTemplateResult): Picture {
  return [0, 1, 2].map(one);
}

function digitBox(place: number, digit: number, there: boolean): SVGTemplateResult {
  const x = 10 + place * 27;
  return svg`<rect class="cell ${there ? "in" : "off dashed"}" x=${x} y="6" width="22" height="24" rx="4" />
    <text class="digit ${there ? "in" : "off"}" x=${x + 11} y="23">${digit}</text>
    ${there ? svg`` : svg`<path class="strike" d="M${x + 4} 27L${x + 18} 9" />`}`;
}

/** An even digit is a pair of dots, an odd one a single dot. */
function parityBox(place: number, parity: "even" | "odd" | "any", told = parity === "even"): SVGTemplateResult {
  const x = 10 + place * 27;
  const full = told && parity !== "any";
  const dots = parity === "even" ? [-4, 4] : [0];
  return svg`<rect class="cell ${full ? "in" : "off dashed"}" x=${x} y="6" width="22" height="24" rx="4" />
    ${parity === "any"
      ? svg`<text class="digit off" x=${x + 11} y="23">?</text>`
      : dots.map((off) => svg`<circle class="pip ${full ? "in" : "off"}" cx=${x + 11 + off} cy="18" r="2.75" />`)}`;
}

/** Equal digits are drawn alike. */
function equals(digits: 3 | 2 | 1 | 0): Picture {
  const looks = { 3: "aaa", 2: "aab", 1: "abc" };
  if (digits !== 0) return [...looks[digits]].map((look, place) => sample(look, 10 + place * 27, 22));
  return [
    ...[..."abc"].map((look, place) => sample(look, 1 + place * 14, 13)),
    svg`<path class="strike" d="M45 30L51 6" />`,
    ...[..."aaa"].map((look, place) => sample(look, 54 + place * 14, 13)),
  ];
}

function sample(look: string, x: number, wide: number): SVGTemplateResult {
  const [y, high] = wide > 20 ? [6, 24] : [11, 14];
  const middle = y + high / 2;
  return svg`<rect class="cell ${look === "a" ? "in" : "off"}" x=${x} y=${y} width=${wide} height=${high} rx="3" />
    ${look === "b" ? svg`<circle class="pip off" cx=${x + wide / 2} cy=${middle} r="3" />` : svg``}
    ${look === "c" ? svg`<path class="strike" d="M${x + 4} ${middle}H${x + wide - 4}" />` : svg``}`;
}

/** Columns that grow or shrink by one; struck out where there are none. */
function stairs(x: number, columns: number, way: 1 | -1, struck = false): SVGTemplateResult {
  const look = struck ? "off" : "in";
  return svg`${Array.from({ length: columns }, (_, place) => {
    const height = 8 + (way === 1 ? place : columns - 1 - place) * 8;
    return svg`<rect class="cell ${look}" x=${x + place * 11} y=${34 - height} width="10" height=${height} rx="1.5" />`;
  })}${struck ? svg`<path class="strike wide" d="M${x - 2} ${way === 1 ? 8 : 33}L${x + columns * 11 + 1} ${way === 1 ? 33 : 8}" />` : svg``}`;
}

function stepped(either: boolean, count: 0 | 1 | 2): Picture {
  const columns = count + 1;
  const struck = count === 0;
  const shown = struck ? 2 : columns;
  const width = shown * 11 - 1;
  if (!either) {
    const x = 48 - (count === 1 ? width + 14 : width) / 2;
    return [stairs(x, shown, 1, struck), count === 1 ? apart(x + width + 5) : svg``];
  }
  const apartWide = count === 1 ? 14 : 0;
  const left = 24 - (width + apartWide) / 2;
  return [
    stairs(left, shown, 1, struck),
    count === 1 ? apart(left + width + 4) : svg``,
    stairs(left + 48, shown, -1, struck),
    count === 1 ? apart(left + 48 + width + 4) : svg``,
  ];
}

/** A digit that isn't part of the steps. */
function apart(x: number): SVGTemplateResult {
  return svg`<rect class="cell off dashed" x=${x} y="14" width="10" height="20" rx="1.5" />`;
}

export const pictureStyles = css`
  svg.law {
    display: block;
    width: 100%;
    max-width: 112px;
    margin: 0 auto;
    overflow: visible;
  }
  .shape {
    stroke: var(--hue);
    stroke-width: 1.75;
    stroke-linejoin: round;
    fill: none;
  }
  .shape.full {
    fill: var(--hue);
  }
  .cell {
    fill: none;
    stroke: var(--line-strong);
  }
  .cell.in {
    fill: var(--hue, var(--accent));
    stroke: none;
  }
  .dashed {
    stroke-dasharray: 2.5 2.5;
  }
  svg.law text {
    font-size: 14px;
    text-anchor: middle;
    font-variant-numeric: tabular-nums lining-nums;
  }
  .digit.in {
    fill: var(--on-accent);
    font-weight: 600;
  }
  .digit.off {
    fill: var(--ink-soft);
  }
  .sign {
    fill: var(--ink);
    font-weight: 600;
  }
  svg.law .sign.after {
    text-anchor: start;
  }
  .base {
    fill: color-mix(in srgb, var(--ink) 30%, transparent);
  }
  .base.pale {
    fill: var(--line);
  }
  .level {
    stroke: var(--ink);
    stroke-dasharray: 2 2;
    opacity: 0.6;
  }
  .axis {
    stroke: var(--line-strong);
  }
  .range {
    stroke: var(--accent);
    stroke-width: 7;
    stroke-linecap: round;
  }
  .exact {
    fill: var(--accent);
  }
  .bound {
    fill: var(--sheet);
    stroke: var(--ink);
    stroke-width: 1.5;
  }
  .dots circle,
  .pip.off {
    fill: var(--accent);
  }
  .dots rect {
    fill: none;
    stroke: var(--accent);
  }
  .pip.in {
    fill: var(--on-accent);
  }
  .pip.off {
    fill: var(--ink-soft);
  }
  .strike {
    stroke: var(--ink-soft);
    stroke-width: 1.5;
    stroke-linecap: round;
  }
  .strike.wide {
    stroke: var(--bad);
    stroke-width: 2.5;
  }
`;
