/** Who is to sit where, before the start: members by name, bots, and links for everybody else. */
import { css, html, nothing, type TemplateResult } from "lit";
import { customElement, property, state } from "lit/decorators.js";
import { Link, UserPlus, X } from "lucide";
import { get, post, put, remove, type components } from "@house/api/api";
import { icon } from "@house/kit/icon";
import { shared } from "@house/kit/styles";
import { t, tn } from "@house/kit/words";
import { invitationLink } from "@house/desk/export/copy-field";
import { dayAndTime } from "@house/forms/moment";
import { DeskPart, fieldOf, key, valueOf, type DeskSeat } from "@house/desk/part";
import { botTitle, givenName, type Titles } from "@house/match/names";
import { presence, presenceStyles } from "@house/match/presence";

type Invitation = components["schemas"]["InvitationInfo"];

@customElement("nh-desk-chairs")
export class DeskChairs extends DeskPart {
  @property({ attribute: false }) bots: readonly string[] = [];
  @property({ attribute: false }) titles: Titles = {};
  /** Links by seat; their secrets are told once. */
  @state() private links = new Map<number, string>();
  @state() private invitations: Invitation[] = [];
  #seated = "";

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

  /** Whoever sits down by a link has used it up. */
  protected override willUpdate(): void {
    const seated = JSON.stringify(this.desk.seats.map((one) => one.name));
    if (seated === this.#seated) return;
    this.#seated = seated;
    void this.#look();
  }

  override render(): TemplateResult {
    const { seats } = this.desk;
    const free = seats.filter((one) => !one.name && !one.bot);
    const links = free.flatMap((one) => (this.links.has(one.seat) ? [this.#told(one.seat)] : []));
    const without = free.map((one) => one.seat).filter((seat) => !this.links.has(seat));
    return html`<section class="stack" aria-labelledby="chairs">
      <h2 id="chairs">${t("Seats")}</h2>
      <ul class="plain" aria-label=${t("Seats")}>${seats.map((one) => this.#chair(one))}</ul>
      ${this.answer()}
      <div class="row">
        ${without.length
          ? html`<button ?disabled=${this.busy} @click=${() => this.#invite(without)}>
              ${icon(Link)} ${tn("Make a link for {count} free seat", "Make links for {count} free seats", without.length)}</button>`
          : nothing}
        ${links.length > 1 ? html`<nh-copy .text=${links.join("\n")} label=${t("Copy all links")}></nh-copy>` : nothing}
      </div>
      ${links.length ? html`<p class="soft">${t("Send each link to one person. They are shown until you leave this page; a lost one is made anew.")}</p>` : nothing}
      <form class="pair" @submit=${this.#seat}>
        <label>${t("Seat a member")} <input name="member" required autocomplete="off" placeholder=${t("name")} /></label>
        <label>${t("at which seat")}
          <select name="seat">${seats.map((one) => html`<option value=${one.seat} ?selected=${one.seat === free[0]?.seat}>${t("Seat {seat}", { seat: one.seat })}</option>`)}</select></label>
        <button ?disabled=${this.busy}>${icon(UserPlus)} ${t("Put there")}</button>
      </form>
      ${this.#sent()}
    </section>`;
  }

  #chair(one: DeskSeat): TemplateResult {
    const name = this.name(one.seat);
    const person = Boolean(one.name) && !one.bot;
    const link = one.name || one.bot ? undefined : this.links.get(one.seat);
    return html`<li class="chair">
      ${presence(one.present)}
      <span class="soft number">${one.seat}</span>
      <span class="who">${givenName(one) || html`<span class="soft">${t("free")}</span>`}</span>
      ${person
        ? html`<span class="soft small">${t("a person")}</span>
            <button class="plain" aria-label=${t("Empty the seat of {name}", { name })} title=${t("Empty the seat of {name}", { name })}
              ?disabled=${this.busy} @click=${() => (this.sure = `empty ${one.seat}`)}>${icon(X)}</button>
            ${this.sure === `empty ${one.seat}`
              ? html`<span class="sure">${this.surely(this.sure, t("Empty the seat"), t("{name} loses the seat and needs another link to come back.", { name }), () => this.#sit(one.seat, null))}</span>`
              : nothing}`
        : html`<select aria-label=${t("Who plays on seat {seat}", { seat: one.seat })} ?disabled=${this.busy}
              @change=${(event: Event) => this.#sit(one.seat, valueOf(event) || null)}>
              <option value="" ?selected=${!one.bot}>${t("a person")}</option>
              ${this.bots.map((bot) => html`<option value=${bot} ?selected=${bot === one.bot}>${botTitle(this.titles, bot)}</option>`)}
            </select>
            ${one.bot || link
              ? html`<span></span>`
              : html`<button class="plain" aria-label=${t("Make a link for seat {seat}", { seat: one.seat })} title=${t("Make a link for seat {seat}", { seat: one.seat })}
                  ?disabled=${this.busy} @click=${() => this.#invite([one.seat])}>${icon(Link)}</button>`}
            ${link ? html`<nh-link short label=${t("Link to seat {seat}", { seat: one.seat })} href=${link}></nh-link>` : nothing}`}
    </li>`;
  }

  #sent(): TemplateResult {
    const waiting = this.invitations.filter((one) => one.used === null && one.revoked === null);
    const used = this.invitations.filter((one) => one.used !== null);
    if (!waiting.length && !used.length) return html`<p class="soft">${t("No link has been made. A link is shown once; make another if it is lost.")}</p>`;
    const where = (one: Invitation): string => (one.seat === null ? t("any free seat") : t("Seat {seat}", { seat: one.seat }));
    return html`<details>
      <summary>${t("Links: {waiting} unused, {used} used", { waiting: waiting.length, used: used.length })}</summary>
      <ul class="plain">
        ${waiting.map((one) => html`<li class="sent">${where(one)} <span class="soft small">${t("made {moment}", { moment: dayAndTime(one.created) })}</span>
          <button @click=${() => this.#revoke(one.id)}>${t("Make it worthless")}</button></li>`)}
        ${used.map((one) => html`<li class="sent">${where(one)} <span class="soft small">${t("used by {name}", { name: one.name ?? "" })}</span></li>`)}
      </ul>
    </details>`;
  }

  #told(seat: number): string {
    return `${t("Seat {seat}", { seat })}: ${this.links.get(seat) ?? ""}`;
  }

  #sit(seat: number, bot: string | null): Promise<unknown> {
    return this.ask(() => put(`${this.path}/seats/${seat}`, { bot }));
  }

  #seat = async (event: Event): Promise<void> => {
    event.preventDefault();
    const form = event.target as HTMLFormElement;
    const member = fieldOf(form, "member");
    const seat = Number(fieldOf(form, "seat"));
    const done = t("{name} has seat {seat} now.", { name: member, seat });
    if (await this.ask(() => post(`${this.path}/desk/seats/${seat}/replace`, { member, key: key() }), done)) form.reset();
  };

  async #invite(seats: number[]): Promise<void> {
    await this.ask(async () => {
      for (const seat of seats) {
        const { secret } = await post<{ secret: string }>(`${this.path}/invitations`, { seat });
        this.links = new Map(this.links).set(seat, invitationLink(secret));
      }
    });
    await this.#look();
  }

  async #revoke(id: string): Promise<void> {
    const gone = this.invitations.find((one) => one.id === id);
    await this.ask(() => remove(`${this.path}/invitations/${id}`), t("The link is worthless now."));
    if (gone && gone.seat !== null) {
      const links = new Map(this.links);
      links.delete(gone.seat);
      this.links = links;
    }
    await this.#look();
  }

  async #look(): Promise<void> {
    try {
      this.invitations = await get<Invitation[]>(`${this.path}/invitations`);
    } catch {
      this.invitations = [];
    }
  }
}
