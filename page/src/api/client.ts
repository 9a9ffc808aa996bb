/* What the page asks, whoever answers: the server, or the graph inside a standalone file. */
import type { Filter } from "./filter";
import type {
  Analyzed, Change, Coverage, Explanations, Found, ImpactPage, Info, Paths, Runs, StatementDetail, Table, UnsurePage, View,
} from "./types";

export interface Api {
  /** Whether answers come from the file itself: what needs a server is not offered then. */
  readonly standalone: boolean;
  info(): Promise<Info>;
  search(query: string, limit: number, columns: boolean, signal?: AbortSignal): Promise<Found>;
  overview(filter: Filter): Promise<View>;
  table(name: string, limit: number, offset: number): Promise<Table>;
  graph(column: string, up: number, down: number, filter: Filter, most: number): Promise<View>;
  tables(table: string, up: number, down: number, filter: Filter): Promise<View>;
  paths(source: string, target: string, filter: Filter, limit: number): Promise<Paths>;
  explain(source: string, target: string, limit: number): Promise<Explanations>;
  statement(id: string): Promise<StatementDetail>;
  runs(id: string, limit: number, offset: number): Promise<Runs>;
  impact(column: string, change: Change, filter: Filter, limit: number, offset: number): Promise<ImpactPage>;
  coverage(): Promise<Coverage>;
  unsure(code: string | null, dialect: string | null, limit: number, offset: number): Promise<UnsurePage>;
  analyze(sql: string, dialect: string, useStore: boolean, signal?: AbortSignal): Promise<Analyzed>;
}

/** What goes by: asked once more, the same question may well be answered. */
const PASSING = new Set(["offline", "http", "busy", "timeout", "page"]);

/** An error with what to do about it, in the one shape that the server gives. */
export class Problem extends Error {
  constructor(
    readonly code: string,
    message: string,
    readonly help = "",
    readonly candidates: string[] = [],
  ) {
    super(message);
  }

  get passing(): boolean {
    return PASSING.has(this.code);
  }
}
