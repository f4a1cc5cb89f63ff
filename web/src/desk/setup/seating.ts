/** The seating before the start: members by name, bots, and invitations for everybody else. */
import { css, html, nothing, type TemplateResult } from "lit";
import { customElement, property, state } from "lit/decorators.js";
import { Link, UserPlus, X } from "lucide";
import { get, post, put, remove, type components } from "@house/api/api";
import { icon } from "@house/kit/icon";
import { shared } from "@house/kit/styles";
import { t, tn, seatNumber } from "@house/kit/words";
import { invitationLink } from "@house/desk/export/copy-field";
import { dayAndTime } from "@house/forms/moment";
import { DeskPart, fieldOf, key, valueOf, type DeskSeat } from "@house/desk/part";
import { botTitle, occupantName, type Titles } from "@house/match/names";
import { presence, presenceStyles } from "@house/match/presence";
import "@house/match/lobby/seat-count";

type Invitation = components["schemas"]["InvitationInfo"];

@customElement("nh-desk-seating")
export class DeskSeating extends DeskPart {
  @property({ attribute: false }) bots: readonly string[] = [];
  @property({ attribute: false }) titles: Titles = {};
  /** The fewest and most seats of the game. */
  @property({ attribute: false }) limits: readonly number[] = [1, 1];
  /** Links by seat; the service sends their secrets only once. */
  @state() private links = new Map<number, string>();
  @state() private invitations: Invitation[] = [];
  #fetchedFor = "";

  static override styles = [
    shared,
    presenceStyles,
    css`
      li.chair {
        display: grid;
        grid-template-columns: 12px 1.6em minmax(70px, 1fr) auto auto;
        gap: var(--gap-2);
        align-items: center;
        min-height: 52px;
        border-bottom: 1px solid var(--line);
      }
      .who {
        overflow-wrap: anywhere;
      }
      nh-link {
        grid-column: 3 / -1;
        padding-bottom: var(--gap-2);
      }
      .sure {
        grid-column: 3 / -1;
        padding-bottom: var(--gap-2);
      }
      .pair {
        display: flex;
        flex-wrap: wrap;
        gap: var(--gap-2);
        align-items: end;
      }
      li.sent {
        display: flex;
        flex-wrap: wrap;
        gap: var(--gap-2);
        align-items: center;
        min-height: var(--touch);
      }
      h2,
      p {
        margin: 0;
      }
      summary {
        cursor: pointer;
        min-height: var(--touch);
        align-content: center;
      }
      select {
        max-width: 9.5em;
      }
      @media (max-width: 420px) {
        select {
          max-width: 7em;
          padding-inline: var(--gap-1);
        }
        li.chair > button {
          padding: 0;
        }
        li.chair {
          grid-template-columns: 12px 1.6em minmax(40px, 1fr) auto auto;
        }
      }
    `,
  ];

