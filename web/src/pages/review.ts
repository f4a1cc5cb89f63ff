/** Looking back at a match: its board step by step, through anybody's eyes, with what each step was worth. */
import { html, LitElement, nothing, type PropertyValues, type TemplateResult } from "lit";
import { customElement, property, query, state } from "lit/decorators.js";
import { get, Refusal, type GameInfo, type Seat, type MatchInfo } from "@house/api/api";
import { colour } from "@house/kit/face";
import { shared } from "@house/kit/styles";
import { t } from "@house/kit/words";
import { me } from "@house/api/me";
import { layout } from "@house/review/layout";
import "@house/match/ending";
import { refusalWords } from "@house/api/refusals";
import { actedLast, calledIn, matchSource, namesIn, recordSource, Sights, whatWasDone, whoDid, type Timeline, type Perspective, type WhatIf, type Sight, type Source } from "@house/review/timeline";
import "@house/review/step-bar";
import "@house/review/head";
import "@house/review/marks/evaluation";
import { Judging } from "@house/review/evaluations";
import { keepRecord, keptRecord } from "@house/review/stored-record";
import { deedOf, type ReviewKeys } from "@house/review/keys";
import { markWords } from "@house/review/marks/marks";
import { notYet, noReview } from "@house/review/unavailable";
import "@house/review/position/what-if";
import "@house/review/graphs/overview";
import { Stage } from "@house/review/position/stage";
import "@house/review/marks/steps";
import "@house/review/downloads";
import "@house/review/position/text";
import "@house/review/marks/turning-points";
import "@house/review/upload";
import { whoseOf, type Whose } from "@house/review/perspective";

@customElement("nh-review")
export class Review extends LitElement {
  /** A match of the house; none: a record. */
  @property() match = "";
  @state() private told: MatchInfo | null = null;
  /** With everything told: the steps that all others are held against. */
  @state() private course: Timeline | null = null;
  @state() private sight: Sight | null = null;
  @state() private at = 0;
  /** Whose eyes; null follows whoever acts. */
  @state() private as: Whose = null;
  /** What is known of how good the steps were, replaced with every batch. */
  @state() private judging = new Judging();
  /** Something better that the board shows instead of what was done: its place, and what came of it. */
  @state() private instead: { place: number; told: WhatIf } | null = null;
  @state() private problem = "";
  @state() private notYet = false;
  @state() private unrated = "";
  @state() private busy = false;
  @state() private said = "";
  @query(".board") private place?: HTMLElement;
  @query("nh-review-keys") private keys?: ReviewKeys;

  #source: Source | null = null;
  #record = "";
  #sights: Sights | null = null;
  #stage: Stage | null = null;
  #gone = false;

  static override styles = [shared, layout];

  override connectedCallback(): void {
    super.connectedCallback();
    this.#gone = false;
    window.addEventListener("keydown", this.#key);
    const asked = new URLSearchParams(location.search);
    this.as = whoseOf(asked.get("as"));
    this.at = Math.max(Number(asked.get("at")) || 0, 0);
    document.title = `${t("Review")} · Numberhouse`;
    const kept = keptRecord();
    if (this.match) void this.#begin(matchSource(this.match));
    else if (kept) void this.#bring(kept);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#gone = true;
    window.removeEventListener("keydown", this.#key);
  }

  async #begin(source: Source): Promise<void> {
    this.problem = "";
    this.busy = true;
    try {
      if (this.match) this.told = await get<MatchInfo>(`/api/matches/${this.match}`);
      this.course = await source.course("everything");
    } catch (error) {
      this.notYet = error instanceof Refusal && error.code === "not-allowed";
      this.problem = refusalWords(error);
      return;
    } finally {
      this.busy = false;
    }
    this.#source = source;
    this.#sights = new Sights(source);
    const { course } = this;
    if (typeof this.as === "number" && this.as >= course.players.length) this.as = null;
    colour(this, course.game);
    this.#stage = await Stage.of(course.game, (words) => (this.said = words));
    void this.#judge(source);
    await this.#go(this.at);
  }

  async #bring(record: string): Promise<void> {
    await me.somebody().catch(() => null);
    await this.#begin(recordSource(record));
    if (!this.course) {
      keepRecord(null);
      return;
    }
    this.#record = record;
    keepRecord(record);
  }

