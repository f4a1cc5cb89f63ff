/** The match as a whole: its hosts, release to spectators, ending, copying, deleting. */
import { css, html, nothing, type TemplateResult } from "lit";
import { customElement, state } from "lit/decorators.js";
import { Copy, Eye, OctagonX, Trash2, UserPlus, X } from "lucide";
import { post, remove, type MatchInfo } from "@house/api/api";
import { icon } from "@house/kit/icon";
import { shared } from "@house/kit/styles";
import { t } from "@house/kit/words";
import { go } from "@house/shell/router";
import { DeskPart, fieldOf, isChecked, key, phaseOf, valueOf } from "@house/desk/part";
import { spanWords } from "@house/forms/span";

@customElement("nh-desk-closing")
export class DeskClosing extends DeskPart {
  @state() private people = true;
  @state() private bots = true;
  @state() private copyTitle: string | null = null;
  @state() private reason = "";

  static override styles = [
    shared,
    css`
      section {
        display: grid;
        gap: var(--gap-3);
        padding-bottom: var(--gap-4);
        border-bottom: 1px solid var(--line);
      }
      section:last-of-type {
        border: 0;
      }
      h3,
      p {
        margin: 0;
      }
      .pair {
        display: flex;
        flex-wrap: wrap;
        gap: var(--gap-2);
        align-items: end;
      }
      li {
        display: flex;
        align-items: center;
        gap: var(--gap-2);
      }
      input[type="text"] {
        width: 100%;
      }
    `,
  ];

  override render(): TemplateResult {
    const phase = phaseOf(this.desk.status);
    return html`<div class="stack">
      ${this.statusMessage()} ${phase === "after" ? nothing : this.#hosts()}
      ${phase === "during" && this.info.terms.spectator_delay ? this.#release() : nothing} ${this.#copy()}
      ${phase === "during" || this.desk.status === "open" ? this.#stop() : nothing} ${phase === "before" ? this.#delete() : nothing}
    </div>`;
  }

  #hosts(): TemplateResult {
    const isReadOnly = phaseOf(this.desk.status) !== "before" && this.info.seat !== null;
    const hasSeveral = this.info.hosts.length > 1;
    return html`<section>
      <h3>${t("Hosts")}</h3>
      <ul class="plain" aria-label=${t("Hosts")}>
        ${this.info.hosts.map((name) => html`<li>${name}
          ${hasSeveral && !isReadOnly
            ? this.confirmButton(`dismiss ${name}`, t("{name} hosts no longer", { name }), t("{name} loses this desk.", { name }), () => this.#dismiss(name), icon(X, t("{name} hosts no longer", { name })))
            : nothing}</li>`)}
      </ul>
      ${isReadOnly
        ? nothing
        : html`<form class="pair" @submit=${this.#appoint}>
            <label>${t("Make a member a host too")} <input name="member" required autocomplete="off" placeholder=${t("name")} /></label>
            <button ?disabled=${this.busy}>${icon(UserPlus)} ${t("Appoint")}</button>
          </form>
          <p class="soft small">${t("A host who doesn’t play sees every secret of the match.")}</p>`}
    </section>`;
  }

  #release(): TemplateResult {
    const delay = spanWords(this.info.terms.spectator_delay ?? 0);
    const canRelease = this.info.seat === null;
    return html`<section>
      <h3>${t("Spectators")}</h3>
      ${this.desk.released
        ? html`<p>${t("Spectators see everything at once.")}</p>`
        : html`<p>${t("Spectators see the match {span} late.", { span: delay })}</p>
            ${canRelease
              ? html`<div>${this.confirmButton("release", t("Let them see it at once"), t("The delay is gone for the rest of the match."),
                  () => this.run(() => post(`${this.path}/desk/release`, { key: key() }), t("Spectators see everything at once.")),
                  html`${icon(Eye)} ${t("Let them see it at once")}`)}</div>`
              : html`<p class="soft">${t("Only a host who doesn’t play can release it.")}</p>`}`}
    </section>`;
  }

