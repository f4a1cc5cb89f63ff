/**
 * What a rematch would be, before anybody asks for it or accepts it: the options, the help and the clock, and what is
 * not repeated. Its place is reserved.
 */
import { css, html, LitElement, nothing, type PropertyValues, type TemplateResult } from "lit";
import { customElement, property, state } from "lit/decorators.js";
import { get, type GameInfo, type MatchInfo, type RematchState } from "@house/api/api";
import { labelsOf } from "@house/games/boards";
import { shared } from "@house/kit/styles";
import { language, t } from "@house/kit/words";
import { allFacts, helpOf, inOneLine, optionName, optionsWords } from "@house/match/lobby/options-words";

@customElement("nh-rematch-terms")
export class RematchTerms extends LitElement {
  /** The finished match. */
  @property({ attribute: false }) info!: MatchInfo;
  @property({ attribute: false }) rematch: RematchState | null = null;
  @state() private terms = "";
  @state() private leftOut = "";

  static override styles = [
    shared,
    css`
      p {
        margin: 0;
        min-height: 1.5em;
        overflow-wrap: anywhere;
      }
    `,
  ];

  protected override willUpdate(changed: PropertyValues<this>): void {
    const before = changed.get("rematch");
    const isNew = changed.has("rematch") && JSON.stringify(before ?? null) !== JSON.stringify(this.rematch);
    if (isNew || changed.has("info")) void this.#describe().catch(() => undefined); // the buttons work without the words
  }

  /** Of a rematch that somebody has asked for as it is now: whoever asked may have changed its options. */
  async #describe(): Promise<void> {
    const { info, rematch } = this;
    const isOffered = rematch?.status === "open" && (rematch.offer !== null || rematch.accepted);
    const [game, next] = await Promise.all([
      get<GameInfo>(`/api/games/${info.game}`),
      isOffered ? get<MatchInfo>(`/api/matches/${rematch.match}`) : null,
    ]);
    const leftOut = Object.keys(info.handed_in);
    const usual = game.default_options as Record<string, unknown>;
    const repeated: Record<string, unknown> = { ...info.options };
    for (const name of leftOut) repeated[name] = usual[name];
    const seats = next ? next.seats.map((seat, index) => (seat.name ? seat : this.#before(index))) : info.seats;
    const words = await optionsWords({ game: info.game, options: next?.options ?? (repeated as MatchInfo["options"]) }, game);
    if (info !== this.info || rematch !== this.rematch) return;
    this.terms = inOneLine(allFacts(words, helpOf(seats), next?.clock ?? info.clock));
    const labels = await labelsOf(info.game);
    this.leftOut = new Intl.ListFormat(language).format(leftOut.map((name) => optionName(name, labels)));
  }

  /** The seat of the finished match whose player gets this seat of the rematch: everybody sits one seat further. */
  #before(seat: number): MatchInfo["seats"][number] {
    const { seats } = this.info;
    return seats[(seat + seats.length - 1) % seats.length]!;
  }

  override render(): TemplateResult {
    return html`<p class="soft small">${this.terms ? t("A rematch is: {terms}.", { terms: this.terms }) : nothing}
      ${this.leftOut ? t("Not repeated, since it was handed in: {options}.", { options: this.leftOut }) : nothing}</p>`;
  }
}
