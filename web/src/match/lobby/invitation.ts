/**
 * An invitation, by a link to a match or to one person: who invites to what, how long it takes, how it goes, and one
 * press to sit down. Whoever has no name yet says one here.
 */
import { css, html, LitElement, nothing, type TemplateResult } from "lit";
import { customElement, property, query, state } from "lit/decorators.js";
import { Armchair, CalendarDays, Clock, ScrollText, Users } from "lucide";
import { get, post, put, Refusal, type GameInfo, type MatchInfo, type Person } from "@house/api/api";
import { me } from "@house/api/me";
import { refusalWords } from "@house/api/refusals";
import "@house/games/first-steps";
import { rulesOf } from "@house/games/rules-text";
import { colour, faceOf } from "@house/kit/face";
import { firstStepsOf } from "@house/kit/first-steps";
import { icon } from "@house/kit/icon";
import { shared } from "@house/kit/styles";
import { language, seatNumber, t, tn } from "@house/kit/words";
import { formatMoment } from "@house/match/clock";
import { fairPlay, watchingHostWords } from "@house/match/fair-play";
import { occupantName, seatName } from "@house/match/names";
import { clockWords } from "@house/match/lobby/terms";
import "@house/match/lobby/what-is-played";
import { gameTitle, page } from "@house/pages/page";
import { takeSeatAt } from "@house/seeds/contributions";
import { go, returnAfterSignIn } from "@house/shell/router";

/** Refusals that are about the name, and stand beside its field. */
const NAME_REFUSALS = ["name", "name-reserved", "name-taken", "same-name"];

/** Seconds for a turn or a round from which a match isn't played at one sitting. */
const SLOW = 3600;

/** Fires `taken` with the match as detail, and `choose` for a person who wants to choose the seat. */
@customElement("nh-invitation")
export class InvitationView extends LitElement {
  @property({ attribute: false }) info!: MatchInfo;
  /** The secret of an invitation for one person; empty for a link to the match. */
  @property() secret = "";
  @state() private game: GameInfo | null = null;
  /** The beginning of the rules, of a game without first steps. */
  @state() private opening = "";
  @state() private name = "";
  @state() private nameProblem = "";
  @state() private problem = "";
  @state() private busy = false;
  @query("input") private field?: HTMLInputElement;

  static override styles = [
    shared,
    page,
    css`
      article {
        display: grid;
        grid-template: "picture words" auto "facts facts" auto "form form" auto "how how" auto / 184px minmax(0, 1fr);
        gap: var(--gap-4) var(--gap-5);
        max-width: 720px;
        margin-inline: auto;
      }
      .picture {
        grid-area: picture;
        display: grid;
        place-items: center;
        padding: var(--gap-2);
        background: var(--accent-tint);
        border-radius: var(--round);
        border-block-end: 3px solid var(--accent);
      }
      .picture svg {
        display: block;
        width: 160px;
        max-width: 100%;
        height: auto;
      }
      .words {
        grid-area: words;
        align-self: center;
        min-width: 0;
      }
      h1 {
        margin-block-end: var(--gap-2);
        overflow-wrap: anywhere;
      }
      .words p {
        margin: 0;
        overflow-wrap: anywhere;
      }
      .facts {
        grid-area: facts;
        display: grid;
        gap: var(--gap-1);
      }
      .facts li {
        display: grid;
        grid-template-columns: 1.5em minmax(0, 1fr);
        gap: var(--gap-2);
        overflow-wrap: anywhere;
      }
      .facts svg {
        margin-block-start: 0.2em;
        color: var(--accent);
      }
      form {
        grid-area: form;
        display: grid;
        gap: var(--gap-2);
        padding: var(--gap-4);
        border: 1px solid var(--line);
        border-inline-start: 4px solid var(--accent);
        border-radius: var(--round);
        background: var(--sheet);
      }
      form > * {
        margin: 0;
      }
      .hint {
        min-height: 1.5em;
      }
      .how {
        grid-area: how;
      }
      @media (max-width: 640px) {
        article {
          grid-template-columns: 88px minmax(0, 1fr);
          gap: var(--gap-3);
        }
        .picture {
          align-self: start;
        }
        h1 {
          font-size: var(--text-4);
        }
        form button {
          width: 100%;
        }
        form {
          padding: var(--gap-3);
        }
        .row {
          gap: var(--gap-1);
        }
      }
    `,
  ];

