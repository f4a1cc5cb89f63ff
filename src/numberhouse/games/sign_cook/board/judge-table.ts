/** The judge's table: the players who have presented, all dishes course by course, and the final result. */
import { css, customElement, html, icon, LitElement, nothing, property, seatNumber, shared, svg, type TemplateResult } from "@house/kit";
import { CheckCheck, Gavel, Hourglass } from "lucide";
import type { View } from "@types-of/sign-cook";
import { mathematics, set } from "./expression";
import { COURSES, courseWords, deedWords, face, judgedWords, t, tn, valueWords, type Course, type Plate } from "./words";

@customElement("nh-sign-cook-judge")
export class JudgeFace extends LitElement {
  @property({ attribute: false }) view!: View;
  @property({ attribute: false }) names: readonly string[] = [];
  /** The number of dishes of the last round whose lids are lifted, from the last place on. */
  @property({ attribute: false }) lifted = Infinity;

  static override styles = [
    shared,
    mathematics,
    css`
      .math {
        font-size: var(--text-3);
      }
      .places {
        display: flex;
        flex-wrap: wrap;
        gap: var(--gap-3);
        margin: 0 0 var(--gap-4);
        padding: 0;
        list-style: none;
      }
      .places li {
        display: grid;
        justify-items: center;
        text-align: center;
        width: 92px;
        font-size: var(--text-1);
        line-height: 1.25;
        overflow-wrap: anywhere;
      }
      .places svg:not(.icon) {
        width: 64px;
        height: 40px;
        fill: none;
        stroke: var(--line-strong);
        stroke-width: 2;
        stroke-linecap: round;
      }
      .places .in svg:not(.icon) {
        stroke: var(--accent);
        fill: var(--accent-tint);
      }
      .plates {
        display: grid;
        grid-template-columns: repeat(auto-fill, minmax(min(100%, 250px), 1fr));
        gap: var(--gap-3);
        margin: 0 0 var(--gap-5);
        padding: 0;
        list-style: none;
      }
      .plates > li {
        border: 1px solid var(--line);
        border-radius: var(--round);
        padding: var(--gap-3);
        background: var(--sheet);
        min-width: 0;
      }
      .plates > li {
        position: relative;
      }
      /* A dish under its lid keeps its place; so does what would tell of it. */
      .covered > :not(.lid),
      .hushed {
        visibility: hidden;
      }
      .lid {
        position: absolute;
        inset: 0;
        width: 96px;
        height: 60px;
        margin: auto;
        fill: var(--accent-tint);
        stroke: var(--accent);
        stroke-width: 2;
        stroke-linecap: round;
      }
      .plates > li.own:not(.covered) {
        border-inline-start: 3px solid var(--accent);
        background: var(--accent-tint);
      }
      .whose {
        display: flex;
        flex-wrap: wrap;
        gap: var(--gap-1) var(--gap-2);
        align-items: baseline;
        margin-bottom: var(--gap-2);
      }
      .whose b {
        overflow-wrap: anywhere;
      }
      .whose .points {
        margin-inline-start: auto;
        white-space: nowrap;
      }
      .place {
        display: inline-grid;
        place-items: center;
        min-width: 28px;
        height: 28px;
        border: 1.5px solid var(--line-strong);
        border-radius: 50%;
        font-weight: 600;
      }
      .place.first {
        background: var(--accent);
        border-color: var(--accent);
        color: var(--on-accent);
      }
      .dish {
        display: flex;
        flex-wrap: wrap;
        gap: var(--gap-2) var(--gap-4);
        align-items: center;
        margin: 0;
        padding: 0;
        list-style: none;
        overflow-wrap: anywhere;
      }
      .dish li {
        max-width: 100%;
      }
      .equals {
        white-space: nowrap;
      }
      .long .equals {
        white-space: normal;
      }
      .word {
        display: flex;
        flex-wrap: wrap;
        gap: var(--gap-2);
      }
      .word li {
        display: grid;
        justify-items: center;
        align-content: start;
        border: 1px solid var(--line-strong);
        border-radius: var(--round);
        padding: 0 var(--gap-2);
        background: var(--sheet);
        min-width: 36px;
      }
      .word b {
        font-size: var(--text-4);
      }
      .word .math {
        font-size: var(--text-2);
      }
      p {
        margin-bottom: var(--gap-2);
      }
      h3 {
        margin-bottom: var(--gap-2);
      }
      .scores {
        overflow-x: auto;
        margin-bottom: var(--gap-5);
      }
      .scores table {
        width: 100%;
      }
      .scores th,
      .scores td {
        padding: var(--gap-2) 6px;
      }
      .scores td {
        text-align: end;
      }
      .scores thead th:not(:first-child) {
        text-align: end;
        font-weight: 400;
        font-size: var(--text-1);
      }
      tr.own {
        background: var(--accent-tint);
      }
      details {
        border-bottom: 1px solid var(--line);
      }
      summary {
        min-height: var(--touch);
        padding: var(--gap-2) 0;
        cursor: pointer;
      }
      details ul {
        padding-inline-start: var(--gap-5);
        margin: 0 0 var(--gap-3);
        overflow-wrap: anywhere;
      }
    `,
  ];

