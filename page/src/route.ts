/* Every state of the page has an address. Names stand in the query: one that ends in ".ts" is no file.

   On a server the address is the path and its query; in a standalone file, which has one path only, what follows #. */
import { useCallback, useSyncExternalStore } from "react";
import type { Filter } from "./api/filter";
import type { Change, EdgeType, Level, Relation } from "./api/types";
import { LEVELS } from "./api/types";

export type ViewName = "map" | "table" | "column" | "impact" | "coverage" | "statement" | "playground";
const VIEWS: ViewName[] = ["map", "table", "column", "impact", "coverage", "statement", "playground"];

export type Tab = "graph" | "edges" | "plan";

export interface Route {
  view: ViewName;
  /** The dataset, column or statement that the view is of. */
  name: string;
  up: number;
  down: number;
  /** The column that is lit; in a column's view the column itself, if nothing is said. */
  sel: string;
  /** The dataset that the panel tells of, if no column is. */
  at: string;
  /** An edge that is explained: its two columns. */
  from: string;
  to: string;
  /** Whether the ways from `from` to `to` are listed, instead of the edges between them. */
  ways: boolean;
  /** Whether the panel lists all that it knows, not only the best. */
  all: boolean;
  /** Cards that show all their columns. */
  open: string[];
  /** Whether cards beside the lit ones are drawn. */
  only: boolean;
  filter: Filter;
  change: Change;
  code: string;
  dialect: string;
  sql: string;
  /** Of the playground: what of the answer is shown, of which statement, and what it is told. */
  tab: Tab;
  part: number;
  /** Whether the schemas of the warehouse are left out. */
  bare: boolean;
}

export const NO_FILTER: Filter = {
  relation: null, types: [], level: null, systems: [], dialects: [], asOf: null, results: false,
};

export const START: Route = {
  view: "map", name: "", up: 2, down: 2, sel: "", at: "", from: "", to: "", ways: false, all: false, open: [], only: false,
  filter: NO_FILTER, change: "drop", code: "", dialect: "", sql: "", tab: "graph", part: 0, bare: false,
};

/** Nothing explained, listed or told of: the panel is of what is lit, or of the view. */
export const CLOSED = { at: "", from: "", to: "", ways: false, all: false };

const depth = (text: string | null): number => {
  const number = Number(text ?? 2);
  return Number.isInteger(number) && number >= 0 && number <= 30 ? number : 2;
};

export function parse(address: string): Route {
  const url = new URL(address, "http://page.invalid/");
  const said = url.searchParams;
  const word = url.pathname.replace(/^.*\//, "");
  const view = VIEWS.find((one) => one === word) ?? "map";
  const level = said.get("level") as Level | null;
  const relation = said.get("relation") as Relation | null;
  const change = said.get("change") as Change | null;
  return {
    view,
    name: said.get("name") ?? "",
    up: depth(said.get("up")),
    down: depth(said.get("down")),
    sel: said.get("sel") ?? "",
    at: said.get("at") ?? "",
    from: said.get("from") ?? "",
    to: said.get("to") ?? "",
    ways: said.has("ways"),
    all: said.has("all"),
    open: said.getAll("open"),
    only: said.has("only"),
    filter: {
      relation: relation === "influence" || relation === "both" || relation === "value" ? relation : null,
      types: said.getAll("type") as EdgeType[],
      level: level && LEVELS.includes(level) ? level : null,
      systems: said.getAll("system"),
      dialects: said.getAll("via"),
      asOf: said.get("as_of"),
      results: said.has("results"),
    },
    change: change === "rename" || change === "retype" ? change : "drop",
    code: said.get("code") ?? "",
    dialect: said.get("dialect") ?? "",
    sql: said.get("sql") ?? "",
    tab: said.get("tab") === "edges" ? "edges" : said.get("tab") === "plan" ? "plan" : "graph",
    part: Math.max(0, Math.trunc(Number(said.get("part") ?? 0)) || 0),
    bare: said.has("bare"),
  };
}

export function format(route: Route): string {
  const said = new URLSearchParams();
  const put = (name: string, value: string): void => {
    if (value) said.set(name, value);
  };
  put("name", route.name);
  const graph = route.view === "table" || route.view === "column" || route.view === "map";
  if (graph || route.view === "playground") {
    put("sel", route.sel);
    put("from", route.from);
    put("to", route.to);
  }
  if (graph) {
    if (route.up !== START.up) said.set("up", String(route.up));
    if (route.down !== START.down) said.set("down", String(route.down));
    put("at", route.at);
    if (route.ways) said.set("ways", "1");
    if (route.all) said.set("all", "1");
    route.open.forEach((one) => said.append("open", one));
    if (route.only) said.set("only", "1");
  }
  if (graph || route.view === "impact") {
    const filter = route.filter;
    put("relation", filter.relation ?? "");
    filter.types.forEach((one) => said.append("type", one));
    put("level", filter.level ?? "");
    filter.systems.forEach((one) => said.append("system", one));
    filter.dialects.forEach((one) => said.append("via", one));
    put("as_of", filter.asOf ?? "");
    if (filter.results) said.set("results", "1");
  }
  if (route.view === "impact" && route.change !== "drop") said.set("change", route.change);
  if (route.view === "coverage") put("code", route.code);
  if (route.view === "coverage" || route.view === "playground") put("dialect", route.dialect);
  if (route.view === "playground") {
    put("sql", route.sql);
    if (route.tab !== "graph") said.set("tab", route.tab);
    if (route.part) said.set("part", String(route.part));
    if (route.bare) said.set("bare", "1");
    if (route.filter.relation === "both") said.set("relation", "both");
  }
  const query = said.toString();
  return `${route.view === "map" ? "" : route.view}${query ? `?${query}` : ""}`;
}

const inFile = (): boolean => document.getElementById("headwater-graph") !== null;
const base = (): string => location.pathname.replace(/[^/]*$/, "");

function current(): string {
  if (inFile()) return location.hash.replace(/^#\/?/, "");
  return location.pathname.slice(base().length) + location.search;
}

const listeners = new Set<() => void>();
const tell = (): void => listeners.forEach((one) => one());

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  if (listeners.size === 1) {
    addEventListener("popstate", tell);
    addEventListener("hashchange", tell);
  }
  return () => {
    listeners.delete(listener);
    if (listeners.size === 0) {
      removeEventListener("popstate", tell);
      removeEventListener("hashchange", tell);
    }
  };
}

/** The address of a route, for links that can be opened elsewhere, too. */
export function href(route: Route): string {
  const text = format(route);
  return inFile() ? `#/${text}` : base() + text;
}

export type Go = (change: Partial<Route>, how?: { replace?: boolean; fresh?: boolean }) => void;

/** The route, and how to change it: `fresh` starts from nothing but the filter, else only what is said changes. */
export function useRoute(): [Route, Go] {
  const text = useSyncExternalStore(subscribe, current);
  const route = parse(text);
  const go = useCallback<Go>((change, how = {}) => {
    const now = parse(current());
    const next = { ...(how.fresh ? { ...START, filter: now.filter } : now), ...change };
    const address = href(next);
    if (how.replace) history.replaceState(null, "", address);
    else if (format(next) !== current()) history.pushState(null, "", address);
    tell();
  }, []);
  return [route, go];
}
