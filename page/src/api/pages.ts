/* Lists that the server gives in pages: as many of them as are wanted, one after the other. */
const MOST = 500;

export async function gather<A, T>(many: number, ask: (limit: number, offset: number) => Promise<A>, list: (answer: A) => T[], total: (answer: A) => number): Promise<{ first: A; all: T[] }> {
  const first = await ask(Math.min(many, MOST), 0);
  const all = [...list(first)];
  while (all.length < Math.min(many, total(first))) {
    const next = list(await ask(Math.min(many - all.length, MOST), all.length));
    if (!next.length) break;
    all.push(...next);
  }
  return { first, all };
}
