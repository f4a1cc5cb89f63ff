/** The open proposals of a host who plays, with the answers of one's own seat. */
import { html, nothing, type TemplateResult } from "lit";
import { customElement, property } from "lit/decorators.js";
import { post, type components, type PublicMatch } from "@house/api/api";
import { t } from "@house/kit/words";
import { spanWords } from "@house/forms/span";
import { Asking } from "@house/match/ending/asking";
import { seatName } from "@house/match/names";

type ProposalInfo = components["schemas"]["ProposalInfo"];

@customElement("nh-proposals")
export class ProposalList extends Asking {
  @property() match = "";
  @property({ attribute: false }) publicMatch!: PublicMatch;
  @property({ attribute: false }) seat: number | null = null;

  override render(): TemplateResult | typeof nothing {
    const proposals = this.publicMatch.proposals;
    if (!proposals.length && !this.problem) return nothing;
    return html`<section aria-label=${t("Proposals")}>
      ${this.refusal()}
      ${proposals.map((proposal) => this.#proposal(proposal))}
    </section>`;
  }

  #proposal(proposal: ProposalInfo): TemplateResult {
    const by = proposal.by === null ? t("The host") : this.#name(proposal.by);
    const waits = proposal.waits_for.map((seat) => this.#name(seat)).join(", ");
    const reason = (proposal.request as { reason?: string }).reason;
    return html`<p role="status">${t("{name} proposes: {proposal}.", { name: by, proposal: this.#words(proposal) })} ${reason ? t("Reason: {reason}", { reason }) : nothing}</p>
      <p class="soft small">${t("Waiting for the consent of: {names}.", { names: waits })}</p>
      <div class="row">
        ${this.seat !== null && proposal.waits_for.includes(this.seat)
          ? html`<button class="primary" ?disabled=${this.busy} @click=${() => this.#answer(proposal, true)}>${t("Agree")}</button>
              <button ?disabled=${this.busy} @click=${() => this.#answer(proposal, false)}>${t("Refuse")}</button>`
          : nothing}
        ${this.seat !== null && proposal.by === this.seat
          ? html`<button ?disabled=${this.busy} @click=${() => this.#answer(proposal, false)}>${t("Take it back")}</button>`
          : nothing}
      </div>`;
  }

  #answer(proposal: ProposalInfo, agrees: boolean): Promise<void> {
    return this.run(() => post(`/api/matches/${this.match}/proposals/${proposal.number}/consent`, { agrees, key: crypto.randomUUID() }));
  }

  #name(seat: number): string {
    return seatName(this.publicMatch.seats[seat], seat);
  }

  #words({ kind, seat, request }: ProposalInfo): string {
    const details = request as { seconds?: number; member?: string; bot?: string; number?: number };
    const name = seat === null ? "" : this.#name(seat);
    switch (kind) {
      case "pause":
        return t("pause the match");
      case "resume":
        return t("go on with the match");
      case "stop":
        return t("stop the match without a result");
      case "extend":
        if (details.seconds === undefined) return t("move the deadline");
        return details.seconds > 0 ? t("give {span} more", { span: spanWords(details.seconds) }) : t("take {span} away", { span: spanWords(-details.seconds) });
      case "expire":
        return t("let the time of {name} run out now", { name });
      case "resign":
        return t("resign for {name}", { name });
      case "replace":
        return t("put {player} on the seat of {name}", { player: details.member ?? details.bot ?? "", name });
      case "invite":
        return t("invite another person to the seat of {name}", { name });
      case "amend":
        return t("correct action {number}", { number: details.number ?? 0 });
    }
  }
}
