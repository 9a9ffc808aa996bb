/* How much was read, and what was not understood: by dialect and by code, each with its statements a click away. */
import { useState } from "react";
import { api } from "../api";
import { useAsk } from "../api/ask";
import { gather } from "../api/pages";
import type { CoverageRow, Reason } from "../api/types";
import { LevelBadge } from "../parts/badges";
import { Empty, Waiting, Wrong } from "../parts/states";
import { count, percent } from "../parts/words";
import { type Go, href, type Route, START } from "../route";

const PARTS: [keyof CoverageRow, string][] = [
  ["exact", "EXACT"], ["inferred", "INFERRED"], ["ambiguous", "AMBIGUOUS"], ["coarse", "COARSE"], ["table_only", "TABLE"], ["none", "NONE"],
];

export function CoverageView({ route, go }: { route: Route; go: Go }) {
  const asked = useAsk("coverage", () => api.coverage());
  if (asked.problem) return <Wrong problem={asked.problem} again={asked.again} />;
  if (!asked.data) return <Waiting what="Counting…" />;
  const { dialects, reasons } = asked.data;
  if (!dialects.length) return <Empty title="No statements yet"><p>Run <code>headwater run</code> on some SQL.</p></Empty>;
  const wanted = reasons.filter((one) => !route.dialect || one.dialect === route.dialect);
  const doubts = wanted.filter((one) => one.severity !== "info");
  const notes = wanted.filter((one) => one.severity === "info");
  return (
    <div className="page">
      <header className="page-head"><div><p className="eyebrow">Coverage</p><h1>Levels of the answers, by dialect</h1></div></header>
      <div className="wide-table">
      <table className="coverage">
        <thead><tr><th scope="col">Dialect</th><th scope="col" className="num">Statements</th><th scope="col">Levels</th><th scope="col" className="num">Exact</th><th scope="col" className="num">Unread</th><th scope="col" className="num">Edges</th></tr></thead>
        <tbody>
          {dialects.map((row) => (
            <tr key={row.dialect} className={route.dialect === row.dialect ? "on" : ""}>
              <th scope="row"><button type="button" className="link" aria-pressed={route.dialect === row.dialect} onClick={() => go({ dialect: route.dialect === row.dialect ? "" : row.dialect, code: "" })}>{row.dialect || "unknown"}</button></th>
              <td className="num">{row.distinct_statements.toLocaleString("en")}</td>
              <td><Bar row={row} /></td>
              <td className="num">{row.distinct_statements ? percent(row.exact / row.distinct_statements) : ""}</td>
              <td className={`num${row.unread + row.none ? " bad" : " faint"}`}>{(row.unread + row.none).toLocaleString("en")}</td>
              <td className="num">{row.edges.toLocaleString("en")}</td>
            </tr>
          ))}
        </tbody>
      </table>
      </div>
      <p className="key">{PARTS.map(([, level]) => <span key={level} className={`swatch ${level.toLowerCase()}`}><i aria-hidden="true" />{level}</span>)}</p>
      <h2>Diagnostics{route.dialect ? ` in ${route.dialect}` : ""}</h2>
      {doubts.length ? <Reasons reasons={doubts} route={route} go={go} /> : <p className="hint">No diagnostics: every statement is EXACT.</p>}
      {notes.length ? <details className="notes" open={notes.some((one) => one.code === route.code)}><summary>{count(notes.length, "note")} that cost nothing</summary><Reasons reasons={notes} route={route} go={go} /></details> : null}
    </div>
  );
}

function Bar({ row }: { row: CoverageRow }) {
  const all = PARTS.reduce((sum, [key]) => sum + Number(row[key]), 0) || 1;
  const said = PARTS.filter(([key]) => Number(row[key])).map(([key, level]) => `${level} ${String(row[key])}`).join(", ");
  return (
    <svg className="bar" viewBox="0 0 200 10" preserveAspectRatio="none" role="img" aria-label={said}>
      <title>{said}</title>
      {PARTS.map(([key, level], at) => {
        const before = PARTS.slice(0, at).reduce((sum, [one]) => sum + Number(row[one]), 0);
        return Number(row[key]) ? <rect key={key} className={level.toLowerCase()} x={(before / all) * 200} y="0" width={Math.max((Number(row[key]) / all) * 200, 1.5)} height="10" /> : null;
      })}
    </svg>
  );
}

function Reasons({ reasons, route, go }: { reasons: Reason[]; route: Route; go: Go }) {
  return (
    <ul className="reasons">
      {reasons.map((one) => {
        const open = route.code === one.code && (route.dialect === one.dialect);
        return (
          <li key={`${one.code} ${one.dialect} ${one.severity} ${one.level}`} className={one.severity}>
            <button type="button" className="item" aria-expanded={open} onClick={() => go(open ? { code: "" } : { code: one.code, dialect: one.dialect })}>
              <b className="mono">{one.code}</b>
              <span className="grow">{one.statements > 1 ? <span className="faint">example: </span> : null}{one.message}</span>
              {one.level === "EXACT" ? null : <LevelBadge level={one.level} />}
              <span className="faint">{one.dialect}</span>
              <span className="num">{count(one.statements, "statement")}</span>
            </button>
            {open ? <><p className="hint">{one.help}</p><Statements code={one.code} dialect={one.dialect} /></> : null}
          </li>
        );
      })}
    </ul>
  );
}

function Statements({ code, dialect }: { code: string; dialect: string }) {
  const [many, setMany] = useState(20);
  const asked = useAsk(`unsure ${code} ${dialect} ${many}`, async () => {
    const { first, all } = await gather(many, (limit, offset) => api.unsure(code, dialect || null, limit, offset), (one) => one.statements, (one) => one.total);
    return { ...first, statements: all };
  });
  if (asked.problem) return <Wrong problem={asked.problem} again={asked.again} />;
  if (!asked.data) return <Waiting what="Loading statements…" />;
  const { statements, total } = asked.data;
  return (
    <>
      <ul className="statements">
        {statements.map((one) => (
          <li key={one.statement}>
            <a href={href({ ...START, view: "statement", name: one.statement })}>
              <span className="line"><b className="mono">{one.source}:{one.line}</b><span className="faint">{one.kind}</span><LevelBadge level={one.level} /></span>
              <code className="ellipsis">{one.text.replace(/\s+/g, " ")}</code>
            </a>
          </li>
        ))}
      </ul>
      {total > statements.length ? <button type="button" className="quiet" onClick={() => setMany(many + 100)}>{count(total - statements.length, "more statement")}</button> : null}
    </>
  );
}
