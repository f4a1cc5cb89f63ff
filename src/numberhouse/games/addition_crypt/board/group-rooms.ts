/** The group rooms of round 1: those that include the viewer, and a form to open another one. */
import { css, html, icon, nothing, type Part, type TemplateResult } from "@house/kit";
import { Plus } from "lucide";
import type { View } from "@types-of/addition-crypt";
import { roomWay } from "./rounds";
import { listText, t, tn, whoIs } from "./words";

export interface Talk {
  view: View;
  seat: number | null;
  names: readonly string[];
  /** The kind of action that opens a room; absent if none can be opened. */
  part: Part | undefined;
  open: boolean;
  busy: boolean;
  /** The seats to invite, besides the viewer's own. */
  guests: readonly number[];
  invite(seat: number, wanted: boolean): void;
  openRoom(seats: number[]): void;
  /** The way into a room of the talk, by its name; null where there is none. */
  talksIn(room: string): (() => void) | null;
}

export function groups({ view, seat, names, talksIn }: Talk): TemplateResult | typeof nothing {
  const found = view.groups ?? [];
  if (!found.length) return nothing;
  const who = whoIs(names, null);
  return html`<ul class="plain rooms" aria-label=${t("Rooms that were opened with you")}>
    ${found.map(({ seats }) => {
      const others = seats.filter((other) => other !== seat).map(who);
      const words = t("With {names}", { names: listText(others) });
      return html`<li>${roomWay(words, talksIn(`group-${seats.join("-")}`))}</li>`;
    })}
  </ul>`;
}

/** The form: checkboxes with names, and the button. Two players already have their own room, and all have the
 * hall. */
export function opening(model: Talk): TemplateResult | typeof nothing {
  const { view, seat, names, part, open, busy, guests, invite, openRoom } = model;
  if (seat === null || !part || !open) return nothing;
  const who = whoIs(names, null);
  const others = Array.from({ length: view.seats }, (_, other) => other).filter((other) => other !== seat);
  const fits = guests.length >= 2 && guests.length < others.length;
  const left = part.remaining ?? null;
  return html`<details class="opening">
    <summary>${t("Open a room with …")}</summary>
    <form
      @submit=${(event: Event) => {
        event.preventDefault();
        if (fits) openRoom([seat, ...guests].toSorted((a, b) => a - b));
      }}
    >
      <div class="guests" role="group" aria-label=${t("Who is to be in the room with you")}>
        ${others.map(
          (guest) => html`<label class="inline">
            <input
              type="checkbox"
              .checked=${guests.includes(guest)}
              @change=${(event: Event) => invite(guest, (event.target as HTMLInputElement).checked)}
            />
            ${who(guest)}
          </label>`,
        )}
      </div>
      <p class="soft small">
        ${t("Choose two or more, but not all: for all there is the hall. Nobody else learns of the room.")}
        ${left === null ? nothing : tn("You may open {count} more room.", "You may open {count} more rooms.", left)}
      </p>
      <button ?disabled=${busy || !fits}>${icon(Plus)} ${t("Open the room")}</button>
    </form>
  </details>`;
}

export const talkStyles = css`
  .opening form {
    display: grid;
    gap: var(--gap-2);
    justify-items: start;
  }
  .opening p {
    margin: 0;
  }
  .guests {
    display: grid;
    grid-template-columns: repeat(auto-fill, minmax(min(150px, 100%), 1fr));
    gap: 0 var(--gap-3);
    width: 100%;
  }
  .guests label {
    overflow-wrap: anywhere;
  }
`;
