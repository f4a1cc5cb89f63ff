/** The log of a match in words, the newest first, with the host's announcements. */
import { css, html, LitElement, type TemplateResult } from "lit";
import { customElement, property } from "lit/decorators.js";
import { Megaphone } from "lucide";
import { icon } from "@house/kit/icon";
import { shared } from "@house/kit/styles";
import { t } from "@house/kit/words";
import { timeOfDay } from "@house/match/clock";


export interface LogEntry {
  number: number;
  at: number;
  lines: string[];
  /** The part of the log, such as a round, to which the entry belongs; null where the game tells its log by steps. */
  part: number | null;
  /** The part so far in a few lines; empty but at the last entry of the part in an answer of the service. */
  summary: string[];
}

/** The lines to show: of a part, only its newest summary. */
function shownEntries(entries: readonly LogEntry[]): { at: number; lines: string[] }[] {
  const newest = new Map(entries.map((entry) => [entry.part, entry]));
  return entries
    .filter((entry) => entry.part === null || newest.get(entry.part) === entry)
    .map(({ at, part, lines, summary }) => ({ at, lines: part === null ? lines : summary }))
    .filter((entry) => entry.lines.length);
}

@customElement("nh-log")
export class MatchLog extends LitElement {
  @property({ attribute: false }) entries: LogEntry[] = [];
  @property({ attribute: false }) announcements: readonly (readonly [number, string])[] = [];

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
        grid-template-columns: auto 1fr;
        gap: var(--gap-2);
        padding: var(--gap-1) 0;
        border-bottom: 1px solid var(--line);
        font-size: var(--text-1);
      }
      p {
        margin: 0;
        white-space: pre-line;
        overflow-wrap: anywhere;
      }
      .announced {
        background: var(--accent-tint);
      }
    `,
  ];

  override render(): TemplateResult {
    const announcements = this.announcements.map(([at, text]) => ({ at, lines: [text], announced: true }));
    const all = [...shownEntries(this.entries), ...announcements].reverse().sort((a, b) => b.at - a.at);
    if (!all.length) return html`<p class="soft">${t("Nothing has happened yet.")}</p>`;
    return html`<ol reversed>
      ${all.map(
        (entry) => html`<li class=${"announced" in entry ? "announced" : ""}>
          <time class="soft">${timeOfDay(entry.at)}</time>
          <div>${"announced" in entry ? icon(Megaphone, t("The host says")) : ""}${entry.lines.map((line) => html`<p>${line}</p>`)}</div>
        </li>`,
      )}
    </ol>`;
  }
}
