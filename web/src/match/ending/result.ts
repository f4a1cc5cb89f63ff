/** The end of a match: the result for this reader, then what to do next. */
import { css, html, LitElement, nothing, type PropertyValues, type TemplateResult } from "lit";
import { customElement, property, query, state } from "lit/decorators.js";
import { ArrowRight, RotateCcw, ScrollText } from "lucide";
import type { MatchInfo, PublicMatch, RematchState, Seat } from "@house/api/api";
import { refusalWords } from "@house/api/refusals";
import { turns } from "@house/api/turns";
import { calm } from "@house/kit/board";
import { icon } from "@house/kit/icon";
import { shared } from "@house/kit/styles";
import { t } from "@house/kit/words";
import "@house/match/ending/rematch";
import "@house/match/ending/rematch-terms";
import { hasWon, resignedWords, resultWords } from "@house/match/ending/result-words";
import { beginAt } from "@house/seeds/contributions";
import { go } from "@house/shell/router";

/** Numbers on the tiles that rise when the reader wins. */
const TILES = [7, 1, 9, 4, 2, 8, 3, 6, 5, 0, 7, 2, 9, 4];
const RISING_MS = 1600;

@customElement("nh-result")
export class Result extends LitElement {
  @property({ attribute: false }) info!: MatchInfo;
  @property({ attribute: false }) publicMatch!: PublicMatch;
  @property({ attribute: false }) seat: Seat | null = null;
  @property({ attribute: false }) rematch: RematchState | null = null;
  #hasAsked = false;
  /** The rematch for which this page has asked. */
  #asked = "";
  /** Whether the match ended while the reader looked on. */
  @property({ type: Boolean }) fresh = false;
  @state() private problem = "";
  @state() private busy = false;
  @state() private isRising = false;
  @query("h2") private heading!: HTMLElement;

  static override styles = [
    shared,
    css`
      section {
        position: relative;
        display: grid;
        gap: var(--gap-2);
        padding: var(--gap-3) var(--gap-4);
        border-inline-start: 4px solid var(--line-strong);
      }
      section.won {
        border-color: var(--accent);
        background: var(--accent-tint);
      }
      .top {
        display: flex;
        flex-wrap: wrap;
        gap: var(--gap-2) var(--gap-4);
        align-items: center;
        justify-content: space-between;
      }
      p {
        margin: 0;
      }
      h2 {
        margin: 0;
        font-size: var(--text-4);
        overflow-wrap: anywhere;
        font-variant-numeric: tabular-nums lining-nums;
      }
      h2:focus {
        outline: none;
      }
      .rising h2 {
        animation: settle 600ms ease-out;
      }
      .tiles {
        position: absolute;
        inset: 0;
        overflow: hidden;
        pointer-events: none;
      }
      .tiles i {
        position: absolute;
        inset-block-start: 100%;
        width: 28px;
        height: 28px;
        display: grid;
        place-items: center;
        font: 600 15px/1 var(--mono, monospace);
        font-style: normal;
        color: var(--accent);
        background: var(--sheet);
        border: 1px solid var(--accent);
        border-radius: 8px;
        opacity: 0;
      }
      @keyframes settle {
        from {
          transform: translateY(12px) scale(0.96);
          opacity: 0.2;
        }
      }
      @media (max-width: 640px) {
        section {
          padding: var(--gap-2) var(--gap-3);
        }
        .top .row {
          flex: 1 0 100%;
        }
        .top .row > * {
          flex: 1 1 auto;
          padding-inline: var(--gap-2);
        }
      }
    `,
  ];

