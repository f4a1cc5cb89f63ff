/** A list of matches: game, players, time, and a button or link for each. */
import { css, html, LitElement, nothing, type TemplateResult } from "lit";
import { customElement, property } from "lit/decorators.js";
import { ref } from "lit/directives/ref.js";
import { Clock, Settings2, Users } from "lucide";
import type { MatchSummary } from "@house/api/api";
import { colour, faceOf } from "@house/kit/face";
import { icon } from "@house/kit/icon";
import { shared } from "@house/kit/styles";
import { t } from "@house/kit/words";
import { freeSeats, shortClockWords, statusWords, whyNoSeat } from "@house/match/lobby/terms";
import "@house/games/last-position";
import { resultOf } from "@house/games/result-words";
import { occupantName } from "@house/match/names";
import { formatMoment } from "@house/match/clock";
import { fairPlay } from "@house/match/fair-play";
import { gameTitle } from "@house/pages/page";
import { turns } from "@house/api/turns";

/** Fires `sit`; `detail` is the id of the match. */
@customElement("nh-match-list")
export class MatchList extends LitElement {
  @property({ attribute: false }) list: readonly MatchSummary[] = [];
  @property() label = "";

  static override styles = [
    shared,
    css`
      li {
        display: grid;
        grid-template-columns: 72px minmax(0, 1fr) auto;
        gap: var(--gap-1) var(--gap-4);
        align-items: center;
        padding: var(--gap-3) var(--gap-4) var(--gap-3) var(--gap-3);
        border-block-end: 1px solid var(--line);
        border-inline-start: 4px solid transparent;
      }
      li:last-child {
        border-block-end: 0;
      }
      li.waits {
        border-inline-start-color: var(--accent);
        background: var(--accent-tint);
      }
      ul {
        background: var(--sheet);
        border: 1px solid var(--line);
        border-radius: var(--round);
        overflow: hidden;
      }
      .picture svg {
        display: block;
        width: 72px;
        height: 54px;
      }
      a.title {
        font-weight: 600;
        color: var(--ink);
        overflow-wrap: anywhere;
      }
      .result {
        display: flex;
        flex-wrap: wrap;
        gap: 0 var(--gap-3);
        margin: 0;
        font-variant-numeric: tabular-nums lining-nums;
      }
      .result .won::before {
        content: "✓ ";
      }
      .result .won {
        color: var(--accent);
      }
      .facts {
        display: flex;
        flex-wrap: wrap;
        gap: 0 var(--gap-4);
        color: var(--ink-soft);
        font-size: var(--text-1);
        overflow-wrap: anywhere;
      }
      .facts > span {
        display: inline-flex;
        gap: var(--gap-1);
        align-items: center;
      }
      @media (max-width: 560px) {
        li {
          grid-template-columns: 48px minmax(0, 1fr);
        }
        .picture svg {
          width: 48px;
          height: 36px;
        }
        li {
          align-items: start;
        }
        .way {
          grid-column: 2;
        }
      }
    `,
  ];

  override connectedCallback(): void {
    super.connectedCallback();
    turns.addEventListener("change", this.#onTurns);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    turns.removeEventListener("change", this.#onTurns);
  }

  #onTurns = (): void => this.requestUpdate();

  override render(): TemplateResult {
    return html`<ul class="plain" aria-label=${this.label || nothing}>
      ${this.list.map((match) => this.#row(match))}
    </ul>`;
  }

  #row(match: MatchSummary): TemplateResult {
    const game = gameTitle(match.game);
    const turn = turns.pending.find((turn) => turn.match === match.id);
    const freeCount = match.status === "open" ? freeSeats(match) : 0;
    const names = match.seats.filter((seat) => seat.seat !== match.seat).map(occupantName).filter(Boolean);
    const nobody = match.seats.length === 1 ? t("alone") : t("nobody yet");
    const result = resultOf(match);
    return html`<li class=${turn ? "waits" : ""} ${ref((element) => element && colour(element as HTMLElement, match.game))}>
      <div class="picture">${faceOf(match.game).picture()}</div>
      <div>
        <a class="title" href="/match/${match.id}">${match.terms.title || game}</a>
        ${result ? html`<p class="result"><strong class=${result.tone}>${result.words}</strong> <span>${result.points}</span></p>` : nothing}
        <div class="facts">
          ${match.terms.title ? html`<span>${game}</span>` : nothing}
          <span>${icon(Users, t("Players"))} ${joinNames(names) || nobody}</span>
          ${match.seat === null && match.roles.includes("host") ? html`<span>${icon(Settings2)} ${t("you host")} · ${statusWords(match.status)}</span>` : nothing}
          ${freeCount ? html`<span>${t("{count} free", { count: freeCount })}</span>` : nothing}
          ${match.ended ? nothing : fairPlay(match, (words) => html`<span>${words}</span>`)}
          <span>${icon(Clock, t("Time"))} ${this.#timeWords(match, turn?.due ?? null)}</span>
        </div>
        ${match.status === "finished" || match.status === "running" ? html`<nh-last-position .match=${match}></nh-last-position>` : nothing}
      </div>
      <div class="way">${this.#action(match, Boolean(turn))}</div>
    </li>`;
  }

  #timeWords(match: MatchSummary, due: number | null): string {
    if (due) return t("your time ends {moment}", { moment: formatMoment(due) });
    if (match.ended) return formatMoment(match.ended);
    if (match.starts && match.status !== "running") return t("begins {moment}", { moment: formatMoment(match.starts) });
    return shortClockWords(match.clock);
  }

  #action(match: MatchSummary, isYourTurn: boolean): TemplateResult {
    if (isYourTurn) return html`<a class="button primary" href="/match/${match.id}">${t("Your turn")}</a>`;
    if (match.seat === null && match.roles.includes("host") && match.status !== "abandoned") {
      return html`<a class="button" href="/match/${match.id}/desk">${t("Hosting desk")}</a>`;
    }
    if (match.status === "open" && match.seat === null && freeSeats(match) && !whyNoSeat(match)) {
      return html`<button @click=${() => this.#sit(match.id)} aria-label=${t("Sit down at {title}", { title: match.terms.title || gameTitle(match.game) })}>
        ${t("Sit down")}
      </button>`;
    }
    if (match.status === "finished") return html`<a class="button" href="/match/${match.id}/review">${t("Review")}</a>`;
    if (match.status === "running" && match.seat === null) return html`<a class="button" href="/match/${match.id}">${t("Watch")}</a>`;
    return html`<span class="soft">${statusWords(match.status)}</span>`;
  }

  #sit(match: string): void {
    this.dispatchEvent(new CustomEvent("sit", { detail: match }));
  }
}

/** The first few names, and the number of the others. */
function joinNames(names: readonly string[]): string {
  const limit = 4;
  if (names.length <= limit) return names.join(", ");
  return t("{names} and {count} more", { names: names.slice(0, limit).join(", "), count: names.length - limit });
}
