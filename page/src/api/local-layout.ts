/* Where cards stand: the same places as headwater.store.layout gives. What is placed stays where it is. */
export interface Place {
  rank: number;
  order: number;
}

export function layout(distances: Map<string, number>, edges: [string, string][]): Map<string, Place> {
  const after = new Map<string, string[]>();
  const before = new Map<string, string[]>();
  for (const id of distances.keys()) {
    after.set(id, []);
    before.set(id, []);
  }
  const seen = new Set<string>();
  for (const [source, target] of [...edges].sort()) {
    const key = `${source}>${target}`;
    if (source === target || seen.has(key) || !after.has(source) || !after.has(target)) continue;
    seen.add(key);
    after.get(source)?.push(target);
    before.get(target)?.push(source);
  }
  const ranks = new Map<string, number>();
  const places = new Map<string, Place>();
  const filled = new Map<number, number>();
  const levels = [...new Set([...distances.values()].map(Math.abs))].sort((a, b) => a - b);
  for (const level of levels) {
    for (const sign of level === 0 ? [0] : [-1, 1]) {
      const fresh = [...distances].filter(([, distance]) => distance === sign * level).map(([id]) => id).sort();
      if (!fresh.length) continue;
      const onward = sign > 0 ? before : after;
      for (const group of groups(fresh, onward)) {
        const found = group.flatMap((id) => onward.get(id) ?? []).flatMap((id) => ranks.get(id) ?? []);
        const rank = sign > 0 ? Math.max(...(found.length ? found : [level - 1])) + 1 : sign < 0 ? Math.min(...(found.length ? found : [1 - level])) - 1 : 0;
        for (const id of group) ranks.set(id, rank);
      }
      const byRank = new Map<number, string[]>();
      for (const id of fresh) byRank.set(ranks.get(id) ?? 0, [...(byRank.get(ranks.get(id) ?? 0) ?? []), id]);
      for (const [rank, ids] of [...byRank].sort((a, b) => (a[0] - b[0]) * (sign || 1))) {
        const mean = (id: string): number => {
          const near = [...(before.get(id) ?? []), ...(after.get(id) ?? [])].flatMap((one) => places.get(one)?.order ?? []);
          return near.length ? near.reduce((a, b) => a + b, 0) / near.length : Infinity;
        };
        const means = new Map(ids.map((id) => [id, mean(id)]));
        ids.sort((a, b) => {
          const [first, second] = [means.get(a) ?? 0, means.get(b) ?? 0];
          return first === second ? (a < b ? -1 : 1) : first - second;
        });
        for (const id of ids) {
          places.set(id, { rank, order: filled.get(rank) ?? 0 });
          filled.set(rank, (filled.get(rank) ?? 0) + 1);
        }
      }
    }
  }
  return places;
}

/** The strongly connected groups of some names, each behind those that it leads to (Tarjan, without recursion). */
function groups(names: string[], onward: Map<string, string[]>): string[][] {
  const inside = new Set(names);
  const number = new Map<string, number>();
  const low = new Map<string, number>();
  const waiting: string[] = [];
  const held = new Set<string>();
  const found: string[][] = [];
  for (const root of names) {
    if (number.has(root)) continue;
    const work: [string, number][] = [[root, 0]];
    while (work.length) {
      const [name, at] = work.pop() as [string, number];
      if (at === 0) {
        low.set(name, number.size);
        number.set(name, number.size);
        waiting.push(name);
        held.add(name);
      }
      const others = (onward.get(name) ?? []).filter((one) => inside.has(one));
      let deeper = false;
      for (let index = at; index < others.length; index += 1) {
        const other = others[index] as string;
        if (!number.has(other)) {
          work.push([name, index + 1], [other, 0]);
          deeper = true;
          break;
        }
        if (held.has(other)) low.set(name, Math.min(low.get(name) ?? 0, number.get(other) ?? 0));
      }
      if (deeper) continue;
      if (low.get(name) === number.get(name)) {
        const group: string[] = [];
        for (;;) {
          const last = waiting.pop() as string;
          held.delete(last);
          group.push(last);
          if (last === name) break;
        }
        found.push(group.sort());
      }
      const above = work[work.length - 1]?.[0];
      if (above !== undefined) low.set(above, Math.min(low.get(above) ?? 0, low.get(name) ?? 0));
    }
  }
  return found;
}
