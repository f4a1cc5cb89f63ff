/** Who is in: every seat of a match that has begun, where it stands, and what the host can do for it. */
import { css, html, nothing, type TemplateResult } from "lit";
import { customElement, property, state } from "lit/decorators.js";
import { Bot, ChevronDown, ChevronUp, Eye, EyeOff, Flag, Hourglass } from "lucide";
import { get, post, type Desk } from "@house/api/api";
import { icon } from "@house/kit/icon";
import { shared } from "@house/kit/styles";
import { t, tn } from "@house/kit/words";
import "@house/match/clock";
import { presence, presenceStyles } from "@house/match/presence";
import { botTitle, type Titles } from "@house/match/names";
import { invitationLink } from "@house/desk/export/copy-field";
import { dayAndTime } from "@house/forms/moment";
import { DeskPart, fieldOf, key, type DeskSeat, type Submission } from "@house/desk/part";
import { standingShown, standingStyles } from "@house/desk/standing";

@customElement("nh-desk-seats")
export class DeskSeats extends DeskPart {
  @property({ attribute: false }) bots: readonly string[] = [];
  @property({ attribute: false }) titles: Titles = {};
  /** Whether the host may see what was submitted. */
  @property({ type: Boolean }) overseer = false;
  @state() private opened: number | null = null;
  /** Who is to take the opened seat, once that is pressed again. */
  @state() private next: { member: string } | { bot: string } | null = null;
  @state() private link = "";
  @state() private shown = false;
  @state() private submissions: Submission[] = [];
  #shownFor: Desk | null = null;

