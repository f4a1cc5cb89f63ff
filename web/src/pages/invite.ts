/** What one is invited to. The link's secret is behind its #, and is sent in bodies of requests only. */
import { css, html, LitElement, nothing, type TemplateResult } from "lit";
import { customElement, state } from "lit/decorators.js";
import { post, type Person, type MatchInfo } from "@house/api/api";
import { colour, faceOf } from "@house/kit/face";
import { shared } from "@house/kit/styles";
import { t } from "@house/kit/words";
import { me } from "@house/api/me";
import { clockWords } from "@house/match/terms";
import { givenName } from "@house/match/names";
import { moment } from "@house/match/clock";
import { entitle, gameTitle, page } from "@house/pages/page";
import { refusalWords } from "@house/api/refusals";
import { comeBack, go } from "@house/router";

@customElement("nh-invite")
export class Invite extends LitElement {
  @state() private told: MatchInfo | null = null;
  @state() private problem = "";
  @state() private refused = "";
  @state() private name = "";
  @state() private busy = false;
  readonly #secret = location.hash.slice(1);

  static override styles = [
    shared,
    page,
    css`
      .picture {
        background: var(--accent-tint);
        border-radius: var(--round);
        border-block-end: 3px solid var(--accent);
        padding: var(--gap-4);
        margin-block-end: var(--gap-4);
      }
      .picture svg {
        display: block;
        width: 160px;
        height: 120px;
        margin: 0 auto;
      }
      dl {
        display: grid;
        grid-template-columns: auto minmax(0, 1fr);
        gap: var(--gap-2) var(--gap-4);
        margin: 0 0 var(--gap-5);
      }
      dt {
        color: var(--ink-soft);
      }
      dd {
        margin: 0;
        overflow-wrap: anywhere;
      }
      form {
        display: grid;
        gap: var(--gap-4);
      }
    `,
  ];

  override connectedCallback(): void {
    super.connectedCallback();
    entitle(t("Invitation"));
    void this.#look();
  }

  async #look(): Promise<void> {
    try {
      await me.known();
      this.told = await post<MatchInfo>("/api/invitation/preview", { secret: this.#secret });
      colour(this, this.told.game);
    } catch (error) {
      this.problem = refusalWords(error);
    }
  }

  override render(): TemplateResult {
    if (this.problem) {
      return html`<div class="narrow">
        <h1>${t("This invitation can't be used")}</h1>
        <p role="alert">${this.problem}</p>
        <p><a class="button" href="/">${t("To the games")}</a></p>
      </div>`;
    }
    const told = this.told;
    if (!told) return html`<div class="skeleton" aria-busy="true" role="img" aria-label=${t("Loading")}></div>`;
    const words = faceOf(told.game).words();
    const players = told.seats.map(givenName).filter(Boolean);
    return html`<div class="narrow">
      <div class="picture">${faceOf(told.game).picture()}</div>
      <h1>${t("You are invited to play {game}", { game: gameTitle(told.game) })}</h1>
      ${words.line ? html`<p class="lead">${words.line}</p>` : nothing}
      <dl>
        ${told.terms.title ? html`<dt>${t("Title")}</dt><dd>${told.terms.title}</dd>` : nothing}
        <dt>${t("Host")}</dt><dd>${told.hosts.join(", ")}</dd>
        <dt>${t("Players")}</dt>
        <dd>${players.join(", ") || t("nobody yet")} · ${t("{taken} of {count}", { taken: players.length, count: told.seats.length })}</dd>
        <dt>${t("Clock")}</dt><dd>${clockWords(told.clock)}</dd>
        ${told.starts ? html`<dt>${t("Begins")}</dt><dd>${moment(told.starts, true)}</dd>` : nothing}
      </dl>
      ${told.seat === null ? this.#form() : html`<p>${t("You sit there already.")} <a href="/match/${told.id}">${t("To the table")}</a></p>`}
      <p><a href="/learn/${told.game}">${t("Rules of {game}", { game: gameTitle(told.game) })}</a></p>
    </div>`;
  }

  #form(): TemplateResult {
    const person = me.person;
    return html`<form @submit=${this.#accept}>
      ${person
        ? html`<p>${t("You will sit there as {name}.", { name: person.name })}</p>`
        : html`<label class="field">${t("Your name at the table")}
              <input autocomplete="nickname" maxlength="40" required .value=${this.name}
                @input=${(event: Event) => (this.name = (event.target as HTMLInputElement).value)} />
            </label>
            <p class="hint">${t("No account needed.")} <button type="button" class="plain" @click=${this.#signIn}>${t("I have an account")}</button></p>`}
      <div role="alert">${this.refused ? html`<p class="refused">${this.refused}</p>` : nothing}</div>
      <div class="row"><button class="primary" ?disabled=${this.busy}>${t("Take the seat")}</button></div>
    </form>`;
  }

  #signIn = (): void => {
    comeBack(`/invite#${this.#secret}`);
    go("/sign-in");
  };

  #accept = async (event: Event): Promise<void> => {
    event.preventDefault();
    this.busy = true;
    this.refused = "";
    try {
      if (!me.person) me.is(await post<Person>("/api/guest", { name: this.name }));
      const told = await post<MatchInfo>("/api/invitation/accept", { secret: this.#secret });
      go(`/match/${told.id}`, true);
    } catch (error) {
      this.refused = refusalWords(error);
    }
    this.busy = false;
  };
}
