/** What rooms are called: a game names them in one word or a few, joined by hyphens. */
import { t } from "@house/kit/words";

/** Games name their rooms in short: `round-2-C`. */
export function roomWords(name: string): string {
  const known: Record<string, string> = { lobby: t("Lobby"), table: t("Table"), hall: t("Hall") };
  if (known[name]) return known[name];
  const pair = /^pair-\d+-\d+$/.test(name);
  if (pair) return t("Two alone");
  const node = /^round-(\d+)-(\w+)$/.exec(name);
  if (node) return t("Round {round}, {node}", { round: node[1] ?? "", node: node[2] ?? "" });
  return name.replaceAll("-", " ");
}
