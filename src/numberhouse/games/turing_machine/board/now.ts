/** What can be done now: the dial, the verifiers to ask, the verdict; or what is waited for. */
import { Check, Hourglass, X } from "lucide";
import type { Action, View } from "@types-of/turing-machine";
import { css, html, icon, nothing, type TemplateResult } from "@house/kit";
import { codeTiles } from "./answers";
import {
  answerOf,
  awaitedSides,
  LETTERS,
  listed,
  ownTrack,
  seatName,
  sideName,
  stageOf,
  t,
  tn,
  turnOf,
  type Track,
} from "./course";
import "./dial";

/** What the board knows besides the view. */
export interface Hand {
  view: View;
  names: string[];
  /** Whether controls are shown at all, and whether they can be used. */
  there: boolean;
  usable: boolean;
  /** What the dial shows. */
  code: string;
  crossed: ReadonlySet<string>;
  /** A code has been chosen as verdict and waits for a second word. */
  sure: boolean;
  /** A verdict has been said and another is being chosen. */
  changing: boolean;
  turn: (code: string) => void;
  act: (action: Action) => void;
  ask: (sure: boolean) => void;
  change: (changing: boolean) => void;
}

export function nowOf(hand: Hand): TemplateResult {
  const { view } = hand;
  const track = ownTrack(view);
  switch (stageOf(view)) {
    case "proposing":
      return hand.there ? proposing(hand) : told(t("A proposal is being composed."));
    case "asking":
      return asking(hand, track!);
    case "speaking":
      return hand.there ? speaking(hand) : told(t("The verdict is being thought about."));
    case "spoken":
      return spoken(hand);
    case "late":
      return told(t("Your time ran out, so your verdict is: not yet."), Hourglass, waited(hand));
    case "asked":
      return asked(hand, track!);
    case "other-pen":
      return otherPen(hand, track!);
    case "out":
      return told(t("You said {code}; it is wrong, and you are out. You can watch and go on with your notes.", { code: view.paper?.wrong ?? "" }), X);
    default:
      return told(waited(hand));
  }
}

function proposing(hand: Hand): TemplateResult {
  const send = (): void => hand.act({ type: "propose", code: hand.code });
  return html`<div class="deed">
    ${dial(hand, t("Your proposal"), send)}
    <div class="buttons">
      <button class="primary" ?disabled=${!hand.usable} @click=${send}>${t("Propose {code}", { code: hand.code })}</button>
      <button ?disabled=${!hand.usable} @click=${() => hand.act({ type: "finish" })}>${t("Ask nothing")}</button>
    </div>
  </div>`;
}

function asking(hand: Hand, track: Track): TemplateResult {
  const { view } = hand;
  const turn = turnOf(track);
  return html`<div class="asking">
    <div class="proposed">
      ${codeTiles(turn.proposal, true)}
      <div class="rest">
        ${left(track)}
        ${hand.there
          ? html`<button ?disabled=${!hand.usable} @click=${() => hand.act({ type: "finish" })}>
              ${turn.asked.length ? t("Ask no more") : t("Ask nothing")}
            </button>`
          : nothing}
      </div>
    </div>
    ${hand.there
      ? html`<div class="verifiers" role="group" aria-label=${t("Ask a verifier about {code}", { code: turn.proposal })}>
          ${[...LETTERS.slice(0, view.layout.cards.length)].map((letter, verifier) => asker(hand, track, letter, verifier))}
        </div>`
      : nothing}
  </div>`;
}

function asker(hand: Hand, track: Track, letter: string, verifier: number): TemplateResult {
  const answer = answerOf(track, hand.view.paper, track.turns.length - 1, verifier);
  if (answer === undefined) {
    return html`<button class="asker" ?disabled=${!hand.usable} aria-label=${t("Ask verifier {letter}", { letter })}
      @click=${() => hand.act({ type: "ask", verifier })}>${letter}</button>`;
  }
  const said = answer ? t("yes") : t("no");
  return html`<span class="asker done ${answer ? "yes" : "no"}" role="img" aria-label=${t("Verifier {letter} says {answer}", { letter, answer: said })}>
    <span aria-hidden="true">${letter}</span>${icon(answer ? Check : X)}
  </span>`;
}

function speaking(hand: Hand): TemplateResult {
  const { view, code } = hand;
  if (hand.sure) return confirming(hand);
  const notYet = (): void => hand.act({ type: "not-yet", round: view.round });
  return html`<div class="deed">
    ${dial(hand, t("Your verdict"), () => hand.ask(true))}
    <div class="buttons">
      <button class="primary" ?disabled=${!hand.usable} @click=${notYet}>${t("Not yet")}</button>
      <button ?disabled=${!hand.usable} @click=${() => hand.ask(true)}>${t("The code is {code}", { code })}</button>
      ${hand.changing ? html`<button class="plain" @click=${() => hand.change(false)}>${t("Leave it")}</button>` : nothing}
    </div>
  </div>`;
}

/** A wrong code can't be taken back, so it takes a second word. */
function confirming(hand: Hand): TemplateResult {
  const { view, code } = hand;
  const lost = view.tracks.length === 1;
  return html`<div class="asking" role="group" aria-label=${t("Say that the code is {code}", { code })}>
    <div class="row">${codeTiles(code)}
      <p>${lost ? t("If it is wrong, the match is lost.") : t("If it is wrong, you are out.")}</p></div>
    <div class="row">
      <button class="primary" ?disabled=${!hand.usable}
        @click=${() => hand.act({ type: "solve", code, round: view.round })}>${t("Say {code}", { code })}</button>
      <button @click=${() => hand.ask(false)}>${t("Back")}</button>
    </div>
  </div>`;
}

