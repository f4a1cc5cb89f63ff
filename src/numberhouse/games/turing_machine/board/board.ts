/** The board of Turing Machine: the controls, the answers so far, the cards, and the note sheet. */
import type { Action, Advice as Checked, components, Draft, View } from "@types-of/turing-machine";
import { Advice, Board, css, html, nothing, shared, state, type KeyHelp, type PropertyValues, type TemplateResult } from "@house/kit";
import { answerGrid, answerStyles, type AnswerGridModel } from "./answers";
import { cardsTemplate, cardStyles, type NotesPen } from "./cards";
import { checkedStyles, checkTemplate } from "./laws/sheet-check";
import { currentTurn, LETTERS, listText, ownSide, ownTrack, seatName, sideName, t } from "./progress";
import { endStyles, endReason, solutionTemplate, wrongCodeText, type AnswerReference } from "./solution";
import { hues } from "./hues";
import { after, asRunning, begin, canSearchOn, offer, searchHead, searchResult, searchStyles, storedSearch, storeSearch, type Search } from "./search";
import { digitNotes, noteStyles, cardOwnerNotes, textNotes } from "./laws/notes";
import { askButton, currentAction, nowStyles, taskText, type ActionContext } from "./controls";
import { pictureStyles } from "./pictures";
import { seatStyles, sidesTemplate } from "./seats";

type Sheet = components["schemas"]["Sheet"];

const BLANK: Sheet = { crossed: [], text: "" };
/** Milliseconds without a keystroke after which the notes' text is sent. */
const SAVE_DELAY_MS = 800;
/** Pixels of the board from which the cards stand beside the controls; the styles below have the same number. */
const WIDE = 700;
const STORAGE_KEY = "numberhouse.turing-machine.words";

export default class TuringMachineBoard extends Board<View, Action> {
  @state() private code = "";
  @state() private confirming = false;
  @state() private changingVerdict = false;
  @state() private selectedAnswer: AnswerReference | null = null;
  @state() private lawsInWords = localStorage.getItem(STORAGE_KEY) === "yes";
  /** The draft of the note sheet; null while it equals the view's. */
  @state() private draft: Sheet | null = null;

  /** The player's search after the end; null without one. */
  @state() private search: Search | null = null;
  /** Whether the end came while the player looked on and the solution is still covered. */
  @state() private covered = false;
  /** Whether the answer to a question of the search is awaited, and whether the last one failed. */
  @state() private isAsking = false;
  @state() private isLost = false;
  #searchMatch: string | null = null;

  #sheetCheck = new Advice<Draft, Checked>(this);
  /** Whether the draft contains changes that were not sent. */
  #unsent = false;
  #timer = 0;
  #actionSent = false;
  /** Whether the controls and the cards stand side by side. On a phone they share one column. */
  @state() private isWide = innerWidth >= WIDE;
  #width = new ResizeObserver(() => (this.isWide = this.offsetWidth >= WIDE));

