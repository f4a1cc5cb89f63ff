/** The rounds of the match: the values of every round, and one closed round in full. */
import { classMap, css, html, icon, nothing, type JudgedPromise, type TemplateResult } from "@house/kit";
import { ChevronLeft, ChevronRight, CircleCheck, CircleX, DoorOpen } from "lucide";
import type { View } from "@types-of/addition-crypt";
import { pointSentences } from "./points";
import { based } from "./ring";
import { howShown } from "./tray";
import { letter, lineOf, listText, roundName, signed, t, termSentences, termsOf, tn, valuesAfter, whoIs, written, type Line } from "./words";

export interface Rounds {
  view: View;
  /** The seat whose submissions are shown. */
  seat: number | null;
  names: readonly string[];
  /** The shown round, counted from 1. */
  shownRound: number;
  showRound(round: number): void;
  /** The way into a room of the talk, by its name; null where there is none. */
  open(room: string): (() => void) | null;
  /** The number of rooms of the last round that have opened before the viewer's eyes. */
  openRooms: number;
  /** The promises between the viewer and others whose outcome the viewer's view shows. */
  promises: readonly JudgedPromise[];
}

// One round

export function roundTemplate(model: Rounds): TemplateResult {
  const { view, shownRound, showRound } = model;
  const closed = shownRound <= view.rounds.length;
  const last = view.options.rounds.length;
  const standsFirst = !view.end && shownRound === view.rounds.length;
  return html`<section class="round sheet" aria-labelledby="told">
    <div class="title">
      <button class="plain" ?disabled=${shownRound <= 1} aria-label=${t("Round before")} @click=${() => showRound(shownRound - 1)}>${icon(ChevronLeft)}</button>
      <h2 id="told">
        ${t("Round {round}: {name}", { round: shownRound, name: roundName(view.options, shownRound) })}
        <span class="soft small">${closed ? t("closed") : shownRound === view.round ? t("now") : t("to come")}</span>
      </h2>
      <button class="plain" ?disabled=${shownRound >= last} aria-label=${t("Round after")} @click=${() => showRound(shownRound + 1)}>${icon(ChevronRight)}</button>
    </div>
    ${closed ? html`${standsFirst ? nothing : own(model, shownRound)} ${changes(view, shownRound)} ${everybody(model)}` : nothing}
    ${closed ? html`<details><summary>${t("The terms of this round")}</summary>${terms(view, shownRound)}</details>` : terms(view, shownRound)}
  </section>`;
}

export function terms(view: View, round: number): TemplateResult {
  return html`<ul class="terms">
    ${termSentences(view.options, round).map((sentence) => html`<li>${sentence}</li>`)}
  </ul>`;
}

/** The old value, the change and the new value of each node. */
function changes(view: View, round: number): TemplateResult {
  const before = valuesAfter(view, round - 1);
  const after = valuesAfter(view, round);
  const { base } = termsOf(view.options, round);
  return html`<ul class="plain changes" aria-label=${t("Nodes in round {round}", { round })}>
    ${after.map((value, node) => {
      const was = before[node] ?? 0;
      return html`<li>
        <b>${letter(node)}</b>
        <span><span class="soft">${was} ${value === was ? "±0" : signed(value - was)} =</span> <strong>${value}</strong> ${base === 10 ? nothing : based(value, base)}</span>
      </li>`;
    })}
  </ul>`;
}

/** The viewer's submission and points of the last round, above everything else. */
export function earned(model: Rounds): TemplateResult | typeof nothing {
  const round = model.view.rounds.length;
  const result = own(model, round);
  return result === nothing ? nothing : html`<section class="earned" aria-label=${t("Your points in round {round}", { round })}>${result}</section>`;
}