  override connectedCallback(): void {
    super.connectedCallback();
    colour(this, this.info.game);
    me.addEventListener("change", this.#onPerson);
    void me.load().catch(() => undefined); // taking the seat reports the problem
    void this.#load().catch(() => undefined); // the invitation then says less
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    me.removeEventListener("change", this.#onPerson);
  }

  #onPerson = (): void => this.requestUpdate();

  async #load(): Promise<void> {
    this.game = await get<GameInfo>(`/api/games/${this.info.game}`);
    if ((await firstStepsOf(this.info.game)).length) return;
    this.opening = (await rulesOf(this.info.game)).text.querySelector("p")?.textContent ?? "";
  }

  override render(): TemplateResult {
    const { info } = this;
    const face = faceOf(info.game, String(this.game?.card.title ?? gameTitle(info.game)));
    const words = face.words();
    const hosts = new Intl.ListFormat(language).format(info.hosts);
    return html`<article>
      <div class="picture">${face.picture()}</div>
      <div class="words">
        <h1>${hosts ? t("{name} invites you to play {game}", { name: hosts, game: words.title }) : t("You are invited to play {game}", { game: words.title })}</h1>
        ${info.terms.title ? html`<p><strong>${info.terms.title}</strong></p>` : nothing}
        ${words.line ? html`<p class="soft">${words.line}</p>` : nothing}
      </div>
      <ul class="plain facts" aria-label=${t("About this match")}>
        <li>${icon(Users)} <span>${this.#peopleWords()}${fairPlay(info, (words) => html` ${words}`)}</span></li>
        ${info.starts ? html`<li>${icon(CalendarDays)} <span>${t("It begins {moment}.", { moment: formatMoment(info.starts, true) })}</span></li>` : nothing}
        <li>${icon(Clock)} <span>${this.#durationWords()}</span></li>
        <li>${icon(ScrollText)} <nh-what-is-played .info=${info} .game=${this.game}></nh-what-is-played></li>
      </ul>
      ${this.#form()}
      <section class="how" aria-labelledby="how">
        <h2 id="how">${t("How it goes")}</h2>
        ${this.opening ? html`<p>${this.opening}</p>` : html`<nh-first-steps plain game=${info.game}></nh-first-steps>`}
        <p class="after"><a href="/learn/${info.game}">${t("All rules")}</a></p>
      </section>
    </article>`;
  }

  #peopleWords(): string {
    const { info } = this;
    const left = info.takes_over === null || info.takes_over === undefined ? null : info.takes_over;
    if (left !== null) {
      return [t("The match has begun: you take over seat {seat} from {name}.", { seat: seatNumber(left), name: seatName(info.seats[left], left) }), watchingHostWords(info)]
        .filter(Boolean).join(" ");
    }
    const names = info.seats.map(occupantName).filter(Boolean);
    const free = info.seats.length - names.length;
    const sitting = names.length
      ? t("At the table: {names}.", { names: new Intl.ListFormat(language).format(names) })
      : t("Nobody sits at the table yet.");
    const seats = tn("{count} seat is free.", "{count} seats are free.", free);
    return [sitting, seats, watchingHostWords(info)].filter(Boolean).join(" ");
  }

  /** How long the match takes, and how much time a player has. */
  #durationWords(): string {
    const { clock } = this.info;
    if (clock.type !== "none" && clock.seconds >= SLOW) {
      return t("It may take days; nobody has to stay: {clock}.", { clock: clockWords(clock) });
    }
    const minutes = this.game?.card.minutes as [number, number] | null | undefined;
    const pace = clock.type === "none" ? t("nobody is timed") : clockWords(clock);
    if (!minutes) return t("At one sitting: {clock}.", { clock: pace });
    return t("About {fewest} to {most} minutes; {clock}.", { fewest: minutes[0], most: minutes[1], clock: pace });
  }

  #form(): TemplateResult {
    const { person } = me;
    // A guest whose name doesn't fit this table takes another one here.
    const asks = !person || (this.nameProblem && person.kind === "guest");
    const isChoice = !this.secret && this.info.seats.filter((seat) => !occupantName(seat)).length > 1;
    return html`<form @submit=${this.#accept}>
      ${asks
        ? html`<label class="field">${t("Your name at the table")}
              <input autocomplete="nickname" maxlength="40" required .value=${this.name} aria-describedby="about-name"
                aria-invalid=${String(Boolean(this.nameProblem))}
                @input=${(event: Event) => (this.name = (event.target as HTMLInputElement).value)} />
            </label>
            <p id="about-name" class="hint" role="alert">${this.nameProblem ? html`<span class="bad">${this.nameProblem}</span>` : t("No account needed.")}</p>`
        : html`<p>${t("You will sit there as {name}.", { name: person.name })}</p>`}
      <div role="alert">${this.problem ? html`<p class="refused">${this.problem}</p>` : nothing}</div>
      <div class="row">
        <button class="primary" ?disabled=${this.busy}>${icon(Armchair)} ${t("Take the seat")}</button>
        ${isChoice ? html`<button type="button" class="plain" @click=${this.#choose}>${t("Choose the seat")}</button>` : nothing}
        ${person ? nothing : html`<button type="button" class="plain" @click=${this.#signIn}>${t("I have an account")}</button>`}
      </div>
    </form>`;
  }

  #choose = (): void => {
    this.dispatchEvent(new Event("choose"));
  };

  #signIn = (): void => {
    returnAfterSignIn(location.pathname + location.hash);
    go("/sign-in");
  };

  #accept = async (event: Event): Promise<void> => {
    event.preventDefault();
    this.busy = true;
    const renames = this.nameProblem !== "" && me.person !== null;
    this.problem = "";
    try {
      if (!me.person) me.set(await post<Person>("/api/guest", { name: this.name }));
      else if (renames) me.set(await put<Person>("/api/me/name", { name: this.name }));
      this.nameProblem = "";
      const taken = this.secret
        ? await takeSeatAt("/api/invitation/accept", { secret: this.secret }, this.info)
        : await takeSeatAt(`/api/matches/${this.info.id}/join`, {}, this.info);
      this.dispatchEvent(new CustomEvent<MatchInfo>("taken", { detail: taken }));
    } catch (error) {
      await this.#refuse(error);
    } finally {
      this.busy = false;
    }
  };

  async #refuse(error: unknown): Promise<void> {
    const isAboutName = error instanceof Refusal && NAME_REFUSALS.includes(error.code) && me.person?.kind !== "member";
    if (!isAboutName) {
      this.problem = refusalWords(error);
      return;
    }
    this.nameProblem = refusalWords(error);
    this.name ||= me.person?.name ?? "";
    await this.updateComplete;
    this.field?.focus();
    this.field?.select();
  }
}
