/** Every seat of a running match: its status, and the host's actions for it. */
import { css, html, nothing, type TemplateResult } from "lit";
import { customElement, property, state } from "lit/decorators.js";
import { Bot, ChevronDown, ChevronUp, Eye, EyeOff, Flag, Hourglass } from "lucide";
import { get, post, type Desk } from "@house/api/api";
import { icon } from "@house/kit/icon";
import { shared } from "@house/kit/styles";
import { t, tn, seatNumber } from "@house/kit/words";
import "@house/match/clock";
import { presence, presenceStyles } from "@house/match/presence";
import { botTitle, type Titles } from "@house/match/names";
import { isPlayingHost } from "@house/match/fair-play";
import { invitationLink } from "@house/desk/export/copy-field";
import { dayAndTime } from "@house/forms/moment";
import { DeskPart, fieldOf, type DeskSeat, type ProposalResponse, type Submission } from "@house/desk/part";
import { submissionStatus, statusStyles } from "@house/desk/submission-status";

@customElement("nh-desk-seats")
export class DeskSeats extends DeskPart {
  @property({ attribute: false }) bots: readonly string[] = [];
  @property({ attribute: false }) titles: Titles = {};
  /** Whether the host may see submissions. */
  @property({ type: Boolean }) overseer = false;
  @state() private openSeat: number | null = null;
  /** The new occupant of the open seat, before the host confirms it. */
  @state() private replacement: { member: string } | { bot: string } | null = null;
  @state() private link = "";
  @state() private showSubmissions = false;
  @state() private submissions: Submission[] = [];
  #fetchedFor: Desk | null = null;

  static override styles = [
    shared,
    presenceStyles,
    statusStyles,
    css`
      li {
        border-bottom: 1px solid var(--line);
      }
      .seat {
        display: grid;
        grid-template-columns: 12px minmax(110px, 1fr) minmax(0, auto) auto;
        gap: 0 var(--gap-3);
        align-items: center;
        min-height: 48px;
        padding: 2px 0;
      }
      .who {
        overflow-wrap: anywhere;
      }
      .number {
        display: inline-block;
        min-width: 1.5em;
        margin-inline-end: 0.5em;
        text-align: end;
      }
      .seat.awaited {
        background: var(--accent-tint);
        box-shadow: inset 3px 0 var(--accent);
        padding-inline-start: var(--gap-2);
        margin-inline-start: calc(-1 * var(--gap-2));
      }
      .missed {
        display: inline-flex;
        gap: 4px;
        align-items: center;
        color: var(--warn);
      }
      .tally {
        display: flex;
        flex-wrap: wrap;
        gap: var(--gap-1) var(--gap-4);
        margin: var(--gap-2) 0;
      }
      .count {
        display: inline-flex;
        gap: var(--gap-2);
        align-items: center;
      }
      .handover {
        border: 2px solid var(--accent);
      }
      .handover p {
        margin: 0;
      }
      .where {
        display: flex;
        flex-wrap: wrap;
        justify-content: end;
        gap: 0 var(--gap-3);
        align-items: center;
      }
      .seat button {
        padding: 0 var(--gap-2);
      }
      .deeds {
        display: grid;
        gap: var(--gap-4);
        padding: var(--gap-3) 0 var(--gap-4) var(--gap-5);
      }
      .pair {
        display: flex;
        flex-wrap: wrap;
        gap: var(--gap-2);
        align-items: end;
      }
      .submission {
        padding-inline-start: var(--gap-5);
        margin: 0 0 var(--gap-2);
      }
      @media (max-width: 480px) {
        .seat {
          grid-template-columns: 12px minmax(0, 1fr) auto;
          padding: var(--gap-1) 0;
        }
        .where {
          grid-column: 2;
          grid-row: 2;
          justify-content: start;
        }
        .seat button {
          grid-row: 1 / 3;
          grid-column: 3;
        }
      }
      .top {
        justify-content: space-between;
      }
      h2 {
        margin: 0;
      }
    `,
  ];

