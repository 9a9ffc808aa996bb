/* A dataset: what it is, when it was seen, its columns. */
import { api } from "../api";
import { useAsk } from "../api/ask";
import { Waiting, Wrong } from "../parts/states";
import { count, time } from "../parts/words";
import { CLOSED, type Go, type Route } from "../route";
import { Name } from "./Name";
import { Top } from "./Top";

const FEW = 60;

export function TablePanel({ name, route, go }: { name: string; route: Route; go: Go }) {
  const asked = useAsk(`table ${name}`, () => api.table(name, 5000, 0));
  if (asked.problem) return <Wrong problem={asked.problem} again={asked.again} />;
  if (!asked.data || asked.loading) return <Waiting what="Loading the table…" />;
  const table = asked.data;
  const columns = table.column_list.filter((one) => one.name !== null);
  const shown = route.all ? columns : columns.slice(0, FEW);
  return (
    <article className="panel-body">
      <Top title={table.kind} go={go} {...(route.at ? { closes: CLOSED } : {})} />
      <div className="ends"><Name full={table.full_name} go={go} dataset /></div>
      <p className="actions">
        {route.view !== "table" || route.name !== table.full_name ? (
          <button type="button" onClick={() => go({ view: "table", name: table.full_name }, { fresh: true })}>Center here</button>
        ) : null}
      </p>
      <dl className="facts">
        <dt>System</dt><dd>{table.system}</dd>
        <dt>Read by</dt><dd>{count(table.reads, "statement")}</dd>
        <dt>Written by</dt><dd>{count(table.writes, "statement")}</dd>
        {table.also.length ? <><dt>Other names</dt><dd className="mono">{table.also.join(", ")}</dd></> : null}
        {table.first_seen ? <><dt>First seen</dt><dd>{time(table.first_seen)}</dd></> : null}
        {table.last_seen ? <><dt>Last seen</dt><dd>{time(table.last_seen)}</dd></> : null}
      </dl>
      <h3>Columns <span className="faint">{table.columns.toLocaleString("en")}</span></h3>
      {columns.length ? null : <p className="hint">No columns known.</p>}
      <ul className="list tight">
        {shown.map((one) => (
          <li key={one.id}>
            <button type="button" className="item row-item" aria-pressed={route.sel === one.full_name} onClick={() => go({ ...CLOSED, sel: one.full_name })}>
              <b>{one.name}</b><span className="faint mono">{one.type}</span>
            </button>
          </li>
        ))}
      </ul>
      {columns.length > shown.length ? <button type="button" className="quiet" onClick={() => go({ all: true })}>{count(columns.length - shown.length, "more column")}</button> : null}
      {table.hidden ? <p className="hint">{count(table.hidden, "more column")} not loaded.</p> : null}
    </article>
  );
}