/** The viewer's submission and points, and the players met in its rooms. */
function own(model: Rounds, round: number): TemplateResult | typeof nothing {
  const { view, seat } = model;
  const line = lineOf(view, seat, round);
  if (!line) return nothing;
  const total = line.points.digits + line.points.bonus;
  return html`<div class="own">
    <p class="sum">
      <span>${t("You played")} <strong class="mono">${written(line.pick)}</strong> ${howShown(line.how)}</span>
      <strong class="total">${tn("{count} point", "{count} points", total)}</strong>
    </p>
    <ul>
      ${pointSentences(view, line, round).map((sentence) => html`<li>${sentence}</li>`)}
    </ul>
    ${outcomes(model, round)} ${round === view.rounds.length && !view.end ? nothing : rooms(model, round)}
  </div>`;
}

/** What has become of the viewer's promises for the round, and of those that the viewer has accepted. */
function outcomes({ promises }: Rounds, round: number): TemplateResult | typeof nothing {
  const judged = promises.filter((promise) => promise.round === round);
  if (!judged.length) return nothing;
  return html`<ul class="plain promised" aria-label=${t("Promises for round {round}", { round })}>
    ${judged.map(({ kept, words }) => html`<li class=${kept ? "kept" : "broken"}>${kept ? icon(CircleCheck) : icon(CircleX)} <span>${words}</span></li>`)}
  </ul>`;
}

/** The rooms that the round opened for the viewer: each with its node, and the seats inside. */
export function roomsAfter({ pick, rooms: [first, second], kept }: Line): [number, number[]][] {
  return [[pick.first, first], [pick.second, second], ...(kept ?? [])];
}

/** The rooms that the round opened for the viewer. */
export function rooms({ view, seat, names, open: way, openRooms }: Rounds, round: number): TemplateResult {
  const line = lineOf(view, seat, round);
  if (!line) return html``;
  const who = whoIs(names, null);
  const open = round === view.rounds.length;
  return html`<ul class="plain rooms" aria-label=${open ? t("Your rooms, open now") : t("Your rooms after this round, closed")}>
    ${roomsAfter(line).map(([node, inside], index) => {
      const others = inside.filter((other) => other !== seat).map(who);
      const room = letter(node);
      const words = others.length
        ? t("Room of {room}: with {names}", { room, names: listText(others) })
        : t("Room of {room}: nobody but you", { room });
      const name = view.options.node_rooms === "all-rounds" ? `node-${room}` : `round-${round}-${room}`;
      const isComing = open && !view.end && index >= openRooms;
      return html`<li class=${classMap({ soft: !open, coming: isComing })}>${roomWay(words, way(name))}</li>`;
    })}
  </ul>`;
}

/** A room by its words; a button where the page can open its talk. */
export function roomWay(words: string, open: (() => void) | null): TemplateResult {
  return open ? html`<button class="plain fact" @click=${open}>${icon(DoorOpen)} <span>${words}</span></button>` : html`${icon(DoorOpen)} ${words}`;
}

/** The submissions of all players, if they are published or the match is over. */
function everybody({ view, seat, names, shownRound }: Rounds): TemplateResult | typeof nothing {
  const published = view.rounds[shownRound - 1]?.published;
  const lines = view.end?.ledgers.map((ledger) => ledger[shownRound - 1]);
  const picks = lines?.map((line) => line?.pick) ?? published;
  if (!picks) return nothing;
  const who = whoIs(names, seat);
  return html`<h3>${t("All submissions")}</h3>
    <ul class="plain picks">
      ${picks.map((pick, index) => {
        const points = lines?.[index]?.points;
        return html`<li class=${index === seat ? "mine" : ""}>
          <span class="who">${who(index)}</span>
          <span class="mono">${pick ? written(pick) : ""}</span>
          ${points ? html`<strong>${points.digits + points.bonus}</strong>` : nothing}
        </li>`;
      })}
    </ul>`;
}

// All rounds

