/** The board of Set Theory: scores and clocks, the grid, the number entry, the ten sets, the notes. */
import {
  Board, css, html, language, LitElement, nothing, query, shared, state, tabStyles,
  type BoardSection, type KeyHelp, type PropertyValues, type TemplateResult,
} from "@house/kit";
import { Library } from "lucide";
import type { Action, View } from "@types-of/set-theory";
import { COLUMNS, MOST_SKIPS, ROWS } from "./facts";
import { isEstimated, isNumber, typedText } from "./entry";
import "./beginner";
import "./catalogue";
import type { Grid } from "./grid";
import "./grid";
import { storeNotes, readNotes, type Idea, type Notes } from "./notes";
import "./scores";
import "./sets";
import "./set-chances";
import { completedLines, t, turnText, tn, seatName } from "./words";

/** What stands beside the grid, one at a time. */
type Tab = "sets" | "catalogue" | "notes";

/** The section of what stands beside the grid. */
const SETS = "sets";

/** Where the grid and the entry share a small screen with the bar of the page. */
const NARROW_SCREEN = matchMedia("(max-width: 900px)");


export default class SetTheoryBoard extends Board<View, Action> {
  @state() private activeCell = "";
  @state() private typedNumber = "";
  /** Whether the typed number has just been refused. */
  @state() private isRefused = false;
  @state() private markedSet = "";
  @state() private notes: Notes = { text: "", ideas: {} };
  @state() private notesStored = true;
  @state() private tab: Tab = "sets";
  @query(".end") private playEnd?: HTMLElement;
  @query("nh-set-theory-grid") private grid?: Grid;

  #notesMatch: string | null = null;
  #lastIsNew = false;
  /** Whether the grid and the entry have been brought into view as the page was opened. */
  #wasRevealed = false;
  /** Whether a turn of the viewer has just arrived. */
  #wasPlaced = false;

  static override styles = [
    shared,
    tabStyles,
    css`
      :host {
        container-type: inline-size;
      }
      .table {
        display: grid;
        gap: var(--gap-4);
      }
      .play {
        display: flex;
        flex-direction: column;
        gap: var(--gap-2);
        min-width: 0;
      }
      .known {
        display: grid;
        gap: var(--gap-2);
        align-content: start;
        min-width: 0;
      }
      .act {
        display: grid;
        gap: var(--gap-1);
        min-width: 0;
        padding-bottom: var(--gap-1);
      }
      .act.open {
        position: sticky;
        bottom: var(--bar, 0px);
        z-index: 2;
        background: var(--paper);
      }
      .end {
        scroll-margin-bottom: var(--bar, 0px);
      }
      .said {
        display: grid;
        align-content: start;
        min-height: 3em;
        font-size: var(--text-1);
      }
      .said.helped {
        min-height: 48px;
      }
      .said p {
        margin: 0;
        max-width: none;
      }
      .turn {
        display: block;
      }
      .facts {
        display: flex;
        flex-wrap: wrap;
        align-items: baseline;
        gap: 0 var(--gap-3);
      }
      h2 {
        margin: 0;
      }
      .panel {
        display: grid;
        gap: var(--gap-2);
        min-width: 0;
      }
      textarea {
        width: 100%;
        min-height: 12em;
      }
      @container (max-width: 480px) {
        .said.helped {
          min-height: 60px;
        }
      }
      @container (max-width: 420px) {
        nh-set-theory-grid {
          margin-inline: calc(-1 * var(--gap-3)) calc(-1 * var(--gap-2));
        }
      }
      /* A telephone's bar leads from the grid to the sets: one at a time, with the entry below either. */
      @media screen {
        .table[data-section="main"] .known,
        .table[data-section="sets"] nh-set-theory-grid {
          display: none;
        }
      }
      .table:not([data-section=""]) .play {
        gap: var(--gap-1);
      }
      @container (min-width: 780px) {
        .table {
          /* As large as the window is high, beside the list of sets. */
          --row: clamp(56px, (100dvh - 384px) / 8, 92px);
          grid-template-columns: minmax(0, max(540px, 8.6 * var(--row))) minmax(300px, 1fr);
          gap: var(--gap-5);
        }
      }
    `,
  ];

