/**
 * A field for the game's notation and for questions about the position, for people who play by keyboard and by ear.
 * The answer is read out; what was typed stays, so that a refused line can be mended.
 */
import { css, html, LitElement, type TemplateResult } from "lit";
import { customElement, property, query, state } from "lit/decorators.js";
import { get, Refusal, type PublicMatch } from "@house/api/api";
import { refusalWords } from "@house/api/refusals";
import { shared } from "@house/kit/styles";
import { t } from "@house/kit/words";
import { span, timeLeft } from "@house/match/clock";
import { seatName } from "@house/match/names";
import type { LogEntry } from "@house/match/log";
import type { Clock } from "@house/api/api";

/** Most lines of one answer: more is tiring to hear. */
const MOST_LINES = 12;

/** Most lines that the arrow keys bring back. */
const MOST_KEPT = 50;

@customElement("nh-command-line")
export class CommandLine extends LitElement {
  @property() game = "";
  /** The position in words. */
  @property() text = "";
  @property({ attribute: false }) log: LogEntry[] = [];
  @property({ attribute: false }) publicMatch!: PublicMatch;
  @property({ attribute: false }) clock!: Clock;
  /** Sends an action; rejects with `Refusal`. Null for who has no seat. */
  @property({ attribute: false }) send: ((action: unknown) => Promise<unknown>) | null = null;
  @state() private answer: string[] = [];
  @query("input") private field!: HTMLInputElement;

  #typed: string[] = [];
  #place = 0;

  static override styles = [
    shared,
    css`
      form {
        display: flex;
        gap: var(--gap-2);
        align-items: end;
      }
      label {
        flex: 1;
      }
      input {
        width: 100%;
        font-family: var(--mono);
      }
      .answer {
        min-height: 3em;
        padding: var(--gap-2) 0;
        font-family: var(--mono);
        font-size: var(--text-1);
        white-space: pre-wrap;
        overflow-wrap: anywhere;
      }
    `,
  ];

  override render(): TemplateResult {
    return html`<form @submit=${this.#onSubmit}>
        <label>${t("Command: an action, or help")}
          <input autocomplete="off" autocapitalize="off" spellcheck="false" maxlength="500" @keydown=${this.#onKey} /></label>
        <button>${t("Do it")}</button>
      </form>
      <div class="answer" role="status">${this.answer.join("\n")}</div>`;
  }

  #onSubmit = (event: Event): void => {
    event.preventDefault();
    const typed = this.field.value.trim();
    if (!typed) return;
    this.#typed = [...this.#typed.filter((one) => one !== typed), typed].slice(-MOST_KEPT);
    this.#place = this.#typed.length;
    void this.#run(typed);
  };

  /** The arrow keys bring back what was typed before. */
  #onKey = (event: KeyboardEvent): void => {
    const step = { ArrowUp: -1, ArrowDown: 1 }[event.key];
    if (!step) return;
    event.preventDefault();
    this.#place = Math.min(Math.max(this.#place + step, 0), this.#typed.length);
    this.field.value = this.#typed[this.#place] ?? "";
  };

  async #run(typed: string): Promise<void> {
    const [word = "", rest = ""] = [typed.split(/\s+/)[0]?.toLowerCase(), typed.split(/\s+/)[1]];
    if ([t("help"), "help", "?"].includes(word)) return this.#say(this.#help());
    if ([t("last"), "last"].includes(word)) return this.#say(this.log.at(-1)?.lines ?? [t("Nothing has happened yet.")]);
    if ([t("clock"), "clock"].includes(word)) return this.#say(this.#clocks());
    if ([t("score"), "score"].includes(word)) return this.#say(this.#linesWith(...this.publicMatch.seats.map(seatName)));
    if ([t("row"), "row"].includes(word) && rest) return this.#say(this.#row(rest));
    await this.#act(typed);
  }

  /** Does the action; what is no action of the game is looked for in the position. */
  async #act(typed: string): Promise<void> {
    let action: unknown;
    try {
      ({ action } = await get<{ action: unknown }>(`/api/games/${this.game}/action`, { text: typed }));
    } catch (error) {
      const lines = this.#linesWith(typed);
      const isNoAction = error instanceof Refusal && error.status === 400;
      return this.#say(isNoAction && lines.length ? lines : [refusalWords(error)]);
    }
    if (!this.send) return this.#say([t("You have no seat in this match.")]);
    try {
      await this.send(action);
      if (this.field.value.trim() === typed) this.field.value = "";
      this.#say([t("Done: {action}", { action: typed })]);
    } catch (error) {
      this.#say([refusalWords(error)]);
    }
  }

  #help(): string[] {
    return [
      t("last: what happened last"),
      t("score: the lines of all players"),
      t("clock: whose time runs, and how long"),
      t("row 7: a line of the board that begins so"),
      t("any word: the lines of the position with it"),
      ...this.text.split("\n").slice(-2),
    ];
  }

  #clocks(): string[] {
    const running = this.publicMatch.seats.flatMap((seat, index) =>
      seat.awaited && seat.due ? [`${seatName(seat, index)}: ${span(timeLeft(this.clock, seat.due, seat.reserves ?? 0).left)}`] : [],
    );
    return running.length ? running : [t("No time runs.")];
  }

  /** The lines of the position that contain one of the texts. */
  #linesWith(...texts: string[]): string[] {
    const wanted = texts.map((text) => text.toLowerCase());
    return this.text.split("\n").filter((line) => wanted.some((text) => line.toLowerCase().includes(text)));
  }

  #row(name: string): string[] {
    const found = this.text.split("\n").filter((line) => line.trim().split(/\s+/)[0]?.toLowerCase() === name.toLowerCase());
    return found.length ? found : [t("No line of the board begins with {name}.", { name })];
  }

  #say(lines: string[]): void {
    const shown = lines.map((line) => line.trim().replace(/\s{2,}/g, "  ")).slice(0, MOST_LINES);
    this.answer = lines.length > MOST_LINES ? [...shown, "…"] : shown;
  }
}
