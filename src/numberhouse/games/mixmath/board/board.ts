/** The board of Mixmath: squares and rack, a plan in pencil, and every turn with its equations beside them. */
import {
  Board, css, html, query, shared, state, words, type GameEvent, type PropertyValues,
  type TemplateResult,
} from "@house/kit";
import type { Action, components, View } from "@types-of/mixmath";
import { Drag, type Dragged } from "./drag";
import "./grid";
import type { Grid } from "./grid";
import "./hand/hand";
import type { Hand } from "./hand/hand";
import { rise, travel } from "./motion";
import { away, change, kept, laying, pencil, rub, type Plan } from "./plan";
import "./score";
import type { Score } from "./score";
import "./side";
import { BLANK, indexOf, isSign, squareAt, tileFace, tileWords, VALUES } from "./squares";
import { told } from "./telling";

type Place = components["schemas"]["Place"];
type Turn = components["schemas"]["Turn"];

const { t } = words("mixmath");
/** Digits typed within so many milliseconds are one number. */
const TOGETHER = 900;
/** Milliseconds between the tiles of one turn, as they come in. */
const APART = 260;

export default class MixmathBoard extends Board<View, Action> {
  @state() private plan: Plan = [];
  @state() private chosen: number | null = null;
  @state() private target: string | null = null;
  /** The cell that the keyboard or a click is on. */
  @state() private cell: string | null = null;
  /** The turn that was chosen to be lit; null is the latest. */
  @state() private shown: number | null = null;
  /** Whether the viewer's turn has just ended by itself. The hand says so, so that it isn't told besides. */
  @state() private stuck = false;
  @query("nh-mixmath-grid") private grid!: Grid;
  @query("nh-mixmath-hand") private hand!: Hand;
  @query("nh-mixmath-score") private score!: Score;
  @query(".layer") private layer!: HTMLElement;
  @query(".ghost") private ghost!: HTMLElement;