  protected override viewChanged(previous: View | undefined): void {
    const { past } = this.view;
    const last = past.at(-1);
    const grew = previous !== undefined && past.length > previous.past.length;
    this.#lastIsNew = grew && this.arrived.length > 0;
    if (previous?.begins === null && this.view.begins !== null) this.say(this.#beginnerText(), "mine");
    if (!grew || !last) return;
    // One update may bring the own turn and a bot's answer: a number kept from it would stand before the next one.
    const turns = past.slice(previous.past.length);
    if (turns.some((turn) => turn.seat === this.seat && turn.number !== null)) {
      this.typedNumber = "";
      this.#wasPlaced = true;
    }
    turns.forEach((turn, index) => this.say(this.#turnText(previous.past.length + index), turn.seat === this.seat ? "mine" : "others"));
    const name = (seat: number): string => seatName(seat, this.seat, this.names);
    this.say(this.view.scores.map((points, seat) => t("{name}: {points} in all", { name: name(seat), points })).join(", ") + ".", "mine");
  }

  protected override willUpdate(changed: Map<PropertyKey, unknown>): void {
    super.willUpdate(changed);
    // An answer that leaves the number and the turn as they were was a refusal.
    if (changed.get("busy") === true && !this.busy && !changed.has("view")) this.isRefused = this.typedNumber !== "" && this.awaited;
    if (this.#notesMatch === this.match) return;
    this.#notesMatch = this.match;
    this.notes = readNotes(this.match);
  }

  protected override updated(changed: PropertyValues): void {
    super.updated(changed);
    if (!this.view || !NARROW_SCREEN.matches || this.shownSection !== "main" || !this.#isPlaying) return;
    const isOpened = !this.#wasRevealed;
    this.#wasRevealed = true;
    if (isOpened || this.#wasPlaced || (changed.has("activeCell") && this.activeCell)) void this.#reveal();
    this.#wasPlaced = false;
  }

  /** Scrolls as little as shows the entry below the whole grid; on a low screen the active cell has precedence. */
  async #reveal(): Promise<void> {
    const parts = this.renderRoot.querySelectorAll<LitElement>("nh-set-theory-scores, nh-set-theory-grid, nh-set-theory-entry");
    await Promise.all([...parts].map((part) => part.updateComplete));
    this.playEnd?.scrollIntoView({ block: "nearest" });
    this.grid?.showActiveCell();
  }

  protected override nextFocus(): readonly string[] {
    return this.over ? [] : ["nh-set-theory-grid"];
  }

  override render(): TemplateResult {
    if (!this.view) return html``;
    const known = html`<div class="known">${this.#tabs()}</div>`;
    return html`<div class="table" data-section=${this.shownSection}>
      <div class="play">
        <nh-set-theory-scores .view=${this.view} .seat=${this.seat} .names=${this.names} .clock=${this.clock}
          .places=${this.places} @reserve=${this.#announceReserve}></nh-set-theory-scores>
        <nh-set-theory-grid .view=${this.view} .seat=${this.seat} .names=${this.names} .activeCell=${this.activeCell}
          .typedNumber=${this.typedNumber} .markedSet=${this.markedSet} .lastIsNew=${this.#lastIsNew}
          @choose=${(event: CustomEvent<string>) => (this.activeCell = event.detail)}
          @digit=${this.#onDigit} @send=${this.#placeNumber}></nh-set-theory-grid>
        ${this.shownSection ? known : nothing}
        <div class="act ${this.#isPlaying || this.#isDecidingBeginner ? "open" : ""}">
          ${this.#outcome()}
          ${this.#isDecidingBeginner
            ? html`<nh-set-theory-beginner .seat=${this.seat} .names=${this.names} .awaited=${this.awaited} .open=${this.open}
                .busy=${this.busy} @begin=${(event: CustomEvent<number>) => this.act({ type: "begin", seat: event.detail })}></nh-set-theory-beginner>`
            : nothing}
          ${this.#isPlaying
            ? html`<nh-set-theory-entry .cell=${this.#emptyCell} .typedNumber=${this.typedNumber} .awaited=${this.awaited} .open=${this.open}
                .busy=${this.busy} .refused=${this.isRefused} .brief=${this.shownSection === SETS} @typed=${(event: CustomEvent<string>) => this.#type(event.detail)}
                @send=${this.#placeNumber}></nh-set-theory-entry>`
            : nothing}
        </div>
        <div class="end"></div>
      </div>
      ${this.shownSection ? nothing : known}
    </div>`;
  }

  override get sections(): readonly BoardSection[] {
    return this.view && !this.over ? [{ name: SETS, words: t("Sets"), picture: Library }] : [];
  }

  /** What the typed number promises, where there is help; else what the last turn brought. */
  #outcome(): TemplateResult {
    const isHelped = this.#isPlaying && this.advise !== null;
    return html`<div class="said ${isHelped ? "helped" : ""}">
      ${isHelped && isEstimated(this.typedNumber)
        ? html`<nh-set-theory-set-chances .view=${this.view} .typedNumber=${this.typedNumber} .cell=${this.#emptyCell} .advise=${this.advise}></nh-set-theory-set-chances>`
        : this.#turnSummary()}
    </div>`;
  }

  /** The viewer's last turn, the turns since, the turn of the active cell, and the reason of the end. */
  #turnSummary(): TemplateResult {
    const { past, end } = this.view;
    const last = past.length - 1;
    const own = this.seat === null || this.over ? -1 : past.findLastIndex((turn) => turn.seat === this.seat);
    const shown = own < 0 || own === last ? [last] : [own, last];
    const active = past.findIndex((turn) => turn.number !== null && turn.cell === this.activeCell);
    return html`<p>
      ${end ? html`<strong>${endText(end.reason)}</strong><br />` : nothing}
      ${last < 0
        ? html`<span class="soft">${t("Nothing is on the grid yet.")} ${this.#beginnerText()}</span>`
        : shown.map((index) => html`<span class="turn">${this.#turnText(index)}</span>`)}
      ${this.#skipCount > 1 ? t("Skipped in a row: {count} of {most}.", { count: this.#skipCount, most: MOST_SKIPS }) : nothing}
      ${active >= 0 && !shown.includes(active) ? html`<span class="turn soft">${this.#turnText(active)}</span>` : nothing}
    </p>`;
  }

  // Beside the grid

  #tabs(): TemplateResult {
    const names: Partial<Record<Tab, string>> = { sets: t("Sets"), catalogue: t("Catalogue"), ...(this.match ? { notes: t("Notes") } : {}) };
    const tabs = Object.keys(names) as Tab[];
    return html`<div class="tabs screen" role="tablist" aria-label=${t("Beside the grid")} @keydown=${(event: KeyboardEvent) => this.#onTabKey(event, tabs)}>
        ${tabs.map(
          (tab) => html`<button class="fact" role="tab" id="tab-${tab}" aria-controls="beside" aria-selected=${tab === this.tab}
            tabindex=${tab === this.tab ? 0 : -1} @click=${() => (this.tab = tab)}>${names[tab]}</button>`,
        )}
      </div>
      <div class="panel" role="tabpanel" id="beside" aria-labelledby="tab-${this.tab}">${this.#panel()}</div>`;
  }

  #onTabKey(event: KeyboardEvent, tabs: readonly Tab[]): void {
    const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (!step) return;
    this.tab = tabs.at((tabs.indexOf(this.tab) + step) % tabs.length) ?? "sets";
    void this.updateComplete.then(() => this.renderRoot.querySelector<HTMLElement>(`#tab-${this.tab}`)?.focus());
  }

  #panel(): TemplateResult {
    switch (this.tab) {
      case "catalogue":
        return html`<nh-set-theory-catalogue .view=${this.view} .advise=${this.#isPlaying ? this.advise : null}></nh-set-theory-catalogue>`;
      case "notes":
        return this.#notesSection();
      case "sets":
        return html`${this.#facts()}
          <nh-set-theory-sets .view=${this.view} .notes=${this.notes} .markedSet=${this.markedSet} .writable=${this.match !== "" && !this.view.end}
            .reader=${language} @mark=${(event: CustomEvent<string>) => (this.markedSet = event.detail)}
            @note=${this.#setIdea}></nh-set-theory-sets>`;
    }
  }

  /** The beginner in words, if the match decided it. */
  #beginnerText(): string {
    const { begins, options } = this.view;
    if (begins === null || options.first !== "dmo-decides") return "";
    return begins === this.seat ? t("You begin.") : t("{name} begins.", { name: seatName(begins, this.seat, this.names) });
  }

  #facts(): TemplateResult {
    const { past, options, handed_in } = this.view;
    const placedCount = past.filter((turn) => turn.number !== null).length;
    return html`<div class="facts">
      <h2>${this.view.end ? t("What the sets were") : t("The ten sets")}</h2>
      <span class="soft small">${t("{placed} of {cells} cells taken", { placed: placedCount, cells: COLUMNS.length * ROWS.length })}</span>
      ${handed_in ? html`<span class="soft small">${t("the host's sets")}</span>` : nothing}
      ${options.tier !== "whole" && !handed_in
        ? html`<span class="soft small">${options.tier === "plain" ? t("plain properties") : t("plain and less plain properties")}</span>`
        : nothing}
      ${options.on_time_out === "lose" ? html`<span class="soft small">${t("who runs out of time loses")}</span>` : nothing}
      ${options.assistance ? html`<span class="soft small">${t("assistance is on")}</span>` : nothing}
    </div>
    ${this.view.end ? nothing : html`<p class="soft small">${t("Choose a set to light its numbers and lines. Examples can't be placed.")}</p>`}`;
  }

  #notesSection(): TemplateResult {
    return html`<label>
      <span class="soft small">${this.notesStored
        ? t("Kept on this device; nobody else sees them.")
        : t("This browser has no room to keep notes: they are gone when the page is closed.")}</span>
      <textarea maxlength="4000" aria-label=${t("Notes")} .value=${this.notes.text}
        @input=${(event: Event) => this.#storeNotes({ ...this.notes, text: (event.target as HTMLTextAreaElement).value })}></textarea>
    </label>`;
  }

  /** A review knows no places and is never open; a drill knows no places but can be answered. */
  get #isPlaying(): boolean {
    return this.seat !== null && this.view.turn !== null && !this.over && (this.places.length > 0 || this.open);
  }

  /** Whether the beginner is not decided yet. */
  get #isDecidingBeginner(): boolean {
    return this.view.begins === null && !this.over;
  }

  /** The active cell, if it is empty: the number would go there. */
  get #emptyCell(): string {
    return this.view.past.some((turn) => turn.cell === this.activeCell) ? "" : this.activeCell;
  }

  get #skipCount(): number {
    return this.view.past.length - 1 - this.view.past.findLastIndex((turn) => turn.number !== null);
  }

  #turnText(index: number): string {
    const turn = this.view.past[index];
    return turn ? turnText(turn, seatName(turn.seat, this.seat, this.names), completedLines(this.view, index), this.view.end?.worths) : "";
  }

  override get keys(): readonly KeyHelp[] {
    return [
      { keys: ["←", "→", "↑", "↓"], does: t("from cell to cell") },
      { keys: ["Home", "End"], does: t("to the ends of the row") },
      { keys: ["0", "…", "9"], does: t("type the number for the cell; after a refusal a new one") },
      { keys: ["Backspace"], does: t("rubs out the last digit") },
      { keys: ["Enter"], does: t("puts the number on the cell") },
    ];
  }

  // The player's actions

  #onDigit = (event: CustomEvent<string>): void => {
    if (!this.#isPlaying || !this.#emptyCell) return;
    const kept = this.isRefused && event.detail ? "" : this.typedNumber;
    this.#type(event.detail ? typedText(kept + event.detail) : kept.slice(0, -1));
    // A screen reader reads what is typed into a field by itself, and nothing of a cell that changes.
    this.say(this.typedNumber || t("nothing typed"));
  };

  #type(digits: string): void {
    this.isRefused = false;
    this.typedNumber = digits;
    this.draftChanged();
  }

