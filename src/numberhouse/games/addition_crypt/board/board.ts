/** The board of Addition Crypt: the ring of nodes, the viewer's submission, and the result of each round. */
import {
  Advice, Board, calm, classMap, css, html, icon, letterKeys, nothing, Reveal, shared, state, type KeyHelp, type PropertyValues,
  type TemplateResult,
} from "@house/kit";
import { CheckCheck, MessagesSquare } from "lucide";
import type { Action, View } from "@types-of/addition-crypt";
import { ring, ringStyles, wantsWidth, type Draft } from "./ring";
import { course, earned, roomsAfter, roundTemplate, rooms, roundsStyles, terms, type Rounds } from "./rounds";
import { guesses, guessesStyles } from "./guesses";
import { standing, standingStyles } from "./final-table";
import { meetings, meetingsStyles } from "./meetings";
import { groups, opening, talkStyles, type Talk } from "./group-rooms";
import { advice, drafted, howShown, picked, tray, trayStyles } from "./tray";
import { barredText, letter, lineOf, listText, nodeOf, roundName, same, t, termSentences, termsOf, tn, whoIs, written, type Pick } from "./words";

export { labels } from "./words";

const NOTHING: Draft = { nodes: [], scoring: null };
/** Pixels of the ring's foot that hold nothing. */
const FOOT = 8;

/** A draft for the game's adviser. */
interface Guess extends Pick {
  others: number[];
}

/** The event that announces a room, with its values. */
interface RoomOpened {
  node: number;
  seats: number[];
}

export default class AdditionCryptBoard extends Board<View, Action> {
  @state() private draft = NOTHING;
  @state() private shownRound = 0;
  @state() private focused = 0;
  /** The barred node that was tried; its reason shows until another is chosen. */
  @state() private tried: number | null = null;
  @state() private guests: number[] = [];
  @state() private others: number[] = [];
  #advice = new Advice<Guess, { values: number[] }>(this);
  /** The last round: its nodes, the viewer's points, then the viewer's rooms. */
  #reveal = new Reveal(this);
  /** Whether the viewer has touched the nodes in this round: then none of them may lie under the tray. */
  #touched = false;

  static override styles = [
    shared,
    css`
      :host {
        container-type: inline-size;
      }
      .board {
        display: grid;
        grid-template-columns: minmax(0, 1fr);
        gap: var(--gap-4);
      }
      .play {
        display: grid;
        gap: var(--gap-4);
        grid-template-columns: minmax(0, 1fr);
      }
      .play,
      .beside {
        align-content: start;
      }
      .beside {
        display: grid;
        grid-template-columns: minmax(0, 1fr);
        gap: var(--gap-3);
      }
      h2 {
        margin-bottom: var(--gap-2);
      }
      .centre p {
        margin: 0;
      }
      .centre .name {
        font-size: var(--text-3);
        font-weight: 600;
        line-height: 1.2;
        text-wrap: balance;
      }
      .centre .mono {
        min-height: 1.5em;
        font-size: var(--text-5);
        font-weight: 600;
        line-height: 1.4;
      }
      .barred-why {
        padding: var(--gap-1) var(--gap-2);
        border: 1px solid var(--line-strong);
        border-inline-start: 3px solid var(--accent);
        background: var(--sheet);
        text-align: start;
      }
      .centre .base {
        max-width: 26ch;
      }
      /* On a phone the tray says it: the ring has no room for it. */
      @container (max-width: 719px) {
        .centre .barred-why {
          display: none;
        }
      }
      /* In the small ring stands what the viewer does now, or what the round is. */
      @container (max-width: 559px) {
        /* Several variations in one round have a long name; its terms stand below the ring. */
        .centre .name {
          font-size: var(--text-2);
          display: -webkit-box;
          -webkit-box-orient: vertical;
          -webkit-line-clamp: 2;
          overflow: hidden;
        }
        .centre .mono {
          font-size: var(--text-4);
        }
        .centre .mono.none,
        .centre .mono.none ~ .how,
        .centre:has(.mono:not(.none)) :is(.base, .reveal) {
          display: none;
        }
      }
      .through {
        margin: 0;
      }
      .score strong {
        font-size: var(--text-3);
      }
      .talk {
        margin: 0;
      }
      /* The results of a round keep their place while its nodes count. */
      .counting :is(.own, .score, .round, .course .told, .rooms) {
        visibility: hidden;
      }
      .through .icon,
      .talk > .icon {
        vertical-align: -0.25em;
      }
      .dock {
        position: sticky;
        bottom: var(--bar, 0px);
        z-index: 1;
        padding-block: var(--gap-2);
        background: var(--paper);
      }
      @container (min-width: 720px) {
        .wide {
          grid-template: auto auto 1fr / minmax(0, 1fr) 330px;
        }
        .wide > .earned {
          grid-column: 2;
        }
        .wide > .dock {
          position: static;
          grid-column: 2;
          padding: 0;
        }
        .wide > .ring {
          grid-area: 1 / 1 / 4 / 2;
        }
      }
      /* The standing and the rounds side by side, the ring below them. */
      @container (min-width: 1100px) {
        .ended {
          grid-template-columns: auto minmax(0, 1fr);
          column-gap: var(--gap-6);
        }
        .ended > .play {
          grid-area: 2 / 1 / 3 / 3;
        }
        .ended > section {
          grid-row: 1;
        }
      }
      /* A phone shows the play and the rounds one at a time; paper shows both. */
      @media screen {
        .shows-play > :is(.round, .of-rounds, .meetings),
        .shows-play.ended .beside,
        .shows-rounds:not(.ended) .beside,
        .shows-rounds > .play > :is(.ring, .dock) {
          display: none;
        }
      }
      @media print {
        .dock {
          position: static;
        }
      }
    `,
    ringStyles,
    trayStyles,
    roundsStyles,
    standingStyles,
    talkStyles,
    guessesStyles,
    meetingsStyles,
  ];

