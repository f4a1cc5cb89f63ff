/** The board of Mixmath: the squares, the rack, the plan in pencil, and the list of turns with their equations. */
import {
  Board, css, html, letterKeys, query, Reveal, shared, state, words, type GameEvent, type KeyHelp, type PropertyValues,
  type TemplateResult,
} from "@house/kit";
import type { Action, components, View } from "@types-of/mixmath";
import { Drag, type DraggedTile } from "./drag";
import "./grid";
import type { Grid } from "./grid";
import "./hand/hand";
import type { Hand } from "./hand/hand";
import { rise, travel } from "./motion";
import { adrift, tilesInPencil, update, stillPossible, layAction, addPencilled, erase, type Plan } from "./plan";
import "./score";
import type { Score } from "./score";
import "./side-panel";
import { BLANK, indexOf, isSign, squareAt, tileFace, tileText, VALUES } from "./squares";
import { announcement } from "./announcements";
import { newTiles, tilesOfLastTurn, withoutTiles, type LaidTile } from "./replay";

type Place = components["schemas"]["Place"];
type Turn = components["schemas"]["Turn"];

const { t } = words("mixmath");
/** Digits typed within this many milliseconds make one number. */
const NUMBER_TYPING_MS = 900;
const REPLAY_KEY = "R";
/** Milliseconds between two tiles of one turn, in the animation. */
const TILE_INTERVAL_MS = 260;
/** Milliseconds until the points rise from a tile that travels to its cell. */
const LANDED_MS = TILE_INTERVAL_MS / 2;

export default class MixmathBoard extends Board<View, Action> {
  @state() private plan: Plan = [];
  @state() private selectedTile: number | null = null;
  @state() private dropCell: string | null = null;
  /** The cell with the keyboard focus, or the last clicked one. */
  @state() private focusedCell: string | null = null;
  /** The turn that the viewer chose to light; null for the latest. */
  @state() private shownTurn: number | null = null;
  /** Whether the viewer's turn has just ended by itself. The hand shows it, so the board doesn't announce it too. */
  @state() private endedStuck = false;
  @query("nh-mixmath-grid") private grid!: Grid;
  @query("nh-mixmath-hand") private hand!: Hand;
  @query("nh-mixmath-score") private score!: Score;
  @query(".layer") private layer!: HTMLElement;
  @query(".ghost") private dragGhost!: HTMLElement;

