/** A review of a match: its board step by step, from any perspective, with an evaluation of each step. */
import { html, LitElement, nothing, type PropertyValues, type TemplateResult } from "lit";
import { customElement, property, query, state } from "lit/decorators.js";
import { get, Refusal, type GameInfo, type Seat, type MatchInfo } from "@house/api/api";
import { colour } from "@house/kit/face";
import { shared } from "@house/kit/styles";
import { t } from "@house/kit/words";
import { me } from "@house/api/me";
import { layout } from "@house/review/layout";
import "@house/match/ending/ending";
import { refusalWords } from "@house/api/refusals";
import { isRuling, lastActor, playerNames, matchSource, uniqueNames, recordSource, ViewCache, actionWords, actorName, type Timeline, type Perspective, type WhatIf, type PerspectiveViews, type Source } from "@house/review/timeline";
import "@house/review/step-bar";
import "@house/review/head";
import "@house/review/marks/evaluation";
import "@house/review/marks/round";
import { countWords, entryOf, lengthWords, previousStop, roundAt, roundTitle, stopFor, stopsOf } from "@house/review/rounds";
import { Evaluations } from "@house/review/evaluations";
import { storeRecord, storedRecord } from "@house/review/stored-record";
import { Announcer } from "@house/match/announcer";
import type { Keys } from "@house/match/keys";
import "@house/match/keys";
import { commandOf, reviewKeys } from "@house/review/keys";
import { isError, markWords } from "@house/review/marks/marks";
import { tooEarlyPage, unavailablePage } from "@house/review/unavailable";
import { playOnNote, type Positions } from "@house/review/position/play-on";
import "@house/review/position/what-if";
import "@house/review/graphs/overview";
import { ReviewBoard } from "@house/review/position/board";
import "@house/review/marks/steps";
import "@house/review/downloads";
import "@house/review/position/text";
import "@house/review/marks/turning-points";
import "@house/review/upload";
import "@house/seeds/seed-check";
import { parsePerspective, type PerspectiveChoice } from "@house/review/perspective";

@customElement("nh-review")
export class ReviewPage extends LitElement {
  /** The match's id; empty for a record. */
  @property() match = "";
  @state() private info: MatchInfo | null = null;
  /** The timeline with everything open: all other perspectives follow its steps. */
  @state() private timeline: Timeline | null = null;
  @state() private views: PerspectiveViews | null = null;
  @state() private at = 0;
  /** The action of a round that the reader has chosen; 0 for the reader's own. */
  @state() private chosenEntry = 0;
  /** The chosen perspective; null follows the player that acts. */
  @state() private perspectiveChoice: PerspectiveChoice = null;
  /** The evaluations so far; they grow with every batch. */
  @state() private evaluations = new Evaluations();
  /** A better action on the board: its index, and its result. */
  @state() private alternative: { index: number; whatIf: WhatIf } | null = null;
  @state() private problem = "";
  @state() private isTooEarly = false;
  @state() private evaluationProblem = "";
  @state() private busy = false;
  @query(".board") private boardSlot?: HTMLElement;
  @query("nh-keys") private keys?: Keys;

  #announcer = new Announcer(this);
  #source: Source | null = null;
  #record = "";
  #views: ViewCache | null = null;
  #board: ReviewBoard | null = null;
  #isDisconnected = false;

  static override styles = [shared, layout];

  override connectedCallback(): void {
    super.connectedCallback();
    this.#isDisconnected = false;
    window.addEventListener("keydown", this.#onKey);
    const params = new URLSearchParams(location.search);
    this.perspectiveChoice = parsePerspective(params.get("as"));
    this.at = Math.max(Number(params.get("at")) || 0, 0);
    document.title = `${t("Review")} · Numberhouse`;
    const record = storedRecord();
    if (this.match) void this.#load(matchSource(this.match));
    else if (record) void this.#openRecord(record);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#isDisconnected = true;
    window.removeEventListener("keydown", this.#onKey);
  }

  async #load(source: Source): Promise<void> {
    this.problem = "";
    this.busy = true;
    try {
      if (this.match) this.info = await get<MatchInfo>(`/api/matches/${this.match}`);
      this.timeline = await source.timeline("everything");
    } catch (error) {
      this.isTooEarly = error instanceof Refusal && error.code === "not-allowed";
      this.problem = refusalWords(error);
      return;
    } finally {
      this.busy = false;
    }
    this.#source = source;
    this.#views = new ViewCache(source);
    const { timeline } = this;
    if (typeof this.perspectiveChoice === "number" && this.perspectiveChoice >= timeline.players.length) this.perspectiveChoice = null;
    // "You" is the reader: who has played sees the match from the own seat, unless the address says otherwise.
    if (!new URLSearchParams(location.search).has("as")) this.perspectiveChoice = this.info?.seat ?? null;
    colour(this, timeline.game);
    this.#board = await ReviewBoard.of(timeline.game, (words, concern) => this.#announcer.say(words, concern));
    void this.#evaluate(source);
    await this.#showStep(this.at);
  }

  async #openRecord(record: string): Promise<void> {
    await me.ensure().catch(() => null);
    await this.#load(recordSource(record));
    if (!this.timeline) {
      storeRecord(null);
      return;
    }
    this.#record = record;
    storeRecord(record);
  }