export function course(model: Rounds): TemplateResult {
  const { view, seat, shownRound, showRound } = model;
  const count = view.options.rounds.length;
  const mine = view.seat !== null && seat !== null;
  return html`<section class="of-rounds" aria-labelledby="course">
    <h2 id="course">${t("Rounds")}</h2>
    <p class="soft small">
      ${t("What each node came to in each round.")}
      ${mine ? t("Underlined: the nodes that you used; the asterisk is at the one that scored for you.") : nothing}
    </p>
    <div class="scroll" tabindex="0" role="group" aria-labelledby="course">
      <table class="course number">
        <thead>
          <tr>
            <th scope="col">${t("Round")}</th>
            ${view.values.map((_, node) => html`<th scope="col" class="value">${letter(node)}</th>`)}
            ${mine ? html`<th scope="col" class="value">${t("Points")}</th><th scope="col" class="beside-points">${t("Played")}</th>` : nothing}
          </tr>
        </thead>
        <tbody>
          <tr>
            <th scope="row"><span class="start">${t("Start")}</span></th>
            ${view.options.start.map((value) => html`<td class="value">${value}</td>`)}
            ${mine ? html`<td></td><td class="beside-points"></td>` : nothing}
          </tr>
          ${Array.from({ length: count }, (_, index) => row(model, index + 1, mine))}
        </tbody>
      </table>
    </div>
  </section>`;

  function row({ view, seat }: Rounds, round: number, mine: boolean): TemplateResult {
    const closed = round <= view.rounds.length;
    const line = lineOf(view, seat, round);
    const now = round === view.round && !closed;
    const classes = { told: round === shownRound, coming: !closed && !now };
    const played = line ? html`<span class="mono">${written(line.pick)}</span> ${howShown(line.how)}` : nothing;
    return html`<tr class=${classMap({ ...classes, folded: played !== nothing })}>
      <th scope="row">
        <button class="plain name fact" aria-pressed=${round === shownRound} @click=${() => showRound(round)}>
          ${round} <span>${roundName(view.options, round)}</span>
        </button>
      </th>
      ${closed
        ? valuesAfter(view, round).map((value, node) => {
            const used = line?.pick.first === node || line?.pick.second === node;
            return html`<td class=${classMap({ value: true, used })}>${value}${line?.pick.scoring === node ? "*" : ""}</td>`;
          })
        : html`<td class="soft" colspan=${view.values.length}>${now ? t("now") : t("to come")}</td>`}
      ${mine
        ? html`<td class="value">${line ? line.points.digits + line.points.bonus : nothing}</td>
            <td class="nowrap beside-points">${played}</td>`
        : nothing}
    </tr>
    ${mine && line
      ? html`<tr class=${classMap({ ...classes, below: true })}>
          <td></td>
          <td colspan=${view.values.length + 1}><span class="soft">${t("Played")}</span> ${played}</td>
        </tr>`
      : nothing}`;
  }
}

