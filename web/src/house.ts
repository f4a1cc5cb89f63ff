/** The house around every page: its name, the ways to go, the page itself, and a ribbon when the service is away. */
import { css, html, LitElement, nothing, type TemplateResult } from "lit";
import { customElement, state } from "lit/decorators.js";
import { keyed } from "lit/directives/keyed.js";
import { Moon, Sun, SunMoon, User } from "lucide";
import { icon } from "@house/kit/icon";
import { shared } from "@house/kit/styles";
import { language, speak, t } from "@house/kit/words";
import { me } from "@house/me";
import { LOST, ROUTES } from "@house/routes";
import type { Route } from "@house/router";
import { theme, wear, type Theme } from "@house/theme";

@customElement("nh-house")
export class House extends LitElement {
  @state() private page: HTMLElement | null = null;
  @state() private failed = false;
  @state() private offline = !navigator.onLine;
  @state() private paper: Theme = theme();

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
      header > div,
      footer > div {
        max-width: 1280px;
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
      main {
        width: 100%;
        max-width: 1280px;
        margin: 0 auto;
        padding: var(--gap-5) var(--gap-4);
        min-width: 0;
      }
      main:focus {
        outline: none;
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
        padding: var(--gap-2);
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
      @media (max-width: 640px) {
        header > div {
          padding: 0 var(--gap-3);
        }
        nav {
          order: 3;
          flex-basis: 100%;
          overflow-x: auto;
          flex-wrap: nowrap;
        }
        .tools {
          margin-inline-start: auto;
        }
        main {
          padding: var(--gap-3);
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
    window.addEventListener("online", this.#line);
    window.addEventListener("offline", this.#line);
    me.addEventListener("change", this.#known);
    void me.known().catch(() => (this.offline = true));
    this.#show();
  }

  override render(): TemplateResult {
    const path = location.pathname;
    const way = (to: string, words: string): TemplateResult =>
      html`<a href=${to} aria-current=${path === to ? "page" : nothing}>${words}</a>`;
    return html`
      <header>
        <button class="skip" @click=${this.#skip}>${t("To the page")}</button>
        <div>
          <a class="name" href="/"><img src="/icon.svg" alt="" />Numberhouse</a>
          <nav aria-label=${t("House")}>
            ${way("/", t("Games"))} ${way("/tables", t("Open tables"))} ${way("/matches", t("My matches"))}
            ${way("/practice", t("Practice"))}
          </nav>
          <div class="tools">
            <button class="plain" @click=${this.#changeLanguage} lang=${language === "en" ? "ru" : "en"}>
              ${language === "en" ? "Русский" : "English"}
            </button>
            <button class="plain" @click=${this.#changePaper} title=${this.#paperWords()} aria-label=${this.#paperWords()}>
              ${icon({ system: SunMoon, light: Sun, dark: Moon }[this.paper])}
            </button>
            <a class="button plain" href=${me.person?.kind === "member" ? "/profile" : "/sign-in"}>
              ${icon(User)} ${me.person?.name ?? t("Sign in")}
            </a>
          </div>
        </div>
        ${this.offline
          ? html`<p class="ribbon" role="status">${t("The house can't be reached. What you see stays; it goes on by itself.")}</p>`
          : nothing}
      </header>
      <main id="page" tabindex="-1">
        ${this.failed
          ? html`<p role="alert">${t("This page could not be loaded.")}
              <button @click=${() => location.reload()}>${t("Try again")}</button></p>`
          : keyed(path, this.page)}
      </main>
      <footer>
        <div>
          <span>${t("Numberhouse, a house of number games")}</span>
          <a href="/settings">${t("Settings")}</a>
          <a href="/api/schema/openapi.json">${t("For programs")}</a>
        </div>
      </footer>
    `;
  }

  #show = (): void => {
    const path = location.pathname;
    const route: Route = ROUTES.find((one) => one.pattern.test(path)) ?? LOST;
    const groups = route.pattern.exec(path)?.groups ?? {};
    this.failed = false;
    route.load().then(
      () => {
        if (location.pathname !== path) return;
        const page = document.createElement(route.element);
        for (const [name, value] of Object.entries(groups)) page.setAttribute(name, value);
        const moved = this.page !== null;
        this.page = page;
        window.scrollTo(0, 0);
        if (moved) void this.updateComplete.then(() => this.renderRoot.querySelector("main")?.focus());
      },
      () => (this.failed = true),
    );
  };

  #skip = (): void => {
    this.renderRoot.querySelector("main")?.focus();
  };

  #line = (): void => {
    this.offline = !navigator.onLine;
  };

  #known = (): void => {
    this.offline = !navigator.onLine;
    this.requestUpdate();
  };

  #changeLanguage = (): void => speak(language === "en" ? "ru" : "en");

  #changePaper = (): void => {
    this.paper = ({ system: "light", light: "dark", dark: "system" } as const)[this.paper];
    wear(this.paper);
  };

  #paperWords(): string {
    return { system: t("Paper: as the system"), light: t("Paper: light"), dark: t("Paper: dark") }[this.paper];
  }
}
