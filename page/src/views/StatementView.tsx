/* One statement: its text with what was not understood marked, and the edges that it says. */
import { api } from "../api";
import { useAsk } from "../api/ask";
import { LevelBadge, TypeBadge } from "../parts/badges";
import { Sql, type Mark } from "../parts/Sql";
import { Waiting, Wrong } from "../parts/states";
import { count, time } from "../parts/words";
import { type Go, href, type Route, START } from "../route";
import { Name } from "../panel/Name";
import { RunsList } from "../panel/RunsList";

export function StatementView({ route, go }: { route: Route; go: Go }) {
  const asked = useAsk(`statement ${route.name}`, () => api.statement(route.name));
  if (asked.problem) return <Wrong problem={asked.problem} again={asked.again} />;
  if (!asked.data) return <Waiting what="Loading the statement…" />;
  const { statement, diagnostics, edges, hidden, runs } = asked.data;
  const marks: Mark[] = diagnostics.map((one) => ({ span: one.span, kind: one.severity, title: `${one.code} ${one.message}` }));
  return (
    <div className="page">
      <header className="page-head">
        <div>
          <p className="eyebrow">Statement</p>
          <h1 className="mono">{statement.source}:{statement.line}</h1>
          <p className="line"><span>{statement.kind}</span>{statement.dialect ? <span className="faint">{statement.dialect}</span> : null}<LevelBadge level={statement.level} /></p>
        </div>
        {api.standalone || statement.text.length >= 4000 ? null : (
          <div className="page-tools">
            <a className="tool" href={href({ ...START, view: "playground", dialect: statement.dialect ?? "", sql: statement.text })}>Open in the playground</a>
          </div>
        )}
      </header>
      <div className="two">
        <Sql text={statement.text} marks={marks} label="Statement" />
        <div>
          {diagnostics.length ? (
            <ul className="remarks">
              {diagnostics.map((one, at) => <li key={at} className={one.severity}><b>{one.code}</b> {one.message} <span className="faint">line {one.line}. {one.help}</span></li>)}
            </ul>
          ) : <p className="hint">No diagnostics.</p>}
          <dl className="facts">
            {statement.target ? <><dt>Writes</dt><dd className="mono">{statement.target}</dd></> : null}
            {statement.job ? <><dt>Job</dt><dd className="mono">{statement.job}</dd></> : null}
            {statement.entry ? <><dt>Query</dt><dd className="mono">{statement.entry}</dd></> : null}
            <dt>Statement</dt><dd className="mono">{statement.id}</dd>
            <dt>Runs</dt><dd>{count(statement.runs, "run")}{statement.status === "unknown" ? "" : `, ${statement.status}`}{statement.users.length ? `, by ${statement.users.join(", ")}` : ""}</dd>
            {statement.database ? <><dt>Database</dt><dd className="mono">{statement.database}</dd></> : null}
            {statement.first_seen ? <><dt>First seen</dt><dd>{time(statement.first_seen)}</dd></> : null}
            {statement.last_seen ? <><dt>Last seen</dt><dd>{time(statement.last_seen)}</dd></> : null}
          </dl>
          <RunsList said={runs} />
        </div>
      </div>
      <h2>Edges <span className="faint">{(edges.length + hidden).toLocaleString("en")}</span></h2>
      {edges.length ? (
        <div className="wide-table">
        <table className="edges">
          <thead><tr><th scope="col">From</th><th scope="col">To</th><th scope="col">Type</th><th scope="col">Level</th><th scope="col">Expression</th></tr></thead>
          <tbody>
            {edges.map((edge) => (
              <tr key={edge.edge} className={edge.doubtful ? "doubtful" : ""}>
                <td><Name full={edge.from} go={go} /></td><td><Name full={edge.to} go={go} /></td>
                <td><TypeBadge type={edge.type} influence={edge.influence} /></td><td><LevelBadge level={edge.level} /></td>
                <td><code className="ellipsis" title={edge.expr}>{edge.expr}</code></td>
              </tr>
            ))}
          </tbody>
        </table>
        </div>
      ) : <p className="hint">No edges.</p>}
      {hidden ? <p className="hint">{count(hidden, "more edge")} not shown.</p> : null}
    </div>
  );
}