  static override styles = [
    shared,
    presenceStyles,
    standingStyles,
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
      .said {
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
    if (this.shown && this.#shownFor !== this.desk) void this.#look();
  }

  override render(): TemplateResult {
    const { seats, status } = this.desk;
    const awaited = seats.filter((one) => one.awaited).length;
    const running = status === "running" || status === "paused";
    return html`<section aria-labelledby="who">
      <div class="row top">
        <h2 id="who">${running ? t("Who is in") : t("Seats")}</h2>
        ${running
          ? html`<span>${awaited
              ? tn("{count} of {all} is waited for", "{count} of {all} are waited for", awaited, { all: seats.length })
              : t("nobody is waited for")}</span>`
          : nothing}
        ${this.overseer && running
          ? html`<button aria-pressed=${this.shown} @click=${this.#toggle}>
              ${icon(this.shown ? EyeOff : Eye)} ${this.shown ? t("Hide what was submitted") : t("Show what was submitted")}
            </button>`
          : nothing}
      </div>
      ${running ? this.#tally() : nothing} ${this.answer()}
      <ul class="plain" aria-label=${t("Seats")}>
        ${seats.map((one) => this.#seat(one, running))}
      </ul>
    </section>`;
  }

  /** How many stand where, before any row is read. */
  #tally(): TemplateResult {
    const order: DeskSeat["submission_status"][] = ["asked", "submitted", "confirmed", "settled", "ran-out", "defaulted", "idle"];
    return html`<div class="tally" role="group" aria-label=${t("How many stand where")}>
      ${order.map((standing) => {
        const count = this.desk.seats.filter((one) => one.submission_status === standing).length;
        return count ? html`<span class="count"><strong class="number">${count}</strong> ${standingShown(standing)}</span>` : nothing;
      })}
    </div>`;
  }

  #seat(one: DeskSeat, running: boolean): TemplateResult {
    const name = this.name(one.seat);
    const open = this.opened === one.seat && running;
    // Where everybody is waited for there is nobody to single out.
    const few = running && this.desk.seats.some((other) => !other.awaited);
    return html`<li>
      <div class="seat ${few && one.awaited ? "awaited" : ""}">
        ${presence(one.present)}
        <span class="who"><span class="number soft">${one.seat}</span>${name}
          ${one.bot ? icon(Bot, t("bot")) : nothing}
          ${one.resigned ? icon(Flag, t("has resigned")) : nothing}</span>
        <span class="where">
          ${running && one.timeouts
            ? html`<span class="missed small">${icon(Hourglass)} ${tn("missed {count} time", "missed {count} times", one.timeouts)}</span>`
            : nothing}
          ${running ? standingShown(one.submission_status) : nothing}
          ${running ? html`<nh-clock .clock=${this.told.clock} .due=${one.awaited ? one.due : null} .reserves=${(one.awaited ? one.usable_reserves : one.reserves) ?? 0}></nh-clock>` : nothing}
        </span>
        ${running
          ? html`<button class="plain" aria-expanded=${open} aria-label=${t("What to do for {name}", { name })} title=${t("What to do for {name}", { name })}
              @click=${() => this.#open(open ? null : one.seat)}>${icon(open ? ChevronUp : ChevronDown)}</button>`
          : nothing}
      </div>
      ${this.shown ? this.#submitted(one) : nothing} ${open ? this.#deeds(one, name) : nothing}
    </li>`;
  }

  #submitted(one: DeskSeat): TemplateResult[] {
    return this.submissions
      .filter((done) => done.seat === one.seat)
      .map((done) => html`<p class="said small">
        <code>${done.notation ?? t("the time ran out")}</code>
        <span class="soft">${t("action {number}", { number: done.number })}${done.at ? html`, ${dayAndTime(done.at)}` : nothing}</span>
      </p>`);
  }

  #deeds(one: DeskSeat, name: string): TemplateResult {
    return html`<div class="deeds" role="group" aria-label=${name}>
      <div class="row">
        ${one.awaited
          ? html`<button @click=${() => this.#timeFor(one.seat)}>${icon(Hourglass)} ${t("Give time")}</button>
              ${one.due || this.desk.paused_at
                ? this.surely("expire", t("Let the time run out"), t("{name} can do nothing more in this turn.", { name }), () => this.#expire(one))
                : nothing}`
          : nothing}
        ${one.resigned
          ? nothing
          : this.surely("resign", t("Resign for {name}", { name }), t("This gives up the seat for good."), () => this.#resign(one.seat))}
      </div>
      ${this.next ? this.#handover(one.seat, name, this.next) : nothing}
      <form class="pair" @submit=${(event: Event) => this.#choose({ member: fieldOf(event.target, "member") }, event)}>
        <label>${t("Give the seat to a member")}
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
        <div><button @click=${() => this.#invite(one.seat)}>${t("Make a link for this seat")}</button></div>
        ${this.link
          ? html`<nh-link label=${t("Whoever opens it first takes this seat over, with all it has and knows.")} href=${this.link}></nh-link>`
          : nothing}
      </div>
    </div>`;
  }

  #open(seat: number | null): void {
    this.opened = seat;
    this.next = null;
    this.sure = "";
    this.link = "";
  }

  #timeFor(seat: number): void {
    this.dispatchEvent(new CustomEvent("time-for", { detail: seat }));
  }

  #expire(one: DeskSeat): Promise<unknown> {
    const body = { turn_started: one.turn_started, key: key() };
    const done = t("The time of {name} has run out.", { name: this.name(one.seat) });
    return this.ask(() => post(`${this.path}/desk/seats/${one.seat}/expire`, body), done);
  }

  #resign(seat: number): Promise<unknown> {
    const done = t("{name} has given up.", { name: this.name(seat) });
    return this.ask(() => post(`${this.path}/desk/seats/${seat}/resign`, { key: key() }), done);
  }

  #choose(who: { member: string } | { bot: string }, event: Event): void {
    event.preventDefault();
    this.next = who;
    this.sure = "";
  }

  /** What putting somebody else there comes to, before it is done. */
  #handover(seat: number, name: string, who: { member: string } | { bot: string }): TemplateResult {
    const other = this.#called(who);
    return html`<div class="sheet stack handover" role="group" aria-label=${t("Put {other} on the seat of {name}", { other, name })}>
      <p>${t("{other} takes seat {seat} with all it has and knows. {name} is shown out at once.", { other, seat, name })}</p>
      <div class="row">
        <button class="primary" ?disabled=${this.busy} @click=${() => this.#replace(seat, who)}>${t("Put {other} there", { other })}</button>
        <button @click=${() => (this.next = null)}>${t("Don’t")}</button>
      </div>
    </div>`;
  }

  async #replace(seat: number, who: { member: string } | { bot: string }): Promise<void> {
    const done = t("{name} has seat {seat} now.", { name: this.#called(who), seat });
    if (await this.ask(() => post(`${this.path}/desk/seats/${seat}/replace`, { ...who, key: key() }), done)) this.#open(null);
    else this.next = null;
  }

  #invite(seat: number): Promise<unknown> {
    return this.ask(async () => {
      const { secret } = await post<{ secret: string }>(`${this.path}/invitations`, { seat });
      this.link = invitationLink(secret);
    });
  }

  #toggle = (): void => {
    this.shown = !this.shown;
    this.#shownFor = null;
    if (!this.shown) this.submissions = [];
  };

  #called(who: { member: string } | { bot: string }): string {
    return "member" in who ? who.member : botTitle(this.titles, who.bot);
  }

  async #look(): Promise<void> {
    this.#shownFor = this.desk;
    try {
      const found = await get<Desk>(`${this.path}/desk`, { everything: true });
      this.submissions = found.submissions ?? [];
    } catch {
      this.#shownFor = null;
    }
  }
}
