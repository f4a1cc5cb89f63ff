/** Many matches at once: a table is pasted or uploaded, checked, and drafted as a whole or not at all. */
import { css, html, LitElement, nothing, type TemplateResult } from "lit";
import { customElement, query, state } from "lit/decorators.js";
import { ListChecks, Download, FileUp, TableProperties } from "lucide";
import { now, post, Refusal } from "@house/api/api";
import { icon } from "@house/kit/icon";
import { shared } from "@house/kit/styles";
import { t, tn } from "@house/kit/words";
import { me } from "@house/api/me";
import { refusalWords } from "@house/api/refusals";
import "@house/desk/export/copy-field";
import { valueOf } from "@house/desk/part";
import "@house/desk/setup/scheduled";
import type { ScheduledMatch } from "@house/desk/setup/scheduled";

interface Problem {
  row: number;
  column: string;
  problem: string;
}

const COLUMNS = ["game", "title", "seats", "clock", "opens", "starts", "players", "bots", "visibility", "language", "options"] as const;
const NAME = "numberhouse-schedule.csv";
const DAY = 86400_000;

@customElement("nh-schedule")
export class Schedule extends LitElement {
  @state() private csv = "";
  @state() private problem = "";
  @state() private problems: readonly Problem[] = [];
  @state() private found: readonly ScheduledMatch[] = [];
  @state() private busy = false;
  /** Whether just this text has been checked. */
  @state() private good = false;
  @query("input[type=file]") private file!: HTMLInputElement;
  @query("#answer") private answer?: HTMLElement;

  static override styles = [
    shared,
    css`
      textarea {
        width: 100%;
        font-family: var(--mono);
        font-size: var(--text-1);
        white-space: pre;
        overflow-x: auto;
      }
      .page {
        display: grid;
        gap: var(--gap-4);
        min-width: 0;
      }
      .wide {
        overflow-x: auto;
      }
      input[type="file"] {
        display: none;
      }
      dl {
        display: grid;
        grid-template-columns: minmax(90px, auto) 1fr;
        gap: var(--gap-2) var(--gap-4);
        margin: 0;
      }
      dd {
        margin: 0;
        overflow-wrap: anywhere;
      }
      .heading {
        display: inline;
        font-size: var(--text-2);
      }
      summary {
        cursor: pointer;
        min-height: var(--touch);
        align-content: center;
      }
      p {
        margin: 0;
      }
      td {
        overflow-wrap: anywhere;
      }
    `,
  ];

  override connectedCallback(): void {
    super.connectedCallback();
    document.title = `${t("Schedule")} · Numberhouse`;
  }

