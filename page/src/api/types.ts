/* The shapes of answers, as /openapi.json describes them. Ids are strings: longer than the numbers of a browser. */

export type Level = "EXACT" | "INFERRED" | "AMBIGUOUS" | "COARSE" | "TABLE" | "NONE";
export type Relation = "value" | "influence" | "both";
export type Change = "drop" | "rename" | "retype";
export type EdgeType =
  | "DIRECT" | "DERIVED" | "DERIVED_ARRAY" | "WINDOW" | "AGG" | "EXTERNAL" | "UNKNOWN"
  | "FILTER" | "JOIN" | "GROUP_BY" | "SORT" | "CONDITIONAL";

export const VALUE_TYPES: EdgeType[] = ["DIRECT", "DERIVED", "DERIVED_ARRAY", "WINDOW", "AGG", "EXTERNAL", "UNKNOWN"];
export const INFLUENCE_TYPES: EdgeType[] = ["FILTER", "JOIN", "GROUP_BY", "SORT", "WINDOW", "CONDITIONAL"];
export const LEVELS: Level[] = ["EXACT", "INFERRED", "AMBIGUOUS", "COARSE", "TABLE", "NONE"];

export interface Dataset {
  id: string;
  system: string;
  name: string;
  full_name: string;
  kind: string;
  temporary: boolean;
  columns: number;
  statement: string | null;
}

/** A column; without a name, the rows of its dataset. */
export interface Column {
  id: string;
  dataset: string;
  dataset_id: string;
  name: string | null;
  full_name: string;
  ordinal: number | null;
  type: string | null;
  generated: boolean;
  level: Level;
}

export interface Reached extends Column {
  distance: number;
  way: EdgeType | null;
  influence: boolean;
  confidence: number;
  hidden: number;
}

export interface Edge {
  edge: number;
  source: string;
  target: string;
  from: string;
  to: string;
  path: string[];
  type: EdgeType;
  influence: boolean;
  level: Level;
  confidence: number;
  doubtful: boolean;
  expr: string;
  statement: string;
  more: number;
  since: string | null;
  until: string | null;
}

export interface ViewEdge extends Edge {
  source_card: string;
  target_card: string;
}

export interface Card extends Dataset {
  rank: number;
  order: number;
  distance: number;
  column_list: Reached[];
  hidden_up: number;
  hidden_down: number;
}

export interface Link {
  source: string;
  target: string;
  from: string;
  to: string;
  level: Level;
  doubtful: boolean;
  statements: number;
  statement: string;
  value_types: EdgeType[];
  influence_types: EdgeType[];
}

export interface Hidden {
  columns: number;
  edges: number;
  results: number;
  ended: number;
  filtered: number;
  more: boolean;
}

export interface View {
  start: string;
  cards: Card[];
  edges: ViewEdge[];
  links: Link[];
  hidden: Hidden;
}

export interface Match {
  full_name: string;
  kind: "dataset" | "column";
  dataset: Dataset;
  column: Column | null;
  score: number;
  how: string;
}

export interface Found {
  query: string;
  matches: Match[];
  hidden: number;
}

export interface Table extends Dataset {
  column_list: Column[];
  hidden: number;
  also: string[];
  first_seen: string | null;
  last_seen: string | null;
  reads: number;
  writes: number;
}

export interface Path {
  type: EdgeType;
  influence: boolean;
  level: Level;
  confidence: number;
  edges: Edge[];
}

export interface Paths {
  source: Column;
  target: Column;
  paths: Path[];
  hidden: number | null;
}

export interface Hop {
  from: string;
  to: string;
  type: EdgeType;
  level: Level;
  expr: string;
  operator: string;
  span: [number, number];
  line: number;
  column: number;
}

export interface Remark {
  code: string;
  severity: "info" | "warning" | "error";
  level: Level;
  message: string;
  help: string;
  span: [number, number];
  line: number;
  column: number;
}