  #closeRecord = (): void => {
    storeRecord(null);
    this.#source = this.timeline = this.views = this.#board = null;
    this.evaluations = new Evaluations();
    this.#record = "";
    this.at = 0;
    history.replaceState(null, "", location.pathname);
  };

  async #evaluate(source: Source): Promise<void> {
    const evaluations = (this.evaluations = new Evaluations());
    this.evaluationProblem = "";
    if (!this.timeline?.has_reviewer || (this.info && !["finished", "abandoned"].includes(this.info.status))) {
      evaluations.nextEvaluation = evaluations.nextProbability = Infinity;
      return;
    }
    const onProgress = (): void => this.requestUpdate();
    try {
      const game = await get<GameInfo>(`/api/games/${this.timeline.game}`);
      const bots = this.timeline.players.map((player) => player.bot !== null);
      await evaluations.load(source, game.bot_titles, bots, onProgress, () => !this.#isDisconnected && this.#source === source);
    } catch (error) {
      this.evaluationProblem = refusalWords(error);
    }
  }

  // Navigation

  get #lastStep(): number {
    return this.timeline?.steps.length ?? 0;
  }

  get #perspective(): Seat | "spectator" {
    if (this.perspectiveChoice !== null) return this.perspectiveChoice;
    return (this.timeline && lastActor(this.timeline, this.at)) ?? (this.timeline?.players.length ? 0 : "spectator");
  }

  async #showStep(step: number): Promise<void> {
    const wanted = Math.min(Math.max(step, 0), this.#lastStep);
    this.at = stopFor(this.timeline?.steps ?? [], wanted, this.at);
    // A step within a round is looked at as a part of it.
    this.chosenEntry = this.timeline?.steps[wanted - 1]?.round_end === this.at ? wanted : 0;
    this.alternative = null;
    this.#updateAddress();
    const perspective = this.#perspective;
    try {
      const views = await this.#views!.of(perspective);
      if (perspective !== this.#perspective) return;
      this.views = views;
      this.#board?.show(views, perspective, this.at, playerNames(this.timeline!));
      void this.#showText(perspective, this.at);
    } catch (error) {
      this.problem = refusalWords(error);
    }
  }

  /** The action that is evaluated: the step's own, or one of its round's. */
  get #entry(): number {
    const round = roundAt(this.timeline!, this.at);
    if (!round) return this.at;
    if (this.chosenEntry && this.evaluations.evaluations.has(this.chosenEntry)) return this.chosenEntry;
    const seat = typeof this.#perspective === "number" ? this.#perspective : 0;
    return entryOf(round, seat, this.evaluations.evaluations) ?? this.at;
  }

  /** Gives a text-only board its text. */
  async #showText(perspective: Perspective, at: number): Promise<void> {
    const board = this.#board;
    if (!board?.isText) return;
    const text = await this.#source!.words(at, perspective).catch(refusalWords);
    if (at === this.at && perspective === this.#perspective) board.board.text = text;
  }

  #updateAddress(): void {
    const params = new URLSearchParams();
    if (this.at) params.set("at", String(this.at));
    if (this.perspectiveChoice !== null) params.set("as", String(this.perspectiveChoice));
    else if (this.info?.seat != null) params.set("as", "acting");
    const query = params.toString();
    history.replaceState(history.state, "", location.pathname + (query ? `?${query}` : ""));
  }

  #onKey = (event: KeyboardEvent): void => {
    const command = this.timeline && commandOf(event);
    if (!command) return;
    event.preventDefault();
    if (command === "keys") this.keys?.open();
    else if (command === "next-mistake") this.#nextMistake();
    else if (command === "mistake-before") this.#seekIf(this.evaluations.mistakeBefore(this.at, this.#chosenSeat));
    else void this.#showStep({ back: previousStop(this.timeline!.steps, this.at), forward: this.at + 1, first: 0, last: this.#lastStep }[command]);
  };

  #seekIf(step: number | undefined): void {
    if (step !== undefined) void this.#showStep(step);
  }

  #nextMistake = (): void => this.#seekIf(this.evaluations.mistakeAfter(this.at, this.#chosenSeat));

  /** The seat whose mistakes are gone through: who looks with one player's eyes learns from that player's. */
  get #chosenSeat(): Seat | null {
    return typeof this.perspectiveChoice === "number" ? this.perspectiveChoice : null;
  }

  get #names(): string[] {
    return this.timeline ? uniqueNames(this.timeline) : [];
  }

  // Rendering

  protected override updated(changed: PropertyValues): void {
    super.updated(changed);
    const board = this.#board?.board;
    if (board && this.boardSlot && board.parentElement !== this.boardSlot) this.boardSlot.replaceChildren(board);
  }

  override render(): TemplateResult {
    if (!this.match && !this.timeline) {
      return html`<nh-review-upload .problem=${this.problem} .busy=${this.busy}
        @upload=${(event: CustomEvent<string>) => this.#openRecord(event.detail)}></nh-review-upload>`;
    }
    if (this.problem && !this.timeline) return this.isTooEarly ? tooEarlyPage(this.match) : unavailablePage(this.problem);
    if (!this.timeline || !this.views) {
      return html`<div class="skeleton" aria-busy="true" aria-label=${t("Loading")} role="status"></div>`;
    }
    return html`
      ${this.#announcer.region()}
      <nh-review-head .timeline=${this.timeline} .names=${this.#names} .matchTitle=${this.info?.terms.title ?? ""}
        .match=${this.match}></nh-review-head>
      ${this.problem ? html`<p role="alert" class="bad">${this.problem}</p>` : nothing}
      <div class="table">
        <div class="main">
          <div class="board"></div>
          ${this.#bar()} ${this.#farewell()}
        </div>
        <aside>
          <nh-review-steps .timeline=${this.#stepList} .evaluations=${new Map(this.evaluations.evaluations)} .names=${this.#names} .at=${this.at}
            .seat=${this.#perspective === "spectator" ? null : this.#perspective} @seek=${this.#seek}></nh-review-steps>
          ${this.#step()} ${this.#turningPoint()}
          <nh-review-perspective class="screen" .choice=${this.perspectiveChoice} .names=${this.#names} @choose=${this.#choosePerspective}></nh-review-perspective>
          <nh-keys class="screen" .heading=${t("Keys of a review")} .keys=${reviewKeys()}></nh-keys>
          ${this.#downloads()}
          ${this.timeline.status === "running" ? nothing : html`<nh-seed-check class="screen" .match=${this.match} .record=${this.#record}></nh-seed-check>`}
        </aside>
        <div class="below">
          <nh-review-overview .timeline=${this.timeline} .evaluations=${this.evaluations} .names=${this.#names} .at=${this.at}
            .seat=${this.#perspective === "spectator" ? null : this.#perspective} @seek=${this.#seek}></nh-review-overview>
          <nh-review-text class="screen" .source=${this.#source} .at=${this.at} .perspective=${this.#perspective}></nh-review-text>
        </div>
      </div>
    `;
  }

  /** The steps in the words of the chosen perspective. */
  get #stepList(): Timeline {
    return this.perspectiveChoice === null ? this.timeline! : this.views!.timeline;
  }

  #bar(): TemplateResult {
    const step = this.timeline!.steps[this.at - 1];
    const round = roundAt(this.timeline!, this.at);
    const words = round ? roundTitle(round) : step ? `${actorName(step, this.#names)}: ${actionWords(step)}` : t("The start");
    const evaluation = this.evaluations.evaluations.get(this.#entry);
    const stops = stopsOf(this.timeline!.steps);
    return html`<nh-review-bar .at=${stops.indexOf(this.at)} .last=${stops.length - 1} .words=${words}
      .count=${countWords(this.timeline!.steps, this.at)}
      .mark=${evaluation?.mark ?? null} .evaluationWords=${evaluation ? `${markWords(evaluation.mark)}. ${evaluation.reason}` : ""}
      @seek=${(event: CustomEvent<number>) => this.#showStep(stops[event.detail] ?? 0)}>${this.#playOn()}</nh-review-bar>`;
  }

  #farewell(): TemplateResult | typeof nothing {
    if (this.at !== this.#lastStep || this.timeline!.status === "running") return nothing;
    const perspective = this.#perspective;
    return html`<nh-farewell .key=${String(perspective)} .load=${() => this.#source!.farewell(perspective)}></nh-farewell>`;
  }

  #choosePerspective = (event: CustomEvent<PerspectiveChoice>): void => {
    this.perspectiveChoice = event.detail;
    void this.#showStep(this.at);
  };

  #step(): TemplateResult {
    const entry = this.#entry;
    const step = this.timeline!.steps[entry - 1] ?? null;
    const round = roundAt(this.timeline!, this.at);
    const positions = this.#positions;
    return html`<nh-review-evaluation .step=${step} .evaluation=${this.evaluations.evaluations.get(entry) ?? null}
      .name=${step ? actorName(step, this.#names) : ""} .isPending=${entry >= this.evaluations.nextEvaluation && !this.evaluationProblem}
      .probability=${this.evaluations.probabilities.get(entry) ?? null} .bot=${this.evaluations.bot}
      .unratedReason=${this.evaluations.unrated.get(entry) ?? ""} .canShow=${this.#board !== null && !this.#board.isText}
      .selection=${this.alternative?.index ?? -1} .count=${this.#stepCount} .facts=${this.evaluations.facts.get(entry) ?? []}
      .lines=${round ? [] : (this.#stepList.steps[entry - 1]?.lines ?? [])} @choose=${this.#showAlternative}>${this.#playOn()}</nh-review-evaluation><nh-review-what-if class="screen"
        .whatIf=${this.alternative?.whatIf ?? null} @back=${() => this.#showStep(this.at)}></nh-review-what-if>${round
        ? html`<nh-review-round .round=${round} .evaluations=${new Map(this.evaluations.evaluations)} .names=${this.#names} .entry=${entry}
            .seat=${typeof this.#perspective === "number" ? this.#perspective : 0}
            .lines=${this.views!.timeline.steps[this.at - 1]?.lines ?? []} @choose=${this.#chooseEntry}></nh-review-round>`
        : nothing}${positions ? playOnNote(positions, this.#names[this.#perspective as Seat] ?? "", this.#names.length > 1) : nothing}`;
  }

  /** "Step 4 of 21 · Ann’s turn". In a round all have a turn at once. */
  get #stepCount(): string {
    const step = this.timeline!.steps[this.#entry - 1];
    const count = countWords(this.timeline!.steps, this.at);
    if (!step || step.round_end || isRuling(step) || this.#names.length < 2) return count;
    const turn = step.seat === this.info?.seat ? t("your turn") : t("{name}’s turn", { name: this.#names[step.seat]! });
    return `${count} · ${turn}`;
  }

  /** The positions to play from; null where there are none, as in a match that still runs. */
  get #positions(): Positions | null {
    const isRunning = this.timeline!.status === "running" || (this.info !== null && !["finished", "abandoned"].includes(this.info.status));
    if (this.#perspective === "spectator" || isRunning) return null;
    const step = this.timeline!.steps[this.#entry - 1];
    const before = step?.notation && step.seat === this.#perspective ? step.number - 1 : null;
    const after = this.at === this.#lastStep ? null : this.at;
    return before === null && after === null ? null : { before, after };
  }

  /** It stands beside the verdict: on a telephone in the bar of steps, else in the evaluation. */
  #playOn(): TemplateResult | typeof nothing {
    const positions = this.#positions;
    if (!positions) return nothing;
    const mark = this.evaluations.evaluations.get(this.#entry)?.mark;
    return html`<nh-review-play-on class="screen" slot="action" .source=${this.#source} .positions=${positions}
      .seat=${this.#perspective} .isAdvised=${mark !== undefined && isError(mark)}></nh-review-play-on>`;
  }

  #turningPoint(): TemplateResult {
    return html`<nh-review-turning-point .timeline=${this.timeline} .evaluations=${new Map(this.evaluations.evaluations)} .names=${this.#names} .nextEvaluation=${this.evaluations.nextEvaluation} .nextProbability=${this.evaluations.nextProbability} .probabilities=${this.evaluations.probabilities}
      .problem=${this.evaluationProblem} @seek=${this.#seek} @next-mistake=${this.#nextMistake}></nh-review-turning-point>`;
  }

  #showAlternative = async (event: CustomEvent<number>): Promise<void> => {
    const entry = this.#entry;
    const alternative = this.evaluations.evaluations.get(entry)?.better[event.detail];
    const { at } = this;
    if (!alternative) return this.#showStep(at);
    try {
      const whatIf = await this.#source!.whatIf(entry, alternative.action);
      if (at !== this.at || entry !== this.#entry) return;
      this.alternative = { index: event.detail, whatIf };
      this.#board?.showAlternative(whatIf);
    } catch (error) {
      this.problem = refusalWords(error);
    }
  };

  #chooseEntry = (event: CustomEvent<number>): void => {
    this.chosenEntry = event.detail;
    if (this.alternative) void this.#showStep(event.detail);
  };

  #seek = (event: CustomEvent<number>): void => void this.#showStep(event.detail);

  #downloads(): TemplateResult {
    return html`<nh-review-downloads class="screen" .match=${this.match} .record=${this.#record}
      .length=${lengthWords(this.timeline!.steps)} .position=${`at=${this.at}&as=${this.#perspective}`} @leave=${this.#closeRecord}></nh-review-downloads>`;
  }
}
