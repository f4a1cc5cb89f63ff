/** The base of every part of the hosting desk: the match, the desk, and a way to run an action. */
import { html, LitElement, nothing, type TemplateResult } from "lit";
import { property, state } from "lit/decorators.js";
import { post, type components, type Desk, type MatchInfo } from "@house/api/api";
import { t } from "@house/kit/words";
import { isPlayingHost } from "@house/match/fair-play";
import { seatName } from "@house/match/names";
import { refusalWords } from "@house/api/refusals";

export type DeskSeat = components["schemas"]["DeskSeat"];
export type ProposalResponse = components["schemas"]["ProposalResponse"];
type ProposalKind = components["schemas"]["ProposalInfo"]["kind"];
export type Submission = components["schemas"]["Submission"];

/** Milliseconds that a success message stays: after that the desk itself shows the result. */
const MESSAGE_MILLISECONDS = 10_000;

/** Fires `changed` after an action on the match, so that the desk refreshes. */
export abstract class DeskPart extends LitElement {
  @property({ attribute: false }) info!: MatchInfo;
  @property({ attribute: false }) desk!: Desk;
  @state() protected problem = "";
  @state() protected success = "";
  @state() protected busy = false;
  /** The action that was pressed once and awaits a second press. */
  @state() protected confirming = "";
  #messageTimer = 0;

  protected get path(): string {
    return `/api/matches/${this.info.id}`;
  }

  /** Runs an action and reports the result; false if it was refused. `success` is a sentence for screen readers too. */
  protected async run(action: () => Promise<unknown>, success = ""): Promise<boolean> {
    this.problem = this.success = "";
    window.clearTimeout(this.#messageTimer);
    this.busy = true;
    try {
      await action();
      this.success = success;
      this.#messageTimer = window.setTimeout(() => (this.success = ""), MESSAGE_MILLISECONDS);
      return true;
    } catch (error) {
      this.problem = refusalWords(error);
      return false;
    } finally {
      this.busy = false;
      this.dispatchEvent(new CustomEvent("changed", { bubbles: true, composed: true }));
    }
  }

  /**
   * Does at the desk what the host may do alone; a host who plays proposes it, and it is done when all agree. `seat` is
   * the seat that it is about.
   */
  protected act(kind: ProposalKind, body: Record<string, unknown>, success: string, seat: number | null = null): Promise<boolean> {
    if (!isPlayingHost(this.info) || (kind === "resign" && seat === this.info.seat)) {
      return this.run(() => post(`${this.path}/desk/${deskPath(kind, seat)}`, { ...body, key: key() }), success);
    }
    return this.#propose({ kind, seat, request: body }, success);
  }

  async #propose(proposal: { kind: ProposalKind; seat: number | null; request: Record<string, unknown> }, success: string): Promise<boolean> {
    let isDone = false;
    const isSent = await this.run(async () => {
      const response = await post<ProposalResponse>(`${this.path}/proposals`, { ...proposal, key: key() });
      isDone = response.carried_out;
      this.proposed?.(response);
    });
    if (isSent) this.success = isDone ? success : t("It is proposed: it happens when all other players agree.");
    return isSent;
  }

  /** Called with the answer to a proposal. */
  protected proposed?(response: ProposalResponse): void;

  /** The result of the last action. */
  protected statusMessage(): TemplateResult {
    return html`<div role="alert" class=${this.problem ? "" : "heard"}>${this.problem ? html`<p class="bad">${this.problem}</p>` : nothing}</div>
      <div role="status" class=${this.success ? "" : "heard"}>${this.success ? html`<p class="good">✓ ${this.success}</p>` : nothing}</div>`;
  }

  /** A button for an action that can't be undone: the first press explains it, the second runs it. */
  protected confirmButton(id: string, words: string, warning: string, action: () => Promise<unknown>, label: unknown = words): TemplateResult {
    if (this.confirming !== id) return html`<button type="button" @click=${() => (this.confirming = id)}>${label}</button>`;
    return html`<span class="row" role="group" aria-label=${words}>
      <span>${warning}</span>
      <button type="button" ?disabled=${this.busy} @click=${async () => { await action(); this.confirming = ""; }}>${words}</button>
      <button type="button" @click=${() => (this.confirming = "")}>${t("Don’t")}</button>
    </span>`;
  }

  protected name(seat: number): string {
    return nameOf(this.desk, seat);
  }
}

function deskPath(kind: ProposalKind, seat: number | null): string {
  if (kind === "amend") return "amendments";
  return seat === null ? kind : `seats/${seat}/${kind}`;
}

export function nameOf(desk: Desk, seat: number): string {
  return seatName(desk.seats[seat], seat);
}

/** A unique key for a request that must not happen twice. */
export function key(): string {
  return crypto.randomUUID();
}

export function valueOf(event: Event): string {
  return (event.target as HTMLInputElement).value;
}

/** The trimmed value of a form's field. */
export function fieldOf(form: EventTarget | null, name: string): string {
  const value = new FormData(form as HTMLFormElement).get(name);
  return typeof value === "string" ? value.trim() : "";
}

export function isChecked(event: Event): boolean {
  return (event.target as HTMLInputElement).checked;
}

/** Before the start, while the match is played, and afterwards. */
export function phaseOf(status: string): "before" | "during" | "after" {
  if (status === "draft" || status === "open") return "before";
  return status === "running" || status === "paused" ? "during" : "after";
}
