/** The players: names, presence, turns, clocks, and after the end the places. */
import { css, html, LitElement, nothing, type PropertyValues, type TemplateResult } from "lit";
import { customElement, property, state } from "lit/decorators.js";
import { Bot, ChevronDown, ChevronUp, Flag, Hourglass, MessageSquare } from "lucide";
import { get, type Clock, type PublicMatch, type Seat, type TrustNote } from "@house/api/api";
import { icon } from "@house/kit/icon";
import { shared } from "@house/kit/styles";
import { figure, t } from "@house/kit/words";
import { seatName } from "@house/match/names";
import "@house/match/clock";
import { presence, presenceStyles } from "@house/match/presence";
import { MARKS } from "@house/match/trust-marks";
import { isForfeit } from "@house/match/ending/result-words";

/** A longer list of players scrolls; a line says how many there are. */
const MOST_SHOWN = 8;
/** Up to as many players a row has room for words beside the icons of its buttons. */
const FEW = 4;

@customElement("nh-players")
export class Players extends LitElement {
  @property({ attribute: false }) publicMatch!: PublicMatch;
  @property({ attribute: false }) seat: Seat | null = null;
  @property({ attribute: false }) clock!: Clock;
  /** The seats to whom the viewer can write alone; a press fires `write-to` with the seat. */
  @property({ attribute: false }) correspondents: readonly Seat[] = [];
  /** Whether a long list is shown whole, instead of scrolling. */
  @state() private whole = false;

  /** The match whose notes the viewer keeps; empty where no notes are kept. */
  @property() notesOf = "";
  @state() private notes = new Map<Seat, TrustNote>();
  /** The seat about which a note is being written. */
  @state() private noted: Seat | null = null;

  static override styles = [
    shared,
    presenceStyles,
    css`
      li {
        display: grid;
        grid-template-columns: 12px 1fr auto;
        gap: var(--gap-2);
        align-items: center;
        padding: var(--gap-2);
        border-inline-start: 3px solid transparent;
        min-height: 40px;
      }
      li.own {
        border-inline-start-color: var(--accent);
        background: var(--accent-tint);
      }
      .who {
        overflow-wrap: anywhere;
      }
      .all {
        width: 100%;
      }
      .write {
        min-height: 32px;
        padding: 0;
        vertical-align: middle;
      }
      .note {
        font-size: var(--text-1);
        gap: var(--gap-1);
        color: var(--ink-soft);
      }
      @media (pointer: coarse) {
        .write {
          min-width: var(--touch);
          min-height: var(--touch);
        }
      }
      nh-trust-note {
        grid-column: 1 / -1;
      }
      .awaited .who {
        font-weight: 600;
      }
      .right {
        text-align: end;
        white-space: nowrap;
      }
      @media screen {
        /* Shadows at the ends that scrolling hides: the list goes on there. */
        ul.many {
          max-height: 340px;
          overflow-y: auto;
          background:
            linear-gradient(var(--sheet) 40%, transparent) top / 100% 36px no-repeat local,
            linear-gradient(transparent, var(--sheet) 60%) bottom / 100% 36px no-repeat local,
            linear-gradient(var(--line-strong), transparent) top / 100% 10px no-repeat scroll,
            linear-gradient(transparent, var(--line-strong)) bottom / 100% 10px no-repeat scroll;
        }
      }
    `,
  ];

  protected override willUpdate(changed: PropertyValues<this>): void {
    if (changed.has("notesOf") && this.notesOf) void this.#loadNotes();
  }

  async #loadNotes(): Promise<void> {
    try {
      const notes = await get<TrustNote[]>(`/api/matches/${this.notesOf}/notes`);
      this.notes = new Map(notes.map((note) => [note.seat, note]));
    } catch {
      // The list is whole without them.
    }
  }

  override render(): TemplateResult {
    const { seats, outcome } = this.publicMatch;
    const scrolls = seats.length > MOST_SHOWN && !this.whole;
    return html`<ul class="plain ${scrolls ? "many" : ""}" aria-label=${t("Players")} tabindex=${scrolls ? 0 : nothing}>
      ${seats.map((place, seat) => {
        const isOwn = seat === this.seat;
        return html`<li class="${isOwn ? "own" : ""} ${place.awaited ? "awaited" : ""}">
          ${presence(place.present)}
          <span class="who">
            ${seatName(place, seat)} ${place.bot ? icon(Bot, t("bot")) : nothing}
            ${isOwn ? html`<span class="soft small">${t("you")}</span>` : nothing}
            ${this.correspondents.includes(seat) ? this.#writeTo(place, seat) : nothing}
            ${this.notesOf && !isOwn && !place.bot ? this.#noteButton(place, seat) : nothing}
            ${this.publicMatch.resigned.includes(seat) ? icon(Flag, t("has resigned")) : nothing}
          </span>
          <span class="right">
            ${outcome
              ? html`${isForfeit(this.publicMatch) ? nothing : html`<strong>${figure(outcome.scores[seat] ?? 0)}</strong>`}
                  <span class="soft small">${t("place {place}", { place: outcome.places[seat] ?? 0 })}</span>`
              : html`${place.awaited ? icon(Hourglass, t("the match waits for this seat")) : nothing}
                  <nh-clock .clock=${this.clock} .due=${place.due} .reserves=${place.reserves ?? 0}></nh-clock>`}
          </span>
          ${this.noted === seat
            ? html`<nh-trust-note .match=${this.notesOf} .seat=${seat} .name=${seatName(place, seat)} .note=${this.notes.get(seat) ?? null}
                @noted=${(event: CustomEvent<TrustNote>) => this.#onNoted(event.detail)}></nh-trust-note>`
            : nothing}
        </li>`;
      })}
    </ul>
    ${seats.length > MOST_SHOWN
      ? html`<button class="plain all screen" aria-expanded=${String(this.whole)} @click=${() => (this.whole = !this.whole)}>
          ${icon(this.whole ? ChevronUp : ChevronDown)} ${this.whole ? t("Shorter list") : t("All {count} players", { count: seats.length })}
        </button>`
      : nothing}`;
  }

  #noteButton(place: PublicMatch["seats"][number], seat: Seat): TemplateResult {
    const note = this.notes.get(seat);
    const mark = MARKS[note?.mark ?? "none"];
    const name = seatName(place, seat);
    const words = note && note.mark !== "none" ? t("Note about {name}: {mark}", { name, mark: mark.words }) : t("Note about {name}", { name });
    const label = this.publicMatch.seats.length > FEW ? nothing : note && note.mark !== "none" ? mark.words : t("Note");
    return html`<button class="plain write note screen" id="note-${seat}" title=${note?.text || words} aria-label=${words} aria-expanded=${this.noted === seat}
      @click=${() => this.#note(seat)}>${icon(mark.icon)} ${label}</button>`;
  }

  async #note(seat: Seat): Promise<void> {
    await import("@house/match/trust-note");
    this.noted = this.noted === seat ? null : seat;
  }

  #onNoted(note: TrustNote): void {
    this.notes = new Map(this.notes).set(note.seat, note);
    this.noted = null;
    this.renderRoot.querySelector<HTMLElement>(`#note-${note.seat}`)?.focus();
  }

  #writeTo(place: PublicMatch["seats"][number], seat: Seat): TemplateResult {
    const words = t("Write to {name}", { name: seatName(place, seat) });
    return html`<button class="plain write screen" title=${words} aria-label=${words}
      @click=${() => this.dispatchEvent(new CustomEvent("write-to", { detail: seat }))}>${icon(MessageSquare)}</button>`;
  }
}
