/** For administrators: the reports that wait for a decision. */
import { css, html, LitElement, nothing, type TemplateResult } from "lit";
import { customElement, state } from "lit/decorators.js";
import { get, post, type components } from "@house/api/api";
import { refusalWords } from "@house/api/refusals";
import { shared } from "@house/kit/styles";
import { t } from "@house/kit/words";
import { formatMoment } from "@house/match/clock";
import { REASONS } from "@house/match/talk/message-menu";

type OpenReports = components["schemas"]["OpenReports"];
type Report = OpenReports["reports"][number];
type Action = components["schemas"]["Decision"]["action"];

const DAY = 86_400;

@customElement("nh-report-desk")
export class ReportDesk extends LitElement {
  @state() private page: OpenReports | null = null;
  @state() private problem = "";

  static override styles = [
    shared,
    css`
      li {
        display: grid;
        gap: var(--gap-2);
        padding: var(--gap-2) 0;
        border-bottom: 1px solid var(--line);
        overflow-wrap: anywhere;
      }
      form {
        display: grid;
        gap: var(--gap-2);
      }
    `,
  ];

  override connectedCallback(): void {
    super.connectedCallback();
    void this.#run(async () => (this.page = await get<OpenReports>("/api/admin/reports")));
  }

  override render(): TemplateResult {
    return html`<section aria-labelledby="open-reports">
      <h2 id="open-reports">${t("Reports")}</h2>
      <div role="alert">${this.problem ? html`<p class="refused">${this.problem}</p>` : nothing}</div>
      ${this.page && !this.page.reports.length ? html`<p class="empty">${t("No report waits for a decision.")}</p>` : nothing}
      <ul class="plain" aria-labelledby="open-reports">${this.page?.reports.map((report) => this.#report(report))}</ul>
    </section>`;
  }

  #report(report: Report): TemplateResult {
    const texts = report.sealed
      ? html`<span class="soft">${t("Sealed until the match is over.")}</span>`
      : html`<blockquote>${report.reported}</blockquote><span>${report.text}</span>`;
    return html`<li>
      <span><strong>${report.present_name || t("A closed account")}</strong> ${REASONS[report.reason]}
        <a href="/match/${report.match}">${t("match {match}", { match: report.match })}</a>
        <span class="soft">${formatMoment(report.at)}</span></span>
      ${texts}
      <form @submit=${(event: SubmitEvent) => this.#decide(event, report)}>
        <label class="field">${t("Why you decide so")}<input name="reason" required maxlength="500" /></label>
        <label class="field">${t("A ban lasts")}
          <select name="days">
            <option value="1">${t("a day")}</option>
            <option value="7">${t("a week")}</option>
            <option value="30">${t("a month")}</option>
            <option value="">${t("for good")}</option>
          </select>
        </label>
        <div class="row">
          ${report.kind === "message" ? html`<button value="hide">${t("Hide the message")}</button>` : nothing}
          <button value="rename">${t("Change the name")}</button>
          <button value="ban">${t("Ban")}</button>
          <button value="dismiss">${t("Dismiss")}</button>
        </div>
      </form>
    </li>`;
  }

  #decide(event: SubmitEvent, report: Report): void {
    event.preventDefault();
    const fields = new FormData(event.target as HTMLFormElement);
    const action = (event.submitter as HTMLButtonElement).value as Action;
    const days = Number(fields.get("days"));
    const until = action === "ban" && days ? Date.now() / 1000 + days * DAY : null;
    void this.#run(async () => {
      this.page = await post<OpenReports>(`/api/admin/reports/${report.id}`, { action, reason: fields.get("reason"), until });
    });
  }

  async #run(request: () => Promise<unknown>): Promise<void> {
    this.problem = "";
    try {
      await request();
    } catch (error) {
      this.problem = refusalWords(error);
    }
  }
}
