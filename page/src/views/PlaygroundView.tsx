/* SQL of one's own: typed or pasted, analysed while one types, kept nowhere. */
import { ReactFlowProvider } from "@xyflow/react";
import { useEffect, useMemo, useRef, useState } from "react";
import { api } from "../api";
import { Problem } from "../api/client";
import type { Analyzed, AnalyzedStatement, AnswerEdge, Card, Info, Reached, View, ViewEdge } from "../api/types";
import { Canvas } from "../graph/Canvas";
import type { CardActions } from "../graph/CardNode";
import { arrange, type SceneEdge } from "../graph/geometry";
import { LevelBadge, TypeBadge } from "../parts/badges";
import { Sql, type Mark } from "../parts/Sql";
import { Empty, Waiting, Wrong } from "../parts/states";
import { split } from "../parts/words";
import type { Go, Route } from "../route";

const EXAMPLE = `WITH paid AS (
  SELECT order_id, customer_id, amount * rate AS eur
  FROM orders JOIN rates USING (currency)
  WHERE status = 'paid'
)
SELECT customer_id, sum(eur) AS total, max(my_score(eur)) AS score
FROM paid
GROUP BY customer_id`;

export function PlaygroundView({ route, go, info, say }: { route: Route; go: Go; info: Info | null; say(text: string): void }) {
  const [sql, setSql] = useState(route.sql || EXAMPLE);
  const dialect = route.dialect || "duckdb";
  const [known, setKnown] = useState(true);
  const [said, setSaid] = useState<Analyzed | null>(null);
  const [problem, setProblem] = useState<Problem | null>(null);
  const [busy, setBusy] = useState(false);
  const [at, setAt] = useState(0);
  const [tab, setTab] = useState<"graph" | "edges" | "plan">("graph");
  const [sel, setSel] = useState("");
  const [edge, setEdge] = useState<SceneEdge | null>(null);

  const shown = useRef(route.sql);
  useEffect(() => { // the back button brings back the text, too
    if (route.sql !== shown.current) {
      shown.current = route.sql;
      setSql(route.sql || EXAMPLE);
    }
  }, [route.sql]);

  useEffect(() => {
    if (!sql.trim()) {
      setSaid(null);
      setProblem(null);
      return;
    }
    const stop = new AbortController();
    setBusy(true);
    const timer = setTimeout(() => {
      const address = sql !== EXAMPLE && sql.length < 4000 ? sql : "";
      if (address !== shown.current) {
        shown.current = address;
        go({ sql: address }, { replace: true });
      }
      api.analyze(sql, dialect, known, stop.signal).then(
        (answer) => { setSaid(answer); setProblem(null); setBusy(false); setEdge(null); say(`${answer.statements.length} statements, ${answer.level}`); },
        (error: unknown) => {
          if (stop.signal.aborted) return;
          setBusy(false);
          setProblem(error instanceof Problem ? error : new Problem("page", String(error)));
        },
      );
    }, 350);
    return () => { clearTimeout(timer); stop.abort(); };
  }, [sql, dialect, known, go, say]);

  const statement = said?.statements[Math.min(at, (said?.statements.length ?? 1) - 1)] ?? null;
  const marks = useMemo<Mark[]>(() => {
    if (!statement) return [];
    const start = statement.span[0];
    const found: Mark[] = statement.answer.diagnostics.map((one) => ({ span: [one.span[0] - start, one.span[1] - start], kind: one.severity, title: `${one.code} ${one.message}` }));
    const hop = edge ? statement.answer.hops.find((one) => one.from === edge.from && one.to === edge.to) : undefined;
    if (hop?.span) found.push({ span: [hop.span[0] - start, hop.span[1] - start], kind: "main" });
    return found;
  }, [statement, edge]);

  return (
    <div className="playground">
      <div className="editor">
        <div className="toolbar">
          <label>Dialect <select value={dialect} onChange={(event) => go({ dialect: event.target.value }, { replace: true })}>{(info?.dialects ?? [dialect]).map((one) => <option key={one}>{one}</option>)}</select></label>
          <label className="check"><input type="checkbox" checked={known} onChange={(event) => setKnown(event.target.checked)} />Schemas of the warehouse</label>
          <span className="space" />
          <span className="faint" role="status">{busy ? "analysing…" : said ? <LevelBadge level={said.level} /> : null}</span>
        </div>
        <textarea value={sql} onChange={(event) => setSql(event.target.value)} spellCheck={false} aria-label="SQL" autoCapitalize="off" autoComplete="off"
          maxLength={info?.limits.sql_chars ?? 200_000} placeholder="Type or paste SQL" />
        {statement ? <Sql text={statement.text} marks={marks} label="The statement as it was read" /> : null}
        {statement?.answer.diagnostics.length ? (
          <ul className="remarks">
            {statement.answer.diagnostics.map((one, number) => <li key={number} className={one.severity}><b>{one.code}</b> {one.message} <span className="faint">{one.help}</span></li>)}
          </ul>
        ) : null}
      </div>
      <div className="stage">
        <div className="toolbar">
          <div className="segments" role="tablist" aria-label="Answer">
            {(["graph", "edges", "plan"] as const).map((one) => <button key={one} type="button" role="tab" aria-selected={tab === one} onClick={() => setTab(one)}>{one === "graph" ? "Graph" : one === "edges" ? "Edges" : "Plan"}</button>)}
          </div>
          {said && said.statements.length > 1 ? (
            <label>Statement <select value={at} onChange={(event) => { setAt(Number(event.target.value)); setSel(""); setEdge(null); }}>{said.statements.map((one, number) => <option key={number} value={number}>{number + 1}: {one.kind} {one.target ?? ""}</option>)}</select></label>
          ) : null}
        </div>
        {problem ? <Wrong problem={problem} /> : !statement && busy ? <Waiting what="Reading it…" /> : !statement ? <Empty title="Type some SQL"><p>Its graph and plan appear here while you type. Nothing is kept.</p></Empty>
          : tab === "plan" ? <pre className="sql plan" tabIndex={0} aria-label="The plan"><code>{statement.plan}</code></pre>
          : tab === "edges" ? <Edges statement={statement} />
          : <Drawn statement={statement} sel={sel} setSel={setSel} edge={edge} setEdge={setEdge} of={`${dialect} ${at} ${said?.statements.length ?? 0}`} />}
      </div>
    </div>
  );
}

