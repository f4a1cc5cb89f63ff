/** The viewer's submission: two nodes in order, the asterisk, its state (saved or confirmed), and the one button. */
import { classMap, css, html, icon, nothing, type TemplateResult } from "@house/kit";
import { ArrowLeftRight, Check, CheckCheck, CircleDashed, Hourglass, Undo2 } from "lucide";
import type { View } from "@types-of/addition-crypt";
import type { Draft } from "./ring";
import { letter, same, signed, t, termsOf, written, type How, type Pick } from "./words";

export interface Tray {
  view: View;
  draft: Draft;
  open: boolean;
  busy: boolean;
  /** Whether the viewer has resigned: then the rounds go on without asking for a submission. */
  resigned: boolean;
  /** Why the node that was tried can't be chosen; empty otherwise. */
  barred: string;
  star(node: number): void;
  swap(): void;
  undo(): void;
  submit(pick: Pick): void;
  lock(): void;
}

/** The pick of a complete draft; null for an incomplete one. */
export function picked({ nodes: [first, second], scoring }: Draft): Pick | null {
  return first === undefined || second === undefined || scoring === null ? null : { first, second, scoring };
}

export function drafted(pick: Pick | null): Draft {
  return pick ? { nodes: [pick.first, pick.second], scoring: pick.scoring } : { nodes: [], scoring: null };
}

/** The state of the submission, as an icon and a word. */
export function howShown(how: How, late = false): TemplateResult {
  switch (how) {
    case "submitted":
      return late
        ? html`<span class="how">${icon(Hourglass)} ${t("time ran out")}</span>`
        : html`<span class="how">${icon(Check)} ${t("saved")}</span>`;
    case "locked":
      return html`<span class="how">${icon(CheckCheck)} ${t("confirmed")}</span>`;
    case "defaulted":
      return html`<span class="how">${icon(Hourglass)} ${t("defaulted")}</span>`;
    default:
      return html`<span class="how soft">${icon(CircleDashed)} ${t("not saved")}</span>`;
  }
}

export function tray(model: Tray): TemplateResult {
  const { view, draft, open, resigned, barred } = model;
  const sealed = view.sealed!;
  const fresh = draft.nodes.length === 0;
  return html`<section class=${classMap({ tray: true, sheet: true, fresh })} tabindex="-1" aria-label=${t("Your submission")}>
    ${sealed.late ? nothing : slots(model)}
    <div class="below">
      <div class="state ${sealed.how || "none"}">
        <p>
          ${howShown(sealed.how, sealed.late && !resigned)}
          ${sealed.pick ? html`<strong class="mono">${written(sealed.pick)}</strong>` : nothing}
        </p>
        <p class=${classMap({ soft: true, small: true, advice: true, due: isUnconfirmed(view, draft) })}>${adviceTemplate(view, draft, resigned)}</p>
        ${barred ? html`<p class="small why" aria-hidden="true">${barred}</p>` : nothing}
      </div>
      ${open && !sealed.late ? actions(model) : nothing}
    </div>
  </section>`;
}

function slots({ view, draft, open, star, swap }: Tray): TemplateResult {
  const { amounts } = termsOf(view.options, view.round);
  const slot = (place: 0 | 1): TemplateResult => {
    const node = draft.nodes[place];
    const scores = node !== undefined && draft.scoring === node;
    const heading = place ? t("Second, {amount}", { amount: signed(amounts[1]) }) : t("First, {amount}", { amount: signed(amounts[0]) });
    return html`<label class=${classMap({ slot: true, empty: node === undefined, scores })}>
      <span class="pick"><b>${node === undefined ? "–" : letter(node)}</b><span class="asterisk" aria-hidden="true">${scores ? "*" : ""}</span></span>
      <span class="small soft">${heading}</span>
      <span class="scoring small">
        <input
          type="radio"
          name="scoring"
          .checked=${scores}
          ?disabled=${node === undefined || !open}
          aria-label=${node === undefined ? heading : t("{letter} scores", { letter: letter(node) })}
          @change=${() => node !== undefined && star(node)}
        />
        ${t("scores")}
      </span>
    </label>`;
  };
  return html`<div class="slots" role="group" aria-label=${t("Order and asterisk")}>
    ${slot(0)}
    <button class="plain" ?disabled=${!open || draft.nodes.length < 2} @click=${swap} aria-label=${t("Swap the order")} title=${t("Swap the order")}>
      ${icon(ArrowLeftRight)}
    </button>
    ${slot(1)}
  </div>`;
}

function actions({ view, draft, busy, submit, lock, undo }: Tray): TemplateResult {
  const sealed = view.sealed!;
  const pick = picked(draft);
  const changed = draft.nodes.length > 0 && !same(pick, sealed.pick);
  const back =
    sealed.pick && changed
      ? html`<button class="plain" @click=${undo}>${icon(Undo2)} ${t("Back to {pick}", { pick: written(sealed.pick) })}</button>`
      : nothing;
  if (!sealed.pick || !same(pick, sealed.pick)) {
    const name = pick === null ? t("Save") : sealed.pick ? t("Replace by {pick}", { pick: written(pick) }) : t("Save {pick}", { pick: written(pick) });
    return html`<div class="deeds">
      <button class="primary" ?disabled=${pick === null} aria-disabled=${busy} @click=${() => pick && !busy && submit(pick)}>${icon(Check)} ${name}</button>
      ${back}
    </div>`;
  }
  if (sealed.how === "locked") return html``;
  return html`<div class="deeds">
    <button class="primary" aria-disabled=${busy} @click=${() => !busy && lock()}>${icon(CheckCheck)} ${t("Confirm {pick}", { pick: written(sealed.pick) })}</button>
  </div>`;
}