  override connectedCallback(): void {
    super.connectedCallback();
    turns.addEventListener("change", this.#onTurns);
    void turns.refresh();
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    turns.removeEventListener("change", this.#onTurns);
  }

  /** A page that only polls isn't sent how the rematch stands: there its first turn says that it has begun. */
  #onTurns = (): void => {
    if (this.isConnected && turns.pending.some((turn) => turn.match === this.#asked)) go(`/match/${this.#asked}`);
    this.requestUpdate();
  };

  protected override firstUpdated(): void {
    if (!this.fresh) return;
    // On a telephone the board's lower end may fill the screen when the match ends.
    // The keepers of the focus look at the next frame; what they scroll would end this motion.
    requestAnimationFrame(() => requestAnimationFrame(() => this.scrollIntoView({ block: "nearest", behavior: calm() ? "auto" : "smooth" })));
    if (document.activeElement === document.body) this.heading.focus({ preventScroll: true });
    if (calm() || !hasWon(this.publicMatch, this.seat)) return;
    this.isRising = true;
    window.setTimeout(() => (this.isRising = false), RISING_MS);
    void this.updateComplete.then(() => this.#raiseTiles());
  }

  /** Focus the result in words. */
  override focus(options?: FocusOptions): void {
    this.heading.focus(options);
  }

  /** Tiles with numbers rise behind the result. */
  #raiseTiles(): void {
    this.renderRoot.querySelectorAll<HTMLElement>(".tiles i").forEach((tile, index) => {
      tile.style.insetInlineStart = `${3 + index * 6.8}%`;
      const steps = [
        { transform: "translateY(0)", opacity: 0.9 },
        { transform: `translateY(-180px) rotate(${((index * 47) % 50) - 25}deg)`, opacity: 0 },
      ];
      tile.animate(steps, { duration: 1100, delay: (index * 97) % 420, easing: "ease-out" });
    });
  }

  protected override updated(changed: PropertyValues): void {
    if (!changed.has("rematch") || !this.rematch?.accepted) return;
    const before = changed.get("rematch") as RematchState | null | undefined;
    // Who has asked stays at this page until all have accepted; then all go on together.
    if (this.rematch.status === "running" && (this.#hasAsked || before?.status === "open")) go(`/match/${this.rematch.match}`);
  }

  override render(): TemplateResult {
    const won = hasWon(this.publicMatch, this.seat);
    return html`<section class="sheet ${won ? "won" : ""} ${this.isRising ? "rising" : ""}" aria-label=${t("Result")}>
      ${this.isRising
        ? html`<div class="tiles" aria-hidden="true">
            ${TILES.map((figure) => html`<i>${figure}</i>`)}
          </div>`
        : nothing}
      <div class="top">
        <h2 tabindex="-1">${resultWords(this.publicMatch, this.seat)}</h2>
        <div class="row screen">
          <a class="button primary" href="/match/${this.info.id}/review">${icon(ScrollText)} ${t("Review")}</a>
          ${this.seat === null || this.rematch?.offer ? nothing : html`<button ?disabled=${this.busy || this.#isAsked} @click=${this.#ask}>${icon(RotateCcw)} ${t("Rematch")}</button>`}
          ${this.#next()}
        </div>
      </div>
      ${this.#resigned()} ${this.seat === null ? nothing : html`<nh-rematch-terms class="screen" .info=${this.info} .rematch=${this.rematch}></nh-rematch-terms>`}
      ${this.problem ? html`<p class="bad" role="alert">${this.problem}</p>` : nothing}
      ${this.seat === null || this.#isAlone ? nothing : html`<nh-rematch class="screen" .rematch=${this.rematch} .publicMatch=${this.publicMatch}></nh-rematch>`}
    </section>`;
  }

  #resigned(): TemplateResult | typeof nothing {
    const words = resignedWords(this.publicMatch, this.seat);
    return words ? html`<p class="soft">${words}</p>` : nothing;
  }

  /** Whether nobody else has to answer, so that a rematch begins at once. */
  get #isAlone(): boolean {
    return this.publicMatch.seats.every((seat, index) => seat.bot !== null || index === this.seat);
  }

  get #isAsked(): boolean {
    return this.rematch?.status === "open" && this.rematch.accepted;
  }

  #next(): TemplateResult {
    const waiting = turns.pending.find((turn) => turn.match !== this.info.id);
    if (waiting) return html`<a class="button" href="/match/${waiting.match}">${icon(ArrowRight)} ${t("Next: your turn")}</a>`;
    return html`<a class="button" href="/games/${this.info.game}">${icon(ArrowRight)} ${t("New match")}</a>`;
  }

  #ask = async (): Promise<void> => {
    this.problem = "";
    this.busy = this.#hasAsked = true;
    try {
      const next = await beginAt(`/api/matches/${this.info.id}/rematch`, {});
      this.#asked = next.id;
      if (next.status === "running") go(`/match/${next.id}`);
      else await turns.refresh();
    } catch (error) {
      this.problem = refusalWords(error);
    }
    this.busy = false;
  };
}
