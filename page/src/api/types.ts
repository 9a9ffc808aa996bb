/* The answers of the server, as /openapi.json describes them. Ids are strings: a browser's numbers are shorter.

   Written by tools/typescript.py; `make docs` writes it again. */

export type Level = "EXACT" | "INFERRED" | "AMBIGUOUS" | "COARSE" | "TABLE" | "NONE";

export type EdgeType = "DIRECT" | "DERIVED" | "DERIVED_ARRAY" | "WINDOW" | "AGG" | "EXTERNAL" | "UNKNOWN" | "FILTER" | "JOIN" | "GROUP_BY" | "SORT" | "CONDITIONAL";

export type Relation = "value" | "influence" | "both";

export type Change = "drop" | "rename" | "retype";

export const LEVELS: Level[] = ["EXACT", "INFERRED", "AMBIGUOUS", "COARSE", "TABLE", "NONE"];

export const VALUE_TYPES: EdgeType[] = ["DIRECT", "DERIVED", "DERIVED_ARRAY", "WINDOW", "AGG", "EXTERNAL", "UNKNOWN"];

export const INFLUENCE_TYPES: EdgeType[] = ["FILTER", "JOIN", "GROUP_BY", "SORT", "WINDOW", "CONDITIONAL"];

/** A table, view, topic, file, or the result of a bare query. */
export interface Dataset {
  /** Its id, the same in every snapshot. */
  id: string;
  /** System: an engine, kafka, file and others. */
  system: string;
  /** Its name in that system. */
  name: string;
  /** system:name; results of queries differ by their statement. */
  full_name: string;
  /** table, view, materialized view, file, result and so on. */
  kind: string;
  /** Whether it is temporary. */
  temporary: boolean;
  /** How many columns it has. */
  columns: number;
  /** The query whose result it is. */
  statement: string | null;
}

/** A column; without a name, the rows of its dataset. */
export interface Column {
  /** Its id, the same in every snapshot; that of the dataset for its rows. */
  id: string;
  /** The full name of its dataset. */
  dataset: string;
  /** The id of its dataset. */
  dataset_id: string;
  /** Its name; null for the rows of the dataset. */
  name: string | null;
  /** system:dataset.column, usable in requests. */
  full_name: string;
  /** Its position, from 0; null if unknown. */
  ordinal: number | null;
  /** Its type in the engine's notation; null if unknown. */
  type: string | null;
  /** Whether no stored column feeds its value: a constant, a count, a clock. */
  generated: boolean;
  /** Level. */
  level: Level;
}

/** An edge between two columns: the best of its kind where there are `more` between the same two. */
export interface Edge {
  /** Its number in this snapshot: /api/edges/{edge} explains it. */
  edge: number;
  /** The id of the source column. */
  source: string;
  /** The id of the target column. */
  target: string;
  /** The source column with its field path. */
  from: string;
  /** The target column. */
  to: string;
  /** Field path below the source column, outermost first; [] means elements. */
  path: string[];
  /** Type of the edge. */
  type: EdgeType;
  /** Whether it is an influence edge. */
  influence: boolean;
  /** Level. */
  level: Level;
  /** The level as a number from 0 to 1. */
  confidence: number;
  /** Whether it is uncertain: AMBIGUOUS or worse, or of the type UNKNOWN. */
  doubtful: boolean;
  /** The composed expression. */
  expr: string;
  /** Id of its statement. */
  statement: string;
  /** How many more edges there are between the same two columns. */
  more: number;
  /** Start of validity; null if the log has no times. */
  since: string | null;
  /** End of validity; null while valid. */
  until: string | null;
}

/** Everything that leads from one dataset to another. */
export interface Link {
  /** Id of the read dataset. */
  source: string;
  /** Id of the written dataset. */
  target: string;
  /** The read dataset. */
  from: string;
  /** The written dataset. */
  to: string;
  /** The best level of it. */
  level: Level;
  /** Whether it is uncertain: AMBIGUOUS or worse. */
  doubtful: boolean;
  /** How many statements it is from. */
  statements: number;
  /** The best of them. */
  statement: string;
  /** The types of the edges between their columns; none where not known. */
  value_types: EdgeType[];
  /** The same for influence. */
  influence_types: EdgeType[];
}

