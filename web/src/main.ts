/** Starts the client: words first, then the shell. */
import { fetchWords, language } from "@house/kit/words";
import { applyMotion } from "@house/preferences/motion";
import { followLinks } from "@house/shell/router";
import { applyTheme } from "@house/preferences/theme";

document.documentElement.lang = language;
applyTheme();
applyMotion();
followLinks();
await Promise.all([fetchWords("house"), fetchWords("faces")]);
await import("@house/shell/house");
// The service worker comes last: only later visits without a connection need it, and a browser may forbid it.
if (import.meta.env.PROD && "serviceWorker" in navigator) {
  void navigator.serviceWorker.register("/worker.js").catch(() => undefined);
}
