/* A walk around a column over edges in memory, as headwater.store.walk does it. */
import { type Filter, followed } from "./filter";
import type { Column, EdgeType, Hidden, Level, Reached, ViewEdge } from "./types";
import { INFLUENCE_TYPES, LEVELS, VALUE_TYPES } from "./types";

interface Way {
  distance: number;
  type: EdgeType | null;
  influence: boolean;
  level: Level;
  confidence: number;
  hidden: number;
}

const strength = (type: EdgeType, influence: boolean): number => (influence ? 100 + INFLUENCE_TYPES.indexOf(type) : VALUE_TYPES.indexOf(type));
const worse = (a: Level, b: Level): Level => (LEVELS.indexOf(a) >= LEVELS.indexOf(b) ? a : b);

/** Whether an edge is true now, or was at a time. */
export function holds(edge: ViewEdge, asOf: string | null): boolean {
  if (asOf === null) return edge.until === null;
  const moment = Date.parse(asOf);
  return (edge.since === null || Date.parse(edge.since) <= moment) && (edge.until === null || moment < Date.parse(edge.until));
}

export function around(
  edges: ViewEdge[], start: string, up: number, down: number, filter: Filter, most: number,
  columns: Map<string, Column>, system: (id: string) => string, dialect: (statement: string) => string,
): { columns: Reached[]; edges: ViewEdge[]; hidden: Hidden } {
  let filtered = 0;
  let ended = 0;
  const relation = followed(filter);
  const asked = (edge: ViewEdge): boolean => relation === "both" || edge.influence === (relation === "influence");
  const passes = (edge: ViewEdge): boolean =>
    (!filter.types.length || filter.types.includes(edge.type)) && (filter.level === null || LEVELS.indexOf(edge.level) <= LEVELS.indexOf(filter.level)) &&
    (!filter.dialects.length || filter.dialects.includes(dialect(edge.statement)));
  const into = new Map<string, ViewEdge[]>();
  const out = new Map<string, ViewEdge[]>();
  for (const edge of edges) {
    if (!asked(edge)) continue;
    into.set(edge.target, [...(into.get(edge.target) ?? []), edge]);
    out.set(edge.source, [...(out.get(edge.source) ?? []), edge]);
  }
  const ways = new Map<string, Way>();
  const drawn = new Map<string, ViewEdge>();
  const beyond = new Set<string>();
  for (const upstream of [true, false]) {
    const own = new Map<string, Way>([[start, { distance: 0, type: null, influence: false, level: "EXACT", confidence: 1, hidden: 0 }]]);
    const others = (id: string, count: boolean): Map<string, ViewEdge[]> => {
      const found = new Map<string, ViewEdge[]>();
      for (const edge of (upstream ? into : out).get(id) ?? []) {
        const other = upstream ? edge.source : edge.target;
        const wanted = !filter.systems.length || filter.systems.includes(system(other));
        if (!holds(edge, filter.asOf)) ended += count ? 1 : 0;
        else if (!passes(edge) || !wanted) filtered += count ? 1 : 0;
        else found.set(other, [...(found.get(other) ?? []), edge].sort((a, b) => b.confidence - a.confidence || strength(a.type, a.influence) - strength(b.type, b.influence)));
      }
      return found;
    };
    let frontier = [start];
    const depth = upstream ? up : down;
    for (let distance = 1; distance <= depth && frontier.length; distance += 1) {
      const reached = new Map<string, Way>();
      const from = [...frontier];
      if (upstream && relation !== "value") { // what decides the rows of a column's dataset decides the column
        for (const id of frontier) {
          const rows = columns.get(id)?.dataset_id;
          const way = own.get(id);
          if (rows !== undefined && way && !own.has(rows) && into.has(rows)) {
            own.set(rows, { ...way, hidden: 0 });
            from.push(rows);
          }
        }
      }
      for (const id of from) {
        const way = own.get(id) as Way;
        for (const [other, found] of others(id, true)) {
          const best = found[0] as ViewEdge;
          if (!own.has(other) && !reached.has(other) && own.size + reached.size >= most / 2) {
            beyond.add(other);
            way.hidden += 1;
            continue;
          }
          drawn.set(`${best.source}>${best.target}`, { ...best, more: found.length - 1 });
          if (own.has(other)) continue;
          const strongest = way.type !== null && strength(way.type, way.influence) > strength(best.type, best.influence) ? way : best;
          const made: Way = {
            distance, type: strongest.type, influence: strongest.influence, level: worse(way.level, best.level), confidence: Math.min(way.confidence, best.confidence), hidden: 0,
          };
          const known = reached.get(other);
          if (!known || LEVELS.indexOf(made.level) < LEVELS.indexOf(known.level)) reached.set(other, made);
        }
      }
      for (const [id, way] of reached) own.set(id, way);
      frontier = [...reached.keys()];
    }
    for (const id of frontier) {
      for (const [other, found] of others(id, false)) {
        const best = found[0] as ViewEdge;
        if (own.has(other)) drawn.set(`${best.source}>${best.target}`, { ...best, more: found.length - 1 });
        else {
          beyond.add(other);
          (own.get(id) as Way).hidden += 1;
        }
      }
    }
    for (const [id, way] of own) {
      const known = ways.get(id);
      if (known) known.hidden += way.hidden;
      else ways.set(id, { ...way, distance: upstream ? -way.distance : way.distance });
    }
  }
  for (const id of ways.keys()) beyond.delete(id);
  const reached = [...ways].flatMap(([id, way]): Reached[] => {
    const column = columns.get(id);
    return column ? [{ ...column, distance: way.distance, way: way.type, influence: way.influence, level: way.level, confidence: way.confidence, hidden: way.hidden }] : [];
  });
  return { columns: reached, edges: [...drawn.values()], hidden: { columns: beyond.size, edges: beyond.size, results: 0, ended, filtered, more: false } };
}