export interface Statement {
  id: string;
  kind: string;
  dialect: string | null;
  level: Level;
  source: string;
  entry: string;
  line: number;
  column: number;
  text: string;
  target: string | null;
  status: string;
  database: string | null;
  job: string | null;
  runs: number;
  first_seen: string | null;
  last_seen: string | null;
  users: string[];
}

/** One time that a statement was run. */
export interface Run {
  query: string;
  source: string;
  at: string | null;
  user: string | null;
  job: string | null;
  session: string | null;
  status: string;
}

export interface Runs {
  runs: Run[];
  total: number;
  kept: number;
}

export interface Explanation {
  edge: Edge;
  statement: Statement;
  operators: string[];
  span: [number, number];
  line: number;
  column: number;
  hops: Hop[];
  diagnostics: Remark[];
  why: string;
}

export interface Explanations {
  explanations: Explanation[];
  hidden: number;
}

export interface StatementDetail {
  statement: Statement;
  diagnostics: Remark[];
  edges: Edge[];
  hidden: number;
  runs: Runs;
}

export interface Hit {
  column: Column;
  distance: number;
  influence: boolean;
  type: EdgeType;
  level: Level;
  edge: Edge;
}

export interface Struck {
  dataset: Dataset;
  distance: number;
  breaks: boolean;
  follows: boolean;
  why: string;
  statements: string[];
  hits: Hit[];
}

export interface Impact {
  column: Column;
  change: Change;
  breaking: number;
  queries: number;
  tables: Struck[];
  total: number;
  hidden: Hidden;
}

export interface CoverageRow {
  dialect: string;
  entries: number;
  failed: number;
  unread: number;
  units: number;
  statements: number;
  distinct_statements: number;
  exact: number;
  inferred: number;
  ambiguous: number;
  coarse: number;
  table_only: number;
  none: number;
  edges: number;
}

export interface Reason {
  code: string;
  severity: string;
  level: Level;
  dialect: string;
  statements: number;
  message: string;
  help: string;
  example: string;
}

export interface Coverage {
  dialects: CoverageRow[];
  reasons: Reason[];
}

export interface Unsure {
  statement: string;
  kind: string;
  dialect: string | null;
  level: Level;
  source: string;
  line: number;
  target: string | null;
  text: string;
  codes: string[];
}

export interface UnsurePage {
  statements: Unsure[];
  total: number;
  offset: number;
}

export interface Snapshot {
  id: string;
  made_at: string;
}

export interface Info {
  version: string;
  snapshot: Snapshot;
  snapshots: Snapshot[];
  counts: Record<string, number>;
  systems: string[];
  dialects: string[];
  value_types: EdgeType[];
  influence_types: EdgeType[];
  levels: Level[];
  limits: { depth: number; columns: number; sql_chars: number; seconds: number };
  sources: string[];
}

export interface Diagnostic {
  code: string;
  severity: "info" | "warning" | "error";
  message: string;
  help?: string;
  span: [number, number];
  line?: number;
  column?: number;
}

/** An edge as the library's JSON has it. */
export interface AnswerEdge {
  from: string;
  to: string;
  type: EdgeType;
  expr?: string;
  level?: Level;
  confidence?: number;
  span?: [number, number];
  path?: string[];
}

export interface AnalyzedStatement {
  kind: string;
  target: string | null;
  level: Level;
  span: [number, number];
  text: string;
  answer: { tables: { sources: string[]; targets: string[] }; hops: AnswerEdge[]; edges: AnswerEdge[]; influence: AnswerEdge[]; diagnostics: Diagnostic[] };
  plan: string;
  cards: { name: string; rank: number; order: number; columns: string[] }[];
}

export interface Analyzed {
  dialect: string;
  level: Level;
  statements: AnalyzedStatement[];
  tables: string[];
}

/** What is followed, and what is not. */
export interface Filter {
  /** null: what is made of what between columns, everything between tables. */
  relation: Relation | null;
  types: EdgeType[];
  level: Level | null;
  systems: string[];
  dialects: string[];
  asOf: string | null;
  results: boolean;
}

export const followed = (filter: Filter, tables = false): Relation => filter.relation ?? (tables ? "both" : "value");
