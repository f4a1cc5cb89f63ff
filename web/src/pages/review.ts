/** Looking back at a match: its board step by step, through anybody's eyes, with what each step was worth. */
import { html, LitElement, nothing, type PropertyValues, type TemplateResult } from "lit";
import { customElement, property, query, state } from "lit/decorators.js";
import { get, Refusal, type Seat, type Told } from "@house/api";
import { boardOf } from "@house/boards";
import type { Board } from "@house/kit/board";
import { colour } from "@house/kit/face";
import { shared } from "@house/kit/styles";
import { t } from "@house/kit/words";
import { me } from "@house/me";
import { layout } from "@house/pages/review-layout";
import { refusalWords } from "@house/refusals";
import { judgeAll, matchSource, recordSource, Sight, type Course, type Eyes, type Judged, type Source } from "@house/review/course";
import "@house/review/bar";
import "@house/review/graph";
import "@house/review/head";
import "@house/review/judged";
import { deedOf, type ReviewKeys } from "@house/review/keys";
import { isWrong, markWords } from "@house/review/marks";
import "@house/review/steps";
import "@house/review/summary";
import "@house/review/taken";
import "@house/review/turned";
import "@house/review/upload";
import { whoseOf, type Whose } from "@house/review/whose";

type Element = Board<unknown, unknown> & HTMLElement & { game?: string; text?: string };

/** Where a record that was brought along is kept for the next load of the page. */
const KEPT = "numberhouse.review";

@customElement("nh-review")
export class Review extends LitElement {
  /** A match of the house; none: a record. */
  @property() match = "";
  @state() private told: Told | null = null;
  /** With everything told: the steps that all others are held against. */
  @state() private course: Course | null = null;
  @state() private sight: Sight | null = null;
  @state() private at = 0;
  /** Whose eyes; null follows whoever acts. */
  @state() private as: Whose = null;
  @state() private judged: ReadonlyMap<number, Judged> = new Map();
  /** The first step that hasn't been judged. */
  @state() private done = 1;
  @state() private problem = "";
  @state() private notYet = false;
  @state() private unjudged = "";
  @state() private busy = false;
  @state() private said = "";
  @state() private text = "";
  @query(".board") private place?: HTMLElement;
  @query("details") private asText?: HTMLDetailsElement;
  @query("nh-review-keys") private keys?: ReviewKeys;

