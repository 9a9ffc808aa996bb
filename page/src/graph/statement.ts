/* One statement as a picture: its tables, CTEs and derived tables as cards, in the same layers as the warehouse has. */
import { layout } from "../api/local-layout";
import type { AnalyzedStatement, AnswerHop, AnswerInfluence, Card, Level, Reached, View, ViewEdge } from "../api/types";

const NOTHING = { columns: 0, edges: 0, results: 0, ended: 0, filtered: 0, more: false };
const PART = /^(?:"(?:[^"]|"")*"|`[^`]*`|[^.])+/;

/** The dataset in a column's name: one that the statement names, else (a CTE, a derived table) the name's first part. */
export function datasetOf(name: string, known: readonly string[]): string {
  const found = known.filter((one) => name === one || name.startsWith(`${one}.`)).sort((a, b) => b.length - a.length);
  return found[0] ?? PART.exec(name)?.[0] ?? name;
}

const doubtful = (edge: AnswerHop | AnswerInfluence): boolean => (edge.level !== "EXACT" && edge.level !== "INFERRED") || edge.type === "UNKNOWN";
const worst = (a: Level, b: Level): Level => (b === "EXACT" || b === "INFERRED" ? a : b);

/** The hops of a statement as a view, with what decides where that is wanted. */
export function viewOf(statement: AnalyzedStatement, influence: boolean): View {
  const { answer, target } = statement;
  const known = [...new Set([...answer.tables.sources, ...answer.tables.targets, ...(target ? [target] : [])])];
  const said = [
    ...answer.hops.map((edge) => ({ edge, influence: false })),
    ...(influence ? answer.influence : []).map((edge) => ({ edge, influence: true })),
  ];
  const columns = new Map<string, Map<string, Level>>();
  const links: [string, string][] = [];
  const edges = said.map(({ edge, influence: decides }, at): ViewEdge => {
    const [from, to] = [edge.from, edge.to].map((name) => {
      const card = datasetOf(name, known);
      const own = columns.get(card) ?? new Map<string, Level>();
      columns.set(card, own.set(name, own.get(name) ?? "EXACT"));
      return card;
    }) as [string, string];
    const level = edge.level;
    if (!decides) columns.get(to)?.set(edge.to, worst(columns.get(to)?.get(edge.to) ?? "EXACT", level));
    links.push([from, to]);
    return {
      edge: at, source: edge.from, target: edge.to, from: edge.from, to: edge.to, path: [], type: edge.type, influence: decides, level,
      confidence: "confidence" in edge ? edge.confidence : 1, doubtful: doubtful(edge) && !(decides && edge.type === "UNKNOWN"), expr: "expr" in edge ? edge.expr : "", statement: "", more: 0,
      since: null, until: null, source_card: from, target_card: to,
    };
  });
  const places = layout(distances([...columns.keys()], links), links);
  const cards = [...columns].map(([name, own]): Card => {
    const place = places.get(name) ?? { rank: 0, order: 0 };
    return {
      id: name, system: name === target ? "written" : known.includes(name) ? "read" : "in between", name, full_name: name, kind: "table", temporary: false, columns: own.size,
      statement: null, ...place, distance: place.rank, hidden_up: 0, hidden_down: 0,
      column_list: [...own].sort((a, b) => Number(a[0] === name) - Number(b[0] === name)).map(([full, level], at): Reached => ({
        id: full, dataset: name, dataset_id: name, name: full === name ? null : full.slice(name.length + 1), full_name: full, ordinal: at, type: null,
        generated: false, level, distance: 0, way: null, influence: false, confidence: 1, hidden: 0,
      })),
    };
  });
  return { start: target ?? "", cards, edges, links: [], hidden: NOTHING };
}

/** How far each is from what nobody reads, upstream. */
function distances(names: string[], links: [string, string][]): Map<string, number> {
  const feeds = new Map<string, string[]>();
  for (const [source, target] of links) if (source !== target) feeds.set(target, [...(feeds.get(target) ?? []), source]);
  const read = new Set(links.filter(([source, target]) => source !== target).map(([source]) => source));
  const last = names.filter((name) => !read.has(name));
  const todo = last.length ? last : names.slice(-1);
  const found = new Map(todo.map((name) => [name, 0]));
  for (const name of todo) {
    for (const source of feeds.get(name) ?? []) {
      if (found.has(source)) continue;
      found.set(source, (found.get(name) ?? 0) - 1);
      todo.push(source);
    }
  }
  for (const name of names) if (!found.has(name)) found.set(name, 0);
  return found;
}

/** What a column of the statement is made of, and what is made of it. */
export function lit(view: View, sel: string): View {
  const reach = (next: (edge: ViewEdge) => [string, string]): Set<string> => {
    const seen = new Set([sel]);
    const todo = [sel];
    while (todo.length) {
      const now = todo.pop();
      for (const edge of view.edges) {
        const [at, to] = next(edge);
        if (at === now && !seen.has(to)) {
          seen.add(to);
          todo.push(to);
        }
      }
    }
    return seen;
  };
  const up = reach((edge) => [edge.target, edge.source]);
  const down = reach((edge) => [edge.source, edge.target]);
  const on = (id: string): boolean => up.has(id) || down.has(id);
  return {
    ...view,
    cards: view.cards.map((card) => ({ ...card, column_list: card.column_list.filter((one) => on(one.id)) })).filter((card) => card.column_list.length),
    edges: view.edges.filter((edge) => (up.has(edge.source) && up.has(edge.target)) || (down.has(edge.source) && down.has(edge.target))),
    start: sel,
  };
}
