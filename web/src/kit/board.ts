/** A game's board: a custom element that takes a view and sends actions. It computes no rules. */
import { LitElement, type PropertyValues } from "lit";
import { property } from "lit/decorators.js";
import type { IconNode } from "lucide";
import type { Clock, Legal, PublicSeat, Seat } from "@house/api/api";
import type { Adviser } from "@house/kit/advice";
import { keepFocus } from "@house/kit/focus";
import type { KeyHelp } from "@house/kit/keys";
import { announce, type Concern } from "@house/kit/speech";
import { shared } from "@house/kit/styles";

/** A game event, as a code and values; `view` already contains its result. */
export interface GameEvent {
  code: string;
  values: Record<string, unknown>;
}

/** A section of a board that telephones show in place of the main one. */
export interface BoardSection {
  /** The value of `shownSection` that shows it. */
  name: string;
  words: string;
  picture: IconNode;
}

/** A new step of the match, delivered to the board. */
export interface Arrival {
  number: number;
  at: number;
  events: GameEvent[];
}

/** A promise in talk between the viewer and another player, and its outcome as the viewer's own view shows it. */
export interface JudgedPromise {
  round: number;
  kept: boolean;
  /** Who has kept or broken it, and what it was. */
  words: string;
}

/** The part of a board that is in sight: telephones show one at a time. */
export type BoardPart = "all" | "play" | "rounds";

/**
 * The base of every board.
 *
 * The match page sets the properties below and listens to `act` (an action), `say` (a sentence for the screen
 * reader), `conceal` (whether the texts beside the board that tell the solution are hidden, after the end), `draft` (the
 * player changes what is not sent yet) and `open-room` (the name of a room to talk in). The page reports a refused
 * action until the draft changes, and sets `busy` back to false.
 */
export abstract class Board<View, Action> extends LitElement {
  static override styles: import("lit").CSSResultGroup = shared;

  /** The current view of this viewer. */
  @property({ attribute: false }) view!: View;
  /** The seat of the view; null for a spectator. */
  @property({ attribute: false }) seat: Seat | null = null;
  /** Names of the players, by seat. */
  @property({ attribute: false }) names: string[] = [];
  /** The seat's legal actions. Null where finding them is part of the game, or before they have arrived. */
  @property({ attribute: false }) legal: Legal | null = null;
  /** The match's id, as a key for notes on this device; empty without a match. */
  @property() match = "";
  /** The match's clock; null where no time runs, as in a review. */
  @property({ attribute: false }) clock: Clock | null = null;
  /** The public state of the seats: presence, deadlines, reserve periods. Empty in a review. */
  @property({ attribute: false }) places: readonly PublicSeat[] = [];
  /** Whether the match waits for this seat. */
  @property({ attribute: false }) awaited = false;
  /** Whether actions can be sent: false for spectators, after the end, in a review and while the connection is lost. */
  @property({ attribute: false }) open = false;
  /** Whether an action was sent and has no answer yet. */
  @property({ attribute: false }) busy = false;
  /** The steps that led to this view, the newest last; empty after a page load. For motion only. */
  @property({ attribute: false }) arrived: Arrival[] = [];
  /** Whether assistance is on in this match (or it is over). */
  @property({ attribute: false }) assistance = false;
  /** Evaluates a draft; null where assistance is off, and where nothing can be done. */
  @property({ attribute: false }) advise: Adviser | null = null;
  /** As `advise`, for drafts that need no assistance: those that the options allow, and any after the end. Null for
   * spectators and without a match. */
  @property({ attribute: false }) openAdvise: Adviser | null = null;
  /** Names of the rooms, as in the game's `rooms`, that the page can open for talk; empty where it shows no talk. */
  @property({ attribute: false }) rooms: readonly string[] = [];
  /** On a telephone, the name of the one of `sections` to show, or "main" for the rest; empty where the page doesn't
   * lead to them, so that all are to be shown. */
  @property({ attribute: false }) shownSection = "";
  /** Whether the match is over. */
  @property({ attribute: false }) over = false;
  /** The seats that have resigned. Their time runs out at once, round by round. */
  @property({ attribute: false }) resigned: readonly Seat[] = [];
  /** The promises that were judged, for their parties; empty where the game has none, and in a review. */
  @property({ attribute: false }) promises: readonly JudgedPromise[] = [];
  /** The part in sight. A board that doesn't tell its rounds apart ignores it. */
  @property({ attribute: false }) shownPart: BoardPart = "all";

  constructor() {
    super();
    keepFocus(this, () => (this.busy ? null : this.nextFocus()));
  }

  /** Selectors of what takes the focus when the focused control goes away, the best first. After the end it is the result. */
  protected nextFocus(): readonly string[] {
    return [];
  }

  /** Whether the board tells the rounds as a part of its own, which a telephone shows under *Rounds*. */
  get tellsRounds(): boolean {
    return false;
  }

  /** Sends an action of this seat. */
  protected act(action: Action): void {
    this.dispatchEvent(new CustomEvent("act", { detail: action, bubbles: true, composed: true }));
  }

  /** The board's keys, for the list behind `?`. */
  get keys(): readonly KeyHelp[] {
    return [];
  }

  /** The sections to which the bar of a telephone leads beside the main one; they may change with the properties. */
  get sections(): readonly BoardSection[] {
    return [];
  }

  /** Announces a sentence to screen readers: an answer to a key, unless it says whom it concerns. */
  protected say(text: string, concern?: Concern): void {
    announce(this, text, concern);
  }

  /** The player has changed the draft: an earlier refusal isn't about it any more. */
  protected draftChanged(): void {
    this.dispatchEvent(new Event("draft", { bubbles: true, composed: true }));
  }

  /** Opens one of `rooms` beside the board. */
  protected openRoom(name: string): void {
    this.dispatchEvent(new CustomEvent("open-room", { detail: name, bubbles: true, composed: true }));
  }

  /** Called with the old view after a change of the view; a place for motion. */
  protected viewChanged?(before: View | undefined): void;

  protected override willUpdate(changed: PropertyValues): void {
    if (changed.has("view")) this.viewChanged?.(changed.get("view") as View | undefined);
  }
}

/** Whether the person prefers reduced motion. */
export function calm(): boolean {
  return document.documentElement.dataset.motion === "less" || matchMedia("(prefers-reduced-motion: reduce)").matches;
}