  /** A new player may have used an invitation, so the list must be fetched again. */
  protected override willUpdate(): void {
    const names = JSON.stringify(this.desk.seats.map((seat) => seat.name));
    if (names === this.#fetchedFor) return;
    this.#fetchedFor = names;
    void this.#refresh();
  }

  override render(): TemplateResult {
    const { seats } = this.desk;
    const free = seats.filter((seat) => !seat.name && !seat.bot);
    const links = free.flatMap((seat) => (this.links.has(seat.seat) ? [this.#linkLine(seat.seat)] : []));
    const unlinked = free.map((seat) => seat.seat).filter((seat) => !this.links.has(seat));
    return html`<section class="stack" aria-labelledby="chairs">
      <h2 id="chairs">${t("Seats")}</h2>
      <ul class="plain" aria-label=${t("Seats")}>${seats.map((seat) => this.#seatRow(seat))}</ul>
      <nh-seat-count .info=${this.info} .limits=${this.limits} @change=${this.#onSeatCount}></nh-seat-count>
      ${this.statusMessage()}
      <div class="row">
        ${unlinked.length
          ? html`<button ?disabled=${this.busy} @click=${() => this.#invite(unlinked)}>
              ${icon(Link)} ${tn("Make a link for {count} free seat", "Make links for {count} free seats", unlinked.length)}</button>`
          : nothing}
        ${links.length > 1 ? html`<nh-copy .text=${links.join("\n")} label=${t("Copy all links")}></nh-copy>` : nothing}
      </div>
      ${links.length ? html`<p class="soft">${t("Send each link to one person. They are shown until you leave this page; a lost one is made anew.")}</p>` : nothing}
      <form class="pair" @submit=${this.#placeMember}>
        <label>${t("Offer a seat to a member")} <input name="member" required autocomplete="off" placeholder=${t("name")} /></label>
        <label>${t("at which seat")}
          <select name="seat">${seats.map((seat) => html`<option value=${seat.seat} ?selected=${seat.seat === free[0]?.seat}>${t("Seat {seat}", { seat: seatNumber(seat.seat) })}</option>`)}</select></label>
        <button ?disabled=${this.busy}>${icon(UserPlus)} ${t("Offer")}</button>
      </form>
      ${this.#invitationList()}
    </section>`;
  }

  #seatRow(seat: DeskSeat): TemplateResult {
    const name = this.name(seat.seat);
    const isPerson = Boolean(seat.name) && !seat.bot;
    const link = seat.name || seat.bot ? undefined : this.links.get(seat.seat);
    return html`<li class="chair">
      ${presence(seat.present)}
      <span class="soft number">${seatNumber(seat.seat)}</span>
      <span class="who">${occupantName(seat) || html`<span class="soft">${this.#freeWords(seat.seat)}</span>`}</span>
      ${isPerson
        ? html`<span class="soft small">${t("a person")}</span>
            <button class="plain" aria-label=${t("Empty the seat of {name}", { name })} title=${t("Empty the seat of {name}", { name })}
              ?disabled=${this.busy} @click=${() => (this.confirming = `empty ${seat.seat}`)}>${icon(X)}</button>
            ${this.confirming === `empty ${seat.seat}`
              ? html`<span class="sure">${this.confirmButton(this.confirming, t("Empty the seat"), t("{name} loses the seat and needs another link to come back.", { name }), () => this.#setBot(seat.seat, null))}</span>`
              : nothing}`
        : html`<select aria-label=${t("Who plays on seat {seat}", { seat: seatNumber(seat.seat) })} ?disabled=${this.busy}
              @change=${(event: Event) => this.#setBot(seat.seat, valueOf(event) || null)}>
              <option value="" ?selected=${!seat.bot}>${t("a person")}</option>
              ${this.bots.map((bot) => html`<option value=${bot} ?selected=${bot === seat.bot}>${botTitle(this.titles, bot)}</option>`)}
            </select>
            ${seat.bot || link
              ? html`<span></span>`
              : html`<button class="plain" aria-label=${t("Make a link for seat {seat}", { seat: seatNumber(seat.seat) })} title=${t("Make a link for seat {seat}", { seat: seatNumber(seat.seat) })}
                  ?disabled=${this.busy} @click=${() => this.#invite([seat.seat])}>${icon(Link)}</button>`}
            ${link ? html`<nh-link short label=${t("Link to seat {seat}", { seat: seatNumber(seat.seat) })} href=${link}></nh-link>` : nothing}`}
    </li>`;
  }

  #freeWords(seat: number): string {
    const name = this.info.seats[seat]?.offered_to;
    return name ? t("offered to {name}, who hasn’t answered yet", { name }) : t("free");
  }

  #invitationList(): TemplateResult {
    const unused = this.invitations.filter((invitation) => invitation.used === null && invitation.revoked === null);
    const used = this.invitations.filter((invitation) => invitation.used !== null);
    if (!unused.length && !used.length) return html`<p class="soft">${t("No link has been made. A link is shown once; make another if it is lost.")}</p>`;
    const seatWords = (invitation: Invitation): string => (invitation.seat === null ? t("any free seat") : t("Seat {seat}", { seat: seatNumber(invitation.seat) }));
    return html`<details>
      <summary>${t("Links: {waiting} unused, {used} used", { waiting: unused.length, used: used.length })}</summary>
      <ul class="plain">
        ${unused.map((invitation) => html`<li class="sent">${seatWords(invitation)} <span class="soft small">${t("made {moment}", { moment: dayAndTime(invitation.created) })}</span>
          <button @click=${() => this.#revoke(invitation.id)}>${t("Make it worthless")}</button></li>`)}
        ${used.map((invitation) => html`<li class="sent">${seatWords(invitation)} <span class="soft small">${t("used by {name}", { name: invitation.name ?? "" })}</span></li>`)}
      </ul>
    </details>`;
  }

  #linkLine(seat: number): string {
    return `${t("Seat {seat}", { seat: seatNumber(seat) })}: ${this.links.get(seat) ?? ""}`;
  }

  /** Seats behind a dropped one have other numbers: a link that is shown would stand beside another seat. */
  #onSeatCount = (): void => {
    this.links = new Map();
    this.dispatchEvent(new CustomEvent("changed", { bubbles: true, composed: true }));
  };

  #setBot(seat: number, bot: string | null): Promise<unknown> {
    return this.run(() => put(`${this.path}/seats/${seat}`, { bot }));
  }

  #placeMember = async (event: Event): Promise<void> => {
    event.preventDefault();
    const form = event.target as HTMLFormElement;
    const member = fieldOf(form, "member");
    const seat = Number(fieldOf(form, "seat"));
    const success = t("Seat {seat} is offered to {name}.", { name: member, seat: seatNumber(seat) });
    if (await this.run(() => post(`${this.path}/desk/seats/${seat}/replace`, { member, key: key() }), success)) form.reset();
  };

  async #invite(seats: number[]): Promise<void> {
    await this.run(async () => {
      for (const seat of seats) {
        const { secret } = await post<{ secret: string }>(`${this.path}/invitations`, { seat });
        this.links = new Map(this.links).set(seat, invitationLink(secret));
      }
    });
    await this.#refresh();
  }

  async #revoke(id: string): Promise<void> {
    const invitation = this.invitations.find((invitation) => invitation.id === id);
    await this.run(() => remove(`${this.path}/invitations/${id}`), t("The link is worthless now."));
    if (invitation && invitation.seat !== null) {
      const links = new Map(this.links);
      links.delete(invitation.seat);
      this.links = links;
    }
    await this.#refresh();
  }

  async #refresh(): Promise<void> {
    try {
      this.invitations = await get<Invitation[]>(`${this.path}/invitations`);
    } catch {
      this.invitations = [];
    }
  }
}