function spoken(hand: Hand): TemplateResult {
  if (hand.changing && hand.there) return speaking(hand);
  const said = hand.view.paper?.verdict;
  return html`<div class="asking">
    <p class="saved">${icon(Check)} <strong>${said ? t("Saved: the code is {code}.", { code: said }) : t("Saved: not yet.")}</strong></p>
    <p class="soft">${t("Sealed until all have spoken.")} ${waited(hand)}</p>
    ${hand.there
      ? html`<button ?disabled=${!hand.usable} @click=${() => hand.change(true)}>${t("Change the verdict")}</button>`
      : nothing}
  </div>`;
}

function asked(hand: Hand, track: Track): TemplateResult {
  const late = track.finished === "defaulted";
  return told(late ? t("Your time ran out: you ask no more in this round.") : t("You have finished asking."), late ? Hourglass : Check, waited(hand));
}

function otherPen(hand: Hand, track: Track): TemplateResult {
  const { view, names } = hand;
  const turn = turnOf(track);
  return html`<div class="asking">
    <p>${t("In this round {name} acts for the team; the pen goes round.", { name: seatName(names, view.pen ?? 0) })}</p>
    ${turn.proposal ? html`<div class="row">${codeTiles(turn.proposal, true)} ${view.phase === "asking" ? left(track) : nothing}</div>` : nothing}
  </div>`;
}

/** How many questions are left, as dots and words. */
function left(track: Track): TemplateResult {
  const asked = turnOf(track).asked.length;
  return html`<span class="left">
    <span class="pips" aria-hidden="true">${Array.from(
      { length: asked + track.left },
      (_, place) => html`<i class=${place < asked ? "used" : ""}></i>`,
    )}</span>
    ${tn("{count} question left", "{count} questions left", track.left)}
  </span>`;
}

function dial(hand: Hand, name: string, enter: () => void): TemplateResult {
  return html`<nh-turing-machine-dial role="group" aria-label=${name} .code=${hand.code} .crossed=${hand.crossed}
    @change=${(event: CustomEvent<string>) => hand.turn(event.detail)} @enter=${() => hand.usable && enter()}></nh-turing-machine-dial>`;
}

function told(words: string, sign?: typeof Check, more = ""): TemplateResult {
  return html`<div class="asking">
    <p>${sign ? icon(sign) : nothing} ${words}</p>
    ${more ? html`<p class="soft">${more}</p>` : nothing}
  </div>`;
}

function waited({ view, names }: Hand): string {
  const sides = awaitedSides(view);
  if (!sides.length) return "";
  return t("Awaited: {names}.", { names: listed(sides.map((side) => sideName(view, names, side))) });
}

export const nowStyles = css`
  .deed {
    display: grid;
    grid-template-columns: auto minmax(0, 1fr);
    gap: var(--gap-3);
    align-items: center;
  }
  .buttons {
    display: grid;
    gap: var(--gap-2);
  }
  .buttons button {
    padding-inline: var(--gap-1);
    line-height: 1.2;
  }
  .asking {
    display: grid;
    gap: var(--gap-3);
    justify-items: start;
  }
  .asking p {
    margin: 0;
  }
  .asking > button {
    padding-inline: var(--gap-4);
  }
  .verifiers {
    display: grid;
    grid-template-columns: repeat(6, minmax(0, 1fr));
    gap: var(--gap-1);
    width: 100%;
    max-width: 360px;
  }
  .asker {
    display: inline-flex;
    align-items: center;
    justify-content: center;
    gap: 2px;
    min-width: 0;
    min-height: 48px;
    padding: 0;
    border: 1.5px solid var(--accent);
    border-radius: var(--round);
    color: var(--accent);
    font-size: var(--text-3);
    font-weight: 600;
    box-shadow: var(--shadow);
  }
  button.asker:hover:not(:disabled) {
    background: var(--accent-tint);
  }
  .asker.done {
    border: 1px solid var(--line);
    box-shadow: none;
    color: var(--ink-soft);
    animation: answered var(--quick) var(--ease);
  }
  .asker.done svg.icon {
    width: 20px;
    height: 20px;
    stroke-width: 3;
  }
  .asker.yes svg {
    color: var(--good);
  }
  .asker.no svg {
    color: var(--bad);
  }
  @keyframes answered {
    from {
      scale: 0.7;
      opacity: 0.3;
    }
  }
  .proposed {
    display: flex;
    align-items: center;
    gap: var(--gap-3);
  }
  .rest button {
    padding-inline: var(--gap-3);
  }
  .rest {
    display: grid;
    gap: var(--gap-1);
    justify-items: start;
  }
  .left {
    display: inline-flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 2px var(--gap-2);
    font-size: var(--text-1);
  }
  .pips {
    display: inline-flex;
    gap: var(--gap-1);
  }
  .pips i {
    width: 12px;
    height: 12px;
    border: 1.5px solid var(--accent);
    border-radius: 50%;
    background: var(--accent);
  }
  .pips i.used {
    background: none;
    border-color: var(--line-strong);
  }
  .saved {
    color: var(--good);
  }
`;
