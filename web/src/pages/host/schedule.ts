/** A schedule of many matches: pasted or uploaded as CSV, checked, and drafted as a whole or not at all. */
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
const FILE_NAME = "numberhouse-schedule.csv";
const DAY = 86400_000;

@customElement("nh-schedule")
export class SchedulePage extends LitElement {
  @state() private csv = "";
  @state() private problem = "";
  @state() private problems: readonly Problem[] = [];
  @state() private rows: readonly ScheduledMatch[] = [];
  @state() private busy = false;
  /** Whether the current text has been checked. */
  @state() private isValid = false;
  @query("input[type=file]") private file!: HTMLInputElement;
  @query("#answer") private resultElement?: HTMLElement;

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
    const isDrafted = this.rows.some((row) => row.id !== null);
    return html`<div class="page">
      <h1>${t("Schedule of matches")}</h1>
      <p>${t("One row for each match. All of them are drafted, or none: whatever is wrong is told by row and column.")}</p>
      ${isDrafted ? nothing : this.#form()}
      <div id="answer" tabindex="-1" role="status">
        ${this.problem ? html`<p class="bad">${this.problem}</p>` : nothing}
        ${this.rows.length
          ? html`<p class="good">✓ ${isDrafted
              ? tn("{count} match is drafted.", "{count} matches are drafted.", this.rows.length)
              : tn("{count} row can be drafted.", "{count} rows can be drafted.", this.rows.length)}</p>`
          : nothing}
      </div>
      ${this.problems.length ? this.#problems() : nothing}
      ${this.rows.length ? html`<nh-scheduled .rows=${this.rows}></nh-scheduled>` : nothing}
      ${isDrafted ? html`<div><button @click=${this.#reset}>${t("Another schedule")}</button></div>` : this.#columns()}
    </div>`;
  }

  #form(): TemplateResult {
    return html`<form class="stack" @submit=${this.#check}>
      <div class="row">
        <button type="button" @click=${() => this.file.click()}>${icon(FileUp)} ${t("Upload a CSV file")}</button>
        <input type="file" accept=".csv,text/csv" tabindex="-1" aria-label=${t("CSV file")} @change=${this.#upload} />
        <button type="button" @click=${this.#download}>${icon(Download)} ${t("Download a template")}</button>
        <button type="button" @click=${() => this.#setText(template())}>${icon(TableProperties)} ${t("Begin with the template")}</button>
      </div>
      <label>${t("Rows, as CSV")}
        <textarea rows="10" spellcheck="false" autocomplete="off" .value=${this.csv} @input=${(event: Event) => this.#setText(valueOf(event))}></textarea></label>
      <div class="row">
        <button class=${this.isValid ? "" : "primary"} ?disabled=${this.busy || !this.csv.trim()}>${icon(ListChecks)} ${t("Check it")}</button>
        <button type="button" class=${this.isValid ? "primary" : ""} ?disabled=${this.busy || !this.isValid} @click=${() => this.#send(false)}>${t("Draft all matches")}</button>
        ${this.isValid ? nothing : html`<span class="soft">${t("What was checked can be drafted.")}</span>`}
      </div>
    </form>`;
  }

  #problems(): TemplateResult {
    return html`<div class="wide sheet" tabindex="0" role="region" aria-label=${t("What is wrong")}>
      <table>
        <thead><tr><th scope="col">${t("Row")}</th><th scope="col">${t("Column")}</th><th scope="col">${t("What is wrong")}</th></tr></thead>
        <tbody>${this.problems.map((problem) => html`<tr><td>${problem.row}</td><th scope="row"><code>${problem.column}</code></th><td>${problem.problem}</td></tr>`)}</tbody>
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
      language: t("code of a language of the house, such as en"),
      options: t("JSON, as the game has them"),
    };
    return html`<details class="sheet" open>
      <summary><h2 class="heading">${t("The columns")}</h2></summary>
      <dl>${COLUMNS.map((column) => html`<dt><code>${column}</code></dt><dd>${words[column]}</dd>`)}</dl>
    </details>`;
  }

  #setText(text: string): void {
    this.csv = text;
    this.isValid = false;
    this.problem = "";
    this.problems = this.rows = [];
  }

  #upload = async (): Promise<void> => {
    const [file] = this.file.files ?? [];
    if (file) this.#setText(await file.text());
    this.file.value = "";
  };

  #download = (): void => {
    const link = document.createElement("a");
    link.href = URL.createObjectURL(new Blob([template()], { type: "text/csv" }));
    link.download = FILE_NAME;
    link.click();
    URL.revokeObjectURL(link.href);
  };

  #reset = (): void => this.#setText("");

  #check = (event: Event): Promise<void> => {
    event.preventDefault();
    return this.#send(true);
  };

  async #send(dryRun: boolean): Promise<void> {
    this.busy = true;
    this.problem = "";
    this.problems = [];
    try {
      await me.ensure();
      this.rows = await post<ScheduledMatch[]>("/api/schedule", { csv: this.csv, dry_run: dryRun });
      this.isValid = true;
    } catch (error) {
      this.rows = [];
      this.isValid = false;
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
    this.resultElement?.focus();
  }
}

/** Two example rows: a week's match with an invitation for each seat, and a match against a bot. */
function template(): string {
  const opens = isoHour(1000 * now() + DAY);
  const starts = isoHour(1000 * now() + 2 * DAY);
  const links = Array.from({ length: 13 }, () => "*").join(";");
  return [
    "game,title,seats,clock,opens,starts,players,bots,visibility,language",
    `addition-crypt,Week one,13,"{""type"": ""round"", ""seconds"": 86400}",${opens},${starts},${links},,private,en`,
    `mixmath,Friday evening,2,,,,*,;greedy,unlisted,en`,
    "",
  ].join("\n");
}

/** The next full hour, in the browser's zone: 2027-01-15T20:00:00+01:00. */
function isoHour(at: number): string {
  const date = new Date(Math.ceil(at / 3600_000) * 3600_000);
  const pad = (value: number): string => String(Math.abs(Math.trunc(value))).padStart(2, "0");
  const offset = -date.getTimezoneOffset();
  const zone = `${offset < 0 ? "-" : "+"}${pad(offset / 60)}:${pad(offset % 60)}`;
  return `${date.getFullYear()}-${pad(date.getMonth() + 1)}-${pad(date.getDate())}T${pad(date.getHours())}:${pad(date.getMinutes())}:00${zone}`;
}