  override render(): TemplateResult {
    const { view } = this;
    const last = view.courses.length - 1;
    const hushed = this.lifted < view.seats ? "hushed" : "";
    // The dishes that were judged just now come first.
    const [newest, ...earlier] = view.courses
      .map((course, index) => this.#course(COURSES.indexOf(course.course) + 1, course, index === last ? this.lifted : Infinity))
      .reverse();
    return html`${view.end ? html`<div class=${hushed}>${this.#end()}</div>` : nothing} ${newest}
      ${view.courses.length ? this.#scores(hushed) : nothing} ${view.end ? nothing : this.#waiting()} ${earlier}
      ${view.end ? this.#kitchens() : nothing}`;
  }

  #name(seat: number): string {
    return this.names[seat] ?? t("seat {seat}", { seat: seatNumber(seat) });
  }

  #named(seats: readonly number[]): string {
    return seats.map((seat) => this.#name(seat)).join(", ");
  }

  // The current round

  #waiting(): TemplateResult | typeof nothing {
    const { view } = this;
    // In practice a judged dish ends the match: no other round begins.
    const running = COURSES[view.round - 1] ?? "starter";
    if (view.courses.some((course) => course.course === running)) return nothing;
    const course = courseWords(running);
    return html`<h3>${t("Round {round}: {course}", { round: view.round, course })}</h3>
      <ul class="places">
        ${Array.from({ length: view.seats }, (_, seat) => {
          const hasPresented = !view.waiting.includes(seat);
          return html`<li class=${hasPresented ? "in" : ""}>
            ${hasPresented ? cover : emptyPlate}
            <span>${this.#name(seat)}</span>
            <span class="soft">${hasPresented ? icon(CheckCheck) : icon(Hourglass)} ${hasPresented ? t("with the judge") : t("at work")}</span>
          </li>`;
        })}
      </ul>`;
  }

  // Points

  #scores(hushed: string): TemplateResult {
    const { view } = this;
    const { end } = view;
    const seats = Array.from({ length: view.seats }, (_, seat) => seat);
    if (end) seats.sort((a, b) => (end.places[a] ?? 0) - (end.places[b] ?? 0));
    return html`<div class="scores ${hushed}" tabindex="0" role="region" aria-label=${t("Points")}><table>
      <thead><tr>
        <th scope="col">${t("Points")}</th>
        ${end ? html`<th scope="col">${t("Place")}</th>` : nothing}
        <th scope="col">${t("Total")}</th>
        ${view.courses.map((round) => html`<th scope="col">${courseWords(round.course)}</th>`)}
        ${end ? html`<th scope="col">${t("Left over")}</th>` : nothing}
      </tr></thead>
      <tbody>${seats.map((seat) => {
        const earned = view.courses.map((round) => (round.plates[seat]?.points ?? 0) + (round.plates[seat]?.bonus ?? 0));
        const sum = earned.reduce((total, points) => total + points, 0);
        const score = end?.scores[seat] ?? sum;
        return html`<tr class=${seat === view.seat ? "own" : ""}>
          <th scope="row">${this.#name(seat)}</th>
          ${end ? html`<td>${end.places[seat]}</td>` : nothing}
          <td><b>${score < 0 ? `−${-score}` : score}</b></td>
          ${earned.map((points) => html`<td>${points}</td>`)}
          ${end ? html`<td>${score < sum ? `−${sum - score}` : "0"}</td>` : nothing}
        </tr>`;
      })}</tbody>
    </table></div>`;
  }

  // A closed round

  #course(round: number, { course, longest, plates }: View["courses"][number], lifted: number): TemplateResult {
    const seats = plates.map((_, seat) => seat).sort((a, b) => (plates[a]?.place ?? 0) - (plates[b]?.place ?? 0));
    return html`<h3>${t("Round {round}: {course}", { round, course: courseWords(course) })}</h3>
      <p class="soft">${longest ? tn("Longest sequence mined: {count} tile.", "Longest sequence mined: {count} tiles.", longest) : t("Nothing was mined.")}</p>
      <ol class="plates">${seats.map((seat, index) => this.#plate(seat, course, plates[seat], index + lifted < seats.length))}</ol>`;
  }

  #plate(seat: number, course: Course, plate: Plate | undefined, covered: boolean): TemplateResult | typeof nothing {
    if (!plate) return nothing;
    const own = seat === this.view.seat;
    return html`<li class="${own ? "own" : ""} ${covered ? "covered" : ""}">
      ${covered ? lid : nothing}
      <div class="whose">
        <span class="place ${plate.place === 1 ? "first" : ""}" role="img" aria-label=${t("place {place}", { place: plate.place })}>${plate.place}</span>
        <b>${this.#name(seat)}</b>
        <span class="points">${tn("{count} point", "{count} points", plate.points)}${plate.bonus ? html` + ${t("{bonus} for 538", { bonus: plate.bonus })}` : nothing}</span>
      </div>
      ${this.#verdict(plate, course)}
      ${plate.overruled ? html`<p class="soft">${icon(Gavel)} ${t("The host has ruled on the word.")}</p>` : nothing}
      ${course === "dessert" && plate.word && !plate.undecided.length ? this.#word(plate) : this.#dish(plate)}
    </li>`;
  }

  /** The judge's words. */
  #verdict(plate: Plate, course: Course): TemplateResult | typeof nothing {
    switch (plate.verdict) {
      case "ruined":
        return html`<p class="bad">${t("Ruined: an operand or a partial result is 0, or something is divided by 0.")}</p>`;
      case "not-a-word":
        return html`<p class="bad">${t("{word} is no word of the list.", { word: plate.word })}</p>`;
      case "undecided":
        return html`<p>${icon(Gavel)} ${t("Left to the host; until then behind all that are judged.")}</p>`;
      case "unfit":
        return html`<p class="bad">${icon(Gavel)} ${t("Doesn’t fit: so the host has decided.")}</p>`;
      case "nothing":
        return html`<p class="soft">${t("Presented nothing.")}</p>`;
      case "missing":
        return html`<p class="soft">${icon(Hourglass)} ${t("No dish in time.")}</p>`;
      default:
        return html`<p>${judgedWords(course, plate)}</p>`;
    }
  }

