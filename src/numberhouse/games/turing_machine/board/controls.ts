/** The controls of the present phase: the dial, the verifiers, the verdict; or a note about the awaited players. */
import { Check, Hourglass, X } from "lucide";
import type { Action, View } from "@types-of/turing-machine";
import { css, html, icon, nothing, type TemplateResult } from "@house/kit";
import { codeTiles } from "./answers";
import {
  answerOf,
  awaitedSides,
  LETTERS,
  listText,
  ownTrack,
  seatName,
  sideName,
  viewerStage,
  t,
  tn,
  currentTurn,
  type Track,
} from "./progress";
import { wrongCodeText } from "./solution";
import "./dial";

/** The state of the board besides the view, and its callbacks. */
export interface ActionContext {
  view: View;
  names: string[];
  /** Whether controls are shown at all, and whether they can be used. */
  showControls: boolean;
  usable: boolean;
  /** Whether the player searches on after the end, where nothing can be lost. */
  searching: boolean;
  /** Whether verifiers are asked on their cards, because these stand below the controls and not beside them. */
  askOnCards: boolean;
  /** The code on the dial. */
  code: string;
  crossed: ReadonlySet<string>;
  /** Whether a code is chosen as verdict and waits for confirmation. */
  confirming: boolean;
  /** Whether a saved verdict is being replaced. */
  changingVerdict: boolean;
  setCode: (code: string) => void;
  act: (action: Action) => void;
  setConfirming: (sure: boolean) => void;
  setChangingVerdict: (changingVerdict: boolean) => void;
}

/** What the viewer is asked to do now; empty while there is nothing to do. */
export function taskText(view: View): string {
  const track = ownTrack(view);
  if (!track) return "";
  switch (viewerStage(view)) {
    case "proposing":
      return t("Propose a code to ask verifiers about.");
    case "asking": {
      const { proposal: code, asked } = currentTurn(track);
      return asked.length
        ? tn("Ask {count} more verifier about {code}, or stop.", "Ask up to {count} more verifiers about {code}, or stop.", track.left, { code })
        : tn("Ask {count} verifier about {code}, or stop.", "Ask up to {count} verifiers about {code}, or stop.", track.left, { code });
    }
    case "speaking":
      return t("Say the code if you know it, or “Not yet” to go on.");
    default:
      return "";
  }
}

/** What is asked, and the controls for it. */
export function currentAction(context: ActionContext): TemplateResult {
  const task = context.showControls && !context.confirming ? taskText(context.view) : "";
  return html`${task ? html`<p class="task">${task}</p>` : nothing} ${stageControls(context)}`;
}

function stageControls(context: ActionContext): TemplateResult {
  const { view } = context;
  const track = ownTrack(view);
  switch (viewerStage(view)) {
    case "proposing":
      return context.showControls ? proposalControls(context) : notice(t("A proposal is being composed."));
    case "asking":
      return questionControls(context, track!);
    case "speaking":
      return context.showControls ? verdictControls(context) : notice(t("The verdict is being thought about."));
    case "spoken":
      return savedVerdict(context);
    case "late":
      return notice(t("Your time ran out, so your verdict is: not yet."), Hourglass, awaitedText(context));
    case "asked":
      return finishedAsking(context, track!);
    case "other-pen":
      return otherPenNotice(context, track!);
    case "out":
      return html`<div class="asking">
        <p class="wrong">${icon(X)} <strong>${wrongCodeText(view)}</strong></p>
        <p>${t("The others play on. You can watch and go on with your notes; after the end you can keep searching or see the solution.")}</p>
      </div>`;
    default:
      return notice(awaitedText(context));
  }
}

function proposalControls(context: ActionContext): TemplateResult {
  const send = (): void => context.act({ type: "propose", code: context.code });
  return html`<div class="deed">
    ${codeDial(context, t("Your proposal"), send)}
    <div class="buttons">
      <button class="primary" ?disabled=${!context.usable} @click=${send}>${t("Propose {code}", { code: context.code })}</button>
      <button ?disabled=${!context.usable} @click=${() => context.act({ type: "finish" })}>${t("Ask nothing")}</button>
    </div>
  </div>`;
}

function questionControls(context: ActionContext, track: Track): TemplateResult {
  const { view } = context;
  const turn = currentTurn(track);
  return html`<div class="asking">
    <div class="proposed">
      ${codeTiles(turn.proposal, true)}
      <div class="rest">
        ${questionsLeft(track)}
        ${context.showControls
          ? html`<button ?disabled=${!context.usable} @click=${() => context.act({ type: "finish" })}>
              ${turn.asked.length ? t("Ask no more") : t("Ask nothing")}
            </button>`
          : nothing}
      </div>
    </div>
    ${context.showControls && !context.askOnCards
      ? html`<div class="verifiers" role="group" aria-label=${t("Ask a verifier about {code}", { code: turn.proposal })}>
          ${[...LETTERS.slice(0, view.layout.cards.length)].map((letter, verifier) => verifierButton(context, track, verifier, letter))}
        </div>`
      : nothing}
  </div>`;
}

/** On a card: the control that asks its verifier, or the answer to it in this round. */
export function askButton(context: ActionContext, verifier: number): TemplateResult | typeof nothing {
  const { view, showControls } = context;
  return showControls && viewerStage(view) === "asking" ? verifierButton(context, ownTrack(view)!, verifier) : nothing;
}