/** What the answer left out. */
export interface Hidden {
  /** Columns (of a map: datasets) beyond the bounds. */
  columns: number;
  /** Edges beyond the bounds. */
  edges: number;
  /** Results of bare queries. */
  results: number;
  /** Ended edges. */
  ended: number;
  /** Edges that a filter left out. */
  filtered: number;
  /** Whether the counts of columns and edges are lower bounds. */
  more: boolean;
}

/** One step inside a statement, between stored datasets, CTEs and derived tables. */
export interface Hop {
  /** The column that is read. */
  from: string;
  /** The target column. */
  to: string;
  /** Type of the edge. */
  type: EdgeType;
  /** Level. */
  level: Level;
  /** The expression of this step, as written. */
  expr: string;
  /** The operator of this step. */
  operator: string;
  /** Start and end offset in the text of the statement. */
  span: [number, number];
  /** Line of the source, from 1. */
  line: number;
  /** Column in that line, from 1. */
  column: number;
}

/** A diagnostic of a statement. */
export interface Remark {
  /** The code; the reference explains each. */
  code: string;
  /** info, warning or error. */
  severity: "info" | "warning" | "error";
  /** Level of a statement with this diagnostic. */
  level: Level;
  /** Its subject. */
  message: string;
  /** What to do about it. */
  help: string;
  /** Start and end offset in the text of the statement. */
  span: [number, number];
  /** Line of the source, from 1. */
  line: number;
  /** Column in that line, from 1. */
  column: number;
}

/** A statement that was run: its text, where it was read, and who ran it when. */
export interface Statement {
  /** Its id, the same in every snapshot. */
  id: string;
  /** SELECT, INSERT, CREATE_TABLE, MERGE and others. */
  kind: string;
  /** The dialect; null for unreadable entries. */
  dialect: string | null;
  /** Level of its lineage. */
  level: Level;
  /** The file or table that it was first read from. */
  source: string;
  /** Its id in the source: a query id, a line, or empty. */
  entry: string;
  /** Line of the source, from 1. */
  line: number;
  /** Column in that line, from 1. */
  column: number;
  /** Its text. */
  text: string;
  /** The dataset that it writes. */
  target: string | null;
  /** done, failed or unknown. */
  status: string;
  /** Default database for unqualified names. */
  database: string | null;
  /** Job that ran it, if known. */
  job: string | null;
  /** Number of runs. */
  runs: number;
  /** When it was first run. */
  first_seen: string | null;
  /** When it was last run. */
  last_seen: string | null;
  /** Who ran it: up to 20 names. */
  users: string[];
}

/** One time that a statement was run. */
export interface Run {
  /** The query's id in its log; a line, or nothing, for a script. */
  query: string;
  /** The log or file. */
  source: string;
  /** When. */
  at: string | null;
  /** Who ran it. */
  user: string | null;
  /** What ran it. */
  job: string | null;
  /** The session that it was run in. */
  session: string | null;
  /** done, failed or unknown. */
  status: string;
}

/** Runs of a statement, the last one first, a page of them. */
export interface Runs {
  /** The runs of this page. */
  runs: Run[];
  /** Number of runs. */
  total: number;
  /** How many of its runs are kept: the last ones. */
  kept: number;
}

/** A search result: a dataset or a column. */
export interface Match {
  /** The name to ask for. */
  full_name: string;
  /** Which of the two it is. */
  kind: "dataset" | "column";
  /** The dataset. */
  dataset: Dataset;
  /** The column; null where the dataset itself matches. */
  column: Column | null;
  /** Score; 1 for an exact match. */
  score: number;
  /** How it fits. */
  how: "exact" | "prefix" | "word" | "part" | "near";
}

/** The matches of a search, best first. */
export interface Found {
  /** What was searched for. */
  query: string;
  /** The best matches. */
  matches: Match[];
  /** How many more there are. */
  hidden: number;
}

