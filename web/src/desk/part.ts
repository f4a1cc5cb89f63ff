/** What every part of the hosting desk has: the match, the desk as it is now, and a way to do something to it. */
import { html, LitElement, nothing, type TemplateResult } from "lit";
import { property, state } from "lit/decorators.js";
import type { components, Desk, MatchInfo } from "@house/api/api";
import { t } from "@house/kit/words";
import { seatName } from "@house/match/names";
import { refusalWords } from "@house/api/refusals";

export type DeskSeat = components["schemas"]["DeskSeat"];
export type Submission = components["schemas"]["Submission"];

/** Milliseconds after which it need not be said any longer that something is done: the desk shows it. */
const TOLD = 10_000;

/** Fires `changed` when something has been done to the match, so that the desk looks again. */
export abstract class DeskPart extends LitElement {
  @property({ attribute: false }) told!: MatchInfo;
  @property({ attribute: false }) desk!: Desk;
  @state() protected problem = "";
  @state() protected done = "";
  @state() protected busy = false;
  /** Which deed was pressed once and asks for a second press. */
  @state() protected sure = "";
  #forgetting = 0;

  protected get path(): string {
    return `/api/matches/${this.told.id}`;
  }

  /** Do it, and say how it went; false where it was refused. `done` is a sentence for everybody who listens. */
  protected async ask(deed: () => Promise<unknown>, done = ""): Promise<boolean> {
    this.problem = this.done = "";
    window.clearTimeout(this.#forgetting);
    this.busy = true;
    try {
      await deed();
      this.done = done;
      this.#forgetting = window.setTimeout(() => (this.done = ""), TOLD);
      return true;
    } catch (error) {
      this.problem = refusalWords(error);
      return false;
    } finally {
      this.busy = false;
      this.dispatchEvent(new CustomEvent("changed", { bubbles: true, composed: true }));
    }
  }

  /** How the last deed went. */
  protected answer(): TemplateResult {
    return html`<div role="alert" class=${this.problem ? "" : "heard"}>${this.problem ? html`<p class="bad">${this.problem}</p>` : nothing}</div>
      <div role="status" class=${this.done ? "" : "heard"}>${this.done ? html`<p class="good">✓ ${this.done}</p>` : nothing}</div>`;
  }

  /** Something that isn't taken back: pressed once it says what it comes to, pressed again it is done. */
  protected surely(what: string, words: string, warning: string, deed: () => Promise<unknown>, first: unknown = words): TemplateResult {
    if (this.sure !== what) return html`<button type="button" @click=${() => (this.sure = what)}>${first}</button>`;
    return html`<span class="row" role="group" aria-label=${words}>
      <span>${warning}</span>
      <button type="button" ?disabled=${this.busy} @click=${async () => { await deed(); this.sure = ""; }}>${words}</button>
      <button type="button" @click=${() => (this.sure = "")}>${t("Don’t")}</button>
    </span>`;
  }

  protected name(seat: number): string {
    return nameOf(this.desk, seat);
  }
}

export function nameOf(desk: Desk, seat: number): string {
  return seatName(desk.seats[seat], seat);
}

/** A key of its own for each request that must not happen twice. */
export function key(): string {
  return crypto.randomUUID();
}

export function valueOf(event: Event): string {
  return (event.target as HTMLInputElement).value;
}

/** What stands in a field of a form. */
export function fieldOf(form: EventTarget | null, name: string): string {
  const said = new FormData(form as HTMLFormElement).get(name);
  return typeof said === "string" ? said.trim() : "";
}

export function isChecked(event: Event): boolean {
  return (event.target as HTMLInputElement).checked;
}

/** Before the start, while it is played, and afterwards. */
export function phaseOf(status: string): "before" | "during" | "after" {
  if (status === "draft" || status === "open") return "before";
  return status === "running" || status === "paused" ? "during" : "after";
}