/** The control that asks a verifier. Its text is the letter, or a word where the letter stands beside it. */
function verifierButton(context: ActionContext, track: Track, verifier: number, text?: string): TemplateResult {
  const letter = LETTERS[verifier]!;
  const answer = answerOf(track, context.view.paper, track.turns.length - 1, verifier);
  if (answer === undefined) {
    return html`<button class="asker" data-verifier=${verifier} ?disabled=${!context.usable} aria-label=${t("Ask verifier {letter}", { letter })}
      @click=${() => context.act({ type: "ask", verifier })}>${text ?? t("Ask")}</button>`;
  }
  const answerText = answer ? t("yes") : t("no");
  return html`<span class="asker done ${answer ? "yes" : "no"}" role="img" aria-label=${t("Verifier {letter} says {answer}", { letter, answer: answerText })}>
    <span aria-hidden="true">${text ?? answerText}</span>${icon(answer ? Check : X)}
  </span>`;
}

function verdictControls(context: ActionContext): TemplateResult {
  const { view, code } = context;
  if (context.confirming) return confirmVerdict(context);
  const notYet = (): void => context.act({ type: "not-yet", round: view.round });
  return html`<div class="deed">
    ${codeDial(context, t("Your verdict"), () => context.setConfirming(true))}
    <div class="buttons">
      <button class="primary" ?disabled=${!context.usable} @click=${notYet}>${t("Not yet")}</button>
      <button ?disabled=${!context.usable} @click=${() => context.setConfirming(true)}>${t("The code is {code}", { code })}</button>
      ${context.changingVerdict ? html`<button class="plain" @click=${() => context.setChangingVerdict(false)}>${t("Leave it")}</button>` : nothing}
    </div>
  </div>`;
}

/** A wrong code can't be taken back, so it needs a confirmation. */
function confirmVerdict(context: ActionContext): TemplateResult {
  const { view, code } = context;
  const losesMatch = view.tracks.length === 1;
  return html`<div class="asking" role="group" aria-label=${t("Say that the code is {code}", { code })}>
    <div class="row">${codeTiles(code)}
      <p>${context.searching ? t("If it is wrong, you search on.") : losesMatch ? t("If it is wrong, the match is lost.") : t("If it is wrong, you are out.")}</p></div>
    <div class="row">
      <button class="primary" ?disabled=${!context.usable}
        @click=${() => context.act({ type: "solve", code, round: view.round })}>${t("Say {code}", { code })}</button>
      <button @click=${() => context.setConfirming(false)}>${t("Back")}</button>
    </div>
  </div>`;
}

function savedVerdict(context: ActionContext): TemplateResult {
  if (context.changingVerdict && context.showControls) return verdictControls(context);
  const verdict = context.view.paper?.verdict;
  return html`<div class="asking">
    <p class="saved">${icon(Check)} <strong>${verdict ? t("Saved: the code is {code}.", { code: verdict }) : t("Saved: not yet.")}</strong></p>
    <p class="soft">${t("Sealed until all have spoken.")} ${awaitedText(context)}</p>
    ${context.showControls
      ? html`<button ?disabled=${!context.usable} @click=${() => context.setChangingVerdict(true)}>${t("Change the verdict")}</button>`
      : nothing}
  </div>`;
}

function finishedAsking(context: ActionContext, track: Track): TemplateResult {
  const isLate = track.finished === "defaulted";
  return notice(isLate ? t("Your time ran out: you ask no more in this round.") : t("You have finished asking."), isLate ? Hourglass : Check, awaitedText(context));
}

function otherPenNotice(context: ActionContext, track: Track): TemplateResult {
  const { view, names } = context;
  const turn = currentTurn(track);
  return html`<div class="asking">
    <p>${t("In this round {name} acts for the team; the pen goes round.", { name: seatName(names, view.pen ?? 0) })}</p>
    ${turn.proposal ? html`<div class="row">${codeTiles(turn.proposal, true)} ${view.phase === "asking" ? questionsLeft(track) : nothing}</div>` : nothing}
  </div>`;
}

/** The number of questions left, as dots and words. */
function questionsLeft(track: Track): TemplateResult {
  const askedCount = currentTurn(track).asked.length;
  return html`<span class="left">
    <span class="pips" aria-hidden="true">${Array.from(
      { length: askedCount + track.left },
      (_, index) => html`<i class=${index < askedCount ? "used" : ""}></i>`,
    )}</span>
    ${tn("{count} question left", "{count} questions left", track.left)}
  </span>`;
}

function codeDial(context: ActionContext, name: string, enter: () => void): TemplateResult {
  return html`<nh-turing-machine-dial role="group" aria-label=${name} .code=${context.code} .crossed=${context.crossed}
    @change=${(event: CustomEvent<string>) => context.setCode(event.detail)} @enter=${() => context.usable && enter()}></nh-turing-machine-dial>`;
}

function notice(text: string, iconNode?: typeof Check, detail = ""): TemplateResult {
  return html`<div class="asking">
    <p>${iconNode ? icon(iconNode) : nothing} ${text}</p>
    ${detail ? html`<p class="soft">${detail}</p>` : nothing}
  </div>`;
}

function awaitedText({ view, names }: ActionContext): string {
  const sides = awaitedSides(view);
  if (!sides.length) return "";
  return t("Awaited: {names}.", { names: listText(sides.map((side) => sideName(view, names, side))) });
}

export const nowStyles = css`
  .task {
    margin: 0 0 var(--gap-3);
    font-weight: 600;
    line-height: 1.3;
  }
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
  .head .asker {
    min-width: 84px;
    min-height: var(--touch);
    /* Clear of the controls above and of the bar below, which stay in view. */
    scroll-margin: 170px 0 90px;
    padding-inline: var(--gap-2);
    font-size: var(--text-2);
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
  .wrong {
    color: var(--bad);
  }
  .saved {
    color: var(--good);
  }
`;
