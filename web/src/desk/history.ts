/** Actions of the host and expiries, newest first. */
import { css, html, nothing, type TemplateResult } from "lit";
import { customElement, property, state } from "lit/decorators.js";
import { Hourglass, Megaphone, Settings2 } from "lucide";
import { get } from "@house/api/api";
import { icon } from "@house/kit/icon";
import { shared } from "@house/kit/styles";
import { language, t } from "@house/kit/words";
import { dayAndTime } from "@house/forms/moment";
import { DeskPart, valueOf } from "@house/desk/part";

/** A step of a transcript. */
interface Step {
  at: number;
  kind: "action" | "expiry" | "event" | "host" | "announcement";
  words?: readonly string[];
  seat?: number;
  cause?: string;
  /** The name of the host that acted. */
  by?: string;
}

type Filter = "all" | "host" | "expiry" | "announcement";

const PAGE_SIZE = 50;

@customElement("nh-desk-history")
export class DeskHistory extends DeskPart {
  /** Whether the host may see the expiries of other seats. */
  @property({ type: Boolean }) overseer = false;
  @state() private steps: readonly Step[] | null = null;
  @state() private filter: Filter = "all";
  @state() private showAll = false;
  #fetchedFor = "";

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
    const version = JSON.stringify([status, actions, announcements.length, released, due, paused_at, seats.map((seat) => [seat.name, seat.due, seat.resigned, seat.submission_status])]);
    if (version === this.#fetchedFor) return;
    this.#fetchedFor = version;
    void this.#look();
  }

  override render(): TemplateResult {
    if (this.steps === null) return html`<p class="soft">${t("Loading …")}</p>`;
    const kinds: Record<Filter, string> = {
      all: t("everything"),
      host: t("what hosts did"),
      expiry: t("times that ran out"),
      announcement: t("announcements"),
    };
    const groups = groupExpiries(this.steps.filter((step) => this.filter === "all" || step.kind === this.filter));
    const visible = this.showAll ? groups : groups.slice(0, PAGE_SIZE);
    return html`<div class="stack">
      <label>${t("What to show")}
        <select @change=${(event: Event) => (this.filter = valueOf(event) as Filter)}>
          ${(Object.keys(kinds) as Filter[]).map((kind) => html`<option value=${kind} ?selected=${kind === this.filter}>${kinds[kind]}</option>`)}
        </select></label>
      ${groups.length
        ? html`<ol aria-label=${t("History")}>${visible.map((group) => this.#step(group))}</ol>`
        : html`<p class="soft">${t("There is nothing of this yet.")}</p>`}
      ${visible.length < groups.length ? html`<button @click=${() => (this.showAll = true)}>${t("Show all")}</button>` : nothing}
    </div>`;
  }

  #step([step, ...others]: Group): TemplateResult {
    const names = [step, ...others].map(({ seat }) => this.name(seat ?? 0)).reverse();
    const sign = { announcement: Megaphone, expiry: Hourglass, host: Settings2, action: Settings2, event: Settings2 }[step.kind];
    return html`<li>${icon(sign)}<p>${step.kind === "expiry" ? expiryWords(new Intl.ListFormat(language).format(names), step.cause) : (step.words ?? []).join("\n")}</p>
      <span class="soft small"><time>${dayAndTime(step.at)}</time>${step.by ? ` · ${step.by}` : nothing}</span></li>`;
  }

  async #look(): Promise<void> {
    try {
      const perspective = this.overseer || this.info.status === "finished" ? "everything" : "own";
      const transcript = await get<{ steps: Step[] }>(`${this.path}/transcript`, { form: "json", perspective, lang: language });
      this.steps = transcript.steps.filter((step) => step.kind !== "action" && step.kind !== "event").reverse();
    } catch {
      this.#fetchedFor = "";
    }
  }
}

type Group = [Step, ...Step[]];

/** Joins the expiries of one deadline, so that thirteen of them take one row. */
function groupExpiries(steps: readonly Step[]): Group[] {
  const groups: Group[] = [];
  for (const step of steps) {
    const last = groups.at(-1);
    const isSame = last && step.kind === "expiry" && last[0].kind === "expiry" && step.at === last[0].at && step.cause === last[0].cause && step.by === last[0].by;
    if (isSame) last.push(step);
    else groups.push([step]);
  }
  return groups;
}

function expiryWords(name: string, cause = ""): string {
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