  #placeNumber = (): void => {
    if (!this.#isPlaying || !this.awaited || !this.open || this.busy || !this.#emptyCell || !this.typedNumber || !isNumber(this.typedNumber)) return;
    this.act({ type: "place", number: Number(this.typedNumber), cell: this.#emptyCell });
  };

  #announceReserve = (event: CustomEvent<number>): void => {
    this.say(
      tn(
        "Your turn goes on in reserve time; {count} more period is left.",
        "Your turn goes on in reserve time; {count} more periods are left.",
        event.detail,
      ),
    );
  };

  #setIdea = (event: CustomEvent<{ label: string; idea: Idea }>): void => {
    const { label, idea } = event.detail;
    this.#storeNotes({ ...this.notes, ideas: { ...this.notes.ideas, [label]: idea } });
  };

  #storeNotes(notes: Notes): void {
    this.notes = notes;
    this.notesStored = storeNotes(this.match, notes);
  }
}

function endText(reason: NonNullable<View["end"]>["reason"]): string {
  switch (reason) {
    case "grid-full":
      return t("The grid is full.");
    case "four-skipped":
      return t("Four turns in a row were skipped: fewer time-outs win.");
    case "candidate-resigned":
      return t("The match ended early: the challenger loses.");
    case "dmo-resigned":
      return t("The match ended early: the opponent loses.");
    case "time-ran-out":
      return t("Time ran out, and that loses the match.");
    default:
      return "";
  }
}