export const roundsStyles = css`
  .title {
    display: flex;
    align-items: center;
    justify-content: space-between;
    gap: var(--gap-2);
  }
  .title h2 {
    margin: 0;
    text-align: center;
  }
  .title button {
    padding: 0;
  }
  .terms {
    margin: 0;
    padding-inline-start: 1.2em;
  }
  .terms li {
    margin-bottom: var(--gap-1);
    max-width: 60ch;
  }
  details {
    margin-top: var(--gap-3);
  }
  summary {
    min-height: var(--touch);
    display: list-item;
    align-content: center;
    color: var(--ink-soft);
    cursor: pointer;
  }
  .changes {
    display: grid;
    grid-template-columns: repeat(auto-fill, minmax(104px, 1fr));
    gap: var(--gap-1) var(--gap-3);
    margin: var(--gap-2) 0;
  }
  .changes li {
    display: flex;
    gap: var(--gap-2);
  }
  .own {
    margin: 0 0 var(--gap-3);
    padding: var(--gap-2) var(--gap-3);
    border-inline-start: 4px solid var(--accent);
    background: var(--accent-tint);
  }
  .earned .own {
    margin: 0;
  }
  .own p,
  .own ul {
    margin: 0 0 var(--gap-1);
  }
  .own ul:not(.plain) {
    padding-inline-start: 1.2em;
  }
  .own .how {
    font-weight: 400;
  }
  .sum {
    display: flex;
    flex-wrap: wrap;
    gap: 0 var(--gap-3);
    align-items: baseline;
    justify-content: space-between;
    max-width: none;
  }
  @container (max-width: 559px) {
    .sum {
      column-gap: var(--gap-2);
    }
    .sum .how {
      font-size: var(--text-1);
    }
  }
  .total {
    font-size: var(--text-3);
  }
  .rooms li {
    overflow-wrap: anywhere;
  }
  .rooms button {
    min-height: 36px;
    padding: 0 var(--gap-1) 0 0;
    gap: var(--gap-1);
    justify-content: start;
    text-align: start;
    text-decoration: underline;
    text-underline-offset: 3px;
  }
  .rooms .coming {
    visibility: hidden;
  }
  .rooms .icon {
    vertical-align: -0.25em;
  }
  .round h3 {
    margin: var(--gap-3) 0 var(--gap-1);
    font-size: var(--text-2);
  }
  .picks {
    display: grid;
    grid-template-columns: repeat(auto-fill, minmax(170px, 1fr));
    gap: 0 var(--gap-4);
  }
  .picks li {
    display: flex;
    gap: var(--gap-2);
    padding: 2px var(--gap-1);
    border-bottom: 1px solid var(--line);
  }
  .picks .who {
    flex: 1;
    min-width: 0;
    overflow-wrap: anywhere;
  }
  .mine {
    background: var(--accent-tint);
    box-shadow: inset 3px 0 var(--accent);
  }
  .scroll {
    position: relative; /* text for screen readers must not widen the page */
    overflow-x: auto;
  }
  .course th,
  .course td {
    padding: 0 var(--gap-2);
    height: var(--touch);
    vertical-align: middle;
  }
  .value {
    text-align: end;
    min-width: 36px;
  }
  .course .name {
    gap: var(--gap-2);
    padding: 0 var(--gap-1);
    justify-content: start;
    text-align: start;
    white-space: nowrap;
  }
  .course .start {
    padding-inline-start: var(--gap-1);
  }
  .course .told {
    background: var(--well);
  }
  .course .told .name {
    font-weight: 600;
  }
  .coming .name span {
    color: var(--ink-soft);
  }
  .course .used {
    font-weight: 600;
    box-shadow: inset 0 -3px var(--accent);
  }
  .promised li {
    display: flex;
    gap: var(--gap-1);
    overflow-wrap: anywhere;
  }
  .promised .icon {
    margin-block-start: 0.15em;
  }
  .promised .kept .icon {
    color: var(--good);
  }
  .promised .broken .icon {
    color: var(--bad);
  }
  .of-rounds > p {
    margin: 0 0 var(--gap-2);
  }
  .course .below {
    display: none;
  }
  .nowrap {
    white-space: nowrap;
  }
  .course .how {
    font-weight: 400;
    font-size: var(--text-1);
  }
  @container (max-width: 559px) {
    table.course {
      width: 100%;
    }
    .course .name span,
    .course .beside-points {
      display: none;
    }
    .course th,
    .course td {
      padding: 0 3px;
    }
    .course thead th {
      font-size: var(--text-1);
    }
    .value {
      min-width: 28px;
    }
    /* The submission stands below its round's values. */
    .course .below {
      display: table-row;
      font-size: var(--text-1);
    }
    .course .folded :is(th, td) {
      border-bottom: 0;
    }
    .course .below td {
      height: auto;
      padding-bottom: var(--gap-2);
    }
  }
  @container (max-width: 339px) {
    .course th,
    .course td {
      padding: 0 1px;
    }
    .course .name {
      min-width: 32px;
    }
    .value {
      min-width: 24px;
    }
  }
`;
