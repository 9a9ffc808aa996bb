/* Why there is an edge: what it is, how sure, each hop, the operators, the SQL with the place marked, who ran it when. */
import { api } from "../api";
import { useAsk } from "../api/ask";
import type { Explanation } from "../api/types";
import { LevelBadge, TypeBadge } from "../parts/badges";
import { Sql, type Mark } from "../parts/Sql";
import { Waiting, Wrong } from "../parts/states";
import { count, time } from "../parts/words";
import { CLOSED, type Go, href, type Route, START } from "../route";
import { Name } from "./Name";
import { RunsOf } from "./RunsList";
import { Top } from "./Top";

export function EdgePanel({ route, go }: { route: Route; go: Go }) {
  const { from, to, all } = route;
  const asked = useAsk(`explain ${from} ${to}`, () => api.explain(from, to, 50));
  if (asked.problem) return <Wrong problem={asked.problem} again={asked.again} />;
  if (!asked.data || asked.loading) return <Waiting what="Loading the statement…" />;
  const { explanations, hidden } = asked.data;
  const [first, ...rest] = explanations;
  return (
    <article className="panel-body">
      <Top title="Why" go={go} closes={CLOSED} />
      <div className="ends">
        <Name full={from} go={go} /><span className="arrow"><span aria-hidden="true">↓</span><span className="unseen">feeds</span></span><Name full={to} go={go} />
      </div>
      {first ? <Explained said={first} open /> : <p className="hint">This edge no longer exists.</p>}
      {rest.length && !all ? (
        <button type="button" className="quiet" onClick={() => go({ all: true })}>{rest.length + hidden} more between these two, less sure or from other statements</button>
      ) : null}
      {all ? rest.map((one) => <Explained key={one.edge.edge} said={one} />) : null}
      {all && hidden ? <p className="hint">{count(hidden, "more edge")} not shown.</p> : null}
    </article>
  );
}

function Explained({ said, open = false }: { said: Explanation; open?: boolean }) {
  const { edge, statement, hops, operators } = said;
  const marks: Mark[] = hops
    .filter((hop) => hop.span[0] !== said.span[0] || hop.span[1] !== said.span[1])
    .map((hop) => ({ span: hop.span, kind: "hop", title: `${hop.from} → ${hop.to}` }));
  for (const one of said.diagnostics) marks.push({ span: one.span, kind: one.severity, title: `${one.code} ${one.message}` });
  marks.push({ span: said.span, kind: "main" });
  return (
    <details className="explained" open={open}>
      <summary>
        <TypeBadge type={edge.type} influence={edge.influence} /> <LevelBadge level={edge.level} confidence={edge.confidence} />
      </summary>
      {edge.expr ? <p className="expr mono">{edge.expr}</p> : null}
      <p className={edge.doubtful ? "why doubtful" : "why"}>{said.why}</p>
      {hops.length ? (
        <>
          <h3>Hops</h3>
          <ol className="hops">
            {hops.map((hop, at) => (
              <li key={at}>
                <div className="mono ellipsis" title={hop.from}>{hop.from}</div>
                <div className="step">
                  <TypeBadge type={hop.type} influence={false} />
                  <span className="faint">{hop.operator}</span>
                  <span className="faint">line {hop.line}</span>
                  {hop.level !== "EXACT" ? <LevelBadge level={hop.level} /> : null}
                </div>
                <code className="expr">{hop.expr}</code>
                {at === hops.length - 1 ? <div className="mono ellipsis" title={hop.to}>{hop.to}</div> : null}
              </li>
            ))}
          </ol>
        </>
      ) : null}
      {operators.length ? (
        <>
          <h3>Operators</h3>
          <p className="operators">{operators.map((one, at) => <span key={at}>{one}</span>)}</p>
        </>
      ) : null}
      <h3>Statement</h3>
      <Sql text={statement.text} marks={marks} label="The statement, with the span marked" />
      {said.diagnostics.length ? (
        <ul className="remarks">
          {said.diagnostics.map((one, at) => (
            <li key={at} className={one.severity}><b>{one.code}</b> {one.message} <span className="faint">{one.help}</span></li>
          ))}
        </ul>
      ) : null}
      <dl className="facts">
        <dt>Source</dt><dd className="mono">{statement.source}{statement.entry ? `#${statement.entry}` : ""}:{said.line}</dd>
        {statement.job ? <><dt>Job</dt><dd className="mono">{statement.job}</dd></> : null}
        {statement.entry ? <><dt>Query</dt><dd className="mono">{statement.entry}</dd></> : null}
        <dt>Statement</dt>
        <dd><a className="mono" href={href({ ...START, view: "statement", name: statement.id })}>{statement.id}</a></dd>
        <dt>Kind</dt><dd>{statement.kind}{statement.dialect ? `, ${statement.dialect}` : ""}</dd>
        <dt>Runs</dt><dd>{count(statement.runs, "run")}{statement.users.length ? ` by ${statement.users.join(", ")}` : ""}</dd>
        {statement.first_seen ? <><dt>First seen</dt><dd>{time(statement.first_seen)}</dd></> : null}
        {statement.last_seen ? <><dt>Last seen</dt><dd>{time(statement.last_seen)}</dd></> : null}
        {edge.since ? <><dt>Valid from</dt><dd>{time(edge.since)}</dd></> : null}
        {edge.until ? <><dt>Valid to</dt><dd>{time(edge.until)}</dd></> : null}
      </dl>
      {api.standalone ? null : <RunsOf id={statement.id} many={5} />}
    </details>
  );
}
