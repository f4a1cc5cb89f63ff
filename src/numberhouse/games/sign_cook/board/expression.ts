/**
 * An expression in mathematical notation. The notation shows its structure and never its value.
 *
 * `structure` reads the text as far as it is valid. A missing operand is a gap.
 */
import { css, html, nothing, type TemplateResult } from "@house/kit";
import { face, line, t, tileOf } from "./words";

/** The rules of this match for reading expressions. */
export interface Cuisine {
  power_groups: "left" | "right";
  unary_minus: "loose" | "off" | "tight";
}

export type Node =
  | { kind: "number"; text: string }
  | { kind: "gap" }
  | { kind: "chain"; parts: Node[]; signs: string[] }
  | { kind: "fraction"; top: Node; bottom: Node }
  | { kind: "power"; base: Node; exponent: Node }
  | { kind: "negative"; of: Node };

/** The structure read so far, and the text that couldn't be read; `rest` is "" if everything was read. */
export interface Structure {
  node: Node | null;
  rest: string;
}

/** A longer expression is shown as plain text. */
const LONGEST = 300;
/** The depth of nested fraction bars; deeper divisions stand on one line. */
const DEEPEST = 2;
const GAP: Node = { kind: "gap" };

/** A claimed value behind `=`: 24, 22/7, -3. */
const CLAIM = /^[ \t]*[-−]?[ \t]*[0-9]+([ \t]*[/÷:][ \t]*[0-9]+)?[ \t]*$/;

export function structure(text: string, cuisine: Cuisine): Structure {
  const [body, claim] = claimOf(text);
  const [tokens, rest] = tokensOf(body.slice(0, LONGEST));
  if (text.length > LONGEST) return { node: null, rest: text };
  return { node: tokens.length ? new Reader(tokens, cuisine).sum() : null, rest: rest || !claim?.trim() || CLAIM.test(claim) ? rest : `=${claim}` };
}

/** The expression, which alone takes tiles, and the text behind `=`; null without one. */
export function claimOf(text: string): [string, string | null] {
  const place = text.indexOf("=");
  return place < 0 ? [text, null] : [text.slice(0, place), text.slice(place + 1)];
}

/** The tiles that the lines take; a claimed value behind `=` takes none. */
export function tilesOf(lines: readonly string[]): string {
  return [...lines.map((line) => claimOf(line)[0]).join("")].map((mark) => tileOf(mark) ?? "").join("");
}

/** Numbers and signs, up to the first mark that is neither and the first number that follows a number. */
function tokensOf(text: string): [string[], string] {
  const tokens: string[] = [];
  for (const { 0: piece, index } of text.matchAll(/[0-9]+|[^ \t]/g)) {
    const number = /^[0-9]/.test(piece);
    const sign = number ? piece : tileOf(piece);
    const twice = number && /^[0-9]/.test(tokens.at(-1) ?? "");
    if (sign === null || twice || (number && piece.length > 1 && piece.startsWith("0"))) return [tokens, text.slice(index)];
    tokens.push(sign);
  }
  return [tokens, ""];
}

class Reader {
  #next = 0;

  constructor(
    readonly tokens: string[],
    readonly cuisine: Cuisine,
  ) {}

