/** The page that is shown when the house can't be reached: in one's language, and gone as soon as it can be. */
import { language } from "@house/kit/language";
import { wear } from "@house/preferences/theme";

/** Milliseconds between two tries. */
const PAUSE = 5000;

wear();
document.documentElement.lang = language;
for (const one of document.querySelectorAll<HTMLElement>("main")) one.hidden = one.lang !== language;
for (const one of document.querySelectorAll("button")) one.addEventListener("click", () => location.reload());
window.addEventListener("online", () => void attempt());
window.setInterval(() => void attempt(), PAUSE);

async function attempt(): Promise<void> {
  const answer = await fetch("/healthz", { cache: "no-store" }).catch(() => null);
  if (answer?.ok) location.reload();
}