  static override styles = [
    shared,
    hues,
    pictureStyles,
    answerStyles,
    cardStyles,
    noteStyles,
    nowStyles,
    seatStyles,
    endStyles,
    searchStyles,
    checkedStyles,
    css`
      :host {
        container-type: inline-size;
      }
      .all,
      .desk,
      .table {
        display: flex;
        flex-direction: column;
        gap: var(--gap-3);
        min-width: 0;
      }
      /* On a phone the panel sticks to everything below it, so it must not end with the desk. */
      .desk {
        display: contents;
      }
      .now {
        position: sticky;
        top: 0;
        z-index: 2;
        padding: var(--gap-3);
        border-color: var(--line-strong);
        border-inline-start: 4px solid var(--accent);
      }
      .terms {
        display: flex;
        flex-wrap: wrap;
        align-items: center;
        justify-content: space-between;
        gap: 0 var(--gap-3);
        min-height: 28px;
        margin: 0;
        max-width: none;
      }
      .own-answers {
        padding: var(--gap-2);
      }
      .own-answers .none {
        margin: var(--gap-1) var(--gap-2);
      }
      .notes {
        gap: var(--gap-2);
        padding: var(--gap-3);
      }
      .notes h2,
      .sides h2 {
        font-size: var(--text-2);
        margin: 0;
      }
      .notes h2 .small {
        font-weight: 400;
      }
      .switch {
        min-height: var(--touch);
        padding: 0 var(--gap-2);
        font-size: var(--text-1);
      }
      .switch[aria-pressed="true"] {
        border-color: var(--accent);
        background: var(--accent-tint);
      }
      @container (min-width: 700px) {
        .all {
          flex-direction: row;
          gap: var(--gap-4);
        }
        .desk {
          display: flex;
          flex: 0 0 340px;
        }
        .table {
          flex: 1;
        }
      }
      @container (min-width: 1040px) {
        .desk {
          flex-basis: 400px;
        }
        .cards {
          grid-template-columns: repeat(2, minmax(0, 1fr));
        }
      }
      @media print {
        .now {
          position: static;
        }
      }
    `,
  ];

  override connectedCallback(): void {
    super.connectedCallback();
    this.#width.observe(this);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#width.disconnect();
    window.clearTimeout(this.#timer);
    this.#flush();
  }

  protected override viewChanged(previous: View | undefined): void {
    const { view } = this;
    const track = ownTrack(view);
    this.#coverEnd(previous);
    if (!previous || !this.code) this.code ||= lastProposal(view) ?? "123";
    if (previous?.round !== view.round || previous.phase !== view.phase) {
      this.confirming = this.changingVerdict = false;
      const proposed = track?.turns.at(-1)?.proposal;
      if (proposed) this.code = proposed;
    }
    if (previous && previous.paper?.verdict !== view.paper?.verdict) this.confirming = this.changingVerdict = false;
    if (previous) this.#announceArrivals(taskText(previous));
    if (!this.#unsent && !this.#timer && !this.busy) this.draft = null;
  }

  protected override willUpdate(changed: PropertyValues): void {
    super.willUpdate(changed);
    if (changed.has("busy") && !this.busy) {
      this.#actionSent = false;
      this.#flush();
    }
    this.#sheetCheck.ask(this.advise, this.view.sheet ? { crossed: this.#sheet().crossed, question: null } : null, this.view.paper);
  }

  // The search after the end

  /** Whether the solution stays hidden, because the player searches on or hasn't chosen yet. */
  get #isHidden(): boolean {
    return this.view.end !== null && (this.covered || (this.search !== null && !this.search.found && !this.search.revealed));
  }

  #coverEnd(previous: View | undefined): void {
    const { view } = this;
    if (this.#searchMatch !== this.match) {
      this.#searchMatch = this.match;
      this.search = storedSearch(this.match);
    }
    if (previous && !previous.end && view.end && this.openAdvise && canSearchOn(view)) this.covered = true;
    if (!view.end) this.covered = false;
    this.#tellPage();
  }

  /** The page hides the texts that would tell the solution. */
  #tellPage(): void {
    this.dispatchEvent(new CustomEvent("conceal", { detail: this.#isHidden, bubbles: true, composed: true }));
  }

  #setSearch(search: Search): void {
    this.search = search;
    this.covered = false;
    storeSearch(this.match, search);
    this.#tellPage();
  }

  #reveal = (): void => {
    if (this.search) this.#setSearch({ ...this.search, revealed: true });
    this.covered = false;
    this.#tellPage();
  };

