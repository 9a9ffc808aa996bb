/* SQL of one's own: typed or pasted, analysed while one types, kept nowhere. */
import { ReactFlowProvider } from "@xyflow/react";
import { useEffect, useMemo, useRef, useState } from "react";
import { api } from "../api";
import { problemOf } from "../api/ask";
import type { Problem } from "../api/client";
import type { Analyzed, AnalyzedStatement, Info } from "../api/types";
import { Canvas } from "../graph/Canvas";
import type { CardActions } from "../graph/CardNode";
import { arrange, type SceneEdge } from "../graph/geometry";
import { lit, viewOf } from "../graph/statement";
import { LevelBadge, TypeBadge } from "../parts/badges";
import { Editor } from "../parts/Editor";
import { Legend } from "../parts/Legend";
import { Popover } from "../parts/Popover";
import type { Mark } from "../parts/Sql";
import { Empty, Waiting, Wrong } from "../parts/states";
import { count } from "../parts/words";
import type { Go, Route, Tab } from "../route";

const EXAMPLE = `WITH paid AS (
  SELECT order_id, customer_id, amount * rate AS eur
  FROM orders JOIN rates USING (currency)
  WHERE status = 'paid'
)
SELECT customer_id,
       sum(eur) AS total,
       max(my_score(eur)) AS score
FROM paid
GROUP BY customer_id`;
/** What a link can carry. */
const LINKED = 4000;
const TABS: [Tab, string][] = [["graph", "Graph"], ["edges", "Edges"], ["plan", "Plan"]];

export function PlaygroundView({ route, go, info, say }: { route: Route; go: Go; info: Info | null; say(text: string): void }) {
  const [sql, setSql] = useState(route.sql || EXAMPLE);
  const dialect = route.dialect || "duckdb";
  const { bare, tab } = route;
  const [said, setSaid] = useState<{ of: string; answer: Analyzed } | null>(null);
  const [problem, setProblem] = useState<Problem | null>(null);
  const [busy, setBusy] = useState(false);
  const [tries, setTries] = useState(0);

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
      setBusy(false);
      return;
    }
    const stop = new AbortController();
    setBusy(true);
    const timer = setTimeout(() => {
      const address = sql !== EXAMPLE && sql.length < LINKED ? sql : "";
      if (address !== shown.current) {
        shown.current = address;
        go({ sql: address, sel: "", from: "", to: "", part: 0 }, { replace: true });
      }
      api.analyze(sql, dialect, !bare, stop.signal).then(
        (answer) => {
          setSaid({ of: sql, answer });
          setProblem(null);
          setBusy(false);
          say(`${count(answer.statements.length, "statement")}, ${answer.level}`);
        },
        (error: unknown) => {
          if (stop.signal.aborted) return;
          setBusy(false);
          setProblem(problemOf(error));
        },
      );
    }, 350);
    return () => { clearTimeout(timer); stop.abort(); };
  }, [sql, dialect, bare, tries, go, say]);

  const statements = said?.answer.statements ?? [];
  const part = Math.min(route.part, statements.length - 1);
  const statement = statements[part] ?? null;
  const { from, to } = route;
  const marks = useMemo<Mark[]>(() => {
    if (!said || said.of !== sql) return [];
    const found: Mark[] = said.answer.statements.flatMap((one) => one.answer.diagnostics.map((remark): Mark => ({ span: remark.span, kind: remark.severity, title: `${remark.code} ${remark.message}` })));
    const own = said.answer.statements[part]?.answer;
    const edge = from ? [...(own?.hops ?? []), ...(own?.influence ?? [])].find((one) => one.from === from && one.to === to) : undefined;
    if (edge?.span) found.push({ span: edge.span, kind: "main" });
    return found;
  }, [said, sql, part, from, to]);
  const most = info?.limits.sql_chars ?? 200_000;
  const influence = route.filter.relation === "both";

  return (
    <div className="playground">
      <h1 className="unseen">Playground</h1>
      <div className="editor">
        <div className="toolbar">
          <label>Dialect <select value={dialect} onChange={(event) => go({ dialect: event.target.value })}>{(info?.dialects ?? [dialect]).map((one) => <option key={one}>{one}</option>)}</select></label>
          <label className="check" title="Use the schemas of the warehouse"><input type="checkbox" checked={!bare} onChange={(event) => go({ bare: !event.target.checked })} />Warehouse schemas</label>
          <span className="space" />
          <span className="faint" role="status">{busy ? "analyzing…" : said ? <LevelBadge level={said.answer.level} /> : null}</span>
        </div>
        <Editor text={sql} change={setSql} marks={marks} most={most} />
        {sql.length >= LINKED ? <p className="hint note">{sql.length >= most ? `The limit is ${most.toLocaleString("en")} characters.` : "This text is too long for a link."}</p> : null}
        {statement?.answer.diagnostics.length ? (
          <ul className="remarks" aria-label="Diagnostics">
            {statement.answer.diagnostics.map((one, number) => <li key={number} className={one.severity}><b>{one.code}</b> {one.message} <span className="soft">{one.line ? `Line ${one.line}. ` : ""}{one.help}</span></li>)}
          </ul>
        ) : null}
      </div>
      <div className="stage">
        <div className="toolbar">
          <div className="segments" role="group" aria-label="Answer">
            {TABS.map(([one, word]) => <button key={one} type="button" aria-pressed={tab === one} onClick={() => go({ tab: one })}>{word}</button>)}
          </div>
          {statements.length > 1 ? (
            <label>Statement <select value={part} onChange={(event) => go({ part: Number(event.target.value), sel: "", from: "", to: "" })}>{statements.map((one, number) => <option key={number} value={number}>{number + 1}: {one.kind} {one.target ?? ""}</option>)}</select></label>
          ) : null}
          {tab === "graph" ? <label className="check"><input type="checkbox" checked={influence} onChange={(event) => go({ filter: { ...route.filter, relation: event.target.checked ? "both" : null } })} />Show influence</label> : null}
          <span className="space" />
          {tab === "graph" ? <Popover label="Legend" title="Legend" right>{() => <Legend />}</Popover> : null}
        </div>
        {problem ? <Wrong problem={problem} again={() => { setProblem(null); setTries(tries + 1); }} /> : !statement && busy ? <Waiting what="Analyzing…" /> : !statement ? <Empty title="Enter SQL"><p>Its graph and plan appear here while you type. Nothing is kept.</p></Empty>
          : tab === "plan" ? <pre className="sql plan" tabIndex={0} role="region" aria-label="Plan"><code>{statement.plan}</code></pre>
          : tab === "edges" ? <Edges statement={statement} />
          : <Drawn statement={statement} route={route} go={go} influence={influence} of={`${dialect} ${part} ${statements.length} ${influence}`} />}
        {busy ? <div className="busy" aria-hidden="true" /> : null}
      </div>
    </div>
  );
}

