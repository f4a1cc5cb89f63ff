/** The board: what can be done now, the answers so far, the cards, and the note sheet. */
import type { Action, Advice as Checked, components, Draft, View } from "@types-of/turing-machine";
import { Advice, Board, css, html, nothing, shared, state, type PropertyValues, type TemplateResult } from "@house/kit";
import { answerGrid, answerStyles, type Grid } from "./answers";
import { cardsOf, cardStyles, type Pen } from "./cards";
import { checkedStyles, checkedWords } from "./laws/checked";
import { LETTERS, listed, ownSide, ownTrack, seatName, sideName, t } from "./course";
import { endStyles, reasonOf, solutionOf, type Doubt } from "./end";
import { hues } from "./hues";
import { digitsOf, noteStyles, pairsOf, textOf } from "./laws/notes";
import { nowOf, nowStyles } from "./now";
import { pictureStyles } from "./pictures";
import { seatStyles, sidesOf } from "./seats";

type Sheet = components["schemas"]["Sheet"];

const BLANK: Sheet = { crossed: [], text: "" };
/** Milliseconds of quiet after which written words are kept. */
const QUIET = 800;
const KEPT = "numberhouse.turing-machine.words";

export default class TuringMachineBoard extends Board<View, Action> {
  @state() private code = "";
  @state() private sure = false;
  @state() private changing = false;
  @state() private doubt: Doubt | null = null;
  @state() private inWords = localStorage.getItem(KEPT) === "yes";
  /** The note sheet as it is being written; null: as the view has it. */
  @state() private draft: Sheet | null = null;

  #checked = new Advice<Draft, Checked>(this);
  /** Whether the draft has something that was not sent. */
  #unsent = false;
  #timer = 0;
  #sent = false;
  #focused = false;
  /** On a phone the longer notes wait behind a line, so that the cards come sooner. */
  #roomy = innerWidth >= 700;

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
      /* On a phone the panel follows through all that lies below it, so it must not end with the desk. */
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

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    window.clearTimeout(this.#timer);
    this.#flush();
  }

