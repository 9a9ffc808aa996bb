/* The answers of a standalone file: the same questions, asked of the graph inside it.

   Walks, places, filters and impact follow headwater.store; what a file cannot answer (the playground) says so. */
import { type Api, Problem } from "./client";
import { impactOf } from "./local-impact";
import { around, holds } from "./local-walk";
import { layout } from "./local-layout";
import { type Filter, followed } from "./filter";
import type {
  Bundle, Card, Dataset, Explanation, Found, Link, Match, Path, Table, View, ViewEdge,
} from "./types";
import { LEVELS, VALUE_TYPES } from "./types";

const NEEDS_SERVER = new Problem("standalone", "This file has no server.", "Use headwater serve for a playground, or headwater analyze in a terminal.");

export function local(bundle: Bundle): Api {
  const tables = new Map(bundle.tables.map((table) => [table.id, table]));
  const byName = new Map(bundle.tables.map((table) => [table.full_name, table]));
  const columns = new Map(bundle.tables.flatMap((table) => table.column_list.map((column) => [column.full_name, column] as const)));
  for (const table of bundle.tables) { // the rows of a dataset have its id
    const full = `${table.full_name}.(rows)`;
    columns.set(full, { id: table.id, dataset: table.full_name, dataset_id: table.id, name: null, full_name: full, ordinal: null, type: null, generated: false, level: "EXACT" });
  }
  const byId = new Map([...columns.values()].map((column) => [column.id, column]));
  const statements = new Map(bundle.statements.map((one) => [one.statement.id, one]));
  const dialects = new Map(bundle.statements.map((one) => [one.statement.id, one.statement.dialect ?? ""]));
  const edges = bundle.edges.filter((edge) => byId.has(edge.source) && byId.has(edge.target));

  const between = new Map<string, ViewEdge[]>();
  for (const edge of edges) {
    const key = `${edge.source_card}>${edge.target_card}`;
    between.set(key, [...(between.get(key) ?? []), edge]);
  }
  /** Whether something of a link passes; where no column of it is here, what it says of itself. */
  const leads = (link: Link, filter: Filter, both: boolean): boolean => {
    const wanted = (id: string): boolean => !filter.systems.length || filter.systems.includes(tables.get(id)?.system ?? "");
    if (!wanted(link.source) && (both || !wanted(link.target))) return false;
    if (both && !wanted(link.target)) return false;
    const found = between.get(`${link.source}>${link.target}`);
    if (found) return found.some((edge) => allowed(edge, filter, true, dialects));
    return filter.relation !== "influence" && !filter.types.length && (filter.level === null || LEVELS.indexOf(link.level) <= LEVELS.indexOf(filter.level));
  };

  const column = (name: string) => {
    const found = columns.get(name);
    if (found) return found;
    throw new Problem("unknown_name", `Unknown column ${name}.`, "This file contains only a part of the graph.", near(name, [...columns.keys()]));
  };
  const table = (name: string): Table => {
    const found = byName.get(name);
    if (found) return found;
    throw new Problem("unknown_name", `Unknown table ${name}.`, "This file contains only a part of the graph.", near(name, [...byName.keys()]));
  };
  const dataset = (id: string): Dataset => {
    const { column_list: _, hidden: __, also: ___, first_seen: ____, last_seen: _____, reads: ______, writes: _______, ...rest } = tables.get(id) as Table;
    return rest;
  };
  const answer = <T>(make: () => T): Promise<T> => new Promise((done, failed) => {
    try {
      done(make());
    } catch (error) {
      failed(error instanceof Error ? error : new Error(String(error)));
    }
  });

  return {
    standalone: true,
    info: () => answer(() => bundle.info),
    search: (query, limit, only) => answer(() => search(query, limit, only, bundle.tables, dataset)),
    overview: (filter) => answer(() => {
      const links = bundle.overview.links.filter((link) => leads(link, filter, true));
      const left = new Set(links.flatMap((link) => [link.source, link.target]));
      const cards = links.length === bundle.overview.links.length ? bundle.overview.cards : bundle.overview.cards.filter((card) => left.has(card.id));
      return { ...bundle.overview, links, cards, hidden: { ...bundle.overview.hidden, filtered: bundle.overview.links.length - links.length } };
    }),
    table: (name, limit, offset) => answer(() => {
      const found = table(name);
      return { ...found, column_list: found.column_list.slice(offset, offset + limit) };
    }),
    graph: (name, up, down, filter, most) => answer(() => {
      const start = column(name);
      const walk = around(edges, start.id, up, down, filter, most, byId, (id) => tables.get(byId.get(id)?.dataset_id ?? "")?.system ?? "", (id) => dialects.get(id) ?? "");
      const distances = new Map<string, number>();
      for (const one of walk.columns) {
        const known = distances.get(one.dataset_id);
        if (known === undefined || Math.abs(one.distance) < Math.abs(known)) distances.set(one.dataset_id, one.distance);
      }
      const places = layout(distances, walk.edges.map((edge) => [edge.source_card, edge.target_card]));
      const cards = [...distances].map(([id, distance]): Card => {
        const own = walk.columns.filter((one) => one.dataset_id === id)
          .sort((a, b) => Number(a.name === null) - Number(b.name === null) || (a.ordinal ?? 1e9) - (b.ordinal ?? 1e9));
        const sum = (sign: number): number => own.reduce((all, one) => all + (one.distance * sign > 0 ? one.hidden : 0), 0);
        return { ...dataset(id), ...(places.get(id) ?? { rank: 0, order: 0 }), distance, column_list: own, hidden_up: sum(-1), hidden_down: sum(1) };
      });
      return { start: start.full_name, cards, edges: walk.edges, links: [], hidden: walk.hidden };
    }),
    tables: (name, up, down, filter) => answer(() => {
      const links = bundle.overview.links.filter((link) => leads(link, filter, false));
      const view = surroundings(links, table(name), up, down, dataset);
      const [near, kept] = [new Set(view.cards.map((card) => card.id)), new Set(links)];
      const filtered = bundle.overview.links.filter((link) => !kept.has(link) && (near.has(link.source) || near.has(link.target))).length;
      return { ...view, hidden: { ...view.hidden, filtered } };
    }),
    paths: (source, target, filter, limit) => answer(() => {
      const [from, to] = [column(source), column(target)];
      const found = ways(edges.filter((edge) => allowed(edge, filter, false, dialects)), from.id, to.id);
      return { source: from, target: to, paths: found.slice(0, limit), hidden: Math.max(0, found.length - limit) };
    }),
    explain: (source, target, limit) => answer(() => {
      const [from, to] = [column(source), column(target)];
      const found = bundle.edges.filter((edge) => edge.source === from.id && edge.target === to.id)
        .sort((a, b) => b.confidence - a.confidence || VALUE_TYPES.indexOf(a.type) - VALUE_TYPES.indexOf(b.type));
      const explanations = found.slice(0, limit).flatMap((edge): Explanation[] => {
        const own = statements.get(edge.statement);
        if (!own) return [];
        const rank = LEVELS.indexOf(edge.level);
        const { operators, span, line, column: at, hops, why } = edge;
        return [{ edge, statement: own.statement, operators, span, line, column: at, hops, why, diagnostics: own.diagnostics.filter((one) => one.level !== "EXACT" || LEVELS.indexOf(one.level) >= rank) }];
      });
      return { explanations, hidden: Math.max(0, found.length - limit) };
    }),
    statement: (id) => answer(() => {
      const own = statements.get(id);
      if (!own) throw new Problem("unknown_name", "This statement is not in the file.", "This file contains only a part of the graph.");
      const found = bundle.edges.filter((edge) => edge.statement === id);
      return { ...own, edges: found.slice(0, 500), hidden: Math.max(0, found.length - 500), runs: { runs: [], total: own.statement.runs, kept: 0 } };
    }),
    runs: (id) => answer(() => ({ runs: [], total: statements.get(id)?.statement.runs ?? 0, kept: 0 })),
    impact: (name, change, filter, limit, offset) => answer(() => {
      const system = (edge: ViewEdge): boolean => !filter.systems.length || filter.systems.includes(tables.get(edge.target_card)?.system ?? "");
      const found = impactOf(edges, column(name), change, byId, dataset, (edge) => allowed(edge, { ...filter, relation: "both" }, true, dialects) && system(edge));
      return { ...found, tables: found.tables.slice(offset, offset + limit) };
    }),
    coverage: () => answer(() => bundle.coverage),
    unsure: (code, dialect, limit, offset) => answer(() => {
      const found = bundle.statements.filter(({ statement, diagnostics }) =>
        (code === null || diagnostics.some((one) => one.code === code)) && (dialect === null || statement.dialect === dialect));
      return {
        statements: found.slice(offset, offset + limit).map(({ statement, diagnostics }) => ({
          statement: statement.id, kind: statement.kind, dialect: statement.dialect, level: statement.level, source: statement.source, line: statement.line,
          target: statement.target, text: statement.text.slice(0, 300), codes: [...new Set(diagnostics.map((one) => one.code))].sort(),
        })),
        total: found.length, offset,
      };
    }),
    analyze: () => Promise.reject(NEEDS_SERVER),
  };
}

