/** The house opens: words first, then the shell. */
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
// Once everything is there: the worker is for later, when there may be no connection. (Where it can't be, all goes on.)
if (import.meta.env.PROD && "serviceWorker" in navigator) {
  void navigator.serviceWorker.register("/worker.js").catch(() => undefined);
}