  #copy(): TemplateResult {
    return html`<section>
      <h3>${t("The same again")}</h3>
      <form class="stack" @submit=${this.#submitCopy}>
        <label>${t("Title of the copy")}
          <input type="text" maxlength="100" .value=${this.copyTitle ?? this.info.terms.title ?? ""} @input=${(event: Event) => (this.copyTitle = valueOf(event))} /></label>
        <div class="row">
          <label class="inline"><input type="checkbox" .checked=${this.people} @change=${(event: Event) => (this.people = isChecked(event))} /> ${t("with the same people")}</label>
          <label class="inline"><input type="checkbox" .checked=${this.bots} @change=${(event: Event) => (this.bots = isChecked(event))} /> ${t("with the same bots")}</label>
        </div>
        <div><button ?disabled=${this.busy}>${icon(Copy)} ${t("Copy the match")}</button></div>
      </form>
    </section>`;
  }

  #stop(): TemplateResult {
    return html`<section>
      <h3>${t("End it without a result")}</h3>
      ${this.confirming === "stop"
        ? html`<form class="stack" @submit=${this.#submitStop}>
            <p>${t("The match ends for good, and everything in it is open to all then.")}</p>
            <label>${t("Why, for everybody (may be left out)")}
              <input type="text" maxlength="500" .value=${this.reason} @input=${(event: Event) => (this.reason = valueOf(event))} /></label>
            <div class="row">
              <button ?disabled=${this.busy}>${icon(OctagonX)} ${t("End the match")}</button>
              <button type="button" @click=${() => (this.confirming = "")}>${t("Don’t")}</button>
            </div>
          </form>`
        : html`<div><button @click=${() => (this.confirming = "stop")}>${icon(OctagonX)} ${t("End the match")}</button></div>`}
    </section>`;
  }

  #delete(): TemplateResult {
    return html`<section>
      <h3>${t("Delete it")}</h3>
      ${this.confirming === "delete"
        ? html`<div class="row"><span>${t("Nothing of it stays.")}</span>
            <button ?disabled=${this.busy} @click=${this.#confirmDelete}>${icon(Trash2)} ${t("Delete the match")}</button>
            <button @click=${() => (this.confirming = "")}>${t("Don’t")}</button></div>`
        : html`<div><button @click=${() => (this.confirming = "delete")}>${icon(Trash2)} ${t("Delete the match")}</button></div>`}
    </section>`;
  }

  #appoint = async (event: Event): Promise<void> => {
    event.preventDefault();
    const form = event.target as HTMLFormElement;
    const name = fieldOf(form, "member");
    if (await this.run(() => post(`${this.path}/hosts`, { name }), t("{name} is asked to host too.", { name }))) form.reset();
  };

  #dismiss(name: string): Promise<unknown> {
    return this.run(() => remove(`${this.path}/hosts`, { name }), t("{name} hosts no longer.", { name }));
  }

  #submitCopy = async (event: Event): Promise<void> => {
    event.preventDefault();
    await this.run(async () => {
      const copy = await post<MatchInfo>(`${this.path}/copy`, { people: this.people, bots: this.bots, title: this.copyTitle });
      go(`/match/${copy.id}/desk`);
    });
  };

  #submitStop = async (event: Event): Promise<void> => {
    event.preventDefault();
    if (this.desk.status !== "open" ? await this.act("stop", { reason: this.reason }, t("The match is over.")) : await this.#stopOpen()) this.confirming = "";
  };

  #stopOpen(): Promise<boolean> {
    return this.run(() => post(`${this.path}/desk/stop`, { reason: this.reason, key: key() }), t("The match is over."));
  }

  #confirmDelete = async (): Promise<void> => {
    if (await this.run(() => remove(this.path))) go("/matches");
  };
}
