/** Bots of different kinds for the free seats of a table. */

/** So many bots of the game: each kind once before any comes twice, kinds that sit there already last, in an order of chance. */
export function botMix(bots: readonly string[], seated: readonly string[], count: number): string[] {
  const counts = new Map(bots.map((bot) => [bot, seated.filter((other) => other === bot).length]));
  return Array.from({ length: count }, () => {
    const fewest = Math.min(...counts.values());
    const rarest = bots.filter((bot) => counts.get(bot) === fewest);
    const bot = rarest[Math.floor(Math.random() * rarest.length)]!;
    counts.set(bot, fewest + 1);
    return bot;
  });
}