/** Whether an edge is asked for, holds, and passes the filters of its own: all but that of systems. */
function allowed(edge: ViewEdge, filter: Filter, tables: boolean, dialects: Map<string, string>): boolean {
  const relation = followed(filter, tables);
  return (
    (relation === "both" || edge.influence === (relation === "influence")) && holds(edge, filter.asOf) &&
    (!filter.types.length || filter.types.includes(edge.type)) && (filter.level === null || LEVELS.indexOf(edge.level) <= LEVELS.indexOf(filter.level)) &&
    (!filter.dialects.length || filter.dialects.includes(dialects.get(edge.statement) ?? ""))
  );
}

function near(name: string, names: string[]): string[] {
  const last = name.toLowerCase().split(".").pop() ?? "";
  return names.filter((one) => one.toLowerCase().endsWith(`.${last}`) || one.toLowerCase().endsWith(name.toLowerCase())).slice(0, 10);
}

function search(query: string, limit: number, only: boolean, tables: Table[], dataset: (id: string) => Dataset): Found {
  const words = query.toLowerCase().split(/[\s.:]+/).filter(Boolean);
  const score = (name: string, full: string): number => {
    const [own, all] = [name.toLowerCase(), full.toLowerCase()];
    if (!words.every((word) => all.includes(word))) return 0;
    const last = words[words.length - 1] ?? "";
    return own === last ? 4 : own.startsWith(last) ? 3 : own.includes(last) ? 2 : 1;
  };
  const found: Match[] = [];
  for (const table of tables) {
    const own = dataset(table.id);
    const at = score(table.name.split(".").pop() ?? "", table.full_name);
    if (at && !only) found.push({ full_name: table.full_name, kind: "dataset", dataset: own, column: null, score: at + 0.5, how: "part" });
    for (const column of table.column_list) {
      const there = column.name === null ? 0 : score(column.name, column.full_name);
      if (column.name !== null && there > 1) found.push({ full_name: column.full_name, kind: "column", dataset: own, column, score: there, how: "part" });
    }
  }
  found.sort((a, b) => b.score - a.score || a.full_name.length - b.full_name.length || (a.full_name < b.full_name ? -1 : 1));
  return { query, matches: found.slice(0, limit), hidden: Math.max(0, found.length - limit) };
}