  sum(): Node {
    const parts = [this.#product()];
    const signs: string[] = [];
    for (let sign = this.#take("+-"); sign; sign = this.#take("+-")) {
      signs.push(sign);
      parts.push(this.#product());
    }
    return chain(parts, signs);
  }

  #product(): Node {
    let parts = [this.#operand()];
    let signs: string[] = [];
    for (let sign = this.#take("x/"); sign; sign = this.#take("x/")) {
      if (sign === "x") {
        signs.push(sign);
        parts.push(this.#operand());
      } else {
        parts = [{ kind: "fraction", top: chain(parts, signs), bottom: this.#operand() }];
        signs = [];
      }
    }
    return chain(parts, signs);
  }

  #operand(): Node {
    if (this.cuisine.unary_minus !== "loose") return this.#power();
    return this.#take("-") ? { kind: "negative", of: this.#power() } : this.#power();
  }

  #power(): Node {
    const loose = this.cuisine.unary_minus === "loose";
    let base = loose ? this.#number() : this.#signed();
    if (this.cuisine.power_groups === "left") {
      while (this.#take("^")) base = { kind: "power", base, exponent: this.#signed() };
      return base;
    }
    return this.#take("^") ? { kind: "power", base, exponent: this.#operand() } : base;
  }

  #signed(): Node {
    const minus = this.cuisine.unary_minus !== "off" && this.#take("-");
    return minus ? { kind: "negative", of: this.#number() } : this.#number();
  }

  #number(): Node {
    const text = this.tokens[this.#next];
    if (text === undefined || !/^[0-9]/.test(text)) return GAP;
    this.#next += 1;
    return { kind: "number", text };
  }

  /** The next sign, if it is one of these. */
  #take(signs: string): string {
    const text = this.tokens[this.#next];
    if (text === undefined || !signs.includes(text)) return "";
    this.#next += 1;
    return text;
  }
}

function chain(parts: Node[], signs: string[]): Node {
  return parts.length === 1 ? (parts[0] ?? GAP) : { kind: "chain", parts, signs };
}

/** The expression as mathematics; a screen reader reads its text. */
export function set(text: string, cuisine: Cuisine): TemplateResult {
  const { node, rest } = structure(text, cuisine);
  const claim = rest ? null : claimOf(text)[1];
  return html`<span class="math" role="math" aria-label=${spoken(text)}>${node ? drawn(node, 0) : nothing}${rest
      ? html`<span class="rest">${rest}</span>`
      : claim === null
        ? nothing
        : html`<wbr /><span class="sign">=</span>${claim.trim() ? html`<span>${line(claim.replace(/[ \t]/g, "").replace(":", "/"))}</span>` : drawn(GAP, 0)}`}</span>`;
}

function drawn(node: Node, bars: number): TemplateResult {
  switch (node.kind) {
    case "number":
      return html`<span>${node.text}</span>`;
    case "gap":
      return html`<span class="gap"></span>`;
    case "negative":
      return html`<span>−</span>${drawn(node.of, bars)}`;
    case "power":
      return power(node, bars);
    case "fraction":
      if (bars >= DEEPEST) return html`${drawn(node.top, bars)}<span class="sign">÷</span>${drawn(node.bottom, bars)}`;
      return html`<span class="fraction"
        ><span class="top">${drawn(node.top, bars + 1)}</span><span class="bottom">${drawn(node.bottom, bars + 1)}</span></span
      >`;
    case "chain":
      return html`${node.parts.map(
        (part, index) =>
          html`${index ? html`<wbr /><span class="sign">${face(node.signs[index - 1] ?? "")}</span>${enclosed(part, bars)}` : drawn(part, bars)}`,
      )}`;
  }
}

/** An exponent stays on the line of what stands before it: a number, or the closing bracket of a long base. */
function power({ base, exponent }: Extract<Node, { kind: "power" }>, bars: number): TemplateResult {
  const raised = html`<span class="exponent">${drawn(exponent, bars)}</span>`;
  const isSingle = base.kind === "number" || base.kind === "gap" || base.kind === "fraction";
  return isSingle
    ? html`<span class="together">${drawn(base, bars)}${raised}</span>`
    : html`(${drawn(base, bars)}<span class="together">)${raised}</span>`;
}

/** Brackets that the reader needs and the text may lack: around a minus after a sign. */
function enclosed(node: Node, bars: number): TemplateResult {
  return node.kind === "negative" ? html`(${drawn(node, bars)})` : drawn(node, bars);
}

export function spoken(text: string): string {
  const names: Record<string, string> = {
    "+": t("plus"),
    "-": t("minus"),
    x: t("times"),
    "/": t("divided by"),
    "^": t("to the power of"),
    "=": t("equals"),
  };
  const pieces = [...text.matchAll(/[0-9]+|[^ \t]/g)].map(([piece]) => names[tileOf(piece) ?? piece] ?? piece);
  return pieces.join(" ") || t("nothing yet");
}

export const mathematics = css`
  .math {
    display: inline-block;
    font-size: var(--text-4);
    line-height: 1.25;
    font-variant-numeric: tabular-nums lining-nums;
    overflow-wrap: anywhere;
  }
  .math .sign {
    margin: 0 0.22em;
  }
  .math .fraction .sign,
  .math .exponent .sign {
    margin: 0 0.1em;
  }
  /* Rows of equal height put the bar in the middle, level with the line's own signs. */
  .fraction {
    display: inline-grid;
    grid-template-rows: 1fr 1fr;
    vertical-align: middle;
    margin: 2px 0.12em;
    text-align: center;
  }
  .top {
    align-self: end;
    padding: 0 0.25em;
  }
  .bottom {
    border-top: 1.5px solid currentcolor;
    padding: 0 0.25em;
  }
  .together {
    white-space: nowrap;
  }
  .exponent {
    display: inline-block;
    font-size: max(14px, 0.7em);
    line-height: 1;
    vertical-align: 0.6em;
    margin-inline-start: 0.06em;
  }
  .gap {
    display: inline-block;
    width: 0.62em;
    height: 0.8em;
    border: 1.5px dotted var(--line-strong);
    border-radius: 3px;
    vertical-align: -0.06em;
  }
  .rest {
    color: var(--bad);
    text-decoration: underline wavy;
    text-underline-offset: 0.2em;
  }
`;
