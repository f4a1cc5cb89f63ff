/** The offline page, in the reader's language; it leaves as soon as the service answers. */
import { html, render } from "lit";
import { setWords, language, t, type Catalogue } from "@house/kit/words";
import { applyTheme } from "@house/preferences/theme";

/** Milliseconds between two attempts. */
const RETRY_INTERVAL = 5000;

/** Built in, because this page can't fetch anything. */
const catalogues = import.meta.glob<Catalogue>("../../generated/locale/offline/*.json", { eager: true, import: "default" });
const catalogue = catalogues[`../../generated/locale/offline/${language}.json`];

applyTheme();
document.documentElement.lang = language;
if (catalogue) setWords("house", catalogue);
render(
  html`<h1>${t("The house can't be reached")}</h1>
    <p>${t("Either this device has no connection, or the house is closed for a moment. Your matches are kept there, and what you had sent is there too.")}</p>
    <p role="status">${t("It is tried again every five seconds; then this page goes on by itself.")}</p>
    <p><button type="button" @click=${() => location.reload()}>${t("Try again now")}</button></p>
    <p class="soft">${t("Without a connection the games are played in a terminal:")} <code>numberhouse play</code></p>`,
  document.querySelector("main")!,
);
window.addEventListener("online", () => void retry());
window.setInterval(() => void retry(), RETRY_INTERVAL);

async function retry(): Promise<void> {
  const response = await fetch("/healthz", { cache: "no-store" }).catch(() => null);
  if (response?.ok) location.reload();
}
