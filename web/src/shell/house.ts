/** The shell around every page: header, navigation, the page itself, and a notice while the service can't be reached. */
import { css, html, LitElement, nothing, type TemplateResult } from "lit";
import { customElement, state } from "lit/decorators.js";
import { Moon, Sun, SunMoon, User } from "lucide";
import { icon } from "@house/kit/icon";
import { LANGUAGES, language, nameOfLanguage } from "@house/kit/language";
import { shared } from "@house/kit/styles";
import { setLanguage, t, tn } from "@house/kit/words";
import { me } from "@house/api/me";
import { NOT_FOUND, ROUTES } from "@house/shell/routes";
import type { Route } from "@house/shell/router";
import { playKnock } from "@house/preferences/sound";
import { theme, applyTheme, type Theme } from "@house/preferences/theme";
import { turns } from "@house/api/turns";

/** The language that the header's button selects. */
const NEXT_LANGUAGE = LANGUAGES[(LANGUAGES.indexOf(language) + 1) % LANGUAGES.length]!;

@customElement("nh-house")
export class House extends LitElement {
  @state() private page: HTMLElement | null = null;
  @state() private hasFailed = false;
  @state() private isOffline = !navigator.onLine;
  @state() private theme: Theme = theme();

  static override styles = [
    shared,
    css`
      :host {
        display: grid;
        grid-template-rows: auto 1fr auto;
        min-height: 100dvh;
      }
      header {
        border-bottom: 1px solid var(--line);
      }
      :host([wide]) {
        --page-width: 1720px;
      }
      header > div,
      footer > div {
        max-width: var(--page-width, 1280px);
        margin: 0 auto;
        padding: var(--gap-2) var(--gap-4);
        display: flex;
        flex-wrap: wrap;
        align-items: center;
        gap: 0 var(--gap-4);
      }
      .name {
        display: inline-flex;
        align-items: center;
        min-height: var(--touch);
        gap: var(--gap-2);
        font-weight: 600;
        font-size: var(--text-3);
        color: var(--ink);
        text-decoration: none;
      }
      .name img {
        width: 28px;
        height: 28px;
      }
      nav {
        display: flex;
        flex-wrap: wrap;
        flex: 1;
        gap: 0 var(--gap-4);
      }
      nav a {
        display: inline-flex;
        align-items: center;
        min-height: var(--touch);
        color: var(--ink);
        text-decoration: none;
        border-bottom: 2px solid transparent;
      }
      nav a[aria-current] {
        border-bottom-color: var(--ink);
      }
      nav a:hover {
        text-decoration: underline;
      }
      .count {
        min-width: 1.5em;
        margin-inline-start: var(--gap-1);
        padding: 0 0.4em;
        border-radius: 1em;
        background: var(--accent);
        color: var(--on-accent);
        text-align: center;
        font-size: var(--text-1);
        font-weight: 600;
      }
      .short {
        display: none;
      }
      .tools {
        display: flex;
        align-items: center;
      }
      .tools a.button {
        border-color: transparent;
        background: none;
      }
      .who {
        max-width: 180px;
        overflow: hidden;
        text-overflow: ellipsis;
        white-space: nowrap;
      }
      main {
        width: 100%;
        max-width: var(--page-width, 1280px);
        margin: 0 auto;
        padding: var(--gap-5) var(--gap-4);
        min-width: 0;
      }
      main:focus {
        outline: none;
      }
      footer a {
        display: inline-flex;
        align-items: center;
        min-height: var(--touch);
      }
      footer details {
        margin-inline-start: auto;
      }
      footer summary {
        display: inline-flex;
        align-items: center;
        min-height: var(--touch);
        cursor: pointer;
      }
      footer details a {
        margin-inline-start: var(--gap-4);
      }
      footer > div {
        padding-block: var(--gap-3);
      }
      footer p {
        flex-basis: 100%;
        margin: 0;
        max-width: none;
      }
      footer {
        border-top: 1px solid var(--line);
        font-size: var(--text-1);
        color: var(--ink-soft);
      }
      .ribbon {
        background: var(--ink);
        color: var(--paper);
        text-align: center;
        margin: 0;
        max-width: none;
        padding: 2px var(--gap-3);
        font-size: var(--text-1);
      }
      .skip {
        position: absolute;
        left: -999px;
      }
      .skip:focus {
        left: var(--gap-2);
        top: var(--gap-2);
        background: var(--paper);
        padding: var(--gap-2);
        z-index: 10;
      }
      @media (max-width: 900px) {
        header > div {
          gap: 0 var(--gap-3);
        }
        nav {
          gap: 0 var(--gap-3);
        }
        .tools > * {
          padding: 0 var(--gap-3);
        }
        .long {
          display: none;
        }
        .short {
          display: inline;
        }
        .who {
          max-width: 90px;
        }
      }
      @media (max-width: 640px) {
        header > div {
          padding: 0 var(--gap-3);
        }
        nav {
          order: 3;
          flex-basis: 100%;
          flex-wrap: nowrap;
          justify-content: space-between;
          gap: var(--gap-2);
          overflow-x: auto;
        }
        nav a {
          white-space: nowrap;
        }
        .tools {
          margin-inline-start: auto;
        }
        .tools > * {
          padding: 0 var(--gap-2);
        }
        .tools .who {
          position: absolute;
          width: 1px;
          height: 1px;
          overflow: hidden;
          clip-path: inset(50%);
        }
        .tools a.button {
          padding: 0;
        }
        main {
          padding: var(--gap-3);
        }
      }
      /* On telephones a page may have a bar at the lower edge, 56 px high: the last line is above it. */
      @media screen and (max-width: 900px) {
        main:has(> [with-bar]) + footer {
          padding-block-end: 56px;
        }
      }
      @media print {
        header,
        footer {
          display: none;
        }
      }
    `,
  ];

