/* What a change of a column does, over edges in memory, as headwater.store.impact works it out. */
import type { Change, Column, Dataset, EdgeType, Hit, ImpactPage, Level, Struck, ViewEdge } from "./types";
import { LEVELS, VALUE_TYPES } from "./types";

const BREAKS: Record<Change, string> = {
  drop: "reads the column: the statement fails",
  rename: "names the column: the statement must be changed",
  retype: "reads the column: the statement may fail or return other values",
};
const TAKES: Record<Change, string> = {
  drop: "comes from it: gets no new values without its source",
  rename: "comes from it: gets no new values until the statements are changed",
  retype: "comes from it: may get the new type or other values",
};

interface Kind {
  type: EdgeType;
  influence: boolean;
}

interface Way extends Kind {
  distance: number;
  level: Level;
  edge: ViewEdge;
}

/** What two hops are together, `first` nearer the source: headwater.rel.kinds.through. */
function through(first: Kind, second: Kind): Kind {
  if (!first.influence) return second.influence || VALUE_TYPES.indexOf(second.type) > VALUE_TYPES.indexOf(first.type) ? second : first;
  return second.influence && first.type === "CONDITIONAL" ? second : first;
}

const worse = (a: Level, b: Level): Level => (LEVELS.indexOf(a) >= LEVELS.indexOf(b) ? a : b);

export function impactOf(
  edges: ViewEdge[], start: Column, change: Change, columns: Map<string, Column>, dataset: (id: string) => Dataset, passes: (edge: ViewEdge) => boolean,
): ImpactPage {
  const out = new Map<string, ViewEdge[]>();
  for (const edge of edges) {
    if (!passes(edge)) continue;
    const found = out.get(edge.source);
    if (found) found.push(edge);
    else out.set(edge.source, [edge]);
  }
  const leaving = (id: string): ViewEdge[] => out.get(id) ?? [];

  const direct = new Map<string, Set<string>>();
  for (const edge of leaving(start.id)) direct.set(edge.target_card, (direct.get(edge.target_card) ?? new Set()).add(edge.statement));

  const reached = new Map<string, Way>();
  const take = (edge: ViewEdge): boolean => {
    if (reached.has(edge.target) || edge.target === start.id) return false;
    const way = reached.get(edge.source);
    reached.set(edge.target, way
      ? { distance: way.distance + 1, ...pick(through(way, edge)), level: worse(way.level, edge.level), edge }
      : { distance: 1, ...pick(edge), level: edge.level, edge });
    return true;
  };
  // value first, as far as it goes; then everything that is decided by what was reached
  const waiting: ViewEdge[] = [];
  const todo = [start.id];
  for (const id of todo) {
    for (const edge of leaving(id)) {
      if (edge.influence) waiting.push(edge);
      else if (take(edge)) todo.push(edge.target);
    }
  }
  const decided: string[] = [];
  for (const edge of waiting) if (take(edge)) decided.push(edge.target);
  for (const id of decided) {
    if (columns.get(id)?.name === null) continue;
    for (const edge of leaving(id)) if (take(edge)) decided.push(edge.target);
  }

  const hits = new Map<string, Hit[]>();
  for (const [id, way] of reached) {
    const column = columns.get(id);
    if (!column) continue;
    const { edge, distance, influence, type, level } = way;
    hits.set(column.dataset_id, [...(hits.get(column.dataset_id) ?? []), { column, distance, influence, type, level, edge }]);
  }
  const tables = [...hits].map(([id, found]) => struck(dataset(id), found, direct.get(id), change));
  for (const [id, [distance, by]] of followers(reached, columns, leaving)) {
    if (hits.has(id)) continue;
    tables.push({ dataset: dataset(id), distance, breaks: false, follows: true, why: `reads a dataset whose rows depend on it: ${dataset(by).full_name}`, statements: [], hits: [] });
  }
  tables.sort((a, b) => Number(b.breaks) - Number(a.breaks) || a.distance - b.distance || (a.dataset.full_name < b.dataset.full_name ? -1 : 1));
  return {
    column: start, change, breaking: new Set(leaving(start.id).map((edge) => edge.statement)).size, queries: 0, tables, total: tables.length,
    hidden: { columns: 0, edges: 0, results: 0, ended: 0, filtered: 0, more: false },
  };
}

const pick = ({ type, influence }: Kind): Kind => ({ type, influence });

/** Datasets that read a dataset whose rows change, at any distance: how far off, and whom they read. */
function followers(reached: Map<string, Way>, columns: Map<string, Column>, leaving: (id: string) => ViewEdge[]): Map<string, [number, string]> {
  const own = new Map<string, string[]>();
  for (const column of columns.values()) if (column.name !== null) own.set(column.dataset_id, [...(own.get(column.dataset_id) ?? []), column.id]);
  const todo: [string, number][] = [];
  for (const [id, way] of reached) {
    const column = columns.get(id);
    if (column?.name === null) todo.push([column.dataset_id, way.distance]);
  }
  const seen = new Set(todo.map(([id]) => id));
  const found = new Map<string, [number, string]>();
  for (const [id, distance] of todo) {
    for (const edge of (own.get(id) ?? []).flatMap(leaving)) {
      if (seen.has(edge.target_card)) continue;
      seen.add(edge.target_card);
      found.set(edge.target_card, [distance + 1, id]);
      todo.push([edge.target_card, distance + 1]);
    }
  }
  return found;
}

function struck(dataset: Dataset, hits: Hit[], direct: Set<string> | undefined, change: Change): Struck {
  const name = (one: Hit): string => one.column.name ?? "";
  hits.sort((a, b) =>
    Number(a.column.name === null) - Number(b.column.name === null) || Number(a.influence) - Number(b.influence) ||
    (a.column.ordinal ?? 1e9) - (b.column.ordinal ?? 1e9) || (name(a) < name(b) ? -1 : 1));
  const why: string[] = [];
  if (direct) why.push(BREAKS[change]);
  else if (hits.some((one) => !one.influence)) why.push(TAKES[change]);
  if (hits.some((one) => one.column.name === null)) why.push("its rows depend on it");
  else if (!why.length) why.push("its values depend on it by influence");
  return { dataset, distance: Math.min(...hits.map((one) => one.distance)), breaks: direct !== undefined, follows: false, why: why.join("; "), statements: [...(direct ?? [])], hits };
}
