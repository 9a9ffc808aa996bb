/* Which edges the page asks for. */
import type { EdgeType, Level, Relation } from "./types";

export interface Filter {
  /** null: value edges between columns, all edges between tables. */
  relation: Relation | null;
  types: EdgeType[];
  level: Level | null;
  systems: string[];
  dialects: string[];
  asOf: string | null;
  results: boolean;
}

/** The relation to ask for; tables are asked for both where the filter names none. */
export const followed = (filter: Filter, tables = false): Relation => filter.relation ?? (tables ? "both" : "value");