  #typed = { text: "", at: 0, cell: "" };
  #told: unknown = null;
  #drag = new Drag({
    cellUnder: (x, y) => this.grid.cellUnder(x, y),
    over: (cell) => (this.target = cell),
    ghost: (dragged, x, y) => this.#float(dragged, x, y),
    dropped: (dragged, cell) => this.#dropped(dragged, cell),
  });

  static override styles = [
    shared,
    css`
      .frame {
        container-type: inline-size;
        position: relative;
      }
      .table {
        display: grid;
        gap: var(--gap-4);
      }
      .main {
        align-self: start;
        min-width: 0;
        width: 100%;
        max-width: max(340px, calc(100dvh - 350px));
      }
      .layer {
        position: absolute;
        inset: 0;
        pointer-events: none;
        z-index: 6;
        overflow: hidden;
      }
      .layer .points {
        position: absolute;
        left: 0;
        top: 0;
        padding: 0 var(--gap-2);
        border-radius: 999px;
        background: var(--ink);
        color: var(--paper);
        font-weight: 600;
      }
      .ghost {
        position: fixed;
        left: 0;
        top: 0;
        z-index: 20;
        pointer-events: none;
        width: 44px;
        height: 44px;
        font-size: var(--text-3);
        font-weight: 600;
        border: 2px solid var(--accent);
      }
      @container (min-width: 760px) {
        .table {
          grid-template: "main score" auto "main side" 1fr / minmax(0, max(340px, calc(100dvh - 262px))) minmax(230px, 1fr);
          gap: var(--gap-4) var(--gap-5);
        }
        .main {
          grid-area: main;
          max-width: none;
        }
        nh-mixmath-score {
          grid-area: score;
        }
        nh-mixmath-side {
          grid-area: side;
        }
      }
      /* The squares need every pixel of a phone: 14 of 24 and the row's number. */
      @media (max-width: 480px) {
        :host {
          margin-inline: calc(-1 * var(--gap-3) + 2px);
        }
        .table {
          gap: var(--gap-2);
        }
        nh-mixmath-hand,
        nh-mixmath-score,
        nh-mixmath-side {
          padding-inline: calc(var(--gap-3) - 2px);
        }
      }
      nh-mixmath-hand {
        margin-top: var(--gap-2);
      }
      nh-mixmath-hand.open {
        position: sticky;
        bottom: 0;
        z-index: 4;
        padding-block: var(--gap-1);
        background: var(--paper);
      }
    `,
  ];

  protected override viewChanged(before: View | undefined): void {
    this.plan = kept(this.plan, this.view);
    const rack = this.view.hand?.rack ?? [];
    if (this.chosen !== null && !rack.includes(this.chosen)) this.chosen = null;
    if (before && before.past.length !== this.view.past.length) this.shown = null;
  }

  protected override updated(changed: PropertyValues): void {
    super.updated(changed);
    if (this.arrived === this.#told) return;
    this.#told = this.arrived;
    const events = this.arrived.flatMap((one) => one.events);
    if (!events.length) return;
    this.stuck = events.some((one) => one.code === "stuck");
    const sentences = told(events, this.view, this.names);
    if (sentences) this.say(sentences);
    void this.grid.updateComplete.then(() => this.#move(events));
  }

  override render(): TemplateResult {
    const { view } = this;
    return html`
      <div class="frame">
        <div class="table">
          <nh-mixmath-score .view=${view} .names=${this.names}></nh-mixmath-score>
          <div class="main">
            <nh-mixmath-grid
              .view=${view}
              .plan=${this.plan}
              .lit=${this.#lit()}
              .fits=${this.#fits()}
              .target=${this.target}
              @pick=${(event: CustomEvent<string>) => this.#pick(event.detail)}
              @keydown=${this.#key}
              @pointerdown=${this.#grabPencilled}
              @focusin=${this.#follow}
              @keyup=${this.#follow}
            ></nh-mixmath-grid>
            <nh-mixmath-hand
              class=${this.open && view.hand && !view.end ? "open" : ""}
              .view=${view}
              .names=${this.names}
              .plan=${this.plan}
              .chosen=${this.chosen}
              .fitting=${this.#fitting()}
              .open=${this.open}
              .stuck=${this.stuck}
              .busy=${this.busy}
              .advise=${this.advise}
              @choose=${(event: CustomEvent<number | null>) => (this.chosen = event.detail)}
              @plan=${(event: CustomEvent<Plan>) => (this.plan = event.detail)}
              @grab=${(event: CustomEvent<{ event: PointerEvent; tile: number }>) =>
                this.#drag.begin(event.detail.event, { tile: event.detail.tile, from: null })}
            ></nh-mixmath-hand>
          </div>
          <nh-mixmath-side
            .view=${view}
            .names=${this.names}
            .shown=${this.shown}
            @show=${(event: CustomEvent<number | null>) => (this.shown = event.detail)}
          ></nh-mixmath-side>
        </div>
        <div class="layer"></div>
      </div>
      <div class="ghost tile" hidden></div>
    `;
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#drag.stop();
  }

  // What there is to see

  /** The chosen turn; else the running one, and before its first tile the one before. */
  #lit(): Turn | null {
    const { past, turn } = this.view;
    if (this.shown !== null) return [...past, turn][this.shown] ?? null;
    return turn.laid.length || turn.wrong || this.over ? turn : (past.at(-1) ?? null);
  }

  // Assistance: the service lists what is right, where it may be told

  #right(): Place[] {
    if (!this.assistance || !this.open || !this.legal) return [];
    return (this.legal.actions as Action[]).filter((one): one is Place => one.type === "place");
  }

  #fits(): ReadonlySet<string> {
    const tile = this.chosen;
    if (tile === null) return new Set();
    return new Set(this.#right().filter((one) => (one.blank ? BLANK : one.tile) === tile).map((one) => one.cell));
  }

  #fitting(): ReadonlySet<number> {
    if (this.cell === null || this.chosen !== null) return new Set();
    return new Set(this.#right().filter((one) => one.cell === this.cell).map((one) => (one.blank ? BLANK : one.tile)));
  }

  // Putting tiles down in pencil

  get #mayPlan(): boolean {
    return this.open && this.view.hand !== null && !this.view.end;
  }

  #pick(cell: string): void {
    this.cell = cell;
    if (!this.#mayPlan) return;
    const there = this.plan.some((one) => one.cell === cell);
    if (this.chosen !== null) this.#pencil(cell, this.chosen);
    else if (there) this.#lay();
  }

  #pencil(cell: string, tile: number, from: string | null = null): void {
    if (!this.#mayPlan) return;
    if (this.view.board.cells[indexOf(cell)] !== null) {
      this.say(t("{cell} is taken.", { cell }));
      return;
    }
    const before = this.plan.find((one) => one.cell === from);
    let plan = from === null ? this.plan : rub(this.plan, from);
    plan = pencil(plan, cell, tile, this.view);
    if (before?.value != null) plan = change(plan, cell, { value: before.value });
    this.plan = plan;
    this.chosen = null;
    this.grid.goTo(cell);
    this.say(
      tile === BLANK
        ? t("A blank on {cell} in pencil. Type its value.", { cell })
        : t("{tile} on {cell} in pencil. Enter lays it.", { tile, cell }),
    );
  }

  /** Lay what lies in pencil, as the primary button does. */
  #lay(): void {
    const action = laying(this.plan, false);
    if (action && !this.busy && this.awaited && !this.view.waiting.length && this.view.turn.seat === this.seat) this.act(action);
  }

  #rub(cell: string): void {
    if (!this.plan.some((one) => one.cell === cell)) return;
    this.plan = rub(this.plan, cell);
    this.say(t("Taken back from {cell}.", { cell }));
  }

  // By keyboard: digits name a tile, + asks for a draw, Delete takes back, Enter lays

  #key = (event: KeyboardEvent): void => {
    if (event.ctrlKey || event.metaKey || event.altKey || !this.#mayPlan) return;
    const cell = this.grid.cursor;
    const there = this.plan.find((one) => one.cell === cell);
    const digit = /^\d$/.test(event.key);
    if (!digit) this.#typed.cell = "";
    if (digit) this.#type(event.key, cell);
    else if (event.key === "*") this.#pencilIfFree(cell, BLANK);
    else if (event.key === "+" && there && isSign(indexOf(cell)) && this.view.bag > 0) {
      this.plan = change(this.plan, cell, { draw: !there.draw });
      this.say(there.draw ? t("Without a draw.") : t("With a draw."));
    } else if (event.key === "Delete" || event.key === "Backspace") this.#rub(cell);
    else if (event.key === "Escape") this.chosen = null;
    else return;
    event.preventDefault();
  };

  /** 1 and then 2 are first the tile 1, then the tile 12 in its place. On a blank they are its value. */
  #type(digit: string, cell: string): void {
    const now = performance.now();
    const more = now - this.#typed.at < TOGETHER && this.#typed.cell === cell;
    const text = more ? this.#typed.text + digit : digit;
    this.#typed = { text, at: now, cell };
    const value = Number(text);
    const there = this.plan.find((one) => one.cell === cell);
    if (there?.tile === BLANK) {
      if (!VALUES.includes(value)) return;
      this.plan = change(this.plan, cell, { value });
      this.say(t("The blank on {cell} is {tile}.", { cell, tile: value }));
    } else this.#pencilIfFree(cell, value);
  }

  #pencilIfFree(cell: string, tile: number): void {
    const rack = this.view.hand?.rack ?? [];
    const gone = away(rack, rub(this.plan, cell));
    if (rack.some((one, place) => one === tile && !gone[place])) this.#pencil(cell, tile);
    else if (tile === BLANK || !rack.some((one) => String(one).startsWith(String(tile)))) {
      this.say(t("{tile} is not on your rack.", { tile: tileWords(tile) }));
    }
  }

  #follow = (): void => {
    if (this.#right().length) this.cell = this.grid.cursor;
  };

  // By pointer

  #grabPencilled = (event: PointerEvent): void => {
    const cell = this.grid.cellUnder(event.clientX, event.clientY);
    const there = this.plan.find((one) => one.cell === cell);
    if (there && this.#mayPlan) this.#drag.begin(event, { tile: there.tile, from: there.cell });
  };

  #float(dragged: Dragged | null, x: number, y: number): void {
    this.ghost.hidden = dragged === null;
    if (!dragged) return;
    this.chosen = dragged.tile;
    this.ghost.textContent = tileFace(dragged.tile);
    this.ghost.style.setProperty("transform", `translate(${x - 22}px, ${y - 22}px)`);
  }

  #dropped({ tile, from }: Dragged, cell: string | null): void {
    this.chosen = null;
    if (cell === null) {
      if (from !== null) this.#rub(from);
    } else if (cell !== from && squareAt(indexOf(cell)) !== "#") this.#pencil(cell, tile, from);
  }

  // Motion

  #move(events: GameEvent[]): void {
    let wait = 0;
    for (const { code, values } of events) {
      const seat = Number(values.seat);
      const score = this.score.points(seat);
      if (code === "placed") {
        const square = this.grid.square(String(values.cell));
        if (seat !== this.seat) travel(square?.querySelector("b") ?? null, score, wait);
        if (Number(values.points)) rise(this.layer, `+${String(values.points)}`, square, score, wait + APART / 2);
        wait += APART;
      } else if (code === "turn-ended" && values.bonus) {
        rise(this.layer, `+${Number(values.bonus)}`, this.hand, score, wait);
      } else if (code === "drew" || code === "refilled") {
        void this.hand.arrive(values.tiles as number[]);
      } else if (code === "exchanged-tiles") {
        void this.hand.arrive(values.drawn as number[]);
      }
    }
  }
}

/** Words for the options of a new match and their values. */
export function labels(name: string): string | undefined {
  const known: Record<string, string> = {
    blanks: t("Blanks in the bag, worth nothing"),
    challenge: t("Any tile may be laid, and challenged"),
    turn_ends: t("When no tile can be laid, the turn is ended"),
    itself: t("by itself"),
    player: t("by the player"),
    idle_rounds: t("Rounds without a tile that end the match (0: never)"),
    operations: t("Operations besides + − × ÷"),
    power: t("power: 2³ = 8"),
    root: t("root: √9 = 3"),
    logarithm: t("logarithm: log₂ 8 = 3"),
    modulus: t("remainder: 17 mod 5 = 2"),
    chains: t("Longer lines count too: 4 × 2 + 2 = 10"),
    assistance: t("Assistance"),
  };
  return known[name];
}