/** A dataset with a page of its columns. */
export interface Table {
  /** Its id, the same in every snapshot. */
  id: string;
  /** System: an engine, kafka, file and others. */
  system: string;
  /** Its name in that system. */
  name: string;
  /** system:name; results of queries differ by their statement. */
  full_name: string;
  /** table, view, materialized view, file, result and so on. */
  kind: string;
  /** Whether it is temporary. */
  temporary: boolean;
  /** How many columns it has. */
  columns: number;
  /** The query whose result it is. */
  statement: string | null;
  /** The columns of this page, in order. */
  column_list: Column[];
  /** How many columns are not on this page. */
  hidden: number;
  /** Its names in other engines, as system:name. */
  also: string[];
  /** First use by a statement. */
  first_seen: string | null;
  /** Last use by a statement. */
  last_seen: string | null;
  /** How many statements read it. */
  reads: number;
  /** How many statements write it. */
  writes: number;
}

/** A column of a walk; `way`, `level` and `confidence` are those of the best path to it. */
export interface Reached {
  /** Its id, the same in every snapshot; that of the dataset for its rows. */
  id: string;
  /** The full name of its dataset. */
  dataset: string;
  /** The id of its dataset. */
  dataset_id: string;
  /** Its name; null for the rows of the dataset. */
  name: string | null;
  /** system:dataset.column, usable in requests. */
  full_name: string;
  /** Its position, from 0; null if unknown. */
  ordinal: number | null;
  /** Its type in the engine's notation; null if unknown. */
  type: string | null;
  /** Whether no stored column feeds its value: a constant, a count, a clock. */
  generated: boolean;
  /** Level of the path. */
  level: Level;
  /** How many edges it is away; negative upstream where a walk goes both ways. */
  distance: number;
  /** The type of the path; null for the start. */
  way: EdgeType | null;
  /** Whether the path is an influence. */
  influence: boolean;
  /** The level as a number from 0 to 1. */
  confidence: number;
  /** Edges beyond it that the walk did not follow. */
  hidden: number;
}

/** Columns upstream or downstream of a column, nearest first. */
export interface Walk {
  /** The column that the walk starts from. */
  start: Column;
  /** upstream, downstream or both. */
  direction: string;
  /** How many edges it goes. */
  depth: number;
  /** The datasets of the columns, in order of appearance. */
  datasets: Dataset[];
  /** The columns that it reaches. */
  columns: Reached[];
  /** The edges between them. */
  edges: Edge[];
  /** What the answer left out. */
  hidden: Hidden;
}

/** A dataset in a picture: rank from left to right (0 is the start), order from top to bottom. */
export interface Card {
  /** Its id, the same in every snapshot. */
  id: string;
  /** System: an engine, kafka, file and others. */
  system: string;
  /** Its name in that system. */
  name: string;
  /** system:name; results of queries differ by their statement. */
  full_name: string;
  /** table, view, materialized view, file, result and so on. */
  kind: string;
  /** Whether it is temporary. */
  temporary: boolean;
  /** How many columns it has. */
  columns: number;
  /** The query whose result it is. */
  statement: string | null;
  /** Rank from left to right, 0 for the start, negative to its left. */
  rank: number;
  /** Its position in that column of cards, from 0. */
  order: number;
  /** Distance from the start, in edges. */
  distance: number;
  /** The columns that the picture shows. */
  column_list: Reached[];
  /** Neighbours upstream that are not shown. */
  hidden_up: number;
  /** Neighbours downstream that are not shown. */
  hidden_down: number;
}

/** An edge with the cards that it joins. */
export interface ViewEdge {
  /** Its number in this snapshot: /api/edges/{edge} explains it. */
  edge: number;
  /** The id of the source column. */
  source: string;
  /** The id of the target column. */
  target: string;
  /** The source column with its field path. */
  from: string;
  /** The target column. */
  to: string;
  /** Field path below the source column, outermost first; [] means elements. */
  path: string[];
  /** Type of the edge. */
  type: EdgeType;
  /** Whether it is an influence edge. */
  influence: boolean;
  /** Level. */
  level: Level;
  /** The level as a number from 0 to 1. */
  confidence: number;
  /** Whether it is uncertain: AMBIGUOUS or worse, or of the type UNKNOWN. */
  doubtful: boolean;
  /** The composed expression. */
  expr: string;
  /** Id of its statement. */
  statement: string;
  /** How many more edges there are between the same two columns. */
  more: number;
  /** Start of validity; null if the log has no times. */
  since: string | null;
  /** End of validity; null while valid. */
  until: string | null;
  /** The id of the card that the edge leaves. */
  source_card: string;
  /** The id of the card that the edge enters. */
  target_card: string;
}