  override connectedCallback(): void {
    super.connectedCallback();
    window.addEventListener("popstate", this.#show);
    window.addEventListener("online", this.#updateConnection);
    window.addEventListener("offline", this.#updateConnection);
    me.addEventListener("change", this.#update);
    turns.addEventListener("change", this.#update);
    window.addEventListener("your-turn", playKnock);
    void me.load().catch(() => (this.isOffline = true));
    this.#show();
  }

  override render(): TemplateResult {
    const path = location.pathname;
    const link = (to: string, words: string, suffix: TemplateResult | typeof nothing = nothing): TemplateResult =>
      html`<a href=${to} aria-current=${path === to ? "page" : nothing}>${words}${suffix}</a>`;
    return html`
      <header>
        <button class="skip" @click=${this.#skip}>${t("To the page")}</button>
        <div>
          <a class="name" href="/"><img src="/icon.svg" alt="" />Numberhouse</a>
          <nav aria-label=${t("House")}>
            ${link("/", t("Games"))} ${link("/tables", t("Tables"))} ${link("/matches", t("My matches"), this.#turnCount())}
            ${link("/practice", t("Practice"))}
          </nav>
          <div class="tools">
            <button class="plain" @click=${() => setLanguage(NEXT_LANGUAGE)} lang=${NEXT_LANGUAGE} title=${nameOfLanguage(NEXT_LANGUAGE)}>
              <span class="long">${nameOfLanguage(NEXT_LANGUAGE)}</span>
              <span class="short">${nameOfLanguage(NEXT_LANGUAGE).slice(0, 2)}</span>
            </button>
            <button class="plain" @click=${this.#changeTheme} title=${this.#themeWords()} aria-label=${this.#themeWords()}>
              ${icon({ system: SunMoon, light: Sun, dark: Moon }[this.theme])}
            </button>
            <a class="button" href=${me.person ? "/profile" : "/sign-in"}>
              ${icon(User)} <span class="who">${me.person?.name ?? t("Sign in")}</span>
            </a>
          </div>
        </div>
        ${this.isOffline
          ? html`<p class="ribbon" role="status">${t("The house can't be reached. What you see stays; it goes on by itself.")}</p>`
          : nothing}
      </header>
      <main id="page" tabindex="-1">
        ${this.hasFailed
          ? html`<p role="alert">${t("This page could not be loaded.")}
              <button @click=${() => location.reload()}>${t("Try again")}</button></p>`
          : this.page}
      </main>
      <footer ?hidden=${!this.page && !this.hasFailed}>
        <div>
          <p>${t("The games are their authors', who are named on each game's page and in its rules. Numberhouse is not affiliated with them, and nothing here is official.")}</p>
          <a href="/settings">${t("Settings")}</a>
          <a href="/review">${t("Review a record")}</a>
          <details>
            <summary>${t("For hosts and programs")}</summary>
            <a href="/schedule">${t("Schedules for hosts")}</a>
            <a href="/api/schema/openapi.json">${t("The interface for programs")}</a>
          </details>
        </div>
      </footer>
    `;
  }

  #turnCount(): TemplateResult | typeof nothing {
    // What one is looking at needs no reminder.
    const shown = /^\/match(?:es)?\/([\w-]+)$/.exec(location.pathname)?.[1];
    const offers = new Set(turns.offers.map((offer) => offer.match));
    const count = new Set([...turns.pending.map((turn) => turn.match), ...offers].filter((match) => match !== shown)).size;
    if (!count) return nothing;
    return html`<span class="count" aria-hidden="true">${count}</span>
      <span class="heard">${tn("({count} waits for you)", "({count} wait for you)", count)}</span>`;
  }

  #show = (): void => {
    const path = location.pathname;
    const route: Route = ROUTES.find((candidate) => candidate.pattern.test(path)) ?? NOT_FOUND;
    const groups = route.pattern.exec(path)?.groups ?? {};
    this.hasFailed = false;
    route.load().then(
      () => {
        if (location.pathname !== path) return;
        const page = document.createElement(route.element);
        for (const [name, value] of Object.entries(groups)) page.setAttribute(name, value);
        const isNavigation = this.page !== null;
        this.page = page;
        this.toggleAttribute("wide", route.wide === true);
        window.scrollTo(0, 0);
        if (isNavigation) void this.updateComplete.then(() => this.#focusPage());
      },
      () => (this.hasFailed = true),
    );
  };

  #skip = (): void => {
    this.renderRoot.querySelector("main")?.focus();
  };

  /** A new page begins at its top, header included. */
  #focusPage(): void {
    this.renderRoot.querySelector("main")?.focus({ preventScroll: true });
  }

  #updateConnection = (): void => {
    this.isOffline = !navigator.onLine;
  };

  #update = (): void => {
    this.isOffline = !navigator.onLine;
    this.requestUpdate();
  };

  #changeTheme = (): void => {
    this.theme = ({ system: "light", light: "dark", dark: "system" } as const)[this.theme];
    applyTheme(this.theme);
  };

  #themeWords(): string {
    return { system: t("Paper: as the system"), light: t("Paper: light"), dark: t("Paper: dark") }[this.theme];
  }
}