  override willUpdate(): void {
    if (this.showSubmissions && this.#fetchedFor !== this.desk) void this.#refresh();
  }

  override render(): TemplateResult {
    const { seats, status } = this.desk;
    const awaited = seats.filter((seat) => seat.awaited).length;
    const isRunning = status === "running" || status === "paused";
    return html`<section aria-labelledby="who">
      <div class="row top">
        <h2 id="who">${isRunning ? t("Who is in") : t("Seats")}</h2>
        ${isRunning
          ? html`<span>${awaited
              ? tn("{count} of {all} is waited for", "{count} of {all} are waited for", awaited, { all: seats.length })
              : t("nobody is waited for")}</span>`
          : nothing}
        ${this.overseer && isRunning
          ? html`<button aria-pressed=${this.showSubmissions} @click=${this.#toggleSubmissions}>
              ${icon(this.showSubmissions ? EyeOff : Eye)} ${this.showSubmissions ? t("Hide what was submitted") : t("Show what was submitted")}
            </button>`
          : nothing}
      </div>
      ${isRunning ? this.#tally() : nothing} ${this.statusMessage()}
      <ul class="plain" aria-label=${t("Seats")}>
        ${seats.map((seat) => this.#seat(seat, isRunning))}
      </ul>
    </section>`;
  }

  /** The number of seats in each status. */
  #tally(): TemplateResult {
    const order: DeskSeat["submission_status"][] = ["asked", "submitted", "confirmed", "settled", "ran-out", "defaulted", "idle"];
    return html`<div class="tally" role="group" aria-label=${t("How many stand where")}>
      ${order.map((status) => {
        const count = this.desk.seats.filter((seat) => seat.submission_status === status).length;
        return count ? html`<span class="count"><strong class="number">${count}</strong> ${submissionStatus(status)}</span>` : nothing;
      })}
    </div>`;
  }

  #seat(seat: DeskSeat, isRunning: boolean): TemplateResult {
    const name = this.name(seat.seat);
    const open = this.openSeat === seat.seat && isRunning;
    // If every seat is awaited, highlighting would not distinguish any.
    const isHighlighted = isRunning && this.desk.seats.some((other) => !other.awaited);
    return html`<li>
      <div class="seat ${isHighlighted && seat.awaited ? "awaited" : ""}">
        ${presence(seat.present)}
        <span class="who"><span class="number soft">${seatNumber(seat.seat)}</span>${name}
          ${seat.bot ? icon(Bot, t("bot")) : nothing}
          ${seat.resigned ? icon(Flag, t("has resigned")) : nothing}</span>
        <span class="where">
          ${isRunning && seat.timeouts
            ? html`<span class="missed small">${icon(Hourglass)} ${tn("missed {count} time", "missed {count} times", seat.timeouts)}</span>`
            : nothing}
          ${isRunning ? submissionStatus(seat.submission_status) : nothing}
          ${isRunning ? html`<nh-clock .clock=${this.info.clock} .due=${seat.awaited ? seat.due : null} .reserves=${(seat.awaited ? seat.usable_reserves : seat.reserves) ?? 0}></nh-clock>` : nothing}
        </span>
        ${isRunning
          ? html`<button class="plain" aria-expanded=${open} aria-label=${t("What to do for {name}", { name })} title=${t("What to do for {name}", { name })}
              @click=${() => this.#select(open ? null : seat.seat)}>${icon(open ? ChevronUp : ChevronDown)}</button>`
          : nothing}
      </div>
      ${this.showSubmissions ? this.#submitted(seat) : nothing} ${open ? this.#controls(seat, name) : nothing}
    </li>`;
  }

  #submitted(seat: DeskSeat): TemplateResult[] {
    return this.submissions
      .filter((submission) => submission.seat === seat.seat)
      .map((submission) => html`<p class="submission small">
        <code>${submission.notation ?? t("the time ran out")}</code>
        <span class="soft">${t("action {number}", { number: submission.number })}${submission.at ? html`, ${dayAndTime(submission.at)}` : nothing}</span>
      </p>`);
  }

  #controls(seat: DeskSeat, name: string): TemplateResult {
    return html`<div class="deeds" role="group" aria-label=${name}>
      <div class="row">
        ${seat.awaited
          ? html`<button @click=${() => this.#timeFor(seat.seat)}>${icon(Hourglass)} ${t("Give time")}</button>
              ${seat.due || this.desk.paused_at
                ? this.confirmButton("expire", t("Let the time run out"), t("{name} can do nothing more in this turn.", { name }), () => this.#expire(seat))
                : nothing}`
          : nothing}
        ${seat.resigned
          ? nothing
          : this.confirmButton("resign", t("Resign for {name}", { name }), t("This gives up the seat for good."), () => this.#resign(seat.seat))}
      </div>
      ${this.replacement ? this.#handover(seat.seat, name, this.replacement) : nothing}
      <form class="pair" @submit=${(event: Event) => this.#choose({ member: fieldOf(event.target, "member") }, event)}>
        <label>${t("Offer the seat to a member")}
          <input name="member" required autocomplete="off" placeholder=${t("name")} /></label>
        <button ?disabled=${this.busy}>${t("Put there")}</button>
      </form>
      ${this.bots.length
        ? html`<form class="pair" @submit=${(event: Event) => this.#choose({ bot: fieldOf(event.target, "bot") }, event)}>
            <label>${t("Let a bot play on")}
              <select name="bot">${this.bots.map((bot) => html`<option value=${bot}>${botTitle(this.titles, bot)}</option>`)}</select></label>
            <button ?disabled=${this.busy}>${t("Put there")}</button>
          </form>`
        : nothing}
      <div class="stack">
        <div><button @click=${() => this.#invite(seat.seat)}>${t("Make a link for this seat")}</button></div>
        ${this.link
          ? html`<nh-link label=${t("Whoever opens it first takes this seat over, with all it has and knows.")} href=${this.link}></nh-link>`
          : nothing}
      </div>
    </div>`;
  }

  #select(seat: number | null): void {
    this.openSeat = seat;
    this.replacement = null;
    this.confirming = "";
    this.link = "";
  }

  #timeFor(seat: number): void {
    this.dispatchEvent(new CustomEvent("time-for", { detail: seat }));
  }

  #expire(seat: DeskSeat): Promise<unknown> {
    const body = { turn_started: seat.turn_started };
    const success = t("The time of {name} has run out.", { name: this.name(seat.seat) });
    return this.act("expire", body, success, seat.seat);
  }

  #resign(seat: number): Promise<unknown> {
    const success = t("{name} has given up.", { name: this.name(seat) });
    return this.act("resign", {}, success, seat);
  }

  #choose(replacement: { member: string } | { bot: string }, event: Event): void {
    event.preventDefault();
    this.replacement = replacement;
    this.confirming = "";
  }

  /** Explains the replacement before the host confirms it. */
  #handover(seat: number, name: string, replacement: { member: string } | { bot: string }): TemplateResult {
    const other = this.#replacementName(replacement);
    return html`<div class="sheet stack handover" role="group" aria-label=${t("Put {other} on the seat of {name}", { other, name })}>
      <p>${"member" in replacement
        ? t("{other} is asked to take seat {seat} with all it has and knows. {name} keeps it until {other} accepts.", { other, seat: seatNumber(seat), name })
        : t("{other} takes seat {seat} with all it has and knows. {name} is shown out at once.", { other, seat: seatNumber(seat), name })}</p>
      <div class="row">
        <button class="primary" ?disabled=${this.busy} @click=${() => this.#replace(seat, replacement)}>${t("Put {other} there", { other })}</button>
        <button @click=${() => (this.replacement = null)}>${t("Don’t")}</button>
      </div>
    </div>`;
  }

  async #replace(seat: number, replacement: { member: string } | { bot: string }): Promise<void> {
    const name = this.#replacementName(replacement);
    const success = "member" in replacement ? t("Seat {seat} is offered to {name}.", { name, seat: seatNumber(seat) }) : t("{name} has seat {seat} now.", { name, seat: seatNumber(seat) });
    if (await this.act("replace", replacement, success, seat)) this.#select(null);
    else this.replacement = null;
  }

  protected override proposed({ invitation }: ProposalResponse): void {
    if (invitation) this.link = invitationLink(invitation);
  }

  #invite(seat: number): Promise<unknown> {
    if (isPlayingHost(this.info)) return this.act("invite", {}, "", seat);
    return this.run(async () => {
      const { secret } = await post<{ secret: string }>(`${this.path}/invitations`, { seat });
      this.link = invitationLink(secret);
    });
  }

  #toggleSubmissions = (): void => {
    this.showSubmissions = !this.showSubmissions;
    this.#fetchedFor = null;
    if (!this.showSubmissions) this.submissions = [];
  };

  #replacementName(replacement: { member: string } | { bot: string }): string {
    return "member" in replacement ? replacement.member : botTitle(this.titles, replacement.bot);
  }

  async #refresh(): Promise<void> {
    this.#fetchedFor = this.desk;
    try {
      const desk = await get<Desk>(`${this.path}/desk`, { everything: true });
      this.submissions = desk.submissions ?? [];
    } catch {
      this.#fetchedFor = null;
    }
  }
}