/** A neighborhood as cards: of columns, with `edges`, or of datasets, with `links`. */
export interface View {
  /** The full name of the start; empty for the map of everything. */
  start: string;
  /** The cards, from left to right and from top to bottom. */
  cards: Card[];
  /** The edges between the columns of the cards. */
  edges: ViewEdge[];
  /** What leads from one dataset to another. */
  links: Link[];
  /** What the answer left out. */
  hidden: Hidden;
}

/** One path from a column to another. */
export interface Path {
  /** The strongest type of them. */
  type: EdgeType;
  /** Whether one of them is an influence edge. */
  influence: boolean;
  /** The worst level of them. */
  level: Level;
  /** The level as a number from 0 to 1. */
  confidence: number;
  /** Its edges, source first. */
  edges: Edge[];
}

/** The paths from one column to another, the most certain first. */
export interface Paths {
  /** The column that they start from. */
  source: Column;
  /** The column that they lead to. */
  target: Column;
  /** The paths. */
  paths: Path[];
  /** How many more there are; null where they were not counted. */
  hidden: number | null;
}

/** Why there is an edge. Spans count characters from the beginning of the statement's text. */
export interface Explanation {
  /** The edge. */
  edge: Edge;
  /** Id of its statement. */
  statement: Statement;
  /** The operators on the path, source first. */
  operators: string[];
  /** Start and end offset in the text of the statement. */
  span: [number, number];
  /** Line of the source, from 1. */
  line: number;
  /** Column in that line, from 1. */
  column: number;
  /** The steps inside the statement, source first. */
  hops: Hop[];
  /** The diagnostics that bear on it. */
  diagnostics: Remark[];
  /** Reason for the level. */
  why: string;
}

/** All edges between two columns, best first. */
export interface Explanations {
  /** An explanation for each edge. */
  explanations: Explanation[];
  /** How many more there are. */
  hidden: number;
}

/** A statement with its edges, its diagnostics and its last runs. */
export interface StatementDetail {
  /** The statement. */
  statement: Statement;
  /** Its diagnostics. */
  diagnostics: Remark[];
  /** Its edges. */
  edges: Edge[];
  /** How many more edges there are. */
  hidden: number;
  /** Its last runs. */
  runs: Runs;
}

/** A column that a change reaches. */
export interface Hit {
  /** The column. */
  column: Column;
  /** Distance in edges. */
  distance: number;
  /** Whether the change reaches it by influence. */
  influence: boolean;
  /** The type of the path to it. */
  type: EdgeType;
  /** Level of the path. */
  level: Level;
  /** The last edge of the path. */
  edge: Edge;
}

/** A dataset that a change reaches. */
export interface Struck {
  /** The dataset. */
  dataset: Dataset;
  /** Distance in edges. */
  distance: number;
  /** Whether a statement that writes it reads the column itself. */
  breaks: boolean;
  /** Whether its rows or values change because those of another dataset do. */
  follows: boolean;
  /** The impact, and the reason. */
  why: string;
  /** Those statements. */
  statements: string[];
  /** The columns of it that are reached. */
  hits: Hit[];
}

/** The impact of a change of a column, by dataset, nearest first. */
export interface Impact {
  /** The column. */
  column: Column;
  /** The change. */
  change: "drop" | "rename" | "retype";
  /** How many statements read the column itself. */
  breaking: number;
  /** How many of them are bare queries: they write nothing. */
  queries: number;
  /** The datasets that the change reaches. */
  tables: Struck[];
  /** What the answer left out. */
  hidden: Hidden;
}

/** What a change does, by dataset, a page of them. */
export interface ImpactPage {
  /** The column. */
  column: Column;
  /** The change. */
  change: "drop" | "rename" | "retype";
  /** How many statements read the column itself. */
  breaking: number;
  /** How many of them are bare queries: they write nothing. */
  queries: number;
  /** The datasets that the change reaches. */
  tables: Struck[];
  /** What the answer left out. */
  hidden: Hidden;
  /** How many datasets there are in all. */
  total: number;
}

/** An origin of a column, by value or influence. */
export interface Origin {
  /** The source column with its field path. */
  from: string;
  /** The types of the edges. */
  types: string[];
  /** The worst level of them. */
  level: Level;
  /** The expression. */
  expr: string;
}