function surroundings(links: Link[], start: Table, up: number, down: number, dataset: (id: string) => Dataset): View {
  const distances = new Map([[start.id, 0]]);
  const beyond = new Map<string, [number, number]>();
  const drawn = new Set<Link>();
  const hidden = new Set<string>();
  for (const upstream of [true, false]) {
    let frontier = [start.id];
    const depth = upstream ? up : down;
    for (let distance = 1; distance <= depth + 1; distance += 1) {
      const ahead: string[] = [];
      for (const id of frontier) {
        for (const link of links) {
          if ((upstream ? link.target : link.source) !== id) continue;
          const other = upstream ? link.source : link.target;
          if (!distances.has(other) && distance > depth) {
            hidden.add(other);
            const [before, after] = beyond.get(id) ?? [0, 0];
            beyond.set(id, upstream ? [before + 1, after] : [before, after + 1]);
            continue;
          }
          drawn.add(link);
          if (!distances.has(other)) {
            distances.set(other, upstream ? -distance : distance);
            ahead.push(other);
          }
        }
      }
      frontier = ahead;
    }
  }
  const places = layout(distances, [...drawn].map((link) => [link.source, link.target]));
  const cards = [...distances].map(([id, distance]): Card => ({
    ...dataset(id), ...(places.get(id) ?? { rank: 0, order: 0 }), distance, column_list: [], hidden_up: beyond.get(id)?.[0] ?? 0, hidden_down: beyond.get(id)?.[1] ?? 0,
  }));
  return { start: start.full_name, cards, edges: [], links: [...drawn], hidden: { columns: hidden.size, edges: 0, results: 0, ended: 0, filtered: 0, more: false } };
}

const STEPS = 20_000;

/** The ways from one column to another, best first: highest confidence, then the earlier type, then the shorter. */
function ways(edges: ViewEdge[], source: string, target: string): Path[] {
  const out = new Map<string, ViewEdge[]>();
  const best = new Map<string, ViewEdge>();
  for (const edge of edges) {
    const key = `${edge.source}>${edge.target}`;
    const known = best.get(key);
    if (!known || edge.confidence > known.confidence) best.set(key, edge);
  }
  for (const edge of best.values()) out.set(edge.source, [...(out.get(edge.source) ?? []), edge]);
  const found: ViewEdge[][] = [];
  let left = STEPS;
  const go = (at: string, way: ViewEdge[], seen: Set<string>): void => {
    if (left-- <= 0 || found.length >= 200) return;
    if (at === target && way.length) {
      found.push(way);
      return;
    }
    for (const edge of out.get(at) ?? []) {
      if (seen.has(edge.target)) continue;
      go(edge.target, [...way, edge], new Set(seen).add(edge.target));
    }
  };
  go(source, [], new Set([source]));
  const paths = found.map((way): Path => {
    const weight = (edge: ViewEdge): number => (edge.influence ? VALUE_TYPES.length : VALUE_TYPES.indexOf(edge.type));
    const strongest = way.reduce((a, b) => (weight(b) > weight(a) ? b : a));
    const worst = way.reduce((a, b) => (LEVELS.indexOf(b.level) > LEVELS.indexOf(a.level) ? b : a));
    return { type: strongest.type, influence: strongest.influence, level: worst.level, confidence: Math.min(...way.map((edge) => edge.confidence)), edges: way };
  });
  return paths.sort((a, b) => b.confidence - a.confidence || VALUE_TYPES.indexOf(a.type) - VALUE_TYPES.indexOf(b.type) || a.edges.length - b.edges.length);
}