  #source: Source | null = null;
  #record = "";
  #sights = new Map<Eyes, Promise<Sight>>();
  #board: Element | null = null;
  #shown: { eyes: Eyes; at: number } | null = null;
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
    const kept = sessionStorage.getItem(KEPT);
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
      if (this.match) this.told = await get<Told>(`/api/matches/${this.match}`);
      this.course = await source.course("everything");
    } catch (error) {
      this.notYet = error instanceof Refusal && error.code === "not-allowed";
      this.problem = refusalWords(error);
      return;
    } finally {
      this.busy = false;
    }
    this.#source = source;
    this.#sights.clear();
    const { course } = this;
    if (typeof this.as === "number" && this.as >= course.players.length) this.as = null;
    colour(this, course.game);
    const board = document.createElement(await boardOf(course.game)) as Element;
    board.game = course.game;
    board.addEventListener("say", (event) => (this.said = (event as CustomEvent<string>).detail));
    this.#board = board;
    this.#shown = null;
    void this.#judge(source);
    await this.#go(this.at);
  }

  async #bring(record: string): Promise<void> {
    await me.somebody().catch(() => null);
    await this.#begin(recordSource(record));
    if (!this.course) {
      sessionStorage.removeItem(KEPT);
      return;
    }
    this.#record = record;
    try {
      sessionStorage.setItem(KEPT, record);
    } catch {
      // Too large to be kept: then it is brought along again after the next load.
    }
  }

  #leave = (): void => {
    sessionStorage.removeItem(KEPT);
    this.#source = this.course = this.sight = this.#board = null;
    this.judged = new Map();
    this.#record = "";
    this.at = 0;
    history.replaceState(null, "", location.pathname);
  };

  async #judge(source: Source): Promise<void> {
    if (!this.course?.judged || (this.told && !["finished", "abandoned"].includes(this.told.status))) {
      this.done = Infinity;
      return;
    }
    this.unjudged = "";
    try {
      await judgeAll(
        source,
        (judged, done) => {
          this.judged = new Map([...this.judged, ...judged.map((one) => [one.number, one] as const)]);
          this.done = done;
        },
        () => !this.#gone && this.#source === source,
      );
    } catch (error) {
      this.unjudged = refusalWords(error);
    }
  }

  // Going through the match

  get #last(): number {
    return this.course?.steps.length ?? 0;
  }

  get #eyes(): Seat | "spectator" {
    if (this.as !== null) return this.as;
    const steps = this.course?.steps ?? [];
    return (steps[this.at - 1] ?? steps[0])?.seat ?? 0;
  }

  async #go(step: number): Promise<void> {
    this.at = Math.min(Math.max(step, 0), this.#last);
    this.#tellAddress();
    const eyes = this.#eyes;
    try {
      const sight = await this.#sightOf(eyes);
      if (eyes !== this.#eyes) return;
      this.sight = sight;
      this.#dress(eyes);
    } catch (error) {
      this.problem = refusalWords(error);
    }
  }

  #sightOf(eyes: Eyes): Promise<Sight> {
    let found = this.#sights.get(eyes);
    if (!found) {
      found = this.#source!.course(eyes).then((course) => new Sight(course));
      this.#sights.set(eyes, found);
      found.catch(() => this.#sights.delete(eyes));
    }
    return found;
  }

  #dress(eyes: Seat | "spectator"): void {
    const board = this.#board;
    const { sight, at } = this;
    if (!board || !sight) return;
    const before = this.#shown;
    this.#shown = { eyes, at };
    const forward = before !== null && before.eyes === eyes && before.at === at - 1;
    board.view = sight.view(at);
    board.seat = eyes === "spectator" ? null : eyes;
    board.names = this.#called;
    board.open = board.awaited = board.busy = false;
    board.legal = null;
    board.assistance = true;
    board.over = at === this.#last && sight.course.status !== "running";
    board.arrived = forward ? sight.arrived(at) : [];
    void this.#tellText(eyes, at);
  }

  async #tellText(eyes: Eyes, at: number): Promise<void> {
    const plain = this.#board && "text" in this.#board;
    if (!plain && !this.asText?.open) return;
    try {
      const text = await this.#source!.words(at, eyes);
      if (at !== this.at || eyes !== this.#eyes) return;
      this.text = text;
      if (plain) this.#board!.text = text;
    } catch (error) {
      this.text = refusalWords(error);
    }
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
    else if (deed === "next-mistake") this.#nextWrong();
    else if (deed === "mistake-before") this.#wrongBefore();
    else void this.#go({ back: this.at - 1, forward: this.at + 1, first: 0, last: this.#last }[deed]);
  };

  get #wrong(): number[] {
    return [...this.judged.values()].filter((one) => isWrong(one.mark)).map((one) => one.number).sort((one, other) => one - other);
  }

  #nextWrong = (): void => {
    const wrong = this.#wrong;
    const next = wrong.find((number) => number > this.at) ?? wrong[0];
    if (next !== undefined) void this.#go(next);
  };

  #wrongBefore(): void {
    const wrong = this.#wrong;
    const before = wrong.findLast((number) => number < this.at) ?? wrong.at(-1);
    if (before !== undefined) void this.#go(before);
  }

  get #called(): string[] {
    return (this.course?.players ?? []).map((one, seat) => one.name || t("Seat {seat}", { seat }));
  }

  /** Players of the same name are told apart by their seats. */
  get #names(): string[] {
    return this.#called.map((name, seat, all) => (all.indexOf(name) === all.lastIndexOf(name) ? name : `${name} ${seat}`));
  }

  // What is shown

  protected override updated(changed: PropertyValues): void {
    super.updated(changed);
    if (this.#board && this.place && this.#board.parentElement !== this.place) this.place.append(this.#board);
  }

  override render(): TemplateResult {
    if (!this.match && !this.course) {
      return html`<nh-review-upload .problem=${this.problem} .busy=${this.busy}
        @bring=${(event: CustomEvent<string>) => this.#bring(event.detail)}></nh-review-upload>`;
    }
    if (this.problem && !this.course) return this.#refused();
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
          ${this.#bar()}
        </div>
        <aside>
          ${this.#step()} ${this.#turned()}
          <nh-review-whose class="screen" .as=${this.as} .names=${this.#names} @look=${this.#look}></nh-review-whose>
          <nh-review-steps .course=${this.#listed} .judged=${this.judged} .names=${this.#names} .at=${this.at}
            @seek=${this.#seek}></nh-review-steps>
          <nh-review-keys class="screen"></nh-review-keys>
          ${this.#taken()}
        </aside>
        <div class="below">${this.#graph()} ${this.#words()}</div>
      </div>
    `;
  }

  /** Steps in the words of the eyes that are chosen. */
  get #listed(): Course {
    return this.as === null ? this.course! : this.sight!.course;
  }

  #refused(): TemplateResult {
    if (!this.notYet) return html`<p role="alert">${this.problem}</p><p><a href="/">${t("To the games")}</a></p>`;
    return html`<section class="sheet stack">
      <h1>${t("Not yet")}</h1>
      <p>${t("Analysis opens when the match is over; then everybody who may see it can look at every step with anybody's eyes.")}</p>
      <div><a class="button primary" href="/match/${this.match}">${t("To the match")}</a></div>
    </section>`;
  }

  #bar(): TemplateResult {
    const step = this.course!.steps[this.at - 1];
    const words = step ? `${this.#names[step.seat]}: ${step.notation || t("time ran out")}` : t("The start");
    const judged = this.judged.get(this.at);
    return html`<nh-review-bar .at=${this.at} .last=${this.#last} .words=${words}
      .heard=${judged ? `${markWords(judged.mark)}. ${judged.reason}` : ""} @seek=${this.#seek}></nh-review-bar>`;
  }

  #look = (event: CustomEvent<Whose>): void => {
    this.as = event.detail;
    void this.#go(this.at);
  };

  #step(): TemplateResult {
    const step = this.course!.steps[this.at - 1] ?? null;
    return html`<nh-review-judged .step=${step} .judged=${this.judged.get(this.at) ?? null}
      .name=${step ? this.#names[step.seat]! : ""} .waiting=${this.at >= this.done && !this.unjudged}></nh-review-judged>`;
  }

  #turned(): TemplateResult {
    return html`<nh-review-turned .course=${this.course} .judged=${this.judged} .names=${this.#names} .done=${this.done}
      .unjudged=${this.unjudged} @seek=${this.#seek} @next-mistake=${this.#nextWrong}></nh-review-turned>`;
  }

  #graph(): TemplateResult | typeof nothing {
    if (!this.judged.size) return nothing;
    const eyes = this.#eyes;
    return html`<nh-review-graph .course=${this.course} .judged=${this.judged} .at=${this.at} .names=${this.#names}
        .seat=${eyes === "spectator" ? null : eyes} @seek=${this.#seek}></nh-review-graph>
      <nh-review-summary .judged=${this.judged} .names=${this.#names}></nh-review-summary>`;
  }

  #seek = (event: CustomEvent<number>): void => void this.#go(event.detail);

  #words(): TemplateResult {
    return html`<details class="screen" @toggle=${() => this.#tellText(this.#eyes, this.at)}>
      <summary>${t("This position as text")}</summary>
      <pre class="sheet" tabindex="0" aria-label=${t("This position as text")}>${this.text}</pre>
    </details>`;
  }

  #taken(): TemplateResult {
    return html`<nh-review-taken class="screen" .match=${this.match} .record=${this.#record} .game=${this.course!.game}
      .steps=${this.#last} .position=${`at=${this.at}&as=${this.#eyes}`} @leave=${this.#leave}></nh-review-taken>`;
  }
}
