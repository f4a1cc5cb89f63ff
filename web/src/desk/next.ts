/** The host's next step, with links to the desk's tabs: never more than one step. */
import { css, html, nothing, type TemplateResult } from "lit";
import { customElement, property, state } from "lit/decorators.js";
import { ArrowRight } from "lucide";
import { now } from "@house/api/api";
import { icon } from "@house/kit/icon";
import { shared } from "@house/kit/styles";
import { language, t, tn } from "@house/kit/words";
import { span } from "@house/match/clock";
import { dayAndTime } from "@house/forms/moment";
import { freeSeats } from "@house/match/lobby/terms";
import { DeskPart, phaseOf } from "@house/desk/part";

/** A tab of the desk, or `draft` for a drafted announcement. */
export type Target = "secrets" | "time" | "draft" | "take-away";

interface NextStep {
  words: string;
  links: readonly [Target, string][];
}

/** The host should remind players when this share of a round remains. */
const REMINDER_SHARE = 0.25;
const MAX_NAMES = 4;

/** Fires `navigate`; `detail` is the target. */
@customElement("nh-desk-next")
export class DeskNext extends DeskPart {
  /** Options that the host can set in secret. */
  @property({ attribute: false }) secretOptions: readonly string[] = [];
  @state() private time = now();
  #timer = 0;

  static override styles = [
    shared,
    css`
      .next {
        display: flex;
        flex-wrap: wrap;
        gap: var(--gap-2) var(--gap-4);
        align-items: center;
        justify-content: space-between;
        min-height: 60px;
        padding: var(--gap-2) var(--gap-3);
        margin-bottom: var(--gap-4);
        border-inline-start: 4px solid var(--accent);
        border-radius: var(--round);
        background: var(--accent-tint);
      }
      p {
        margin: 0;
      }
    `,
  ];

  override connectedCallback(): void {
    super.connectedCallback();
    this.#timer = window.setInterval(() => (this.time = now()), 10_000);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    window.clearInterval(this.#timer);
  }

  override render(): TemplateResult {
    const { words, links } = this.#step();
    return html`<section class="next" aria-label=${t("What comes next")}>
      <p><strong>${t("Next:")}</strong> ${words}</p>
      ${links.length
        ? html`<div class="row">${links.map(([target, name]) => html`<button @click=${() => this.#go(target)}>${name} ${icon(ArrowRight)}</button>`)}</div>`
        : nothing}
    </section>`;
  }

  #step(): NextStep {
    switch (phaseOf(this.desk.status)) {
      case "before":
        return this.#before();
      case "during":
        return this.#during();
      case "after":
        return {
          words: this.desk.status === "finished" ? t("Tell everybody the result, and keep the record.") : t("Keep the record."),
          links: [...(this.desk.status === "finished" ? [["draft", t("Draft the result")] as [Target, string]] : []), ["take-away", t("Take away")]],
        };
    }
  }

  #before(): NextStep {
    const { desk } = this;
    const free = freeSeats(this.info);
    const asked = this.info.seats.flatMap((seat) => (seat.name || seat.bot || !seat.offered_to ? [] : [seat.offered_to]));
    if (desk.status === "draft") {
      const open = this.secretOptions.length > desk.secrets_set.length;
      return {
        words: open
          ? t("Look through the set-up, hand in your secrets if you have any, then open the match for players.")
          : t("Look through the set-up, then open the match for players."),
        links: open ? [["secrets", t("Secrets")]] : [],
      };
    }
    if (!free && asked.length) {
      return { words: t("Wait for the answer of {names}.", { names: new Intl.ListFormat(language).format(asked) }), links: [] };
    }
    if (free) {
      return {
        words: tn("Fill {count} seat: send a link, seat a member, or let a bot play.", "Fill {count} seats: send links, seat members, or let bots play.", free),
        links: [],
      };
    }
    return {
      words: desk.starts
        ? t("Everybody is there. It begins by itself {moment}.", { moment: dayAndTime(desk.starts) })
        : t("Everybody is there: begin. After that the set-up and the secrets stay as they are."),
      links: [],
    };
  }

  #during(): NextStep {
    const { desk } = this;
    if (desk.paused_at) {
      return { words: t("The clocks stand still, and nobody can act. Let them go on when you are ready."), links: [["time", t("Time")]] };
    }
    const lastAnnounced = Math.max(0, ...desk.announcements.map(([at]) => at));
    const reminder = this.#reminder(lastAnnounced);
    if (reminder) return reminder;
    if (this.info.clock.type === "round" && desk.round_started !== null && lastAnnounced < desk.round_started) {
      const isFirst = desk.round_started === this.info.started;
      return {
        words: isFirst
          ? t("The match has begun, and nothing is announced yet.")
          : t("A round is over, and nothing is announced since."),
        links: [["draft", t("Draft the announcement")]],
      };
    }
    const [names, due] = this.#awaited();
    const own = desk.seats.find((seat) => seat.seat === this.info.seat && seat.awaited);
    if (own) {
      const isAlone = desk.seats.filter((seat) => seat.awaited && !seat.bot).length === 1;
      return { words: isAlone ? t("The match waits for you.") : t("The match waits for you and others."), links: [] };
    }
    if (!names) return { words: t("Nothing: no person is waited for."), links: [] };
    return { words: Number.isFinite(due) ? t("Wait for {who}, until {moment}.", { who: names, moment: dayAndTime(due) }) : t("Wait for {who}.", { who: names }), links: [] };
  }

  /** A reminder near the end of a round, unless an announcement was made since. */
  #reminder(lastAnnounced: number): NextStep | null {
    const { clock } = this.info;
    const [names, due] = this.#awaited();
    if (clock.type !== "round" || !names) return null;
    const remindAt = due - REMINDER_SHARE * clock.seconds;
    if (this.time < remindAt || lastAnnounced >= remindAt) return null;
    return {
      words: t("Remind {who}, or give time: {span} left.", { who: names, span: span(Math.max(due - this.time, 0)) }),
      links: [["draft", t("Draft a reminder")], ["time", t("Give time")]],
    };
  }

  /** The names of the awaited people, and their first deadline. */
  #awaited(): [string, number] {
    const people = this.desk.seats.filter((seat) => seat.awaited && !seat.bot);
    const names = people.length > MAX_NAMES
      ? tn("{count} player", "{count} players", people.length)
      : new Intl.ListFormat(language).format(people.map((person) => this.name(person.seat)));
    return [names, Math.min(...people.map((person) => person.due ?? Infinity))];
  }

  #go(target: Target): void {
    this.dispatchEvent(new CustomEvent("navigate", { detail: target }));
  }
}