/** An origin that was added, removed, or changed. */
export interface OriginChange {
  /** Which of the three. */
  change: "added" | "removed" | "changed";
  /** Whether it is an influence edge. */
  influence: boolean;
  /** Whether less is known than before: an origin is gone, less sure, or goes through something unknown. */
  worse: boolean;
  /** The origin in the older snapshot. */
  before: Origin | null;
  /** The origin in the newer snapshot. */
  after: Origin | null;
}

/** A column whose origins changed; without a name, the rows of its dataset. */
export interface ColumnChange {
  /** What happened to the column itself. */
  change: "added" | "removed" | "changed";
  /** The full name of the column. */
  column: string;
  /** The full name of its dataset. */
  dataset: string;
  /** Whether its lineage got worse. */
  worse: boolean;
  /** The origins that changed. */
  origins: OriginChange[];
  /** The datasets downstream of the column. */
  downstream: string[];
  /** Columns downstream beyond the bounds. */
  hidden: number;
}

/** What changed between two snapshots. */
export interface Diff {
  /** The older snapshot: its id, and when it was made. */
  before: string;
  /** The newer snapshot. */
  after: string;
  /** Whether lineage got worse for some column. */
  worse: boolean;
  /** The columns whose origins changed. */
  columns: ColumnChange[];
  /** Datasets that only the newer snapshot has. */
  datasets_added: string[];
  /** Datasets that only the older snapshot has. */
  datasets_removed: string[];
  /** Every dataset downstream of a changed column. */
  downstream: string[];
  /** Changed columns beyond the bounds. */
  hidden: number;
}

/** What went wrong. */
export interface ErrorDetail {
  /** For programs: unknown_name, several_names, invalid, token, timeout, … */
  code: string;
  /** For people: one line. */
  message: string;
  /** What to do about it. */
  help: string;
  /** Names that may be meant. */
  candidates: string[];
}

/** An error. */
export interface Error {
  /** What went wrong. */
  error: ErrorDetail;
}

/** Whether the server answers. */
export interface Health {
  /** It does. */
  status: "ok";
}

/** A snapshot of the folder. */
export interface Snapshot {
  /** Its id. */
  id: string;
  /** When it was made. */
  made_at: string;
}

/** The queried snapshot. */
export interface Info {
  /** The version of headwater. */
  version: string;
  /** The queried snapshot. */
  snapshot: Snapshot;
  /** All snapshots, oldest first. */
  snapshots: Snapshot[];
  /** How many rows each table has. */
  counts: Record<string, number>;
  /** The systems that datasets live in. */
  systems: string[];
  /** The dialects that can be asked for. */
  dialects: string[];
  /** The types of value edges, in order of strength. */
  value_types: string[];
  /** The types of influence. */
  influence_types: string[];
  /** The levels, best first. */
  levels: string[];
  /** The limits of requests. */
  limits: Record<string, number>;
  /** What the graph was read from. */
  sources: string[];
}

/** A diagnostic code, with an example statement. */
export interface Reason {
  /** The code of the diagnostic. */
  code: string;
  /** info, warning or error. */
  severity: string;
  /** Level of a statement with this diagnostic. */
  level: Level;
  /** The dialect. */
  dialect: string;
  /** How many statements have it. */
  statements: number;
  /** Its subject. */
  message: string;
  /** What to do about it. */
  help: string;
  /** A statement that has it. */
  example: string;
}

/** Levels of the answers of a dialect. */
export interface CoverageRow {
  /** The dialect; empty for unreadable entries. */
  dialect: string;
  /** Texts, counting every run. */
  entries: number;
  /** Statements rejected by the engine. */
  failed: number;
  /** Unreadable entries. */
  unread: number;
  /** Distinct texts, by fingerprint. */
  units: number;
  /** Statements, counting every run. */
  statements: number;
  /** Distinct statements, by fingerprint; the levels count these. */
  distinct_statements: number;
  /** Statements at level EXACT. */
  exact: number;
  /** Statements at level INFERRED. */
  inferred: number;
  /** Statements at level AMBIGUOUS. */
  ambiguous: number;
  /** Statements at level COARSE. */
  coarse: number;
  /** Statements at level TABLE. */
  table_only: number;
  /** Statements at level NONE. */
  none: number;
  /** Value edges. */
  edges: number;
  /** Distinct texts for which the log names the tables that the engine read. */
  checked: number;
  /** Those of them whose answer reads other tables: W805 and W806. */
  disputed: number;
}

