/** The board of Sign Cook: the town, the mine, the pantry, the kitchen and the judge's table. */
import { Board, html, icon, nothing, query, Reveal, seatNumber, state, type KeyHelp, type PropertyValues, type TemplateResult } from "@house/kit";
import { ArrowLeft, Check, CheckCheck, Circle, CircleCheck, Gem, Hourglass, Utensils } from "lucide";
import type { Action, View } from "@types-of/sign-cook";
import { mathematics, set, tilesOf } from "./expression";
import "./kitchen/kitchen";
import type { KitchenFace } from "./kitchen/kitchen";
import { town, townStyle } from "./map";
import "./mine";
import "./kitchen/pantry";
import type { Use } from "./kitchen/pantry";
import { layout } from "./style";
import "./market";
import {
  boughtTile, closedCells, COURSES, courseWords, deedWords, goalWords, line, PRICE, purse, spotWords, t, tn, variantWords, VISITS,
  visitsLeft, type Course, type Kitchen, type Market, type Plate, type Spot,
} from "./words";

export { labels } from "./labels";

export default class SignCookBoard extends Board<View, Action> {
  @state() private spot: Spot | null = null;
  /** The text of the dish, line by line. */
  @state() private lines: readonly string[] = [""];
  /** The digit to hand over. */
  @state() private chosen = "";
  /** Whether nothing but the dish was asked when the board was opened, as in a drill. */
  @state() private wasOpenedToCook = false;
  @query("nh-sign-cook-kitchen") private cook?: KitchenFace;
  @query("#place") private heading?: HTMLElement;
  /** The lids over the dishes of the last round. */
  #lids = new Reveal(this);

  static override styles = [Board.styles, townStyle, mathematics, layout];