/** Labels for the options of a new match. */
export function labels(name: string): string | undefined {
  switch (name) {
    case "first":
      return t("Who begins");
    case "dmo":
      return t("The opponent (seat 2)");
    case "candidate":
      return t("The challenger (seat 1)");
    case "dmo-decides":
      return t("The opponent decides it as the match begins");
    case "examples":
      return t("Examples of each set");
    case "on_time_out":
      return t("Running out of time costs");
    case "skip":
      return t("the turn");
    case "lose":
      return t("the match");
    case "sets":
      return t("Your ten sets, A to J (none: they are drawn)");
    case "example_numbers":
      return t("Their examples, a line of numbers for each of A to J (none: they are drawn)");
    case "tier":
      return t("Sets are drawn from");
    case "plain":
      return t("what people know");
    case "mixed":
      return t("that, and what a sentence explains");
    case "whole":
      return t("the whole catalogue");
    case "listed":
      return t("A list of numbers");
    case "numbers":
      return t("Numbers");
    case "written":
      return t("A condition on n");
    case "expression":
      return t("Condition, such as n % 7 == 3");
    case "statement":
      return t("In words");
    case "string":
      return t("A property of the catalogue, by name");
    case "worths":
      return t("Their worths, A to J (none: they are drawn)");
    case "assistance":
      return t("Look-ups and hints, if everybody agrees");
    default:
      return undefined;
  }
}
