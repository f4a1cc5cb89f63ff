/** What a game's board is: a custom element that is given a view and sends actions. It computes no rules. */
import { LitElement, type PropertyValues } from "lit";
import { property } from "lit/decorators.js";
import type { Clock, Legal, PublicSeat, Seat } from "@house/api/api";
import type { Adviser } from "@house/kit/advice";
import { shared } from "@house/kit/styles";

/** What happened, as a code and values; `view` holds its result already. */
export interface GameEvent {
  code: string;
  values: Record<string, unknown>;
}

/** A step of a match on its way to the board. */
export interface Arrival {
  number: number;
  at: number;
  events: GameEvent[];
}

/**
 * The base of every board.
 *
 * The match page sets the properties below and listens to `act` (an action), `say` (a sentence for the screen
 * reader) and `refused` isn't yours: a refused action is told by the page, and `busy` falls back to false.
 */
export abstract class Board<View, Action> extends LitElement {
  static override styles: import("lit").CSSResultGroup = shared;

  /** What this viewer may know, now. */
  @property({ attribute: false }) view!: View;
  /** Whose view it is; null is a spectator's. */
  @property({ attribute: false }) seat: Seat | null = null;
  /** Names of the players, by seat. */
  @property({ attribute: false }) names: string[] = [];
  /** What the seat may do, where that may be told; null where finding it is part of the game, or it isn't there yet. */
  @property({ attribute: false }) legal: Legal | null = null;
  /** The id of the match, for what a player keeps on this device; empty where there is none. */
  @property() match = "";
  /** How time is counted; null where nobody's time runs, as in a review. */
  @property({ attribute: false }) clock: Clock | null = null;
  /** The seats as everybody sees them: presence, deadlines, reserve periods. Empty in a review. */
  @property({ attribute: false }) places: readonly PublicSeat[] = [];
  /** Whether the match waits for this seat. */
  @property({ attribute: false }) awaited = false;
  /** Whether actions can be sent: false for spectators, after the end, in a review and while the connection is lost. */
  @property({ attribute: false }) open = false;
  /** Whether an action is on its way and has not been answered. */
  @property({ attribute: false }) busy = false;
  /** What led to this view, the newest last; empty after a page load. For motion only. */
  @property({ attribute: false }) arrived: Arrival[] = [];
  /** Whether assistance is on in this match (or it is over). */
  @property({ attribute: false }) assistance = false;
  /** Whom to ask what a draft would come to; null where assistance is off, and where nothing can be done. */
  @property({ attribute: false }) advise: Adviser | null = null;
  /** The same for drafts that the match's options let be answered without assistance; null for spectators and after the end. */
  @property({ attribute: false }) openAdvise: Adviser | null = null;
  /** Whether the match is over. */
  @property({ attribute: false }) over = false;

  /** Send an action of this seat. */
  protected act(action: Action): void {
    this.dispatchEvent(new CustomEvent("act", { detail: action, bubbles: true, composed: true }));
  }

  /** Have a sentence read out by a screen reader. */
  protected say(text: string): void {
    this.dispatchEvent(new CustomEvent("say", { detail: text, bubbles: true, composed: true }));
  }

  /** Called with the old view whenever another one has come; a place for motion. */
  protected viewChanged?(before: View | undefined): void;

  protected override willUpdate(changed: PropertyValues): void {
    if (changed.has("view")) this.viewChanged?.(changed.get("view") as View | undefined);
  }
}

/** Whether the person has asked for less motion. */
export function calm(): boolean {
  return document.documentElement.dataset.motion === "less" || matchMedia("(prefers-reduced-motion: reduce)").matches;
}