  get #course(): Course {
    return COURSES[this.view.round - 1] ?? "starter";
  }

  get #kitchen(): Kitchen | null {
    return this.view.kitchen;
  }

  /** Whether the viewer can act at this place now. */
  get #atWork(): boolean {
    return this.open && this.#kitchen !== null && !this.#kitchen.sealed && !this.view.end;
  }

  protected override firstUpdated(): void {
    void import("./judge-table"); // nobody needs it at the start
  }

  protected override viewChanged(before: View | undefined): void {
    const { view } = this;
    if (!before) {
      this.wasOpenedToCook = this.#isDrillOfCooking();
      if (view.end) this.spot = "judge";
      else if (this.wasOpenedToCook) this.spot = this.over ? "judge" : "kitchen";
      this.lines = this.#storedLines();
      return;
    }
    this.#tell(before);
    if (view.courses.length !== before.courses.length) {
      this.lines = [""];
      this.chosen = "";
      this.spot = view.courses.length > before.courses.length ? "judge" : this.spot;
      if (this.spot === "judge" && this.arrived.length) this.#liftLids();
    }
    if (view.kitchen?.pantry !== before.kitchen?.pantry) this.chosen = "";
  }

  protected override updated(changed: PropertyValues): void {
    super.updated(changed);
    // Another digit, dish or place: an earlier refusal isn't about it any more.
    if (!changed.has("view") && (["chosen", "lines", "spot"] as const).some((name) => changed.has(name))) this.draftChanged();
  }

  /** Whether this is practice, which has no match, and only the dish of one course remains. */
  #isDrillOfCooking(): boolean {
    const { match, view } = this;
    const kitchen = this.#kitchen;
    if (match || !kitchen || view.end || view.seat === null) return false;
    return this.over || (this.#atWork && !visitsLeft(kitchen) && purse(view, view.seat, kitchen) < PRICE);
  }

  /** Whether the town has nothing to offer: the visits were made before, and no tile can be bought. */
  get #cooksOnly(): boolean {
    return this.wasOpenedToCook && this.#kitchen !== null && !visitsLeft(this.#kitchen);
  }

  /** The events as sentences, for screen readers. */
  #tell(before: View): void {
    const { view } = this;
    const [now, then] = [view.kitchen?.diary.flat() ?? [], before.kitchen?.diary.flat() ?? []];
    const deed = now.at(-1);
    if (deed && now.length > then.length) this.say(deedWords(deed));
    if (view.rulings.length && JSON.stringify(view.rulings) !== JSON.stringify(before.rulings)) {
      this.say(t("The host has ruled, and dishes are judged anew."), "mine");
    }
    const course = view.courses.at(-1);
    if (course && view.courses.length > before.courses.length) {
      const words = t("Round {round} is judged.", { round: view.courses.length });
      const plate = view.seat === null ? undefined : course.plates[view.seat];
      this.say(plate ? `${words} ${t("Your place: {place}.", { place: plate.place })}` : words, "mine");
      this.say(course.plates.map((plate, seat) => `${this.#plateWords(plate, this.names[seat] ?? t("seat {seat}", { seat: seatNumber(seat) }))}`).join(" "), "others");
      if (!view.end) this.say(`${this.#title()}. ${goalWords(this.#course)}`, "mine");
    }
  }

  /** A dish in one sentence: "Bob: 2 points, 3 + 4; 8." */
  #plateWords(plate: Plate, name: string): string {
    const points = tn("{count} point", "{count} points", plate.points + plate.bonus);
    const dish = plate.dish.length ? plate.dish.map(line).join("; ") : t("no dish");
    return t("{name}: {points}, {dish}.", { name, points, dish: plate.word ? `${plate.word}, ${dish}` : dish });
  }

  override get keys(): readonly KeyHelp[] {
    return [
      { keys: ["Enter", "Space"], does: t("in the mine: begins the path, and ends it") },
      { keys: ["←", "→", "↑", "↓"], does: t("in the mine: from cell to cell, and draws the path once it has begun") },
      { keys: ["Esc"], does: t("in the mine: clears the path") },
      { keys: ["Enter"], does: t("in an expression: to the next one") },
      { keys: ["←", "→"], does: t("among the tiles of an expression: from tile to tile; with Shift moves the tile") },
      { keys: ["Delete", "Backspace"], does: t("among the tiles of an expression: removes the tile") },
      { keys: ["←", "→", "↑", "↓"], does: t("at the stall: from tile to tile") },
    ];
  }

  // A half-written dish must survive a page reload.

  get #shelf(): string {
    return `sign-cook ${location.pathname} ${this.view.round}`;
  }

  #storedLines(): readonly string[] {
    const lines: unknown = this.view.kitchen ? JSON.parse(sessionStorage.getItem(this.#shelf) ?? "null") : null;
    return Array.isArray(lines) && lines.length ? lines.map(String) : [""];
  }

  #write(lines: readonly string[]): void {
    this.lines = lines;
    sessionStorage.setItem(this.#shelf, JSON.stringify(lines));
  }

  protected override nextFocus(): readonly string[] {
    if (this.view.end && this.over) return [];
    const pantry = this.#use === "give" ? ["nh-sign-cook-pantry"] : [];
    return [".on .primary", ".sealed", ...pantry, "#place"];
  }

  override render(): TemplateResult {
    return html`${this.#head()} ${this.#kitchen && !this.view.end ? this.#pantry() : nothing}
      <div class="places ${this.spot ? "inside" : ""} ${this.#kitchen?.sealed ? "waits" : ""} ${this.view.end || this.#cooksOnly ? "ended" : ""}">
        ${this.#cooksOnly ? nothing : town(this.spot, (spot) => this.#go(spot), (spot) => this.#closed(spot))}
        <section class="sheet panel" aria-labelledby="place">
          ${this.spot && !this.#cooksOnly
            ? html`<button type="button" class="plain back" @click=${() => this.#leave()}>${icon(ArrowLeft)} ${t("Town")}</button>`
            : nothing}
          <h2 id="place" tabindex="-1">${this.spot ? spotWords(this.spot) : this.#title()}</h2>
          ${this.#inside()}
        </section>
      </div>
      ${this.#atWork && !this.spot ? html`<div class="low">${this.#cook()}</div>` : nothing}`;
  }

  // The progress of the match

  #head(): TemplateResult {
    const { view } = this;
    const kitchen = this.#kitchen;
    return html`<div class="head">
      <ol class="courses" aria-label=${t("Courses")}>
        ${COURSES.map((course, index) => {
          const isDone = view.courses.some((done) => done.course === course);
          const now = index + 1 === view.round && !view.end;
          return html`<li class=${now ? "now" : ""} aria-current=${now ? "step" : nothing}>
            ${isDone ? icon(Check, t("judged")) : html`<span class="number">${index + 1}</span>`} ${courseWords(course)}
          </li>`;
        })}
      </ol>
      ${kitchen && !view.end && view.seat !== null && !this.#cooksOnly
        ? html`<span class="purse">
            ${kitchen.sealed ? nothing : this.#visits(kitchen)}
            <span class="garnets">${icon(Gem)} ${tn("{count} garnet", "{count} garnets", purse(view, view.seat, kitchen))}</span>
          </span>`
        : nothing}
      ${view.end ? nothing : html`<p class="goal ${this.spot && this.spot !== "kitchen" ? "away" : ""}">${goalWords(this.#course)}</p>`}
    </div>`;
  }

  #visits(kitchen: Kitchen): TemplateResult {
    const left = visitsLeft(kitchen);
    return html`<span class="pips">
      ${Array.from({ length: VISITS }, (_, index) => icon(index < VISITS - left ? CircleCheck : Circle))}
      ${tn("{count} visit left", "{count} visits left", left)}
    </span>`;
  }

  #title(): string {
    return t("Round {round}: {course}", { round: this.view.round, course: courseWords(this.#course) });
  }

  // The pantry

  #pantry(): TemplateResult {
    const use = this.#use;
    return html`<nh-sign-cook-pantry class=${use === "look" && this.spot ? "aside" : use === "lay" ? "near" : ""}
      .pantry=${this.#kitchen?.pantry ?? ""} .laid=${this.#atWork ? tilesOf(this.lines) : ""} .use=${use} .chosen=${this.chosen}
      @pick=${(event: CustomEvent<string>) => this.#pick(event.detail)}></nh-sign-cook-pantry>`;
  }

  get #use(): Use {
    if (!this.#atWork || !this.spot) return "look";
    if (this.spot === "kitchen") return "lay";
    if (["mine", "stall", "judge"].includes(this.spot)) return "look";
    return this.#kitchen && visitsLeft(this.#kitchen) ? "give" : "look";
  }

  #pick(tile: string): void {
    if (this.#use === "lay") this.cook?.lay(tile);
    else this.chosen = this.chosen === tile ? "" : tile;
  }

  // Places

  #go(spot: Spot): void {
    this.spot = spot;
    this.chosen = "";
    void this.updateComplete.then(() => this.heading?.focus());
  }

  #leave(): void {
    const spot = this.spot;
    this.spot = null;
    void this.updateComplete.then(() => {
      (this.renderRoot.querySelector<HTMLElement>(`#spot-${spot}:enabled`) ?? this.heading)?.focus({ preventScroll: true });
      // On a telephone the focus lies far below the task of the round and the tiles.
      this.renderRoot.querySelector(".head")?.scrollIntoView({ block: "nearest" });
    });
  }

  /** The reason why a place isn't offered now. The mine of a match stays open to look at: it is for later rounds too. */
  #closed(spot: Spot): string {
    const kitchen = this.#kitchen;
    if (!kitchen || !this.#atWork || spot === "kitchen" || spot === "judge") return "";
    if (spot === "stall") return this.view.seat !== null && purse(this.view, this.view.seat, kitchen) < PRICE ? t("Not enough garnets") : "";
    if (visitsLeft(kitchen) || (spot === "mine" && this.match)) return "";
    return t("No visits left in this round");
  }

  #inside(): TemplateResult {
    switch (this.spot) {
      case null:
        return this.#menu();
      case "mine":
        return this.#mine();
      case "kitchen":
        return this.#dish();
      case "judge":
        return html`${this.#atWork || this.view.courses.length
            ? html`<div class="row on">
                ${this.#atWork
                  ? html`<button class="primary" @click=${() => this.#leave()}>${t("Next: {course}", { course: courseWords(this.#course).toLowerCase() })}</button>`
                  : nothing}
                ${this.view.courses.length ? this.#lids.button(t("Lift the lids again"), () => this.#liftLids()) : nothing}
              </div>`
            : nothing}
          <nh-sign-cook-judge .view=${this.view} .names=${this.names} .lifted=${this.#lids.shown}></nh-sign-cook-judge>`;
      default:
        return this.#market(this.spot);
    }
  }

  #liftLids(): void {
    this.#lids.start(this.view.seats);
  }

  /** The task of the course, the visits made and left, and the next step. */
  #menu(): TemplateResult {
    const { view } = this;
    const kitchen = this.#kitchen;
    return html`${variantWords(view).map((words) => html`<p class="soft small break">${words}</p>`)}
      ${kitchen && !view.end ? this.#diary(kitchen) : nothing}
      ${kitchen?.sealed ? this.#sealed(kitchen.sealed) : nothing}
      ${this.#atWork
        ? html`<div class="row high">${this.#cook()}</div>`
        : html`<div class="row"><button @click=${() => this.#go("judge")}>${t("See the judge’s table")}</button></div>`}`;
  }

  #cook(): TemplateResult {
    return html`<button type="button" class="primary" @click=${() => this.#go("kitchen")}>${icon(Utensils)} ${t("Cook the dish")}</button>`;
  }

  #diary(kitchen: Kitchen): TemplateResult {
    const deeds = kitchen.diary.at(-1) ?? [];
    const left = visitsLeft(kitchen);
    return html`<h3>${t("In this round")}</h3>
      <ul class="diary">
        ${deeds.map((deed) => html`<li>${icon(deed.type === "buy" ? Gem : CircleCheck)} ${deedWords(deed)}</li>`)}
        ${this.#atWork ? Array.from({ length: left }, () => html`<li class="soft">${icon(Circle)} ${t("a visit still to be made")}</li>`) : nothing}
      </ul>`;
  }

  #mine(): TemplateResult {
    const can = this.#canVisit;
    return html`${this.#shut()}
      <nh-sign-cook-mine .grid=${this.view.grid} .closed=${closedCells(this.#kitchen)} .open=${can} .busy=${this.busy}
        @dig=${(event: CustomEvent<{ cells: string[]; equation: string }>) => this.act({ type: "mine", ...event.detail })}></nh-sign-cook-mine>`;
  }

  #market(place: Market | "stall"): TemplateResult {
    const kitchen = this.#kitchen;
    const { view } = this;
    const garnets = kitchen && view.seat !== null ? purse(view, view.seat, kitchen) : 0;
    const paid = kitchen ? boughtTile(kitchen) : "";
    const open = place === "stall" ? this.#atWork && !paid && garnets >= PRICE : this.#canVisit;
    return html`${place === "stall" ? nothing : this.#shut()}
      <nh-sign-cook-visit .place=${place} .tile=${this.chosen} .open=${open} .busy=${this.busy} .garnets=${garnets} .bought=${paid}
        @deal=${(event: CustomEvent<Action>) => this.act(event.detail)}></nh-sign-cook-visit>`;
  }

  get #canVisit(): boolean {
    return this.#atWork && this.#kitchen !== null && visitsLeft(this.#kitchen) > 0;
  }

  #shut(): TemplateResult | typeof nothing {
    const kitchen = this.#kitchen;
    if (!kitchen || this.view.end) return nothing;
    if (kitchen.sealed) return html`<p class="soft">${t("Your dish of this round is with the judge; visits go on in the next.")}</p>`;
    if (!visitsLeft(kitchen)) return html`<p class="soft">${t("You have made the three visits of this round.")}</p>`;
    return nothing;
  }

  // The dish

  #dish(): TemplateResult {
    const kitchen = this.#kitchen;
    if (!kitchen) return html`<p class="soft">${t("Every player cooks in a kitchen of their own; dishes are seen when the round is judged.")}</p>`;
    if (kitchen.sealed) return this.#sealed(kitchen.sealed);
    if (!this.#atWork) return html`<p class="soft">${t("Nothing is being cooked here.")}</p>`;
    return html`<nh-sign-cook-kitchen .course=${this.#course} .cuisine=${this.view.options} .lines=${this.lines}
      .busy=${this.busy} .visits=${visitsLeft(kitchen)} .advise=${this.open ? this.advise : null} .pantry=${kitchen.pantry}
      .counted=${this.match !== ""}
      .lookUp=${this.open && this.#course === "dessert" && this.view.options.lookups ? this.openAdvise : null}
      @lines=${(event: CustomEvent<readonly string[]>) => this.#write(event.detail)}
      @serve=${(event: CustomEvent<string[]>) => this.act({ type: "serve", dish: event.detail })}></nh-sign-cook-kitchen>`;
  }

  #sealed(sealed: NonNullable<Kitchen["sealed"]>): TemplateResult {
    const others = this.view.waiting.map((seat) => this.names[seat] ?? t("seat {seat}", { seat: seatNumber(seat) }));
    return html`<div class="sealed" tabindex="-1">
      <p class="state">
        ${sealed.how === "missing" ? icon(Hourglass) : icon(CheckCheck)}
        ${{ served: t("Your dish is with the judge."), nothing: t("You present nothing in this round."), missing: t("Your time has run out; you have no dish.") }[sealed.how]}
      </p>
      ${sealed.dish.length ? html`<ul class="served">${sealed.dish.map((text) => html`<li>${set(text, this.view.options)}</li>`)}</ul>` : nothing}
      ${others.length ? html`<p class="soft">${t("Still at work: {names}.", { names: others.join(", ") })}</p>` : nothing}
    </div>`;
  }
}
