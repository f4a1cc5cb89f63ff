/** The shelf: every game with its picture, and one click to play. */
import { css, html, LitElement, nothing, type TemplateResult } from "lit";
import { customElement, state } from "lit/decorators.js";
import { ref } from "lit/directives/ref.js";
import { Play } from "lucide";
import { get, post, type GameCard, type Told } from "@house/api";
import { colour, faceOf } from "@house/kit/face";
import { icon } from "@house/kit/icon";
import { shared } from "@house/kit/styles";
import { language, t } from "@house/kit/words";
import { me } from "@house/me";
import { refusalWords } from "@house/refusals";
import { go } from "@house/router";

@customElement("nh-home")
export class Home extends LitElement {
  @state() private games: GameCard[] = [];
  @state() private problem = "";

  static override styles = [
    shared,
    css`
      .shelf {
        display: grid;
        grid-template-columns: repeat(auto-fill, minmax(260px, 1fr));
        gap: var(--gap-4);
      }
      .picture svg {
        width: 100%;
        max-height: 140px;
      }
    `,
  ];

  override connectedCallback(): void {
    super.connectedCallback();
    document.title = "Numberhouse";
    get<GameCard[]>("/api/games").then(
      (games) => (this.games = games),
      (error) => (this.problem = refusalWords(error)),
    );
  }

  override render(): TemplateResult {
    return html`<h1>${t("Which game?")}</h1>
      ${this.problem ? html`<p role="alert" class="bad">${this.problem}</p>` : nothing}
      <div class="shelf">${this.games.map((game) => this.#game(game))}</div>`;
  }

  #game(game: GameCard): TemplateResult {
    const face = faceOf(game.id, game.title);
    const words = face.words[language];
    return html`<section class="sheet stack" ${ref((element) => element && colour(element as HTMLElement, game.id))}>
      <div class="picture">${face.picture()}</div>
      <h2>${words.title}</h2>
      <p class="soft">${words.line}</p>
      <div class="row">
        <button class="primary" @click=${() => this.#play(game)}>${icon(Play)} ${t("Play now")}</button>
        <a href="/games/${game.id}">${t("More")}</a>
      </div>
    </section>`;
  }

  async #play(game: GameCard): Promise<void> {
    try {
      await me.somebody();
      const told = await post<Told>("/api/play", { game: game.id });
      go(`/match/${told.id}`);
    } catch (error) {
      this.problem = refusalWords(error);
    }
  }
}