/** Whether the others wait for a confirmation: then every screen has room for the sentence. */
function isUnconfirmed({ sealed, options }: View, draft: Draft): boolean {
  return sealed?.how === "submitted" && !sealed.late && options.rounds_close !== "deadline" && same(picked(draft), sealed.pick);
}

/** The next step; on small screens its last sentence alone. */
function adviceTemplate(view: View, draft: Draft, resigned: boolean): TemplateResult {
  const sentences = advice(view, draft, resigned);
  const rest = sentences.slice(0, -1).map((sentence) => html`<span class="rest">${sentence}</span> `);
  return html`${rest}${sentences.at(-1)}`;
}

/** The next step, in sentences: the last one says what to do. */
export function advice(view: View, draft: Draft, resigned: boolean): readonly string[] {
  const sealed = view.sealed!;
  if (resigned) return [t("You have resigned: this is played for you.")];
  if (sealed.how === "defaulted") return [t("You had saved nothing when time ran out; this is played for you.")];
  if (sealed.late) return [t("This was saved when your time ran out, so it is played.")];
  const missing = 2 - draft.nodes.length;
  const patient = view.options.rounds_close === "deadline";
  if (!sealed.pick) {
    if (missing === 2) return [t("Choose the first node.")];
    if (missing === 1) return [t("Choose the second node.")];
    return [t("Save it; it can be replaced until the round closes.")];
  }
  if (!same(picked(draft), sealed.pick)) return [t("What is saved stays in force until you replace it.")];
  if (patient) {
    return sealed.how === "locked"
      ? [t("The round lasts until its deadline. Choose other nodes to replace it until then.")]
      : [t("It counts at the deadline, confirmed or not. Nobody sees whether you have confirmed it.")];
  }
  return sealed.how === "locked"
    ? [t("Nobody waits for you. Choose other nodes to replace it until the round closes.")]
    : [t("It counts when the round closes."), t("Confirm it so that nobody waits for you.")];
}

export const trayStyles = css`
  .tray {
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    gap: var(--gap-3);
    padding: var(--gap-3);
  }
  .tray p {
    margin: 0;
  }
  .slots {
    display: grid;
    grid-template-columns: minmax(0, 1fr) auto minmax(0, 1fr);
    gap: var(--gap-1);
    align-items: center;
  }
  .slots .plain {
    padding: 0;
  }
  .slot {
    display: grid;
    grid-template-columns: 1.9em minmax(0, 1fr);
    align-items: center;
    padding: var(--gap-1) 6px;
    border: 1px solid var(--line-strong);
    border-radius: var(--round);
    cursor: pointer;
    line-height: 1.3;
  }
  .why {
    padding-inline-start: var(--gap-2);
    border-inline-start: 3px solid var(--accent);
  }
  @container (min-width: 720px) {
    .why {
      display: none;
    }
  }
  .slot .pick {
    grid-row: span 2;
    font-size: var(--text-4);
  }
  .asterisk {
    color: var(--accent);
    font-weight: 600;
  }
  .slot.empty {
    border-style: dashed;
    cursor: default;
  }
  .slot.scores {
    border-color: var(--accent);
    background: var(--accent-tint);
    box-shadow: 0 0 0 1px var(--accent);
  }
  .scoring {
    display: inline-flex;
    align-items: center;
    gap: var(--gap-1);
    min-height: 28px;
  }
  .scoring input {
    margin: 0;
  }
  .how {
    font-weight: 600;
    white-space: nowrap;
  }
  .how .icon {
    vertical-align: -0.25em;
  }
  .below {
    display: grid;
    gap: var(--gap-3);
  }
  .state {
    border-inline-start: 4px solid var(--line-strong);
    padding-inline-start: var(--gap-3);
  }
  .state.submitted .how,
  .state.locked .how {
    color: var(--good);
  }
  .state.locked,
  .state.submitted {
    border-color: var(--good);
  }
  .state.submitted {
    border-inline-start-style: dashed;
  }
  .state.defaulted {
    border-color: var(--warn);
  }
  .state.defaulted .how {
    color: var(--warn);
  }
  .deeds {
    display: flex;
    flex-wrap: wrap;
    gap: var(--gap-2);
  }
  .deeds .primary {
    flex: 1;
  }
  @media print {
    .slots {
      grid-template-columns: repeat(2, minmax(0, 1fr));
    }
  }
  @container (min-width: 720px) {
    .play:not(.wide) .tray {
      grid-template-columns: minmax(0, 340px) minmax(0, 1fr);
      align-items: center;
    }
  }
  @container (max-width: 719px) {
    .tray {
      gap: var(--gap-2);
      padding: var(--gap-2);
    }
    .fresh .slots,
    .fresh .deeds,
    .tray:not(.fresh) :is(.advice:not(.due), .advice .rest) {
      display: none;
    }
    .below {
      display: flex;
      flex-wrap: wrap;
      gap: var(--gap-2) var(--gap-3);
      align-items: center;
    }
    .tray:not(.fresh) .state {
      border: 0;
      padding: 0;
    }
    /* The ring says in its middle what is saved. */
    .tray:not(.fresh) .state.submitted p:first-child {
      display: none;
    }
    .slot {
      padding-block: 2px;
      line-height: 1.2;
    }
    .scoring {
      min-height: 26px;
    }
    .deeds {
      flex: 1;
    }
  }
`;
