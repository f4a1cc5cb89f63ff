/** The viewer's hand: the rack, the plan in pencil, and the possible actions with one primary button. */
import {
  classMap, css, html, icon, keepFocus, LitElement, nothing, property, repeat, shared, state, words, type PropertyValues,
  type Adviser, type TemplateResult,
} from "@house/kit";
import type { Action, View } from "@types-of/mixmath";
import { ArrowLeftRight, Check, CornerDownLeft, Flag, SkipForward, Undo2, X } from "lucide";
import { appear } from "../motion";
import "./pencil";
import "./worth";
import { tilesInPencil, layAction, erase, type Plan } from "../plan";
import { BLANK, RACK, tileFace, tileText } from "../squares";

const { t, tn } = words("mixmath");

interface HandPrompt {
  text: string;
  /** Whether `text` can be left out where there is little room. */
  hint?: boolean;
  primary: HandAction | null;
  otherActions: HandAction[];
}

interface HandAction {
  label: string;
  /** The full label, where the button's own is short. It contains the short one. */
  fullLabel?: string;
  /** Whether the icon alone is enough on a phone. */
  iconOnPhone?: boolean;
  icon: typeof Check;
  run: () => void;
  disabled?: boolean;
}

/** Fires `choose` (a tile of the rack, or null), `grab` (a pointer went down on a tile), `plan` (a new plan) and
 * `act`. */
export class Hand extends LitElement {
  @property({ attribute: false }) view!: View;
  @property({ attribute: false }) names: string[] = [];
  @property({ attribute: false }) plan: Plan = [];
  @property({ attribute: false }) selectedTile: number | null = null;
  /** The tiles that solve something at the cursor, if the viewer may know them. */
  @property({ attribute: false }) fittingTiles: ReadonlySet<number> = new Set();
  @property({ attribute: false }) open = false;
  /** Whether the viewer's turn has just ended by itself. */
  @property({ attribute: false }) endedStuck = false;
  @property({ attribute: false }) busy = false;
  /** Requests the score of the plan; null without assistance. */
  @property({ attribute: false }) advise: Adviser | null = null;
  @state() private dialog: "pass" | "exchange" | null = null;
  /** The rack's places whose tiles are to be exchanged. */
  @state() private exchangeIndexes: ReadonlySet<number> = new Set();

  static override styles = [
    shared,
    css`
      .rack {
        display: flex;
        flex-wrap: wrap;
        gap: var(--gap-1);
        min-height: 48px;
        padding: 0;
        margin: 0;
        border: 0;
      }
      .slot {
        width: 44px;
        height: 44px;
        border-radius: var(--round);
        background: var(--well);
      }
      button.tile {
        min-width: 44px;
        width: 44px;
        min-height: 44px;
        padding: 0;
        display: grid;
        position: relative;
        font-size: var(--text-3);
        font-weight: 600;
        touch-action: none;
        cursor: grab;
        user-select: none;
        -webkit-user-select: none;
      }
      .star::before {
        content: "★";
      }
      button.chosen {
        background: var(--accent);
        border-color: var(--accent);
        color: var(--on-accent);
        translate: 0 -4px;
      }
      button.away {
        border: 1px dashed var(--line-strong);
        background: none;
        box-shadow: none;
        color: var(--ink-soft);
        font-weight: 400;
      }
      button.fitting {
        outline: 3px dotted var(--accent);
        outline-offset: -1px;
      }
      button.aside {
        border: 2px dashed var(--accent);
        color: var(--accent);
        translate: 0 6px;
      }
      button.tile:not(.mine) {
        cursor: default;
      }
      .top {
        display: flex;
        flex-wrap: wrap;
        gap: 0 var(--gap-4);
        align-items: center;
      }
      .now {
        flex: 1 1 150px;
        margin: 0;
        max-width: none;
        line-height: 1.3;
      }
      .deeds {
        display: flex;
        flex-wrap: wrap;
        gap: var(--gap-2);
        margin-top: var(--gap-1);
      }
      .deeds button {
        padding: 0 var(--gap-3);
      }
      .deeds button[aria-disabled="true"] {
        color: var(--ink-soft);
        border: 1px dashed var(--line-strong);
        background: none;
        cursor: not-allowed;
      }
      @media (max-width: 480px) {
        .now.hint,
        .deeds button:not(.brief) .icon,
        .brief span {
          display: none;
        }
        .deeds {
          gap: var(--gap-1);
        }
        .deeds button {
          padding: 0 var(--gap-2);
        }
      }
    `,
  ];

