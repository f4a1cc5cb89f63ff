/** The house opens: words first, then the shell. */
import { fetchWords, language } from "@house/kit/words";
import { move } from "@house/motion";
import { followLinks } from "@house/router";
import { wear } from "@house/theme";

document.documentElement.lang = language;
wear();
move();
followLinks();
await fetchWords("house");
await import("@house/house");
