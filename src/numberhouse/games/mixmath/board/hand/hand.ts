/** One's own side: the rack, the plan in pencil, and what can be done now, with one primary button. */
import {
  classMap, css, html, icon, LitElement, nothing, property, repeat, shared, state, words, type PropertyValues,
  type Adviser, type TemplateResult,
} from "@house/kit";
import type { Action, View } from "@types-of/mixmath";
import { ArrowLeftRight, Check, CornerDownLeft, Flag, SkipForward, Undo2, X } from "lucide";
import { appear } from "../motion";
import "./pencil";
import "./worth";
import { away, laying, rub, type Plan } from "../plan";
import { BLANK, RACK, tileFace, tileWords } from "../squares";

const { t, tn } = words("mixmath");

interface Todo {
  now: string;
  /** `now` can be left out where there is little room. */
  hint?: boolean;
  primary: Deed | null;
  others: Deed[];
}

interface Deed {
  words: string;
  /** Said in full where the words on the button are short; it holds them. */
  whole?: string;
  /** On a phone its icon says enough. */
  brief?: boolean;
  icon: typeof Check;
  run: () => void;
  off?: boolean;
}

/** Fires `choose` (a tile of the rack, or null), `grab` (a pointer went down on one), `plan` (another plan) and `act`. */
export class Hand extends LitElement {
  @property({ attribute: false }) view!: View;
  @property({ attribute: false }) names: string[] = [];
  @property({ attribute: false }) plan: Plan = [];
  @property({ attribute: false }) chosen: number | null = null;
  /** Tiles that solve something where the keyboard or the pointer is, where that may be told. */
  @property({ attribute: false }) fitting: ReadonlySet<number> = new Set();
  @property({ attribute: false }) open = false;
  /** Whether the viewer's turn has just ended by itself. */
  @property({ attribute: false }) stuck = false;
  @property({ attribute: false }) busy = false;
  /** Whom to ask what the plan would score; null without assistance. */
  @property({ attribute: false }) advise: Adviser | null = null;
  @state() private asking: "pass" | "exchange" | null = null;
  /** Places of the rack whose tiles are to be exchanged. */
  @state() private aside: ReadonlySet<number> = new Set();

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
        .deeds button {
          padding: 0 var(--gap-2);
        }
      }
    `,
  ];

  /** Tiles that were just drawn come up on the rack. */
  async arrive(tiles: readonly number[]): Promise<void> {
    await this.updateComplete;
    const slots = [...this.renderRoot.querySelectorAll<HTMLElement>("button.tile")];
    for (const tile of tiles) {
      const place = slots.findLastIndex((slot) => slot.dataset.tile === String(tile));
      if (place >= 0) appear(slots.splice(place, 1)[0] ?? null);
    }
  }

  protected override willUpdate(changed: PropertyValues): void {
    if (!changed.has("view") || !changed.get("view")) return;
    this.asking = null;
    this.aside = new Set();
  }

  override render(): TemplateResult {
    if (!this.view.hand || this.view.end) return html``;
    const { now, hint, primary, others } = this.#todo();
    return html`<div class="top">
        ${this.#rack(this.view.hand.rack)} ${this.open ? html`<p class=${classMap({ now: true, hint: hint ?? false })} role="status">${now}</p>` : nothing}
      </div>
      ${this.open
        ? html`<nh-mixmath-pencil .view=${this.view} .plan=${this.plan}
              @plan=${(event: CustomEvent<Plan>) => this.#send("plan", event.detail)}></nh-mixmath-pencil>
            ${this.advise ? html`<nh-mixmath-worth .view=${this.view} .plan=${this.plan} .advise=${this.advise}></nh-mixmath-worth>` : nothing}
            ${this.#deeds(primary, others)}`
        : nothing}`;
  }

  // The rack

  #rack(rack: number[]): TemplateResult {
    const gone = away(rack, this.plan);
    const counted = new Map<number, number>();
    const tiles = rack.map((tile, place) => {
      const nth = counted.get(tile) ?? 0;
      counted.set(tile, nth + 1);
      return { tile, place, key: `${tile}/${nth}`, gone: gone[place] ?? false };
    });
    const chosen = tiles.find((one) => one.tile === this.chosen && !one.gone)?.place;
    return html`<fieldset class="rack">
      <legend class="heard">${t("Your rack")}</legend>
      ${repeat(
        tiles,
        (one) => one.key,
        (one) => {
          const exchanging = this.asking === "exchange";
          const classes = {
            tile: true,
            fact: true,
            mine: this.open,
            away: one.gone,
            chosen: one.place === chosen && !exchanging,
            aside: this.aside.has(one.place),
            fitting: this.fitting.has(one.tile) && !one.gone,
          };
          const fits = classes.fitting ? `, ${t("fits the square")}` : "";
          return html`<button
            class=${classMap(classes)}
            data-tile=${one.tile}
            aria-disabled=${!this.open}
            aria-pressed=${exchanging ? this.aside.has(one.place) : one.place === chosen}
            aria-label=${(one.gone ? t("{tile}, on the board in pencil", { tile: tileWords(one.tile) }) : tileWords(one.tile)) + fits}
            @pointerdown=${(event: PointerEvent) => this.open && !one.gone && !exchanging && this.#send("grab", { event, tile: one.tile })}
            @click=${() => this.#press(one.tile, one.place, one.gone)}
          >
            ${one.tile === BLANK ? html`<span class="star"></span>` : tileFace(one.tile)}
          </button>`;
        },
      )}
      ${rack.length ? nothing : html`<span class="soft">${t("Your rack is empty.")}</span>`}
    </fieldset>`;
  }

  #press(tile: number, place: number, gone: boolean): void {
    if (!this.open) return;
    if (this.asking === "exchange") {
      const aside = new Set(this.aside);
      if (!aside.delete(place)) aside.add(place);
      this.aside = aside;
    } else if (gone) {
      const last = this.plan.findLast((one) => one.tile === tile);
      if (last) this.#send("plan", rub(this.plan, last.cell));
    } else {
      this.#send("choose", this.chosen === tile ? null : tile);
    }
  }

  // What can be done

  #deeds(primary: Deed | null, others: Deed[]): TemplateResult {
    const button = (deed: Deed, kind: string): TemplateResult => {
      const off = (deed.off ?? false) || this.busy;
      const classes = { brief: deed.brief ?? false, primary: kind === "primary" && !off };
      return html`<button class=${classMap(classes)} aria-disabled=${off} aria-label=${deed.whole ?? deed.words}
        @click=${() => !off && deed.run()}>
        ${icon(deed.icon)} <span>${deed.words}</span>
      </button>`;
    };
    return html`<div class="deeds">
      ${primary ? button(primary, "primary") : nothing} ${others.map((deed) => button(deed, ""))}
    </div>`;
  }

  #todo(): Todo {
    const { view, plan } = this;
    const { turn, waiting } = view;
    const last = turn.laid.at(-1);
    if (waiting.length && last) {
      const laid = { tile: last.tile, cell: last.cell };
      if (view.seat !== null && waiting.includes(view.seat)) {
        return {
          now: t("{name} laid {tile} on {cell}. Does it solve anything?", { ...laid, name: this.#name(turn.seat) }),
          primary: { words: t("Let it stand"), icon: Check, run: () => this.#act({ type: "accept" }) },
          others: [{ words: t("Challenge"), icon: Flag, run: () => this.#act({ type: "challenge" }) }],
        };
      }
      const names = waiting.map((seat) => this.#name(seat)).join(", ");
      return { now: t("{tile} on {cell} may be challenged by {names}.", { ...laid, names }), primary: null, others: [] };
    }
    if (turn.seat !== view.seat) {
      const waits = plan.length ? t("Your plan waits for your turn.") : t("You can plan in pencil; nobody sees it.");
      const now = this.stuck ? t("None of your tiles can be laid any more: your turn is over.") : waits;
      return { now, primary: null, others: plan.length ? [this.#allBack()] : [] };
    }
    if (plan.length) return this.#toLay();
    if (this.asking === "pass") {
      return {
        now: t("Pass, and lay nothing in this turn?"),
        primary: { words: t("Pass"), icon: SkipForward, run: () => this.#act({ type: "pass" }) },
        others: [this.#notYet()],
      };
    }
    if (this.asking === "exchange") return this.#toExchange();
    if (turn.laid.length) {
      return {
        now: t("Lay another tile, or end the turn."),
        primary: { words: t("End the turn"), icon: CornerDownLeft, run: () => this.#act({ type: "end" }) },
        others: [],
      };
    }
    return {
      now: this.chosen === null ? t("Take a tile to a square.") : t("Now a square for {tile}.", { tile: tileWords(this.chosen) }),
      hint: true,
      primary: null,
      others: [
        { words: t("Exchange…"), icon: ArrowLeftRight, run: () => (this.asking = "exchange"), off: view.bag === 0 },
        { words: t("Pass…"), icon: SkipForward, run: () => (this.asking = "pass") },
      ],
    };
  }

  #toLay(): Todo {
    const { plan, view } = this;
    const undecided = plan.find((one) => one.value === null);
    const lay = (end: boolean): void => {
      const action = laying(plan, end);
      if (action) this.#act(action);
    };
    const single = plan.length === 1 ? plan[0] : undefined;
    const laid = { tile: single?.value ?? "", cell: single?.cell ?? "" };
    const words = single ? t("Lay {tile}", laid) : tn("Lay {count} tile", "Lay {count} tiles", plan.length);
    const whole = single ? (single.draw ? t("Lay {tile} on {cell} and draw", laid) : t("Lay {tile} on {cell}", laid)) : words;
    const emptied = view.turn.began === RACK && plan.length === view.hand?.rack.length;
    const now = undecided
      ? t("Say what the blank on {cell} is.", { cell: undecided.cell })
      : emptied && plan.at(-1)?.draw
        ? t("Your rack would be empty: without the last draw that brings 50 more.")
        : t("A tile that is laid stays.");
    const off = undecided !== undefined;
    const others: Deed[] = [this.#allBack()];
    if (!view.options.challenge) {
      const whole = t("Lay and end the turn");
      others.unshift({ words: t("and end the turn"), whole, icon: CornerDownLeft, run: () => lay(true), off });
    }
    const hint = !off && !(emptied && plan.at(-1)?.draw);
    return { now, hint, primary: { words, whole, icon: Check, run: () => lay(false), off }, others };
  }

  #toExchange(): Todo {
    const rack = this.view.hand?.rack ?? [];
    const tiles = [...this.aside].map((place) => rack[place] ?? 0).sort((one, other) => one - other);
    const short = tiles.length > this.view.bag;
    return {
      now: short
        ? tn("The bag has {count} tile; put fewer aside.", "The bag has {count} tiles; put fewer aside.", this.view.bag)
        : t("Put aside the tiles that you want to give back; your turn ends with it."),
      primary: {
        words: tn("Exchange {count} tile", "Exchange {count} tiles", tiles.length),
        icon: ArrowLeftRight,
        run: () => this.#act({ type: "exchange", tiles }),
        off: !tiles.length || short,
      },
      others: [this.#notYet()],
    };
  }

  #allBack(): Deed {
    return { words: t("Take back"), brief: true, icon: Undo2, run: () => this.#send("plan", []) };
  }

  #notYet(): Deed {
    return {
      words: t("Not yet"),
      icon: X,
      run: () => {
        this.asking = null;
        this.aside = new Set();
      },
    };
  }

  #name(seat: number): string {
    return this.names[seat] ?? String(seat);
  }

  #act(action: Action): void {
    this.dispatchEvent(new CustomEvent("act", { detail: action, bubbles: true, composed: true }));
  }

  #send(name: string, detail: unknown): void {
    this.dispatchEvent(new CustomEvent(name, { detail }));
  }
}

customElements.define("nh-mixmath-hand", Hand);