  constructor() {
    super();
    keepFocus(this, () => this.#nextFocus());
  }

  #nextFocus(): readonly string[] | null {
    if (this.busy) return null;
    if (!this.view.hand || this.view.end) return [];
    const tile = "button.tile";
    return this.dialog === "exchange" ? [tile] : ['.deeds .primary:not([aria-disabled="true"])', ".now", tile];
  }

  /** Animate the tiles that were just drawn. */
  async arrive(tiles: readonly number[]): Promise<void> {
    await this.updateComplete;
    const slots = [...this.renderRoot.querySelectorAll<HTMLElement>("button.tile")];
    for (const tile of tiles) {
      const index = slots.findLastIndex((slot) => slot.dataset.tile === String(tile));
      if (index >= 0) appear(slots.splice(index, 1)[0] ?? null);
    }
  }

  protected override willUpdate(changed: PropertyValues): void {
    if (!changed.has("view") || !changed.get("view")) return;
    this.dialog = null;
    this.exchangeIndexes = new Set();
  }

  override render(): TemplateResult {
    if (!this.view.hand || this.view.end) return html``;
    const { text, hint, primary, otherActions } = this.#prompt();
    return html`<div class="top">
        ${this.#rack(this.view.hand.rack)} ${this.open ? html`<p class=${classMap({ now: true, hint: hint ?? false })} role="status" tabindex="-1">${text}</p>` : nothing}
      </div>
      ${this.open
        ? html`<nh-mixmath-pencil .view=${this.view} .plan=${this.plan}
              @plan=${(event: CustomEvent<Plan>) => this.#dispatch("plan", event.detail)}></nh-mixmath-pencil>
            ${this.advise ? html`<nh-mixmath-worth .view=${this.view} .plan=${this.plan} .advise=${this.advise}></nh-mixmath-worth>` : nothing}
            ${this.#actions(primary, otherActions)}`
        : nothing}`;
  }

  // The rack

  #rack(rack: number[]): TemplateResult {
    const inPencil = tilesInPencil(rack, this.plan);
    const countByTile = new Map<number, number>();
    const tiles = rack.map((tile, index) => {
      const nth = countByTile.get(tile) ?? 0;
      countByTile.set(tile, nth + 1);
      return { tile, place: index, key: `${tile}/${nth}`, gone: inPencil[index] ?? false };
    });
    const selectedIndex = tiles.find((slot) => slot.tile === this.selectedTile && !slot.gone)?.place;
    return html`<fieldset class="rack">
      <legend class="heard">${t("Your rack")}</legend>
      ${repeat(
        tiles,
        (slot) => slot.key,
        (slot) => {
          const exchanging = this.dialog === "exchange";
          const classes = {
            tile: true,
            fact: true,
            mine: this.open,
            away: slot.gone,
            chosen: slot.place === selectedIndex && !exchanging,
            aside: this.exchangeIndexes.has(slot.place),
            fitting: this.fittingTiles.has(slot.tile) && !slot.gone,
          };
          const fits = classes.fitting ? `, ${t("fits the square")}` : "";
          return html`<button
            class=${classMap(classes)}
            data-tile=${slot.tile}
            aria-disabled=${!this.open}
            aria-pressed=${exchanging ? this.exchangeIndexes.has(slot.place) : slot.place === selectedIndex}
            aria-label=${(slot.gone ? t("{tile}, on the board in pencil", { tile: tileText(slot.tile) }) : tileText(slot.tile)) + fits}
            @pointerdown=${(event: PointerEvent) => this.open && !slot.gone && !exchanging && this.#dispatch("grab", { event, tile: slot.tile })}
            @click=${() => this.#press(slot.tile, slot.place, slot.gone)}
          >
            ${slot.tile === BLANK ? html`<span class="star"></span>` : tileFace(slot.tile)}
          </button>`;
        },
      )}
      ${rack.length ? nothing : html`<span class="soft">${t("Your rack is empty.")}</span>`}
    </fieldset>`;
  }

  #press(tile: number, index: number, inPencil: boolean): void {
    if (!this.open) return;
    if (this.dialog === "exchange") {
      const indexes = new Set(this.exchangeIndexes);
      if (!indexes.delete(index)) indexes.add(index);
      this.exchangeIndexes = indexes;
    } else if (inPencil) {
      const last = this.plan.findLast((entry) => entry.tile === tile);
      if (last) this.#dispatch("plan", erase(this.plan, last.cell));
    } else {
      this.#dispatch("choose", this.selectedTile === tile ? null : tile);
    }
  }

  // Actions

  #actions(primary: HandAction | null, otherActions: HandAction[]): TemplateResult {
    const button = (action: HandAction, kind: string): TemplateResult => {
      const disabled = (action.disabled ?? false) || this.busy;
      const classes = { brief: action.iconOnPhone ?? false, primary: kind === "primary" && !disabled };
      return html`<button class=${classMap(classes)} aria-disabled=${disabled} aria-label=${action.fullLabel ?? action.label}
        @click=${() => !disabled && action.run()}>
        ${icon(action.icon)} <span>${action.label}</span>
      </button>`;
    };
    // A button that is another one now is a new element: whoever presses Enter twice mustn't press what has taken its place.
    const buttons = [...(primary ? [{ ...primary, kind: "primary" }] : []), ...otherActions.map((action) => ({ ...action, kind: "" }))];
    return html`<div class="deeds">
      ${repeat(buttons, (action) => action.label, (action) => button(action, action.kind))}
    </div>`;
  }

  #prompt(): HandPrompt {
    const { view, plan } = this;
    const { turn, waiting } = view;
    const last = turn.laid.at(-1);
    if (waiting.length && last) {
      const placement = { tile: last.tile, cell: last.cell };
      if (view.seat !== null && waiting.includes(view.seat)) {
        return {
          text: t("{name} laid {tile} on {cell}. Does it solve anything?", { ...placement, name: this.#name(turn.seat) }),
          primary: { label: t("Let it stand"), icon: Check, run: () => this.#act({ type: "accept" }) },
          otherActions: [{ label: t("Challenge"), icon: Flag, run: () => this.#act({ type: "challenge" }) }],
        };
      }
      const names = waiting.map((seat) => this.#name(seat)).join(", ");
      return { text: t("{tile} on {cell} may be challenged by {names}.", { ...placement, names }), primary: null, otherActions: [] };
    }
    if (turn.seat !== view.seat) {
      const planText = plan.length ? t("Your plan waits for your turn.") : t("You can plan in pencil; nobody sees it.");
      const text = this.endedStuck ? t("None of your tiles can be laid any more: your turn is over.") : planText;
      return { text, primary: null, otherActions: plan.length ? [this.#takeBackAction()] : [] };
    }
    if (plan.length) return this.#layPrompt();
    if (this.dialog === "pass") {
      return {
        text: t("Pass, and lay nothing in this turn?"),
        primary: { label: t("Pass"), icon: SkipForward, run: () => this.#act({ type: "pass" }) },
        otherActions: [this.#cancelAction()],
      };
    }
    if (this.dialog === "exchange") return this.#exchangePrompt();
    if (turn.laid.length) {
      return {
        text: t("Lay another tile, or end the turn."),
        primary: { label: t("End the turn"), icon: CornerDownLeft, run: () => this.#act({ type: "end" }) },
        otherActions: [],
      };
    }
    return {
      text: this.selectedTile === null ? t("Take a tile to a square.") : t("Now a square for {tile}.", { tile: tileText(this.selectedTile) }),
      hint: true,
      primary: null,
      otherActions: [
        { label: t("Exchange…"), icon: ArrowLeftRight, run: () => (this.dialog = "exchange"), disabled: view.bag === 0 },
        { label: t("Pass…"), icon: SkipForward, run: () => (this.dialog = "pass") },
      ],
    };
  }

  #layPrompt(): HandPrompt {
    const { plan, view } = this;
    const undeclaredBlank = plan.find((entry) => entry.value === null);
    const lay = (end: boolean): void => {
      const action = layAction(plan, end);
      if (action) this.#act(action);
    };
    const only = plan.length === 1 ? plan[0] : undefined;
    const placement = { tile: only?.value ?? "", cell: only?.cell ?? "" };
    const label = only ? t("Lay {tile}", placement) : tn("Lay {count} tile", "Lay {count} tiles", plan.length);
    const fullLabel = only ? (only.draw ? t("Lay {tile} on {cell} and draw", placement) : t("Lay {tile} on {cell}", placement)) : label;
    const emptiesRack = view.turn.began === RACK && plan.length === view.hand?.rack.length;
    const text = undeclaredBlank
      ? t("Say what the blank on {cell} is.", { cell: undeclaredBlank.cell })
      : emptiesRack && plan.at(-1)?.draw
        ? t("Your rack would be empty: without the last draw that brings 50 more.")
        : t("A tile that is laid stays.");
    const disabled = undeclaredBlank !== undefined;
    const otherActions: HandAction[] = [this.#takeBackAction()];
    if (!view.options.challenge) {
      const endLabel = t("Lay and end the turn");
      otherActions.unshift({ label: t("and end the turn"), fullLabel: endLabel, icon: CornerDownLeft, run: () => lay(true), disabled });
    }
    const hint = !disabled && !(emptiesRack && plan.at(-1)?.draw);
    return { text, hint, primary: { label, fullLabel, icon: Check, run: () => lay(false), disabled }, otherActions };
  }

  #exchangePrompt(): HandPrompt {
    const rack = this.view.hand?.rack ?? [];
    const tiles = [...this.exchangeIndexes].map((place) => rack[place] ?? 0).sort((a, b) => a - b);
    const bagTooSmall = tiles.length > this.view.bag;
    return {
      text: bagTooSmall
        ? tn("The bag has {count} tile; put fewer aside.", "The bag has {count} tiles; put fewer aside.", this.view.bag)
        : t("Put aside the tiles that you want to give back; your turn ends with it."),
      primary: {
        label: tn("Exchange {count} tile", "Exchange {count} tiles", tiles.length),
        icon: ArrowLeftRight,
        run: () => this.#act({ type: "exchange", tiles }),
        disabled: !tiles.length || bagTooSmall,
      },
      otherActions: [this.#cancelAction()],
    };
  }

  #takeBackAction(): HandAction {
    return { label: t("Take back"), iconOnPhone: true, icon: Undo2, run: () => this.#dispatch("plan", []) };
  }

  #cancelAction(): HandAction {
    return {
      label: t("Not yet"),
      icon: X,
      run: () => {
        this.dialog = null;
        this.exchangeIndexes = new Set();
      },
    };
  }

  #name(seat: number): string {
    return this.names[seat] ?? String(seat);
  }

  #act(action: Action): void {
    this.dispatchEvent(new CustomEvent("act", { detail: action, bubbles: true, composed: true }));
  }

  #dispatch(name: string, detail: unknown): void {
    this.dispatchEvent(new CustomEvent(name, { detail }));
  }
}

customElements.define("nh-mixmath-hand", Hand);