  override render(): TemplateResult {
    const drafted = this.found.some((one) => one.id !== null);
    return html`<div class="page">
      <h1>${t("Schedule of matches")}</h1>
      <p>${t("One row for each match. All of them are drafted, or none: whatever is wrong is told by row and column.")}</p>
      ${drafted ? nothing : this.#form()}
      <div id="answer" tabindex="-1" role="status">
        ${this.problem ? html`<p class="bad">${this.problem}</p>` : nothing}
        ${this.found.length
          ? html`<p class="good">✓ ${drafted
              ? tn("{count} match is drafted.", "{count} matches are drafted.", this.found.length)
              : tn("{count} row can be drafted.", "{count} rows can be drafted.", this.found.length)}</p>`
          : nothing}
      </div>
      ${this.problems.length ? this.#problems() : nothing}
      ${this.found.length ? html`<nh-scheduled .found=${this.found}></nh-scheduled>` : nothing}
      ${drafted ? html`<div><button @click=${this.#anew}>${t("Another schedule")}</button></div>` : this.#columns()}
    </div>`;
  }

  #form(): TemplateResult {
    return html`<form class="stack" @submit=${this.#check}>
      <div class="row">
        <button type="button" @click=${() => this.file.click()}>${icon(FileUp)} ${t("Upload a CSV file")}</button>
        <input type="file" accept=".csv,text/csv" tabindex="-1" aria-label=${t("CSV file")} @change=${this.#upload} />
        <button type="button" @click=${this.#download}>${icon(Download)} ${t("Download a template")}</button>
        <button type="button" @click=${() => this.#wrote(template())}>${icon(TableProperties)} ${t("Begin with the template")}</button>
      </div>
      <label>${t("Rows, as CSV")}
        <textarea rows="10" spellcheck="false" autocomplete="off" .value=${this.csv} @input=${(event: Event) => this.#wrote(valueOf(event))}></textarea></label>
      <div class="row">
        <button class=${this.good ? "" : "primary"} ?disabled=${this.busy || !this.csv.trim()}>${icon(ListChecks)} ${t("Check it")}</button>
        <button type="button" class=${this.good ? "primary" : ""} ?disabled=${this.busy || !this.good} @click=${() => this.#send(false)}>${t("Draft all matches")}</button>
        ${this.good ? nothing : html`<span class="soft">${t("What was checked can be drafted.")}</span>`}
      </div>
    </form>`;
  }

  #problems(): TemplateResult {
    return html`<div class="wide sheet" tabindex="0" role="region" aria-label=${t("What is wrong")}>
      <table>
        <thead><tr><th scope="col">${t("Row")}</th><th scope="col">${t("Column")}</th><th scope="col">${t("What is wrong")}</th></tr></thead>
        <tbody>${this.problems.map((one) => html`<tr><td>${one.row}</td><th scope="row"><code>${one.column}</code></th><td>${one.problem}</td></tr>`)}</tbody>
      </table>
    </div>`;
  }

  #columns(): TemplateResult {
    const words: Record<(typeof COLUMNS)[number], string> = {
      game: t("the game’s id, such as addition-crypt; the only column that must be there"),
      title: t("what the match is called"),
      seats: t("how many seats; left out, as many as usual"),
      clock: t("JSON; left out, the game’s own"),
      opens: t("when people can take seats, with a zone; left out, at once"),
      starts: t("when it begins by itself, with a zone; left out, you begin it"),
      players: t("by seat, with semicolons between: a member’s name, * for a link, or nothing"),
      bots: t("by seat, with semicolons between: a bot’s name, or nothing"),
      visibility: t("public, unlisted or private"),
      language: t("en or ru"),
      options: t("JSON, as the game has them"),
    };
    return html`<details class="sheet" open>
      <summary><h2 class="heading">${t("The columns")}</h2></summary>
      <dl>${COLUMNS.map((one) => html`<dt><code>${one}</code></dt><dd>${words[one]}</dd>`)}</dl>
    </details>`;
  }

  #wrote(text: string): void {
    this.csv = text;
    this.good = false;
    this.problem = "";
    this.problems = this.found = [];
  }

  #upload = async (): Promise<void> => {
    const [file] = this.file.files ?? [];
    if (file) this.#wrote(await file.text());
    this.file.value = "";
  };

  #download = (): void => {
    const link = document.createElement("a");
    link.href = URL.createObjectURL(new Blob([template()], { type: "text/csv" }));
    link.download = NAME;
    link.click();
    URL.revokeObjectURL(link.href);
  };

  #anew = (): void => this.#wrote("");

  #check = (event: Event): Promise<void> => {
    event.preventDefault();
    return this.#send(true);
  };

  async #send(dry: boolean): Promise<void> {
    this.busy = true;
    this.problem = "";
    this.problems = [];
    try {
      await me.somebody();
      this.found = await post<ScheduledMatch[]>("/api/schedule", { csv: this.csv, dry_run: dry });
      this.good = true;
    } catch (error) {
      this.found = [];
      this.good = false;
      this.problem = refusalWords(error);
      if (error instanceof Refusal) {
        this.problems = (error.values["problems"] ?? []) as Problem[];
        if (this.problems.length) {
          this.problem = tn("No match is drafted: {count} cell is wrong.", "No match is drafted: {count} cells are wrong.", this.problems.length);
        }
      }
    } finally {
      this.busy = false;
    }
    await this.updateComplete;
    this.answer?.focus();
  }
}

/** Two rows to begin with: a match over a week with links for everybody, and one against bots. */
function template(): string {
  const opens = moment(1000 * now() + DAY);
  const starts = moment(1000 * now() + 2 * DAY);
  const links = Array.from({ length: 13 }, () => "*").join(";");
  return [
    "game,title,seats,clock,opens,starts,players,bots,visibility,language",
    `addition-crypt,Week one,13,"{""type"": ""round"", ""seconds"": 86400}",${opens},${starts},${links},,private,en`,
    `mixmath,Friday evening,2,,,,*,;greedy,unlisted,en`,
    "",
  ].join("\n");
}

/** On the hour, in the browser's zone: 2027-01-15T20:00:00+01:00. */
function moment(at: number): string {
  const date = new Date(Math.ceil(at / 3600_000) * 3600_000);
  const two = (value: number): string => String(Math.abs(Math.trunc(value))).padStart(2, "0");
  const shift = -date.getTimezoneOffset();
  const zone = `${shift < 0 ? "-" : "+"}${two(shift / 60)}:${two(shift % 60)}`;
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}T${two(date.getHours())}:${two(date.getMinutes())}:00${zone}`;
}