  #dish(plate: Plate): TemplateResult | typeof nothing {
    if (!plate.dish.length) return nothing;
    return html`<ul class="dish">
      ${plate.dish.map((text, index) => {
        const value = plate.values[index] ?? "";
        const ruled = plate.ruled.includes(index + 1);
        return html`<li class=${value.length > 14 ? "long" : ""}>${set(text, this.view.options)}${value === text
            ? nothing
            : html`<span class="equals"> = <b>${valueWords(value)}</b>${ruled ? html` <span class="soft">${t("(the host)")}</span>` : nothing}</span>`}</li>`;
      })}
    </ul>`;
  }

  #word(plate: Plate): TemplateResult {
    return html`<p class="heard">${plate.word}</p>
      <ol class="dish word">
        ${plate.dish.map((text, index) => html`<li><b>${plate.word[index]}</b>${set(text, this.view.options)}</li>`)}
      </ol>`;
  }

  // The end

  #end(): TemplateResult {
    const end = this.view.end!;
    const first = end.places.flatMap((place, seat) => (place === 1 ? [seat] : []));
    return html`<p><b>${t("Finally, some good food: {names}.", { names: this.#named(first) })}</b> ${t("That earns a Token of Life and 3 garnets.")}</p>
      <p>${t("A donut, and so the elimination candidate: {names}.", { names: this.#named(end.candidates) })}</p>`;
  }

  #kitchens(): TemplateResult {
    return html`<h3>${t("What everybody did")}</h3>
      ${this.view.end!.kitchens.map((kitchen, seat) => {
        const left = [...kitchen.pantry].map(face).join(" ");
        return html`<details>
          <summary>${this.#name(seat)}: ${left ? t("left over {tiles}", { tiles: left }) : t("nothing left over")}</summary>
          <ul>
            ${kitchen.diary.map((deeds, index) => html`<li>
              ${courseWords(COURSES[index] ?? "starter")}: ${deeds.length ? deeds.map(deedWords).join("; ") : t("no visits")}
            </li>`)}
          </ul>
        </details>`;
      })}`;
  }
}

const coverPath = svg`<path d="M12 32a20 20 0 0 1 40 0zM32 12V8" /><path d="M6 36h52" />`;
const cover = html`<svg viewBox="0 0 64 40" aria-hidden="true">${coverPath}</svg>`;
const lid = html`<svg class="lid" viewBox="0 0 64 40" aria-hidden="true">${coverPath}</svg>`;
const emptyPlate = html`<svg viewBox="0 0 64 40" aria-hidden="true">${svg`<path d="M10 32c4 4 8 4 22 4s18 0 22-4zM6 32h52" stroke-dasharray="3 4" />`}</svg>`;
