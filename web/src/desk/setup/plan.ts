/** Opening and starting the match, by hand or at a planned time. */
import { css, html, nothing, type TemplateResult } from "lit";
import { customElement, state } from "lit/decorators.js";
import { CalendarClock, DoorOpen, Play } from "lucide";
import { post, put } from "@house/api/api";
import { icon } from "@house/kit/icon";
import { shared } from "@house/kit/styles";
import { t, tn } from "@house/kit/words";
import { dayTimeZone } from "@house/forms/moment";
import { DeskPart } from "@house/desk/part";
import { freeSeats } from "@house/match/lobby/terms";

@customElement("nh-desk-plan")
export class DeskPlan extends DeskPart {
  @state() private opens: number | null | undefined = undefined;
  @state() private starts: number | null | undefined = undefined;

  static override styles = [
    shared,
    css`
      .two {
        display: grid;
        grid-template-columns: repeat(auto-fit, minmax(220px, 1fr));
        gap: var(--gap-3);
      }
      summary {
        cursor: pointer;
        min-height: var(--touch);
        align-content: center;
      }
    `,
  ];

  override render(): TemplateResult {
    const isDraft = this.desk.status === "draft";
    const emptyCount = this.desk.seats.filter((seat) => !seat.name && !seat.bot).length;
    const freeCount = freeSeats(this.info);
    const offeredCount = Math.max(emptyCount - freeCount, 0);
    const canBegin = !emptyCount || Boolean(this.info.terms.drop_free_seats);
    const opens = this.opens === undefined ? this.desk.opens : this.opens;
    const starts = this.starts === undefined ? this.desk.starts : this.starts;
    return html`<section class="stack" aria-label=${t("Beginning")}>
      <p>${isDraft ? t("This match is a draft: nobody but its hosts and players sees it.") : t("The match is open: people can take seats.")}
        ${freeCount ? tn("{count} seat is free.", "{count} seats are free.", freeCount) : nothing}
        ${offeredCount ? tn("{count} offered seat waits for an answer.", "{count} offered seats wait for an answer.", offeredCount) : nothing}
        ${emptyCount ? nothing : t("All seats are taken.")}
        ${this.desk.opens && isDraft ? t("It opens by itself {moment}.", { moment: dayTimeZone(this.desk.opens) }) : nothing}
        ${this.desk.starts ? t("It begins by itself {moment}.", { moment: dayTimeZone(this.desk.starts) }) : nothing}</p>
      <div class="row">
        ${isDraft
          ? html`<button class="primary" ?disabled=${this.busy} @click=${() => this.#post("open", t("People can take seats now."))}>${icon(DoorOpen)} ${t("Open it for players")}</button>`
          : html`<button class="primary" ?disabled=${this.busy || !canBegin} @click=${() => this.#post("start", t("The match has begun."))}>${icon(Play)} ${t("Begin")}</button>`}
        ${isDraft || !emptyCount
          ? nothing
          : html`<span class="soft">${canBegin ? t("It begins with those who are there; free seats are dropped.") : t("It can begin when every seat is taken.")}</span>`}
      </div>
      ${this.statusMessage()}
      <details ?open=${Boolean(this.desk.opens ?? this.desk.starts)}>
        <summary>${t("Open and begin by itself")}</summary>
        <form class="stack" @submit=${this.#plan}>
          <div class="two">
            ${isDraft
              ? html`<nh-moment label=${t("Opens")} .value=${opens} @change=${(event: CustomEvent<number | null>) => (this.opens = event.detail)}></nh-moment>`
              : nothing}
            <nh-moment label=${t("Begins")} .value=${starts} @change=${(event: CustomEvent<number | null>) => (this.starts = event.detail)}></nh-moment>
          </div>
          <div><button ?disabled=${this.busy}>${icon(CalendarClock)} ${t("Plan it")}</button></div>
        </form>
      </details>
    </section>`;
  }

  #post(action: "open" | "start", success: string): Promise<unknown> {
    return this.run(() => post(`${this.path}/${action}`), success);
  }

  #plan = async (event: Event): Promise<void> => {
    event.preventDefault();
    const body = {
      opens: this.opens === undefined ? this.desk.opens : this.opens,
      starts: this.starts === undefined ? this.desk.starts : this.starts,
    };
    if (await this.run(() => put(`${this.path}/desk/schedule`, body), t("It is planned."))) this.opens = this.starts = undefined;
  };
}
