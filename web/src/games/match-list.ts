/** Matches in a list: which game, who is there, until when, and the way in. */
import { css, html, LitElement, nothing, type TemplateResult } from "lit";
import { customElement, property } from "lit/decorators.js";
import { ref } from "lit/directives/ref.js";
import { Clock, Settings2, Users } from "lucide";
import type { MatchInfo } from "@house/api/api";
import { colour, faceOf } from "@house/kit/face";
import { icon } from "@house/kit/icon";
import { shared } from "@house/kit/styles";
import { t } from "@house/kit/words";
import { clockWords, freeSeats, statusWords } from "@house/match/terms";
import { givenName } from "@house/match/names";
import { moment } from "@house/match/clock";
import { gameTitle } from "@house/pages/page";
import { turns } from "@house/live/turns";

/** Fires `sit`; `detail` is the id of the match. */
@customElement("nh-match-list")
export class MatchList extends LitElement {
  @property({ attribute: false }) list: readonly MatchInfo[] = [];
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
    turns.addEventListener("change", this.#again);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    turns.removeEventListener("change", this.#again);
  }

  #again = (): void => this.requestUpdate();

  override render(): TemplateResult {
    return html`<ul class="plain" aria-label=${this.label || nothing}>
      ${this.list.map((told) => this.#row(told))}
    </ul>`;
  }

  #row(told: MatchInfo): TemplateResult {
    const game = gameTitle(told.game);
    const waits = turns.waiting.find((one) => one.match === told.id);
    const free = told.status === "open" ? freeSeats(told) : 0;
    const names = told.seats.map(givenName).filter(Boolean);
    return html`<li class=${waits ? "waits" : ""} ${ref((element) => element && colour(element as HTMLElement, told.game))}>
      <div class="picture">${faceOf(told.game).picture()}</div>
      <div>
        <a class="title" href="/match/${told.id}">${told.terms.title || game}</a>
        <div class="facts">
          ${told.terms.title ? html`<span>${game}</span>` : nothing}
          <span>${icon(Users, t("Players"))} ${shortened(names) || t("nobody yet")}</span>
          ${told.seat === null && told.roles.includes("host") ? html`<span>${icon(Settings2)} ${t("you host")} · ${statusWords(told.status)}</span>` : nothing}
          ${free ? html`<span>${t("{count} free", { count: free })}</span>` : nothing}
          <span>${icon(Clock, t("Time"))} ${this.#when(told, waits?.due ?? null)}</span>
        </div>
      </div>
      <div class="way">${this.#way(told, Boolean(waits))}</div>
    </li>`;
  }

  #when(told: MatchInfo, due: number | null): string {
    if (due) return t("your time ends {moment}", { moment: moment(due, true) });
    if (told.ended) return moment(told.ended);
    if (told.starts && told.status !== "running") return t("begins {moment}", { moment: moment(told.starts, true) });
    return clockWords(told.clock);
  }

  #way(told: MatchInfo, waits: boolean): TemplateResult {
    if (waits) return html`<a class="button primary" href="/match/${told.id}">${t("Your turn")}</a>`;
    if (told.seat === null && told.roles.includes("host") && told.status !== "abandoned") {
      return html`<a class="button" href="/match/${told.id}/desk">${t("Hosting desk")}</a>`;
    }
    if (told.status === "open" && told.seat === null && freeSeats(told)) {
      return html`<button @click=${() => this.#sit(told.id)} aria-label=${t("Sit down at {title}", { title: told.terms.title || gameTitle(told.game) })}>
        ${t("Sit down")}
      </button>`;
    }
    if (told.status === "finished") return html`<a class="button" href="/match/${told.id}/review">${t("Review")}</a>`;
    if (told.status === "running" && told.seat === null) return html`<a class="button" href="/match/${told.id}">${t("Watch")}</a>`;
    return html`<span class="soft">${statusWords(told.status)}</span>`;
  }

  #sit(match: string): void {
    this.dispatchEvent(new CustomEvent("sit", { detail: match }));
  }
}

/** Of thirteen names the first few. */
function shortened(names: readonly string[]): string {
  const most = 4;
  if (names.length <= most) return names.join(", ");
  return t("{names} and {count} more", { names: names.slice(0, most).join(", "), count: names.length - most });
}