  #leave = (): void => {
    keepRecord(null);
    this.#source = this.course = this.sight = this.#stage = null;
    this.judging = new Judging();
    this.#record = "";
    this.at = 0;
    history.replaceState(null, "", location.pathname);
  };

  async #judge(source: Source): Promise<void> {
    const judging = (this.judging = new Judging());
    this.unrated = "";
    if (!this.course?.has_reviewer || (this.told && !["finished", "abandoned"].includes(this.told.status))) {
      judging.done = judging.weighed = Infinity;
      return;
    }
    const told = (): void => this.requestUpdate();
    try {
      const game = await get<GameInfo>(`/api/games/${this.course.game}`);
      await judging.ask(source, game.bot_titles, told, () => !this.#gone && this.#source === source);
    } catch (error) {
      this.unrated = refusalWords(error);
    }
  }

  // Going through the match

  get #last(): number {
    return this.course?.steps.length ?? 0;
  }

  get #perspective(): Seat | "spectator" {
    if (this.as !== null) return this.as;
    return (this.course && actedLast(this.course, this.at)) ?? (this.course?.players.length ? 0 : "spectator");
  }

  async #go(step: number): Promise<void> {
    this.at = Math.min(Math.max(step, 0), this.#last);
    this.instead = null;
    this.#tellAddress();
    const perspective = this.#perspective;
    try {
      const sight = await this.#sights!.of(perspective);
      if (perspective !== this.#perspective) return;
      this.sight = sight;
      this.#stage?.show(sight, perspective, this.at, calledIn(this.course!));
      void this.#tellPlain(perspective, this.at);
    } catch (error) {
      this.problem = refusalWords(error);
    }
  }

  /** A board that is text alone is given it. */
  async #tellPlain(perspective: Perspective, at: number): Promise<void> {
    const stage = this.#stage;
    if (!stage?.plain) return;
    const text = await this.#source!.words(at, perspective).catch(refusalWords);
    if (at === this.at && perspective === this.#perspective) stage.board.text = text;
  }

  #tellAddress(): void {
    const told = new URLSearchParams();
    if (this.at) told.set("at", String(this.at));
    if (this.as !== null) told.set("as", String(this.as));
    const query = told.toString();
    history.replaceState(history.state, "", location.pathname + (query ? `?${query}` : ""));
  }

  #key = (event: KeyboardEvent): void => {
    const deed = this.course && deedOf(event);
    if (!deed) return;
    event.preventDefault();
    if (deed === "keys") this.keys?.open();
    else if (deed === "next-mistake") this.#nextMistake();
    else if (deed === "mistake-before") this.#seekIf(this.judging.mistakeBefore(this.at));
    else void this.#go({ back: this.at - 1, forward: this.at + 1, first: 0, last: this.#last }[deed]);
  };

  #seekIf(step: number | undefined): void {
    if (step !== undefined) void this.#go(step);
  }

  #nextMistake = (): void => this.#seekIf(this.judging.mistakeAfter(this.at));

  get #names(): string[] {
    return this.course ? namesIn(this.course) : [];
  }

  // What is shown

  protected override updated(changed: PropertyValues): void {
    super.updated(changed);
    const board = this.#stage?.board;
    if (board && this.place && board.parentElement !== this.place) this.place.replaceChildren(board);
  }

  override render(): TemplateResult {
    if (!this.match && !this.course) {
      return html`<nh-review-upload .problem=${this.problem} .busy=${this.busy}
        @bring=${(event: CustomEvent<string>) => this.#bring(event.detail)}></nh-review-upload>`;
    }
    if (this.problem && !this.course) return this.notYet ? notYet(this.match) : noReview(this.problem);
    if (!this.course || !this.sight) {
      return html`<div class="skeleton" aria-busy="true" aria-label=${t("Loading")} role="status"></div>`;
    }
    return html`
      <div class="heard" role="status">${this.said}</div>
      <nh-review-head .course=${this.course} .names=${this.#names} .called=${this.told?.terms.title ?? ""}
        .match=${this.match}></nh-review-head>
      ${this.problem ? html`<p role="alert" class="bad">${this.problem}</p>` : nothing}
      <div class="table">
        <div class="main">
          <div class="board"></div>
          ${this.#bar()} ${this.#farewell()}
        </div>
        <aside>
          ${this.#step()} ${this.#turned()}
          <nh-review-whose class="screen" .as=${this.as} .names=${this.#names} @look=${this.#look}></nh-review-whose>
          <nh-review-steps .course=${this.#listed} .judged=${new Map(this.judging.judged)} .names=${this.#names} .at=${this.at}
            @seek=${this.#seek}></nh-review-steps>
          <nh-review-keys class="screen"></nh-review-keys>
          ${this.#taken()}
        </aside>
        <div class="below">
          <nh-review-outlook .course=${this.course} .judging=${this.judging} .names=${this.#names} .at=${this.at}
            .seat=${this.#perspective === "spectator" ? null : this.#perspective} @seek=${this.#seek}></nh-review-outlook>
          <nh-review-text class="screen" .source=${this.#source} .at=${this.at} .perspective=${this.#perspective}></nh-review-text>
        </div>
      </div>
    `;
  }

  /** Steps in the words of the perspective that are chosen. */
  get #listed(): Timeline {
    return this.as === null ? this.course! : this.sight!.course;
  }

  #bar(): TemplateResult {
    const step = this.course!.steps[this.at - 1];
    const words = step ? `${whoDid(step, this.#names)}: ${whatWasDone(step)}` : t("The start");
    const judged = this.judging.judged.get(this.at);
    return html`<nh-review-bar .at=${this.at} .last=${this.#last} .words=${words}
      .heard=${judged ? `${markWords(judged.mark)}. ${judged.reason}` : ""} @seek=${this.#seek}></nh-review-bar>`;
  }

  #farewell(): TemplateResult | typeof nothing {
    if (this.at !== this.#last || this.course!.status === "running") return nothing;
    const perspective = this.#perspective;
    return html`<nh-farewell .of=${String(perspective)} .ask=${() => this.#source!.farewell(perspective)}></nh-farewell>`;
  }

  #look = (event: CustomEvent<Whose>): void => {
    this.as = event.detail;
    void this.#go(this.at);
  };

  #step(): TemplateResult {
    const step = this.course!.steps[this.at - 1] ?? null;
    return html`<nh-review-judged .step=${step} .judged=${this.judging.judged.get(this.at) ?? null}
      .name=${step ? whoDid(step, this.#names) : ""} .waiting=${this.at >= this.judging.done && !this.unrated}
      .chance=${this.judging.chances.get(this.at) ?? null} .bot=${this.judging.bot}
      .why=${this.judging.unrated.get(this.at) ?? ""} .showable=${this.#stage !== null && !this.#stage.plain}
      .shown=${this.instead?.place ?? -1} @try=${this.#try}></nh-review-judged><nh-review-other class="screen"
        .told=${this.instead?.told ?? null} @back=${() => this.#go(this.at)}></nh-review-other>`;
  }

  #turned(): TemplateResult {
    return html`<nh-review-turned .course=${this.course} .judged=${new Map(this.judging.judged)} .names=${this.#names} .done=${this.judging.done} .weighed=${this.judging.weighed} .chances=${this.judging.chances}
      .unrated=${this.unrated} @seek=${this.#seek} @next-mistake=${this.#nextMistake}></nh-review-turned>`;
  }

  #try = async (event: CustomEvent<number>): Promise<void> => {
    const better = this.judging.judged.get(this.at)?.better[event.detail];
    const { at } = this;
    if (!better) return this.#go(at);
    try {
      const told = await this.#source!.instead(at, better.action);
      if (at !== this.at) return;
      this.instead = { place: event.detail, told };
      this.#stage?.showInstead(told);
    } catch (error) {
      this.problem = refusalWords(error);
    }
  };

  #seek = (event: CustomEvent<number>): void => void this.#go(event.detail);

  #taken(): TemplateResult {
    return html`<nh-review-taken class="screen" .match=${this.match} .record=${this.#record}
      .steps=${this.#last} .position=${`at=${this.at}&as=${this.#perspective}`} @leave=${this.#leave}></nh-review-taken>`;
  }
}
