/** What a host would do next, with the way there: never more than one thing. */
import { css, html, nothing, type TemplateResult } from "lit";
import { customElement, property, state } from "lit/decorators.js";
import { ArrowRight } from "lucide";
import { now } from "@house/api/api";
import { icon } from "@house/kit/icon";
import { shared } from "@house/kit/styles";
import { language, t, tn } from "@house/kit/words";
import { span } from "@house/match/clock";
import { dayAndTime } from "@house/forms/moment";
import { DeskPart, phaseOf } from "@house/desk/part";

/** Of the desk's tabs; `draft` is a drafted announcement. */
export type Way = "secrets" | "time" | "draft" | "take-away";

interface Step {
  words: string;
  ways: readonly [Way, string][];
}

/** This part of a round is left when it is time to remind people. */
const LATE = 0.25;
const FEW = 4;

/** Fires `way`; `detail` is where to go. */
@customElement("nh-desk-next")
export class DeskNext extends DeskPart {
  /** Options that can be handed in. */
  @property({ attribute: false }) secret: readonly string[] = [];
  @state() private at = now();
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
    this.#timer = window.setInterval(() => (this.at = now()), 10_000);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    window.clearInterval(this.#timer);
  }

  override render(): TemplateResult {
    const { words, ways } = this.#step();
    return html`<section class="next" aria-label=${t("What comes next")}>
      <p><strong>${t("Next:")}</strong> ${words}</p>
      ${ways.length
        ? html`<div class="row">${ways.map(([way, name]) => html`<button @click=${() => this.#go(way)}>${name} ${icon(ArrowRight)}</button>`)}</div>`
        : nothing}
    </section>`;
  }

  #step(): Step {
    switch (phaseOf(this.desk.status)) {
      case "before":
        return this.#before();
      case "during":
        return this.#during();
      case "after":
        return {
          words: this.desk.status === "finished" ? t("Tell everybody the result, and keep the record.") : t("Keep the record."),
          ways: [...(this.desk.status === "finished" ? [["draft", t("Draft the result")] as [Way, string]] : []), ["take-away", t("Take away")]],
        };
    }
  }

  #before(): Step {
    const { desk } = this;
    const free = desk.seats.filter((one) => !one.name && !one.bot).length;
    if (desk.status === "draft") {
      const open = this.secret.length > desk.secrets_set.length;
      return {
        words: open
          ? t("Look through the set-up, hand in your secrets if you have any, then open the match for players.")
          : t("Look through the set-up, then open the match for players."),
        ways: open ? [["secrets", t("Secrets")]] : [],
      };
    }
    if (free) {
      return {
        words: tn("Fill {count} seat: send a link, seat a member, or let a bot play.", "Fill {count} seats: send links, seat members, or let bots play.", free),
        ways: [],
      };
    }
    return {
      words: desk.starts
        ? t("Everybody is there. It begins by itself {moment}.", { moment: dayAndTime(desk.starts) })
        : t("Everybody is there: begin. After that the set-up and the secrets stay as they are."),
      ways: [],
    };
  }

  #during(): Step {
    const { desk } = this;
    if (desk.paused_at) {
      return { words: t("The clocks stand still, and nobody can act. Let them go on when you are ready."), ways: [["time", t("Time")]] };
    }
    const said = Math.max(0, ...desk.announcements.map(([at]) => at));
    const reminder = this.#reminder(said);
    if (reminder) return reminder;
    if (this.told.clock.type === "round" && desk.round_started !== null && said < desk.round_started) {
      const first = desk.round_started === this.told.started;
      return {
        words: first
          ? t("The match has begun, and nothing is announced yet.")
          : t("A round is over, and nothing is announced since."),
        ways: [["draft", t("Draft the announcement")]],
      };
    }
    const [who, due] = this.#awaited();
    if (!who) return { words: t("Nothing: no person is waited for."), ways: [] };
    return { words: Number.isFinite(due) ? t("Wait for {who}, until {moment}.", { who, moment: dayAndTime(due) }) : t("Wait for {who}.", { who }), ways: [] };
  }

  /** When a round is nearly over, unless something has been said since then. */
  #reminder(said: number): Step | null {
    const { clock } = this.told;
    const [who, due] = this.#awaited();
    if (clock.type !== "round" || !who) return null;
    const late = due - LATE * clock.seconds;
    if (this.at < late || said >= late) return null;
    return {
      words: t("Remind {who}, or give time: {span} left.", { who, span: span(Math.max(due - this.at, 0)) }),
      ways: [["draft", t("Draft a reminder")], ["time", t("Give time")]],
    };
  }

  /** The people who are waited for, in words, and until when. */
  #awaited(): [string, number] {
    const people = this.desk.seats.filter((one) => one.awaited && !one.bot);
    const who = people.length > FEW
      ? tn("{count} player", "{count} players", people.length)
      : new Intl.ListFormat(language).format(people.map((one) => this.name(one.seat)));
    return [who, Math.min(...people.map((one) => one.due ?? Infinity))];
  }

  #go(way: Way): void {
    this.dispatchEvent(new CustomEvent("way", { detail: way }));
  }
}