  async #searchOn(action: Action): Promise<void> {
    const { search, view, openAdvise } = this;
    if (!search || !view.end || this.isAsking) return;
    this.isLost = this.confirming = this.changingVerdict = false;
    let answer: boolean | undefined;
    if (action.type === "ask") {
      this.isAsking = true;
      const question = { code: search.rounds.at(-1)?.proposal ?? "", verifier: action.verifier };
      const response = await openAdvise?.({ crossed: [], question } satisfies Draft, new AbortController().signal).catch(() => null);
      this.isAsking = false;
      answer = (response?.result as Checked | undefined)?.answer ?? undefined;
      this.isLost = answer === undefined;
      if (answer !== undefined) this.say(this.#line("answered", { verifier: action.verifier, proposal: question.code, answer }));
    }
    this.#setSearch(after(search, action, view.end.code, answer));
  }

  protected override nextFocus(): readonly string[] {
    // After a question the next card takes it, so that no other part of the page comes into view.
    const track = ownTrack(this.#shownView);
    const asked = track ? (currentTurn(track).asked.at(-1) ?? -1) : -1;
    const after = Array.from(LETTERS, (_, verifier) => verifier).sort((one, other) => near(asked, one) - near(asked, other));
    return [".now nh-turing-machine-dial", ...after.map((verifier) => `button.asker[data-verifier="${verifier}"]`), ".now button", ".now"];
  }

  override render(): TemplateResult {
    const hidden = this.#isHidden;
    const view = this.#shownView;
    const own = ownSide(view);
    const notesPen = this.#notesPen();
    const context = own === null || view.end || (hidden && this.covered) ? null : this.#actionContext(view, notesPen);
    const desk = hidden && this.covered
      ? offer(this.view, this.names, () => this.#setSearch(begin()), this.#reveal)
      : view.end
        ? html`${this.search?.found ? searchResult(view, this.names, this.search) : nothing} ${solutionTemplate(view, this.names, this.selectedAnswer)}`
        : context
          ? html`<section class="sheet now" tabindex="-1" aria-label=${t("Now")}>
              ${context.searching && this.search ? searchHead(this.search, this.isLost, this.#reveal) : nothing} ${currentAction(context)}
            </section>`
          : nothing;
    const answers =
      own === null ? nothing : html`<section class="sheet own-answers" aria-label=${t("Answers")}>${answerGrid(this.#grid(own))}</section>`;
    const sides = sidesTemplate(view, this.names, (side) => this.#grid(side));
    const notes = notesPen ? this.#notes(notesPen) : nothing;
    const cards = this.#cards(view, notesPen, context);
    if (this.isWide || own === null) {
      return html`<div class="all">
        <div class="desk">${desk} ${answers} ${own === null ? sides : nothing} ${notes}</div>
        <div class="table">${cards} ${own === null ? nothing : sides}</div>
      </div>`;
    }
    // In one column the cards follow what is done with them. Where each card shows its answers, the grid can wait.
    const cardsFirst = context !== null && view.layout.mode !== "nightmare";
    const table = html`<div class="table">${cards}</div>`;
    return html`<div class="all">${desk} ${cardsFirst ? html`${table} ${answers}` : html`${answers} ${table}`} ${notes} ${sides}</div>`;
  }

  #actionContext(view: View, notesPen: NotesPen | null): ActionContext {
    const searching = this.#isHidden;
    return {
      view,
      names: this.names,
      showControls: searching || this.open || this.awaited,
      usable: searching ? !this.isAsking && this.openAdvise !== null : this.open,
      searching,
      askOnCards: !this.isWide && view.layout.mode !== "nightmare",
      code: this.code,
      crossed: notesPen?.crossed ?? new Set(),
      confirming: this.confirming,
      changingVerdict: this.changingVerdict,
      setCode: (code) => (this.code = code),
      act: (action) => this.#sendAction(action),
      setConfirming: (sure) => (this.confirming = sure),
      setChangingVerdict: (changing) => (this.changingVerdict = changing),
    };
  }

  #cards(view: View, notesPen: NotesPen | null, context: ActionContext | null): TemplateResult {
    const ask = context?.askOnCards ? (verifier: number) => askButton(context, verifier) : undefined;
    return html`<h2 class="heard">${t("Cards")}</h2>
      <p class="terms">
        <span>${this.#terms()}</span>
        <button class="switch screen" aria-pressed=${this.lawsInWords} @click=${this.#toggleLawsInWords}>${t("Laws in words")}</button>
      </p>
      ${view.layout.mode === "nightmare"
        ? html`<p class="soft">${t("Each verifier has one of these cards; whose is which is hidden.")}</p>`
        : nothing}
      ${cardsTemplate(view, notesPen, this.lawsInWords, ask)}`;
  }

  /** The view that is drawn: while the solution is hidden, that of a running match. */
  get #shownView(): View {
    return this.#isHidden ? asRunning(this.view, this.covered ? null : this.search) : this.view;
  }