/** Levels by dialect, and diagnostics by code. */
export interface Coverage {
  /** Levels of the answers, by dialect. */
  dialects: CoverageRow[];
  /** Diagnostics by code, most frequent first. */
  reasons: Reason[];
}

/** A statement that is not EXACT, or that has a diagnostic. */
export interface Unsure {
  /** Its id. */
  statement: string;
  /** SELECT, INSERT, CREATE_TABLE, MERGE and others. */
  kind: string;
  /** The dialect. */
  dialect: string | null;
  /** Level of its lineage. */
  level: Level;
  /** The file or table that it was first read from. */
  source: string;
  /** Line of the source, from 1. */
  line: number;
  /** The dataset that it writes. */
  target: string | null;
  /** Its beginning. */
  text: string;
  /** The codes of its diagnostics. */
  codes: string[];
}

/** A page of such statements. */
export interface UnsurePage {
  /** The statements of this page. */
  statements: Unsure[];
  /** How many there are in all. */
  total: number;
  /** How many come before this page. */
  offset: number;
}

/** A dataset, CTE or derived table of a statement, with its position in a picture. */
export interface PlacedCard {
  /** Its name in the text. */
  name: string;
  /** Rank from left to right; the last one is 0. */
  rank: number;
  /** Its position in that column of cards, from 0. */
  order: number;
  /** Its columns that the statement uses. */
  columns: string[];
}

/** The stored datasets that a statement reads and writes. */
export interface AnswerTables {
  /** Those that it reads. */
  sources: string[];
  /** Those that it writes. */
  targets: string[];
}

/** A dataset with a connector. */
export interface AnswerLink {
  /** Its name in the text. */
  dataset: string;
  /** Name of the underlying data: kafka:shop.orders. */
  is: string;
}

/** A column that the statement writes. */
export interface AnswerColumn {
  /** Its name. */
  name: string;
  /** Its position, from 0. */
  ordinal: number;
  /** Whether no stored column feeds its value: a constant, a count, a clock. */
  generated: boolean;
  /** Level. */
  level: Level;
  /** The dataset, where it is not the target: RETURNING gives a result. */
  dataset?: string;
}

/** A value edge. */
export interface AnswerEdge {
  /** The read column, with its field path. */
  from: string;
  /** The target column. */
  to: string;
  /** The position of the output column, from 0. */
  ordinal: number | null;
  /** Type of the edge. */
  type: EdgeType;
  /** The composed expression. */
  expr: string;
  /** Level. */
  level: Level;
  /** The level as a number from 0 to 1. */
  confidence: number;
  /** Start and end offset in the analyzed text. */
  span: [number, number];
  /** The operators on the path, source first. */
  path: string[];
}

/** Influence: a stored column that decides without feeding a value. */
export interface AnswerInfluence {
  /** The read column, with its field path. */
  from: string;
  /** The target column. */
  to: string;
  /** Type of the edge. */
  type: EdgeType;
  /** Level. */
  level: Level;
  /** The level as a number from 0 to 1. */
  confidence: number;
  /** Start and end offset in the analyzed text. */
  span: [number, number];
}

/** One step between stored datasets, CTEs and derived tables. */
export interface AnswerHop {
  /** The read column, with its field path. */
  from: string;
  /** The target column. */
  to: string;
  /** Type of the edge. */
  type: EdgeType;
  /** The expression of this step, as written. */
  expr: string;
  /** The operator of this step. */
  op: string;
  /** Level. */
  level: Level;
  /** Start and end offset in the analyzed text. */
  span: [number, number];
}

/** A diagnostic. */
export interface AnswerDiagnostic {
  /** The code; the reference explains each. */
  code: string;
  /** info, warning or error. */
  severity: "info" | "warning" | "error";
  /** Its subject. */
  message: string;
  /** What to do about it. */
  help: string;
  /** Start and end offset in the analyzed text. */
  span: [number, number];
  /** Line, from 1. */
  line: number;
  /** Column in that line, from 1. */
  column: number;
}

