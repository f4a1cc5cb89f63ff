/** What the host and the clocks have done, newest first: what a spreadsheet would have a sheet for. */
import { css, html, nothing, type TemplateResult } from "lit";
import { customElement, property, state } from "lit/decorators.js";
import { Hourglass, Megaphone, Settings2 } from "lucide";
import { get } from "@house/api/api";
import { icon } from "@house/kit/icon";
import { shared } from "@house/kit/styles";
import { language, t } from "@house/kit/words";
import { dayAndTime } from "@house/forms/moment";
import { DeskPart, valueOf } from "@house/desk/part";

/** Of a transcript. */
interface Step {
  at: number;
  kind: "action" | "expiry" | "event" | "host" | "announcement";
  words?: readonly string[];
  seat?: number;
  cause?: string;
  /** Who hosts and has done it. */
  by?: string;
}

type Which = "all" | "host" | "expiry" | "announcement";

const SHOWN = 50;

@customElement("nh-desk-history")
export class DeskHistory extends DeskPart {
  /** Whether what ran out for others may be seen too. */
  @property({ type: Boolean }) overseer = false;
  @state() private steps: readonly Step[] | null = null;
  @state() private which: Which = "all";
  @state() private whole = false;
  #read = "";

  static override styles = [
    shared,
    css`
      ol {
        list-style: none;
        margin: 0;
        padding: 0;
      }
      li {
        display: grid;
        grid-template-columns: 1.5em minmax(0, 1fr);
        gap: 0 var(--gap-2);
        padding: var(--gap-2) 0;
        border-bottom: 1px solid var(--line);
        overflow-wrap: anywhere;
      }
      li span {
        grid-column: 2;
      }
      li p {
        margin: 0;
        white-space: pre-line;
        max-width: none;
      }
    `,
  ];

  override willUpdate(): void {
    const { status, actions, announcements, released, seats, due, paused_at } = this.desk;
    const now = JSON.stringify([status, actions, announcements.length, released, due, paused_at, seats.map((one) => [one.name, one.due, one.resigned, one.submission_status])]);
    if (now === this.#read) return;
    this.#read = now;
    void this.#look();
  }

  override render(): TemplateResult {
    if (this.steps === null) return html`<p class="soft">${t("Loading …")}</p>`;
    const kinds: Record<Which, string> = {
      all: t("everything"),
      host: t("what hosts did"),
      expiry: t("times that ran out"),
      announcement: t("announcements"),
    };
    const found = together(this.steps.filter((one) => this.which === "all" || one.kind === this.which));
    const shown = this.whole ? found : found.slice(0, SHOWN);
    return html`<div class="stack">
      <label>${t("What to show")}
        <select @change=${(event: Event) => (this.which = valueOf(event) as Which)}>
          ${(Object.keys(kinds) as Which[]).map((one) => html`<option value=${one} ?selected=${one === this.which}>${kinds[one]}</option>`)}
        </select></label>
      ${found.length
        ? html`<ol aria-label=${t("History")}>${shown.map((some) => this.#step(some))}</ol>`
        : html`<p class="soft">${t("There is nothing of this yet.")}</p>`}
      ${shown.length < found.length ? html`<button @click=${() => (this.whole = true)}>${t("Show all")}</button>` : nothing}
    </div>`;
  }

  #step([one, ...others]: Group): TemplateResult {
    const names = [one, ...others].map(({ seat }) => this.name(seat ?? 0)).reverse();
    const sign = { announcement: Megaphone, expiry: Hourglass, host: Settings2, action: Settings2, event: Settings2 }[one.kind];
    return html`<li>${icon(sign)}<p>${one.kind === "expiry" ? ranOut(new Intl.ListFormat(language).format(names), one.cause) : (one.words ?? []).join("\n")}</p>
      <span class="soft small"><time>${dayAndTime(one.at)}</time>${one.by ? ` · ${one.by}` : nothing}</span></li>`;
  }

  async #look(): Promise<void> {
    try {
      const perspective = this.overseer || this.told.status === "finished" ? "everything" : "own";
      const told = await get<{ steps: Step[] }>(`${this.path}/transcript`, { form: "json", perspective, lang: language });
      this.steps = told.steps.filter((one) => one.kind !== "action" && one.kind !== "event").reverse();
    } catch {
      this.#read = "";
    }
  }
}

type Group = [Step, ...Step[]];

/** Thirteen who miss the same deadline are one thing that happened. */
function together(steps: readonly Step[]): Group[] {
  const found: Group[] = [];
  for (const step of steps) {
    const last = found.at(-1);
    const same = last && step.kind === "expiry" && last[0].kind === "expiry" && step.at === last[0].at && step.cause === last[0].cause && step.by === last[0].by;
    if (same) last.push(step);
    else found.push([step]);
  }
  return found;
}

function ranOut(name: string, cause = ""): string {
  switch (cause) {
    case "host":
      return t("{name}: the host let the time run out", { name });
    case "resigned":
      return t("{name}: passed over, having given up", { name });
    case "bot":
      return t("{name}: the bot failed", { name });
    default:
      return t("{name}: the time ran out", { name });
  }
}