function Edges({ statement }: { statement: AnalyzedStatement }) {
  const rows = [...statement.answer.edges.map((one) => ({ ...one, influence: false })), ...statement.answer.influence.map((one) => ({ ...one, influence: true }))];
  if (!rows.length) return <Empty title="No edge"><p>This statement hands on no column.</p></Empty>;
  return (
    <div className="scroll">
      <table className="edges">
        <thead><tr><th scope="col">From</th><th scope="col">To</th><th scope="col">Type</th><th scope="col">Level</th><th scope="col">Expression</th></tr></thead>
        <tbody>
          {rows.map((one, at) => (
            <tr key={at}><td className="mono">{one.from}</td><td className="mono">{one.to}</td><td><TypeBadge type={one.type} influence={one.influence} /></td><td>{one.level ? <LevelBadge level={one.level} /> : null}</td><td><code>{one.expr}</code></td></tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Drawn({ statement, sel, setSel, edge, setEdge, of }: { statement: AnalyzedStatement; sel: string; setSel(name: string): void; edge: SceneEdge | null; setEdge(edge: SceneEdge | null): void; of: string }) {
  const base = useMemo(() => viewOf(statement), [statement]);
  const focus = useMemo(() => (sel ? lit(base, sel) : null), [base, sel]);
  const scene = useMemo(() => arrange(base, focus, { sel, open: new Set(), only: false, from: edge?.from ?? "", to: edge?.to ?? "" }), [base, focus, sel, edge]);
  const actions = useMemo<CardActions>(() => {
    const choose = (column: string): void => setSel(column === sel ? "" : column);
    const nothing = (): void => undefined;
    return { choose, enter: nothing, chooseTable: nothing, enterTable: nothing, toggle: nothing, more: nothing };
  }, [sel, setSel]);
  if (!base.cards.length) return <Empty title="Nothing flows"><p>This statement hands on no column.</p></Empty>;
  return (
    <>
      <ReactFlowProvider><Canvas scene={scene} of={of} actions={actions} explain={setEdge} fixed label="Graph of the statement" /></ReactFlowProvider>
      {edge ? (
        <div className="left-out" role="status">
          <span className="mono">{edge.from} → {edge.to}</span>{edge.type ? <TypeBadge type={edge.type} influence={edge.influence} /> : null}<LevelBadge level={edge.level} /><code>{edge.expr}</code>
        </div>
      ) : null}
    </>
  );
}

/** The hops of a statement as a view: the same picture as of the warehouse. */
function viewOf(statement: AnalyzedStatement): View {
  const column = (card: string, name: string, ordinal: number): Reached => ({
    id: `${card}.${name}`, dataset: card, dataset_id: card, name, full_name: `${card}.${name}`, ordinal, type: null, generated: false, level: "EXACT",
    distance: 0, way: null, influence: false, confidence: 1, hidden: 0,
  });
  const cards = statement.cards.map((card): Card => ({
    id: card.name, system: card.name === statement.target ? "target" : "", name: card.name, full_name: card.name, kind: "table", temporary: false,
    columns: card.columns.length, statement: null, rank: card.rank, order: card.order, distance: card.rank,
    column_list: card.columns.map((name, at) => column(card.name, name, at)), hidden_up: 0, hidden_down: 0,
  }));
  const doubtful = (hop: AnswerEdge): boolean => (hop.level !== "EXACT" && hop.level !== "INFERRED") || hop.type === "UNKNOWN";
  const edges = statement.answer.hops.map((hop, at): ViewEdge => ({
    edge: at, source: hop.from, target: hop.to, from: hop.from, to: hop.to, path: [], type: hop.type, influence: false, level: hop.level,
    confidence: hop.confidence ?? 1, doubtful: doubtful(hop), expr: hop.expr ?? "", statement: "", more: 0, since: null, until: null,
    source_card: split(hop.from)[0], target_card: split(hop.to)[0],
  }));
  return { start: statement.target ?? "", cards, edges, links: [], hidden: { columns: 0, edges: 0, results: 0, ended: 0, filtered: 0, more: false } };
}

/** What a column of the statement is made of, and what is made of it. */
function lit(view: View, sel: string): View {
  const reach = (next: (edge: ViewEdge) => [string, string]): Set<string> => {
    const seen = new Set([sel]);
    const todo = [sel];
    while (todo.length) {
      const now = todo.pop();
      for (const edge of view.edges) {
        const [at, to] = next(edge);
        if (at === now && !seen.has(to)) { seen.add(to); todo.push(to); }
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