  override connectedCallback(): void {
    super.connectedCallback();
    this.addEventListener("keydown", this.#key);
  }

  protected override viewChanged(before: View | undefined): void {
    const { view } = this;
    const turned = before?.round !== view.round || before.rounds.length !== view.rounds.length;
    if (turned) {
      this.#touched = false;
      this.tried = null;
      this.shownRound = view.rounds.length;
      this.others = view.values.map(() => 0);
      this.focused = Math.max(0, view.values.findIndex((_, node) => !view.barred.includes(node)));
    }
    if (before && before.rounds.length < view.rounds.length && this.arrived.length) this.#reveal.start(this.#revealSteps);
    if ((before?.groups?.length ?? 0) < (view.groups?.length ?? 0)) this.guests = [];
    if (turned || !same(before.sealed?.pick ?? null, view.sealed?.pick ?? null)) {
      this.draft = drafted(view.sealed?.pick ?? null);
    }
  }

  protected override willUpdate(changed: PropertyValues): void {
    super.willUpdate(changed);
    const pick = picked(this.draft);
    const adviser = this.assistance && this.#choosing ? this.advise : null;
    this.#advice.ask(adviser, pick ? { ...pick, others: this.others } : null, this.view?.values);
  }

  protected override updated(changed: PropertyValues): void {
    super.updated(changed);
    if (changed.has("arrived")) this.#announce();
    if (this.#touched && (changed.has("draft") || changed.has("tried"))) this.#uncover();
  }

  /** Scrolls until the tray, which grows with the draft, covers no node. */
  #uncover(): void {
    const dock = this.renderRoot.querySelector<HTMLElement>(".dock");
    const ring = this.renderRoot.querySelector(".ring")?.getBoundingClientRect();
    if (!dock || !ring || getComputedStyle(dock).position !== "sticky") return;
    const covered = ring.bottom - FOOT - dock.getBoundingClientRect().top;
    const by = Math.min(covered, ring.top);
    if (by > 0) window.scrollBy({ top: by, behavior: calm() ? "auto" : "smooth" });
  }

  protected override nextFocus(): readonly string[] {
    if (this.#done) return [];
    const node = this.#choosing && this.draft.nodes.length < 2 ? [`[data-node="${this.focused}"]`] : [];
    return [".deeds .primary", ...node, ".tray"];
  }

  override render(): TemplateResult {
    const { view, names, seat } = this;
    const rounds: Rounds = {
      view,
      seat,
      names,
      shownRound: this.shownRound,
      showRound: (round) => (this.shownRound = round),
      open: this.#talksIn,
      openRooms: this.#reveal.shown - view.values.length - 1,
      promises: this.promises,
    };
    const counting = this.#reveal.shown <= view.values.length;
    const shows = { "shows-play": this.shownPart === "play", "shows-rounds": this.shownPart === "rounds" };
    return html`<div class=${classMap({ board: true, ended: view.end !== null, counting, ...shows })}>
      ${view.end ? standing(view, names, seat) : nothing}
      <div class="play ${wantsWidth(view) ? "" : "wide"}">
        ${view.end ? nothing : earned(rounds)} ${this.#ring()}
        ${view.sealed && !this.#done ? html`<div class="dock">${this.#tray()}</div>` : nothing}
        <div class="beside">${view.end ? roundTemplate(rounds) : html`${this.#guesses()}${this.#now(rounds)}`}</div>
      </div>
      ${this.shownRound && !view.end ? roundTemplate(rounds) : nothing} ${course(rounds)} ${meetings(view, seat, names)}
    </div>`;
  }

  /** Whether nothing is left to do: all rounds are played, or the match ended before by resigning. */
  get #done(): boolean {
    return this.over || this.view.end !== null;
  }

  override get tellsRounds(): boolean {
    return true;
  }

  get #choosing(): boolean {
    return this.open && this.view.sealed !== null && !this.view.sealed.late && !this.#done;
  }

  #ring(): TemplateResult {
    const { view, draft } = this;
    return ring({
      view,
      draft: this.#done || !view.sealed ? NOTHING : draft,
      choosing: this.#choosing,
      counted: this.#reveal.shown,
      focused: this.focused,
      choose: (node) => this.#choose(node),
      focus: (node) => (this.focused = node),
      centre: this.#centre(),
    });
  }

  get #hasResigned(): boolean {
    return this.seat !== null && this.resigned.includes(this.seat);
  }

  #centre(): TemplateResult {
    const { view } = this;
    const count = view.options.rounds.length;
    const pick = picked(this.draft);
    const again = view.rounds.length ? this.#reveal.button(t("Show the round again"), () => this.#reveal.start(this.#revealSteps)) : nothing;
    const { base } = termsOf(view.options, view.round);
    if (view.end) return html`<p class="soft">${tn("{count} round played", "{count} rounds played", count)}</p>${again}`;
    return html`
      <p class="soft">${t("Round {round} of {count}", { round: view.round, count })}</p>
      <p class="name">${roundName(view.options, view.round)}</p>
      ${base === 10 ? nothing : html`<p class="small base" aria-hidden="true">${t("Below each value: the same in base {base}. Its digits score.", { base })}</p>`}
      ${view.sealed && !this.#done
        ? html`<p class=${classMap({ mono: true, none: !this.draft.nodes.length })} aria-hidden="true">${pick ? written(pick) : this.draft.nodes.map(letter).join(" ")}</p>
            ${howShown(view.sealed.how, view.sealed.late && !this.#hasResigned)}`
        : nothing}
      ${again} ${this.#barredWhy()}
    `;
  }

  get #revealSteps(): number {
    const { view, seat } = this;
    const last = view.rounds.length;
    const line = lineOf(view, seat, last);
    return view.values.length + (line ? 1 : 0) + (line && !view.end ? roomsAfter(line).length : 0);
  }

  /** The reason why the node that was tried is barred; screen readers have heard it. On a phone the tray says it. */
  #barredWhy(): TemplateResult | typeof nothing {
    return this.tried === null ? nothing : html`<p class="barred-why small" aria-hidden="true">${barredText(this.view, this.tried)}</p>`;
  }

  #tray(): TemplateResult {
    return tray({
      view: this.view,
      draft: this.draft,
      open: this.open,
      busy: this.busy,
      resigned: this.#hasResigned,
      barred: this.tried === null ? "" : barredText(this.view, this.tried),
      star: (scoring) => (this.draft = { ...this.draft, scoring }),
      swap: () => (this.draft = { ...this.draft, nodes: this.draft.nodes.toReversed() }),
      undo: () => (this.draft = drafted(this.view.sealed?.pick ?? null)),
      // The action names its round, so that it can't be accepted in the next one.
      submit: (pick) => this.act({ type: "submit", ...pick, round: this.view.round }),
      lock: () => this.act({ type: "lock" }),
    });
  }

  /** The pad of guesses, where the service works them out. */
  #guesses(): TemplateResult | typeof nothing {
    if (!this.assistance || !this.advise || !this.#choosing) return nothing;
    return guesses({
      view: this.view,
      others: this.others,
      lines: this.#advice.lines,
      values: this.#advice.found?.values ?? null,
      guess: (node, change) => (this.others = this.others.with(node, change)),
    });
  }

  /** The scores, the players who have submitted, and the open rooms. */
  #now(rounds: Rounds): TemplateResult {
    const { view } = this;
    const through = view.seats - view.waiting.length;
    const last = view.ledger.at(-1)?.points;
    return html`
      ${last
        ? html`<p class="through score">
            ${t("Your points:")} <strong>${this.#score}</strong>
            ${t("(+{points} in the last round)", { points: last.digits + last.bonus })}
            <span class="soft small">${t("Only you see them.")}</span>
          </p>`
        : nothing}
      <div>
        <h2>${roundName(view.options, view.round)}</h2>
        ${terms(view, view.round)}
      </div>
      ${view.options.rounds_close === "deadline" || this.#done
        ? nothing
        : html`<p class="through">${icon(CheckCheck)} ${t("{count} of {seats} are through with the round", { count: through, seats: view.seats })}</p>`}
      ${this.match && !this.#done ? this.#talk(rounds) : nothing}
    `;
  }

  /** The rooms that are open for talk. Practice and reviews have none. */
  #talk(rounds: Rounds): TemplateResult | typeof nothing {
    const { view, seat } = this;
    if (!view.rounds.length) {
      const talk = this.#rooms();
      return html`<div class="talk">
        <p class="through">${icon(MessagesSquare)} ${t("In this round everybody may talk with everybody; afterwards only in the rooms of nodes.")}</p>
        ${groups(talk)} ${opening(talk)}
      </div>`;
    }
    if (view.seat === null || seat === null) return nothing;
    return html`<div class="talk">
      <p class="through">
        ${icon(MessagesSquare)}
        ${keepsNodeRooms(view)
          ? t("You may talk in these rooms until the match ends:")
          : t("You may talk in these rooms until the round closes:")}
      </p>
      ${rooms(rounds, view.rounds.length)}
      <p class="through soft small">${closedTold(view)}</p>
    </div>`;
  }

  /** The way into a room of the talk; null where there is none. */
  #talksIn = (room: string): (() => void) | null => (this.rooms.includes(room) ? () => this.openRoom(room) : null);

  /** The viewer's points so far. */
  get #score(): number {
    return this.view.ledger.reduce((sum, { points }) => sum + points.digits + points.bonus, 0);
  }

  #rooms(): Talk {
    const { view, seat, names, open, busy, guests } = this;
    return {
      view,
      seat,
      names,
      open,
      busy,
      guests,
      part: this.legal?.parts.find((part) => part.name === "open-room"),
      invite: (guest, wanted) => (this.guests = wanted ? [...guests, guest] : guests.filter((other) => other !== guest)),
      openRoom: (seats) => this.act({ type: "open-room", seats }),
      talksIn: this.#talksIn,
    };
  }

  // Choosing

  #choose(node: number): void {
    const { barred } = this.view;
    const { nodes, scoring } = this.draft;
    this.tried = barred.includes(node) ? node : null;
    this.#touched = true;
    if (this.tried !== null) {
      this.say(barredText(this.view, node));
      return;
    }
    if (nodes.includes(node)) {
      const left = nodes.filter((other) => other !== node);
      this.draft = { nodes: left, scoring: left[0] ?? null };
      return;
    }
    const next = [...nodes.slice(0, 1), node];
    this.draft = { nodes: next, scoring: scoring !== null && next.includes(scoring) ? scoring : next[0]! };
  }

  #key = (event: KeyboardEvent): void => {
    if (!this.#choosing || event.ctrlKey || event.metaKey || event.altKey) return;
    const count = this.view.values.length;
    const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
    const target = event.composedPath()[0];
    const onNode = target instanceof HTMLElement && target.dataset["node"] !== undefined;
    // On other keyboard layouts, use the letter at the key's place in the Latin layout.
    const typed = /^[a-z]$/i.test(event.key) ? event.key : /^Key([A-Z])$/.exec(event.code)?.[1];
    const node = typed === undefined ? -1 : nodeOf(typed);
    if (step && onNode) this.#goTo((this.focused + step + count) % count);
    else if (event.key.length === 1 && !letterKeys()) return;
    else if (node >= 0 && node < count) {
      this.#goTo(node);
      this.#choose(node);
    } else if (event.key === "*" && this.draft.nodes.length === 2) {
      const { nodes, scoring } = this.draft;
      this.draft = { nodes, scoring: nodes.find((other) => other !== scoring) ?? null };
    } else if (event.key === "Backspace" && this.draft.nodes.length) this.#choose(this.draft.nodes.at(-1)!);
    else return;
    event.preventDefault();
  };

  #goTo(node: number): void {
    this.focused = node;
    this.renderRoot.querySelector<HTMLElement>(`[data-node="${node}"]`)?.focus();
  }

  override get keys(): readonly KeyHelp[] {
    const last = letter((this.view?.values.length ?? 1) - 1);
    return [
      { keys: ["A", "…", last], does: t("takes that node, or puts it back") },
      { keys: ["←", "→"], does: t("the node beside it on the ring") },
      { keys: ["*"], does: t("the other node scores") },
      { keys: ["Backspace"], does: t("puts the last node back") },
    ];
  }

  // Announcements for screen readers

  #announce(): void {
    const who = whoIs(this.names, null);
    const sentences: string[] = [];
    const events = this.arrived.flatMap((arrival) => arrival.events);
    const closes = events.some((event) => event.code === "round-closed");
    for (const { code, values } of events) {
      if (code === "round-closed") {
        sentences.push(t("Round {round} has closed.", { round: Number(values.round) }));
        sentences.push((values.values as number[]).map((value, node) => `${letter(node)} ${value}`).join(", ") + ".");
        sentences.push(closedTold(this.view, Number(values.round)));
      } else if (code === "scored") {
        sentences.push(tn("You score {count} point.", "You score {count} points.", Number(values.digits) + Number(values.bonus)));
        if (this.view.ledger.length > 1) sentences.push(t("That makes {points}.", { points: this.#score }));
      } else if (code === "room-opened") {
        const { node, seats } = values as unknown as RoomOpened;
        const others = seats.filter((seat) => seat !== this.seat).map(who);
        sentences.push(
          others.length
            ? t("The room of {room} has opened, with {names}.", { room: letter(node), names: listText(others) })
            : t("The room of {room} has opened: nobody but you.", { room: letter(node) }),
        );
      } else if (code === "group-opened") {
        const others = (values.seats as number[]).filter((seat) => seat !== this.seat).map(who);
        sentences.push(t("A room has been opened with {names}.", { names: listText(others) }));
      } else if (code === "submitted") sentences.push(t("Saved."), ...advice(this.view, this.draft, this.#hasResigned));
      else if (code === "locked") sentences.push(t("Confirmed."));
      else if (code === "match-over" && this.seat !== null) {
        const place = (values.places as number[])[this.seat] ?? 0;
        sentences.push(t("The match is over; you are in place {place}.", { place }));
      } else if (code === "time-ran-out") {
        const pick = written(values.pick as Pick);
        sentences.push(
          this.#hasResigned
            ? t("You have resigned, so {pick} is played for you.", { pick })
            : values.how === "defaulted"
              ? t("Your time has run out with nothing saved; {pick} is played for you.", { pick })
              : t("Your time has run out; {pick} is played.", { pick }),
        );
      }
    }
    if (!sentences.length) return;
    const { view } = this;
    if (!view.end && closes) {
      sentences.push(t("Now round {round}: {name}.", { round: view.round, name: roundName(view.options, view.round) }), ...termSentences(view.options, view.round));
    }
    this.say(sentences.join(" "), "mine");
  }
}

/** Whether the rooms of nodes stay open. */
function keepsNodeRooms(view: View): boolean {
  return view.options.node_rooms === "all-rounds";
}

/** The notice that the rooms of the last round have closed; empty if they stay open. */
function closedTold(view: View, round = view.rounds.length): string {
  if (round === 1) return t("The hall and all rooms of round 1 have closed.");
  return keepsNodeRooms(view) ? "" : t("The rooms of the round before have closed.");
}