/** The result of to_dict of the library for one statement. */
export interface StatementAnswer {
  /** Index of the statement in the text, from 0. */
  index: number;
  /** SELECT, INSERT, CREATE_TABLE, MERGE and others. */
  kind: string;
  /** The dialect. */
  dialect: string;
  /** Level. */
  level: Level;
  /** The written dataset; result for a bare query. */
  target: string | null;
  /** Start and end offset in the analyzed text. */
  span: [number, number];
  /** The stored datasets that it reads and writes. */
  tables: AnswerTables;
  /** Datasets with a connector, and the names of the underlying data. */
  links: AnswerLink[];
  /** The columns that it writes. */
  columns: AnswerColumn[];
  /** Every column that an edge names. */
  nodes: string[];
  /** The value edges. */
  edges: AnswerEdge[];
  /** What decides. */
  influence: AnswerInfluence[];
  /** The steps between. */
  hops: AnswerHop[];
  /** The message. */
  diagnostics: AnswerDiagnostic[];
}

/** The analysis of one statement; `answer` is what the library's to_dict gives. */
export interface AnalyzedStatement {
  /** SELECT, INSERT, CREATE_TABLE, MERGE and others. */
  kind: string;
  /** The dataset that it writes; result for a bare query. */
  target: string | null;
  /** Level of its lineage. */
  level: Level;
  /** Start and end in the text, in characters. */
  span: [number, number];
  /** Its text. */
  text: string;
  /** Its lineage. */
  answer: StatementAnswer;
  /** The plan that the lineage was read from, one operator a line. */
  plan: string;
  /** Its datasets, for a picture. */
  cards: PlacedCard[];
}

/** The analysis of a text. */
export interface Analyzed {
  /** The dialect. */
  dialect: string;
  /** The worst level of its statements. */
  level: Level;
  /** Its statements, in order. */
  statements: AnalyzedStatement[];
  /** The stored datasets that it reads. */
  tables: string[];
}

/** An edge with its explanation. */
export interface BundleEdge {
  /** Its number in this snapshot: /api/edges/{edge} explains it. */
  edge: number;
  /** The id of the source column. */
  source: string;
  /** The id of the target column. */
  target: string;
  /** The source column with its field path. */
  from: string;
  /** The target column. */
  to: string;
  /** Field path below the source column, outermost first; [] means elements. */
  path: string[];
  /** Type of the edge. */
  type: EdgeType;
  /** Whether it is an influence edge. */
  influence: boolean;
  /** Level. */
  level: Level;
  /** The level as a number from 0 to 1. */
  confidence: number;
  /** Whether it is uncertain: AMBIGUOUS or worse, or of the type UNKNOWN. */
  doubtful: boolean;
  /** The composed expression. */
  expr: string;
  /** Id of its statement. */
  statement: string;
  /** How many more edges there are between the same two columns. */
  more: number;
  /** Start of validity; null if the log has no times. */
  since: string | null;
  /** End of validity; null while valid. */
  until: string | null;
  /** The id of the card that the edge leaves. */
  source_card: string;
  /** The id of the card that the edge enters. */
  target_card: string;
  /** The operators on the path, source first. */
  operators: string[];
  /** Start and end offset in the text of the statement. */
  span: [number, number];
  /** Line of the source, from 1. */
  line: number;
  /** Column in that line, from 1. */
  column: number;
  /** The steps inside the statement, source first. */
  hops: Hop[];
  /** Reason for the level. */
  why: string;
}

/** A statement with its diagnostics. */
export interface BundleStatement {
  /** The statement. */
  statement: Statement;
  /** Its diagnostics. */
  diagnostics: Remark[];
}

/** What the document leaves out. */
export interface BundleHidden {
  /** Edges beyond the bounds. */
  edges: number;
  /** Datasets beyond the bounds. */
  datasets: number;
}

/** A part of a graph, with all that the page needs to answer from it. */
export interface Bundle {
  /** The version of this form. */
  form: number;
  /** The column that the document is about; empty where it is about everything. */
  start: string;
  /** What is asked. */
  info: Info;
  /** The map of its datasets. */
  overview: View;
  /** Its datasets with their columns. */
  tables: Table[];
  /** Its edges. */
  edges: BundleEdge[];
  /** Their statements. */
  statements: BundleStatement[];
  /** Levels by dialect, and diagnostics by code. */
  coverage: Coverage;
  /** What the document leaves out. */
  hidden: BundleHidden;
}