function Edges({ statement }: { statement: AnalyzedStatement }) {
  const rows = [...statement.answer.edges.map((one) => ({ ...one, influence: false })), ...statement.answer.influence.map((one) => ({ ...one, expr: "", influence: true }))];
  if (!rows.length) return <Empty title="No edges"><p>This statement has no value edges.</p></Empty>;
  return (
    <div className="scroll" tabIndex={0} role="region" aria-label="Edges">
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

function Drawn({ statement, route, go, influence, of }: { statement: AnalyzedStatement; route: Route; go: Go; influence: boolean; of: string }) {
  const { sel, from, to } = route;
  const base = useMemo(() => viewOf(statement, influence), [statement, influence]);
  const focus = useMemo(() => (sel ? lit(base, sel) : null), [base, sel]);
  const scene = useMemo(() => arrange(base, focus, { sel, open: new Set(), only: false, from, to }), [base, focus, sel, from, to]);
  const actions = useMemo<CardActions>(() => {
    const choose = (column: string): void => go({ sel: column === sel ? "" : column, from: "", to: "" });
    const nothing = (): void => undefined;
    return { choose, enter: nothing, chooseTable: nothing, enterTable: nothing, toggle: nothing, more: nothing };
  }, [go, sel]);
  const explain = useMemo(() => (edge: SceneEdge) => go({ from: edge.from, to: edge.to }), [go]);
  const edge = scene.edges.find((one) => one.chosen);
  if (!base.cards.length) return <Empty title="No edges"><p>This statement has no value edges{statement.answer.influence.length && !influence ? "; influence can be shown above" : ""}.</p></Empty>;
  return (
    <>
      <ReactFlowProvider><Canvas scene={scene} of={of} actions={actions} explain={explain} fixed label="Graph of the statement" /></ReactFlowProvider>
      {edge ? (
        <div className="left-out" role="status">
          <span className="mono">{edge.from} → {edge.to}</span>{edge.type ? <TypeBadge type={edge.type} influence={edge.influence} /> : null}<LevelBadge level={edge.level} />{edge.expr ? <code>{edge.expr}</code> : null}
        </div>
      ) : null}
    </>
  );
}
