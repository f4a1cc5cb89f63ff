/** An invitation. The link's secret stands behind its #, and is sent in bodies of requests only. */
import { css, html, LitElement, nothing, type TemplateResult } from "lit";
import { customElement, state } from "lit/decorators.js";
import { post, type Person, type MatchInfo } from "@house/api/api";
import { colour, faceOf } from "@house/kit/face";
import { shared } from "@house/kit/styles";
import { t } from "@house/kit/words";
import { me } from "@house/api/me";
import { clockWords } from "@house/match/terms";
import { occupantName } from "@house/match/names";
import { formatMoment } from "@house/match/clock";
import { setTitle, gameTitle, page } from "@house/pages/page";
import { refusalWords } from "@house/api/refusals";
import { returnAfterSignIn, go } from "@house/shell/router";

@customElement("nh-invite")
export class InvitePage extends LitElement {
  @state() private info: MatchInfo | null = null;
  @state() private problem = "";
  @state() private refusal = "";
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
    setTitle(t("Invitation"));
    void this.#load();
  }

  async #load(): Promise<void> {
    try {
      await me.load();
      this.info = await post<MatchInfo>("/api/invitation/preview", { secret: this.#secret });
      colour(this, this.info.game);
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
    const info = this.info;
    if (!info) return html`<div class="skeleton" aria-busy="true" role="img" aria-label=${t("Loading")}></div>`;
    const words = faceOf(info.game).words();
    const players = info.seats.map(occupantName).filter(Boolean);
    return html`<div class="narrow">
      <div class="picture">${faceOf(info.game).picture()}</div>
      <h1>${t("You are invited to play {game}", { game: gameTitle(info.game) })}</h1>
      ${words.line ? html`<p class="lead">${words.line}</p>` : nothing}
      <dl>
        ${info.terms.title ? html`<dt>${t("Title")}</dt><dd>${info.terms.title}</dd>` : nothing}
        <dt>${t("Host")}</dt><dd>${info.hosts.join(", ")}</dd>
        <dt>${t("Players")}</dt>
        <dd>${players.join(", ") || t("nobody yet")} · ${t("{taken} of {count}", { taken: players.length, count: info.seats.length })}</dd>
        <dt>${t("Clock")}</dt><dd>${clockWords(info.clock)}</dd>
        ${info.starts ? html`<dt>${t("Begins")}</dt><dd>${formatMoment(info.starts, true)}</dd>` : nothing}
      </dl>
      ${info.seat === null ? this.#form() : html`<p>${t("You sit there already.")} <a href="/match/${info.id}">${t("To the table")}</a></p>`}
      <p><a href="/learn/${info.game}">${t("Rules of {game}", { game: gameTitle(info.game) })}</a></p>
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
      <div role="alert">${this.refusal ? html`<p class="refused">${this.refusal}</p>` : nothing}</div>
      <div class="row"><button class="primary" ?disabled=${this.busy}>${t("Take the seat")}</button></div>
    </form>`;
  }

  #signIn = (): void => {
    returnAfterSignIn(`/invite#${this.#secret}`);
    go("/sign-in");
  };

  #accept = async (event: Event): Promise<void> => {
    event.preventDefault();
    this.busy = true;
    this.refusal = "";
    try {
      if (!me.person) me.set(await post<Person>("/api/guest", { name: this.name }));
      const match = await post<MatchInfo>("/api/invitation/accept", { secret: this.#secret });
      go(`/match/${match.id}`, true);
    } catch (error) {
      this.refusal = refusalWords(error);
    }
    this.busy = false;
  };
}
