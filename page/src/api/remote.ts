/* The server's answers. Addresses are relative to the page, so that it also works behind a prefix. */
import { forget } from "./ask";
import { type Api, Problem } from "./client";
import { type Filter, followed } from "./filter";

type Value = string | number | boolean | null | string[];

export function address(path: string, values: Record<string, Value>): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(values)) {
    if (Array.isArray(value)) value.forEach((one) => query.append(name, one));
    else if (value !== null && value !== "") query.set(name, String(value));
  }
  const text = query.toString();
  return `./api/${path}${text ? `?${text}` : ""}`;
}

/** The snapshot of the last answer. The server opens a newer one by itself: what was answered before is then old. */
let snapshot: string | null = null;

function notice(found: string | null): void {
  if (found === null || (snapshot !== null && found <= snapshot)) return;
  const before = snapshot;
  snapshot = found;
  if (before !== null) forget();
}

async function read<T>(url: string, options: RequestInit = {}): Promise<T> {
  let answer: Response;
  try {
    answer = await fetch(url, { credentials: "same-origin", ...options });
  } catch (error) {
    if (error instanceof DOMException && error.name === "AbortError") throw error;
    throw new Problem("offline", "The server does not respond.", "Is headwater serve still running?");
  }
  const said: unknown = await answer.json().catch(() => null);
  if (answer.ok && said !== null) {
    notice(answer.headers.get("X-Headwater-Snapshot"));
    return said as T;
  }
  const detail = (said as { error?: { code: string; message: string; help: string; candidates: string[] } } | null)?.error;
  if (!detail) throw new Problem("http", `The server returned status ${answer.status}.`, "See the log of the server.");
  throw new Problem(detail.code, detail.message, detail.help, detail.candidates);
}

export function filtered(filter: Filter, tables = false): Record<string, Value> {
  return {
    relation: followed(filter, tables),
    type: filter.types,
    level: filter.level,
    system: filter.systems,
    dialect: filter.dialects,
    as_of: filter.asOf,
    results: filter.results,
  };
}

export const remote: Api = {
  standalone: false,
  info: () => read(address("info", {})),
  search: (q, limit, columns, signal) => read(address("search", { q, limit, what: columns ? "column" : "all" }), signal ? { signal } : {}),
  overview: (filter) => read(address("graph/overview", filtered(filter, true))),
  table: (name, limit, offset) => read(address("table", { name, limit, offset })),
  graph: (column, up, down, filter, most) =>
    read(address("graph", { column, up, down, ...filtered(filter), max_columns: most })),
  tables: (table, up, down, filter) => read(address("graph/tables", { table, up, down, ...filtered(filter, true), max_tables: 600 })),
  paths: (source, target, filter, limit) => {
    const { results: _, system: __, ...rest } = filtered(filter);
    return read(address("paths", { source, target, limit, ...rest }));
  },
  explain: (source, target, limit) => read(address("explain", { source, target, limit })),
  statement: (id) => read(address(`statements/${encodeURIComponent(id)}`, {})),
  runs: (id, limit, offset) => read(address(`statements/${encodeURIComponent(id)}/runs`, { limit, offset })),
  impact: (column, change, filter, limit, offset) => {
    const { results: _, relation: __, ...rest } = filtered(filter);
    return read(address("impact", { column, change, ...rest, limit, offset }));
  },
  coverage: () => read(address("coverage", {})),
  unsure: (code, dialect, limit, offset) => read(address("unsure", { code, dialect, limit, offset })),
  analyze: (sql, dialect, useStore, signal) =>
    read("./api/analyze", {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify({ sql, dialect, use_store: useStore }),
      ...(signal ? { signal } : {}),
    }),
};