  #typed = { text: "", at: 0, cell: "" };
  #announcedArrivals: unknown = null;
  /** Lays the others' tiles one after the other. */
  #reveal = new Reveal(this);
  /** The tiles of the reveal, and how many of them have travelled to their cells. */
  #played: { tiles: LaidTile[]; count: number } = { tiles: [], count: 0 };
  #drag = new Drag({
    cellUnder: (x, y) => this.grid.cellUnder(x, y),
    over: (cell) => (this.dropCell = cell),
    moveGhost: (dragged, x, y) => this.#moveGhost(dragged, x, y),
    drop: (dragged, cell) => this.#drop(dragged, cell),
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
      /* The rows' numbers stand in the margin of a phone, and a square has at least 24 pixels. */
      @media (max-width: 480px) {
        :host {
          --side: calc(var(--gap-3) - 2px);
          --end: 0px;
          margin-inline: calc(-1 * var(--side)) calc(-1 * var(--end));
        }
        .table {
          gap: var(--gap-2);
        }
        nh-mixmath-hand,
        nh-mixmath-score,
        nh-mixmath-side {
          padding-inline: var(--side) var(--end);
        }
      }
      @media (max-width: 379px) {
        :host {
          --end: var(--side);
        }
      }
      nh-mixmath-hand {
        margin-top: var(--gap-2);
      }
      nh-mixmath-hand.open {
        position: sticky;
        bottom: var(--bar, 0px);
        z-index: 4;
        padding-block: var(--gap-1);
        background: var(--paper);
      }
    `,
  ];

  protected override viewChanged(before: View | undefined): void {
    this.plan = stillPossible(this.plan, this.view);
    const rack = this.view.hand?.rack ?? [];
    if (this.selectedTile !== null && !rack.includes(this.selectedTile)) this.selectedTile = null;
    if (!before) return;
    if (before.past.length !== this.view.past.length) this.shownTurn = null;
    if (!this.arrived.length) return this.#reveal.end(); // another view of the match, such as after a correction
    const tiles = newTiles(before, this.view, this.seat);
    if (tiles.length) this.#play(this.#reveal.running ? [...this.#played.tiles, ...tiles] : tiles, this.#reveal.running);
  }

  // The others' turns

  /** Lay these tiles before the viewer's eyes; with `isContinued` the first of them lie already. */
  #play(tiles: LaidTile[], isContinued = false): void {
    if (isContinued) this.#reveal.extend(tiles.length - this.#played.tiles.length);
    else this.#reveal.start(tiles.length);
    this.#played = { tiles, count: isContinued ? this.#played.count : 0 };
  }

  #replay = (): void => this.#play(tilesOfLastTurn(this.view, this.seat));

  /** The view without the tiles that the reveal hasn't laid yet. */
  get #shownView(): View {
    return this.#reveal.running ? withoutTiles(this.view, this.#played.tiles.slice(this.#reveal.shown)) : this.view;
  }

  /** The tile that the reveal has just laid travels, and its points rise. */
  #animateReveal(): void {
    const { tiles, count } = this.#played;
    const shown = Math.min(this.#reveal.shown, tiles.length);
    this.#played.count = shown;
    const tile = tiles[shown - 1];
    if (shown !== count + 1 || !tile) return; // skipped, or motion is reduced
    const score = this.score.points(tile.seat);
    const square = this.grid.square(tile.cell);
    travel(square?.querySelector("b") ?? null, score);
    if (tile.points) rise(this.layer, `+${tile.points}`, square, score, LANDED_MS);
  }

  protected override updated(changed: PropertyValues): void {
    super.updated(changed);
    if (changed.get("plan") !== undefined && !changed.has("view")) this.draftChanged();
    void this.grid.updateComplete.then(() => this.#animateReveal());
    if (this.arrived === this.#announcedArrivals) return;
    this.#announcedArrivals = this.arrived;
    const events = this.arrived.flatMap((arrival) => arrival.events);
    if (!events.length) return;
    this.endedStuck = events.some((event) => event.code === "stuck");
    for (const { text, concern } of announcement(events, this.view, this.names)) this.say(text, concern);
    void this.grid.updateComplete.then(() => this.#animate(events));
  }

  override render(): TemplateResult {
    const { view } = this;
    const shown = this.#shownView;
    return html`
      <div class="frame" @keydown=${this.#onReplayKey}>
        <div class="table">
          <nh-mixmath-score .view=${shown} .names=${this.names} .over=${this.over}>
            ${tilesOfLastTurn(view, this.seat).length ? html`<span slot="replay">${this.#reveal.button(t("Replay the last turn"), this.#replay, REPLAY_KEY)}</span>` : ""}
          </nh-mixmath-score>
          <div class="main">
            <nh-mixmath-grid
              .view=${shown}
              .plan=${this.plan}
              .litTurn=${this.#litTurn(shown)}
              .fittingCells=${this.#fittingCells()}
              .dropCell=${this.dropCell}
              @pick=${(event: CustomEvent<string>) => this.#pick(event.detail)}
              @keydown=${this.#onKey}
              @pointerdown=${this.#startDrag}
              @focusin=${this.#followCursor}
              @keyup=${this.#followCursor}
            ></nh-mixmath-grid>
            <nh-mixmath-hand
              class=${this.open && view.hand && !view.end ? "open" : ""}
              .view=${view}
              .names=${this.names}
              .plan=${this.plan}
              .selectedTile=${this.selectedTile}
              .fittingTiles=${this.#fittingTiles()}
              .open=${this.open}
              .endedStuck=${this.endedStuck}
              .busy=${this.busy}
              .advise=${this.advise}
              @choose=${(event: CustomEvent<number | null>) => (this.selectedTile = event.detail)}
              @plan=${(event: CustomEvent<Plan>) => (this.plan = event.detail)}
              @grab=${(event: CustomEvent<{ event: PointerEvent; tile: number }>) =>
                this.#drag.begin(event.detail.event, { tile: event.detail.tile, from: null })}
            ></nh-mixmath-hand>
          </div>
          <nh-mixmath-side
            .view=${shown}
            .names=${this.names}
            .shownTurn=${this.shownTurn}
            @show=${(event: CustomEvent<number | null>) => (this.shownTurn = event.detail)}
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

  // The lit turn

  /** The chosen turn; otherwise the current one, or before its first tile the previous one. */
  #litTurn({ past, turn }: View): Turn | null {
    if (this.#reveal.running) return [...past, turn][this.#played.tiles[Math.max(0, this.#reveal.shown - 1)]?.turn ?? 0] ?? null;
    if (this.shownTurn !== null) return [...past, turn][this.shownTurn] ?? null;
    return turn.laid.length || turn.wrong || this.over ? turn : (past.at(-1) ?? null);
  }

  // Assistance: the service lists the right places, if the viewer may know them

  #rightPlaces(): Place[] {
    if (!this.assistance || !this.open || !this.legal) return [];
    return (this.legal.actions as Action[]).filter((action): action is Place => action.type === "place");
  }

  #fittingCells(): ReadonlySet<string> {
    const tile = this.selectedTile;
    if (tile === null) return new Set();
    return new Set(this.#rightPlaces().filter((place) => (place.blank ? BLANK : place.tile) === tile).map((place) => place.cell));
  }

  #fittingTiles(): ReadonlySet<number> {
    if (this.focusedCell === null || this.selectedTile !== null) return new Set();
    return new Set(this.#rightPlaces().filter((place) => place.cell === this.focusedCell).map((place) => (place.blank ? BLANK : place.tile)));
  }

  // The plan in pencil

  get #canPlan(): boolean {
    return this.open && this.view.hand !== null && !this.view.end;
  }

  #pick(cell: string): void {
    this.focusedCell = cell;
    if (!this.#canPlan) return;
    const isPencilled = this.plan.some((pencilled) => pencilled.cell === cell);
    if (this.selectedTile !== null) this.#pencil(cell, this.selectedTile);
    else if (isPencilled) this.#layPlan();
  }

  #pencil(cell: string, tile: number, from: string | null = null): void {
    if (!this.#canPlan) return;
    if (this.view.board.cells[indexOf(cell)] !== null) {
      this.say(t("{cell} is taken.", { cell }));
      return;
    }
    const previous = this.plan.find((entry) => entry.cell === from);
    let plan = from === null ? this.plan : erase(this.plan, from);
    plan = addPencilled(plan, cell, tile, this.view);
    if (previous?.value != null) plan = update(plan, cell, { value: previous.value });
    this.plan = plan;
    this.selectedTile = null;
    this.grid.goTo(cell);
    const said =
      tile === BLANK
        ? t("A blank on {cell} in pencil. Type its value.", { cell })
        : t("{tile} on {cell} in pencil. Enter lays it.", { tile, cell });
    this.say(adrift(plan, this.view).has(cell) ? `${said} ${t("No two numbers lie beside it in one line.")}` : said);
  }

  /** Whether the viewer's turn is on, and nothing else has to be answered first. */
  get #isMyTurn(): boolean {
    return !this.busy && this.awaited && !this.view.waiting.length && this.view.turn.seat === this.seat;
  }

  /** Lay the tiles in pencil, as the primary button does. */
  #layPlan(): void {
    const action = layAction(this.plan, false);
    if (action && this.#isMyTurn) this.act(action);
  }

  /** End the turn, with the tiles in pencil where no challenge can come between. */
  #endTurn(): void {
    if (!this.#isMyTurn) return;
    if (this.plan.length) {
      const action = this.view.options.challenge ? null : layAction(this.plan, true);
      if (action) this.act(action);
      else this.say(t("First lay what stands in pencil, or take it back."));
    } else if (this.view.turn.laid.length) this.act({ type: "end" });
    else this.say(t("Lay a tile first, or exchange or pass with the buttons."));
  }

  #erase(cell: string): void {
    if (!this.plan.some((entry) => entry.cell === cell)) return;
    this.plan = erase(this.plan, cell);
    this.say(t("Taken back from {cell}.", { cell }));
  }

  override get keys(): readonly KeyHelp[] {
    return [
      { keys: ["←", "→", "↑", "↓"], does: t("from square to square") },
      { keys: ["Home", "End"], does: t("to the ends of the row; with Ctrl to the corners") },
      { keys: ["Page Up", "Page Down"], does: t("to the ends of the column") },
      { keys: ["0", "…", "9"], does: t("put that tile on the square in pencil; 1 and 2 make 12") },
      { keys: ["*"], does: t("the blank, then its value in digits") },
      { keys: ["+"], does: t("on a sign: with or without drawing a tile") },
      { keys: ["Enter", "Space"], does: t("lays what stands in pencil; with a tile chosen, puts it there") },
      { keys: ["Shift + Enter"], does: t("lays what stands in pencil and ends the turn") },
      { keys: ["Delete", "Backspace"], does: t("takes the tile in pencil back") },
      { keys: ["Esc"], does: t("lets the chosen tile go; ends the replay") },
      ...(letterKeys() ? [{ keys: [REPLAY_KEY], does: t("replays the last turn") }] : []),
    ];
  }

  // Keyboard: digits name a tile, + toggles the draw, Delete takes back, Enter lays, and with Shift it ends the turn

  #onKey = (event: KeyboardEvent): void => {
    if (event.ctrlKey || event.metaKey || event.altKey || !this.#canPlan) return;
    const cell = this.grid.cursor;
    const pencilled = this.plan.find((entry) => entry.cell === cell);
    const isDigit = /^\d$/.test(event.key);
    if (!isDigit) this.#typed.cell = "";
    if (isDigit) this.#typeDigit(event.key, cell);
    else if (event.key === "*") this.#pencilIfFree(cell, BLANK);
    else if (event.key === "+" && pencilled && isSign(indexOf(cell)) && this.view.bag > 0) {
      this.plan = update(this.plan, cell, { draw: !pencilled.draw });
      this.say(pencilled.draw ? t("Without a draw.") : t("With a draw."));
    } else if (event.key === "Enter" && event.shiftKey) this.#endTurn();
    else if (event.key === "Delete" || event.key === "Backspace") this.#erase(cell);
    else if (event.key === "Escape") this.selectedTile = null;
    else return;
    event.preventDefault();
  };

  /** Typing 1 and then 2 gives first the tile 1, then the tile 12 in its place. On a blank the digits are its
   * value. */
  #typeDigit(digit: string, cell: string): void {
    const now = performance.now();
    const continues = now - this.#typed.at < NUMBER_TYPING_MS && this.#typed.cell === cell;
    const text = continues ? this.#typed.text + digit : digit;
    this.#typed = { text, at: now, cell };
    const value = Number(text);
    const pencilled = this.plan.find((entry) => entry.cell === cell);
    if (pencilled?.tile === BLANK) {
      if (!VALUES.includes(value)) return;
      this.plan = update(this.plan, cell, { value });
      this.say(t("The blank on {cell} is {tile}.", { cell, tile: value }));
    } else this.#pencilIfFree(cell, value);
  }

  #pencilIfFree(cell: string, tile: number): void {
    const rack = this.view.hand?.rack ?? [];
    const inPencil = tilesInPencil(rack, erase(this.plan, cell));
    if (rack.some((rackTile, index) => rackTile === tile && !inPencil[index])) this.#pencil(cell, tile);
    else if (tile === BLANK || !rack.some((rackTile) => String(rackTile).startsWith(String(tile)))) {
      this.say(t("{tile} is not on your rack.", { tile: tileText(tile) }));
    }
  }

  #followCursor = (): void => {
    if (this.#rightPlaces().length) this.focusedCell = this.grid.cursor;
  };

  #onReplayKey = (event: KeyboardEvent): void => {
    // On other keyboard layouts, the key at R's place in the Latin layout.
    if (event.code !== `Key${REPLAY_KEY}` || !letterKeys() || event.ctrlKey || event.metaKey || event.altKey || event.composedPath()[0] instanceof HTMLInputElement) return;
    event.preventDefault();
    this.#replay();
  };

  // Pointer

  #startDrag = (event: PointerEvent): void => {
    const cell = this.grid.cellUnder(event.clientX, event.clientY);
    const pencilled = this.plan.find((entry) => entry.cell === cell);
    if (pencilled && this.#canPlan) this.#drag.begin(event, { tile: pencilled.tile, from: pencilled.cell });
  };

  #moveGhost(dragged: DraggedTile | null, x: number, y: number): void {
    this.dragGhost.hidden = dragged === null;
    if (!dragged) return;
    this.selectedTile = dragged.tile;
    this.dragGhost.textContent = tileFace(dragged.tile);
    this.dragGhost.style.setProperty("transform", `translate(${x - 22}px, ${y - 22}px)`);
  }

  #drop({ tile, from }: DraggedTile, cell: string | null): void {
    this.selectedTile = null;
    if (cell === null) {
      if (from !== null) this.#erase(from);
    } else if (cell !== from && squareAt(indexOf(cell)) !== "#") this.#pencil(cell, tile, from);
  }

  // Motion

  /** The viewer's own tiles; those of others are laid by the reveal. */
  #animate(events: GameEvent[]): void {
    let delay = 0;
    for (const { code, values } of events) {
      const isOwn = Number(values.seat) === this.seat;
      const score = this.score.points(Number(values.seat));
      if (code === "placed" && isOwn) {
        const square = this.grid.square(String(values.cell));
        if (Number(values.points)) rise(this.layer, `+${String(values.points)}`, square, score, delay + LANDED_MS);
        delay += TILE_INTERVAL_MS;
      } else if (code === "turn-ended" && values.bonus && isOwn) {
        rise(this.layer, `+${Number(values.bonus)}`, this.hand, score, delay);
      } else if (code === "drew" || code === "refilled") {
        void this.hand.arrive(values.tiles as number[]);
      } else if (code === "exchanged-tiles") {
        void this.hand.arrive(values.drawn as number[]);
      }
    }
  }
}

/** Labels for the options of a new match and their values. */
export function labels(name: string): string | undefined {
  const labelTexts: Record<string, string> = {
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
  return labelTexts[name];
}