  #terms(): TemplateResult {
    const view = this.#shownView;
    const { options } = view;
    const mode = { classic: t("classic"), extreme: t("extreme"), nightmare: t("nightmare") }[view.layout.mode];
    const style = view.seats === 1 ? t("solo") : options.style === "team" ? t("team") : t("race");
    const terms = [mode, style, ...(options.assistance ? [t("assistance is on")] : [])].join(", ");
    return html`<strong>${t("Round {round}", { round: view.round })}</strong> <span class="soft">· ${terms}</span>`;
  }

  #grid(side: number): AnswerGridModel {
    const view = this.#shownView;
    const own = side === ownSide(view);
    return {
      caption: own ? t("Your answers") : t("Answers to {name}", { name: sideName(view, this.names, side) }),
      track: view.tracks[side]!,
      paper: view.end ? view.end.papers[side] : own ? view.paper : null,
      verifiers: view.layout.cards.length,
      currentRound: view.end || view.tracks[side]?.out ? undefined : view.round - 1,
      explain: view.end ? (round, verifier) => (this.selectedAnswer = { side, round, verifier }) : undefined,
    };
  }

  #notes(notesPen: NotesPen): TemplateResult {
    const sheet = this.#sheet();
    const pairs = cardOwnerNotes(this.view, notesPen);
    const text = textNotes(sheet.text, notesPen.open, (text, isFinished) => this.#write(text, isFinished));
    return html`<section class="sheet notes stack" aria-label=${t("Your notes")}>
      <h2>${t("Your notes")} <span class="small soft">${notesPen.open ? (this.advise ? t("only you see them; they are checked for you") : t("only you see them, nobody checks them")) : nothing}</span></h2>
      ${this.advise ? checkTemplate(this.#sheetCheck.found) : nothing}
      ${digitNotes(notesPen)}
      ${pairs === nothing ? nothing : html`<details ?open=${this.isWide}><summary>${t("Whose card")}</summary>${pairs}</details>`}
      ${text === nothing ? nothing : html`<details ?open=${this.isWide || sheet.text !== ""}><summary>${t("Own words")}</summary>${text}</details>`}
    </section>`;
  }

  #toggleLawsInWords = (): void => {
    this.lawsInWords = !this.lawsInWords;
    localStorage.setItem(STORAGE_KEY, this.lawsInWords ? "yes" : "no");
  };

  /** Send one action at a time: a double click must not send a second action. */
  #sendAction(action: Action): void {
    if (this.#isHidden) {
      void this.#searchOn(action);
      return;
    }
    if (!this.open || this.#actionSent) return;
    this.#actionSent = true;
    this.act(action);
  }

  // The note sheet

  #sheet(): Sheet {
    return this.draft ?? this.view.sheet ?? BLANK;
  }

  #notesPen(): NotesPen | null {
    if (!this.view.sheet) return null;
    const open = this.#isHidden ? !this.covered : this.open && !this.view.end;
    return { crossed: new Set(this.#sheet().crossed), open, standings: this.#sheetCheck.found?.marks ?? {}, toggle: (mark) => this.#toggle(mark) };
  }

  #toggle(mark: string): void {
    const { crossed, text } = this.#sheet();
    const nextCrossed = crossed.includes(mark) ? crossed.filter((other) => other !== mark) : [...crossed, mark];
    this.draft = { crossed: nextCrossed, text };
    this.#unsent = true;
    this.#flush();
  }

  #write(text: string, isFinished: boolean): void {
    this.draft = { ...this.#sheet(), text };
    this.#unsent = true;
    window.clearTimeout(this.#timer);
    this.#timer = 0;
    if (isFinished) this.#flush();
    else this.#timer = window.setTimeout(() => this.#flush(), SAVE_DELAY_MS);
  }

  /** Send the draft, or wait until the action on its way is answered. */
  #flush(): void {
    if (!this.#unsent || this.busy || !this.open || !this.draft) return;
    window.clearTimeout(this.#timer);
    this.#timer = 0;
    this.#unsent = false;
    this.act({ type: "note", sheet: this.draft });
  }

  override get keys(): readonly KeyHelp[] {
    return [
      { keys: ["1", "…", "5"], does: t("on a wheel: that digit, and on to the next wheel") },
      { keys: ["↑", "↓"], does: t("on a wheel: turns it") },
      { keys: ["←", "→"], does: t("to the wheel beside it") },
      { keys: ["Enter"], does: t("proposes the code, or asks whether you are sure of it") },
    ];
  }

  // Announcements for screen readers

  /** Announces the new events, and what is asked now unless it is asked already. */
  #announceArrivals(askedBefore: string): void {
    const lines = this.arrived.flatMap(({ events }) => events.map(({ code, values }) => this.#line(code, values)));
    const task = taskText(this.view);
    if (this.awaited && task !== askedBefore) lines.push(task);
    const text = lines.filter(Boolean).join(" ");
    if (text) this.say(text, "mine");
  }

  #line(code: string, values: Record<string, unknown>): string {
    switch (code) {
      case "answered": {
        const told = { letter: LETTERS[values.verifier as number]!, code: values.proposal as string };
        return values.answer ? t("{letter} says yes to {code}.", told) : t("{letter} says no to {code}.", told);
      }
      case "round-closed": {
        const closed = t("Round {round} is closed.", { round: values.round as number });
        const seats = values.wrong as number[];
        const others = seats.filter((seat) => ownSide(this.view) === null || (this.view.options.style === "race" && seat !== this.seat));
        const names = listText(others.map((seat) => seatName(this.names, seat)));
        return [closed, wrongCodeText(this.view, values.round as number), names ? t("Wrong and out: {names}.", { names }) : ""].filter(Boolean).join(" ");
      }
      case "match-over":
        if (!this.view.end) return "";
        return this.#isHidden
          ? endReason(this.view, this.names)
          : `${endReason(this.view, this.names)} ${t("The code is {code}.", { code: this.view.end.code })}`;
      default:
        return "";
    }
  }
}

/** Orders verifiers by their distance from the one that was asked: those after it first. */
function near(asked: number, verifier: number): number {
  return verifier > asked ? verifier - asked : LETTERS.length + asked - verifier;
}

function lastProposal(view: View): string | undefined {
  return ownTrack(view)?.turns.findLast((turn) => turn.proposal)?.proposal;
}

/** Labels for the options of a match and their values. */
export function labels(name: string): string | undefined {
  const labelTexts: Record<string, string> = {
    mode: t("Mode"),
    classic: t("classic"),
    extreme: t("extreme: two cards each"),
    nightmare: t("nightmare: whose card is hidden"),
    verifiers: t("Verifiers"),
    level: t("Level"),
    easy: t("easy"),
    standard: t("standard"),
    hard: t("hard"),
    any: t("any"),
    cards: t("Cards, for each verifier"),
    style: t("Style"),
    race: t("race"),
    team: t("team"),
    handicap: t("Handicap in questions, for each seat"),
    problem: t("Problem id"),
    assistance: t("Assistance"),
  };
  return labelTexts[name];
}
