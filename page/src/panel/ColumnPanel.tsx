/* A column: what it is made of, what is made of it, where it begins and ends. */
import { useMemo } from "react";
import type { Reached, View, ViewEdge } from "../api/types";
import { LevelBadge, TypeBadge } from "../parts/badges";
import { count, split } from "../parts/words";
import { CLOSED, type Go, href, type Route, START } from "../route";
import { Name } from "./Name";
import { Top } from "./Top";

export function ColumnPanel({ name, view, route, go }: { name: string; view: View; route: Route; go: Go }) {
  const found = useMemo(() => read(view, name), [view, name]);
  const own = found.own;
  const enter = route.view !== "column" || route.name !== name;
  return (
    <article className="panel-body">
      <Top title={own?.name === null ? "Rows" : "Column"} go={go} {...(route.sel ? { closes: { ...CLOSED, sel: "" } } : {})} />
      <div className="ends"><Name full={name} go={go} /></div>
      {own ? (
        <p className="line">
          {own.type ? <code>{own.type}</code> : null}
          <LevelBadge level={own.level} />
          {own.generated ? <span className="badge">generated</span> : null}
        </p>
      ) : null}
      <p className="actions">
        {enter ? <button type="button" onClick={() => go({ view: "column", name }, { fresh: true })}>Center here</button> : null}
        {own?.name === null ? null : (
          <a className="button" href={href({ ...START, view: "impact", name, filter: route.filter })}>Impact</a>
        )}
      </p>
      <Side title="Comes from" none={own?.generated ? "Generated: no stored column feeds its value." : "No analyzed statement writes it."} edges={found.into} names={found.names} side="from" go={go} />
      <Side title="Feeds" none="Nothing downstream is known." edges={found.out} names={found.names} side="to" go={go} />
      <Ends title="Origins" columns={found.origins} other={name} upstream go={go} />
      <Ends title="Ends" columns={found.ends} other={name} upstream={false} go={go} />
    </article>
  );
}

interface Read {
  own: Reached | null;
  names: Map<string, string>;
  into: ViewEdge[];
  out: ViewEdge[];
  origins: Reached[];
  ends: Reached[];
}

function read(view: View, name: string): Read {
  const columns = view.cards.flatMap((card) => card.column_list);
  const own = columns.find((one) => one.full_name === name) ?? null;
  const names = new Map(columns.map((one) => [one.id, one.full_name]));
  const fed = new Set(view.edges.map((edge) => edge.target));
  const feeding = new Set(view.edges.map((edge) => edge.source));
  const sure = (a: ViewEdge, b: ViewEdge): number => Number(a.influence) - Number(b.influence) || b.confidence - a.confidence;
  return {
    own, names,
    into: own ? view.edges.filter((edge) => edge.target === own.id).sort(sure) : [],
    out: own ? view.edges.filter((edge) => edge.source === own.id).sort(sure) : [],
    origins: columns.filter((one) => one.distance < 0 && !fed.has(one.id)),
    ends: columns.filter((one) => one.distance > 0 && !feeding.has(one.id)),
  };
}

const FEW = 30;

function Side({ title, none, edges, names, side, go }: { title: string; none: string; edges: ViewEdge[]; names: Map<string, string>; side: "from" | "to"; go: Go }) {
  return (
    <section>
      <h3>{title} <span className="faint">{edges.length || ""}</span></h3>
      {edges.length ? (
        <ul className="list">
          {edges.slice(0, FEW).map((edge) => {
            const from = names.get(edge.source) ?? edge.from;
            const [place, column] = split(side === "from" ? edge.from : edge.to);
            return (
              <li key={edge.edge}>
                <button type="button" className={`item${edge.doubtful ? " doubtful" : ""}`} onClick={() => go({ ...CLOSED, from, to: edge.to })}>
                  <span className="full"><span className="place">{place}.</span><b>{column}</b></span>
                  <span className="line">
                    <TypeBadge type={edge.type} influence={edge.influence} />
                    {edge.level !== "EXACT" ? <LevelBadge level={edge.level} confidence={edge.confidence} /> : null}
                    {edge.more ? <span className="faint">and {edge.more} more</span> : null}
                  </span>
                  {edge.expr && edge.type !== "DIRECT" ? <code className="expr">{edge.expr}</code> : null}
                </button>
              </li>
            );
          })}
        </ul>
      ) : <p className="hint">{none}</p>}
      {edges.length > FEW ? <p className="hint">{count(edges.length - FEW, "more")} in the graph.</p> : null}
    </section>
  );
}

function Ends({ title, columns, other, upstream, go }: { title: string; columns: Reached[]; other: string; upstream: boolean; go: Go }) {
  if (!columns.length) return null;
  return (
    <section>
      <h3>{title} <span className="faint">{columns.length}</span></h3>
      <ul className="list">
        {columns.slice(0, FEW).map((one) => {
          const [place, column] = one.name === null ? [one.dataset, "all rows"] : split(one.full_name);
          return (
            <li key={one.id}>
              <button type="button" className="item" title="Show the paths" onClick={() => go({ ...CLOSED, ways: true, ...(upstream ? { from: one.full_name, to: other } : { from: other, to: one.full_name }) })}>
                <span className="full"><span className="place">{place}.</span><b>{column}</b></span>
                <span className="line faint">{count(Math.abs(one.distance), "step")}{one.hidden ? `, ${one.hidden} more after it` : ""}</span>
              </button>
            </li>
          );
        })}
      </ul>
      {columns.length > FEW ? <p className="hint">{count(columns.length - FEW, "more")} in the graph.</p> : null}
    </section>
  );
}