  protected override viewChanged(before: View | undefined): void {
    const { view } = this;
    const track = ownTrack(view);
    if (!before || !this.code) this.code ||= lastProposal(view) ?? "123";
    if (before?.round !== view.round || before.phase !== view.phase) {
      this.sure = this.changing = false;
      const proposed = track?.turns.at(-1)?.proposal;
      if (proposed) this.code = proposed;
    }
    if (before && before.paper?.verdict !== view.paper?.verdict) this.sure = this.changing = false;
    if (before) this.#tell();
    if (!this.#unsent && !this.#timer && !this.busy) this.draft = null;
  }

  protected override willUpdate(changed: PropertyValues): void {
    super.willUpdate(changed);
    this.#focused = this.shadowRoot?.activeElement?.closest(".now") !== null && this.shadowRoot?.activeElement !== null;
    if (changed.has("busy") && !this.busy) {
      this.#sent = false;
      this.#flush();
    }
    this.#checked.ask(this.advise, this.view.sheet ? { crossed: this.#sheet().crossed } : null, this.view.paper);
  }

  /** Where a control vanished under the finger, the next one takes its place. */
  protected override updated(changed: PropertyValues): void {
    super.updated(changed);
    if (!this.#focused || this.shadowRoot?.activeElement) return;
    const found = ["nh-turing-machine-dial", "button.asker:not(:disabled)", "button:not(:disabled)", ""].map((one) =>
      this.renderRoot.querySelector<HTMLElement>(`.now ${one}`.trim()),
    );
    found.find((one) => one)?.focus();
  }

  override render(): TemplateResult {
    const { view } = this;
    const own = ownSide(view);
    const pen = this.#pen();
    const sides = sidesOf(view, this.names, (side) => this.#grid(side));
    return html`<div class="all">
      <div class="desk">
        ${view.end
          ? solutionOf(view, this.names, this.doubt)
          : own === null
            ? nothing
            : html`<section class="sheet now" tabindex="-1" aria-label=${t("Now")}>
              ${nowOf({
                view,
                names: this.names,
                there: this.open || this.awaited,
                usable: this.open,
                code: this.code,
                crossed: pen?.crossed ?? new Set(),
                sure: this.sure,
                changing: this.changing,
                turn: (code) => (this.code = code),
                act: (action) => this.#do(action),
                ask: (sure) => (this.sure = sure),
                change: (changing) => (this.changing = changing),
              })}
            </section>`}
        ${own === null
          ? nothing
          : html`<section class="sheet own-answers" aria-label=${t("Answers")}>${answerGrid(this.#grid(own))}</section>`}
        ${own === null ? sides : nothing} ${pen ? this.#notes(pen) : nothing}
      </div>
      <div class="table">
        <p class="terms">
          <span>${this.#terms()}</span>
          <button class="switch screen" aria-pressed=${this.inWords} @click=${this.#switchWords}>${t("Laws in words")}</button>
        </p>
        ${view.layout.mode === "nightmare"
          ? html`<p class="soft">${t("Each verifier has one of these cards; whose is which is hidden.")}</p>`
          : nothing}
        ${cardsOf(view, pen, this.inWords)} ${own === null ? nothing : sides}
      </div>
    </div>`;
  }

  #terms(): TemplateResult {
    const { view } = this;
    const { options } = view;
    const mode = { classic: t("classic"), extreme: t("extreme"), nightmare: t("nightmare") }[view.layout.mode];
    const style = view.seats === 1 ? t("solo") : options.style === "team" ? t("team") : t("race");
    const more = [mode, style, ...(options.assistance ? [t("assistance is on")] : [])].join(", ");
    return html`<strong>${t("Round {round}", { round: view.round })}</strong> <span class="soft">· ${more}</span>`;
  }

  #grid(side: number): Grid {
    const { view } = this;
    const own = side === ownSide(view);
    return {
      caption: own ? t("Your answers") : t("Answers to {name}", { name: sideName(view, this.names, side) }),
      track: view.tracks[side]!,
      paper: view.end ? view.end.papers[side] : own ? view.paper : null,
      verifiers: view.layout.cards.length,
      running: view.end || view.tracks[side]?.out ? undefined : view.round - 1,
      explain: view.end ? (round, verifier) => (this.doubt = { side, round, verifier }) : undefined,
    };
  }

  #notes(pen: Pen): TemplateResult {
    const sheet = this.#sheet();
    const pairs = pairsOf(this.view, pen);
    const text = textOf(sheet.text, pen.open, (text, done) => this.#write(text, done));
    return html`<section class="sheet notes stack" aria-label=${t("Your notes")}>
      <h2>${t("Your notes")} <span class="small soft">${pen.open ? (this.advise ? t("only you see them; they are checked for you") : t("only you see them, nobody checks them")) : nothing}</span></h2>
      ${this.advise ? checkedWords(this.#checked.found) : nothing}
      ${digitsOf(pen)}
      ${pairs === nothing ? nothing : html`<details ?open=${this.#roomy}><summary>${t("Whose card")}</summary>${pairs}</details>`}
      ${text === nothing ? nothing : html`<details ?open=${this.#roomy || sheet.text !== ""}><summary>${t("Own words")}</summary>${text}</details>`}
    </section>`;
  }

  #switchWords = (): void => {
    this.inWords = !this.inWords;
    localStorage.setItem(KEPT, this.inWords ? "yes" : "no");
  };

  /** One deed at a time: a second click is not a second action. */
  #do(action: Action): void {
    if (!this.open || this.#sent) return;
    this.#sent = true;
    this.act(action);
  }

  // The note sheet

  #sheet(): Sheet {
    return this.draft ?? this.view.sheet ?? BLANK;
  }

  #pen(): Pen | null {
    if (!this.view.sheet) return null;
    const open = this.open && !this.view.end;
    return { crossed: new Set(this.#sheet().crossed), open, standings: this.#checked.found?.marks ?? {}, toggle: (mark) => this.#toggle(mark) };
  }

  #toggle(mark: string): void {
    const { crossed, text } = this.#sheet();
    const next = crossed.includes(mark) ? crossed.filter((one) => one !== mark) : [...crossed, mark];
    this.draft = { crossed: next, text };
    this.#unsent = true;
    this.#flush();
  }

  #write(text: string, done: boolean): void {
    this.draft = { ...this.#sheet(), text };
    this.#unsent = true;
    window.clearTimeout(this.#timer);
    this.#timer = 0;
    if (done) this.#flush();
    else this.#timer = window.setTimeout(() => this.#flush(), QUIET);
  }

  /** Send the draft, unless something is on its way: then it goes when that is answered. */
  #flush(): void {
    if (!this.#unsent || this.busy || !this.open || !this.draft) return;
    window.clearTimeout(this.#timer);
    this.#timer = 0;
    this.#unsent = false;
    this.act({ type: "note", sheet: this.draft });
  }

  // What is read out

  #tell(): void {
    const lines = this.arrived.flatMap(({ events }) => events.map(({ code, values }) => this.#line(code, values)));
    const told = lines.filter(Boolean).join(" ");
    if (told) this.say(told);
  }

  #line(code: string, values: Record<string, unknown>): string {
    switch (code) {
      case "answered": {
        const told = { letter: LETTERS[values.verifier as number]!, code: values.proposal as string };
        return values.answer ? t("{letter} says yes to {code}.", told) : t("{letter} says no to {code}.", told);
      }
      case "round-closed": {
        const wrong = (values.wrong as number[]).map((seat) => (seat === this.seat ? t("you") : seatName(this.names, seat)));
        return wrong.length
          ? t("Round {round} is closed. Wrong and out: {names}.", { round: values.round as number, names: listed(wrong) })
          : t("Round {round} is closed.", { round: values.round as number });
      }
      case "match-over":
        return this.view.end ? `${reasonOf(this.view, this.names)} ${t("The code is {code}.", { code: this.view.end.code })}` : "";
      default:
        return "";
    }
  }
}

function lastProposal(view: View): string | undefined {
  return ownTrack(view)?.turns.findLast((turn) => turn.proposal)?.proposal;
}

/** Words for the options of a match and their values. */
export function labels(name: string): string | undefined {
  const known: Record<string, string> = {
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
  return known[name];
}
