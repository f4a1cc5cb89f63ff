/** Small boards for drills without their game's board. */

const LOADERS: Record<string, () => Promise<unknown>> = {
  choice: () => import("@house/practice/choice"),
};

/** The element of a small board. */
export async function smallBoard(name: string): Promise<string> {
  const load = LOADERS[name];
  if (!load) throw new Error(`no board ${name}`);
  await load();
  return `nh-drill-${name}`;
}
