/* The ways from one column to another: the most certain first, the rest on demand. */
import { api } from "../api";
import { useAsk } from "../api/ask";
import type { Path } from "../api/types";
import { LevelBadge, TypeBadge } from "../parts/badges";
import { Waiting, Wrong } from "../parts/states";
import { count } from "../parts/words";
import { CLOSED, type Go, type Route } from "../route";
import { Name } from "./Name";
import { Top } from "./Top";

export function PathsPanel({ route, go }: { route: Route; go: Go }) {
  const { from, to, filter, all } = route;
  const asked = useAsk(`paths ${from} ${to} ${JSON.stringify(filter)}`, () => api.paths(from, to, filter, 25));
  if (asked.problem) return <Wrong problem={asked.problem} again={asked.again} />;
  if (!asked.data || asked.loading) return <Waiting what="Loading paths…" />;
  const { paths, hidden } = asked.data;
  const shown = all ? paths.length : 1;
  const left = paths.length - shown;
  return (
    <article className="panel-body">
      <Top title="Ways" go={go} closes={CLOSED} />
      <div className="ends">
        <Name full={from} go={go} /><span className="arrow"><span aria-hidden="true">↓</span><span className="unseen">to</span></span><Name full={to} go={go} />
      </div>
      {paths.length === 0 ? <p className="hint">No path with these filters.</p> : null}
      {paths.slice(0, shown).map((path, at) => <Way key={at} path={path} number={at + 1} go={go} />)}
      {left > 0 ? (
        <button type="button" className="quiet" onClick={() => go({ all: true })}>
          {(left + (hidden ?? 0)).toLocaleString("en")} more{hidden === null ? " at least" : ""}
        </button>
      ) : null}
      {left <= 0 && (hidden === null || hidden > 0) && paths.length > 0 ? <p className="hint">{hidden === null ? "There may be more paths" : `${count(hidden, "more path")}`} not listed.</p> : null}
    </article>
  );
}

function Way({ path, number, go }: { path: Path; number: number; go: Go }) {
  return (
    <section className="way">
      <h3>{number === 1 ? "Most certain path" : `Path ${number}`} <TypeBadge type={path.type} influence={path.influence} /> <LevelBadge level={path.level} confidence={path.confidence} /></h3>
      <ol className="hops">
        {path.edges.map((edge, at) => (
          <li key={at}>
            <div className="mono ellipsis" title={edge.from}>{edge.from}</div>
            <button type="button" className={`item${edge.doubtful ? " doubtful" : ""}`} onClick={() => go({ ...CLOSED, from: edge.from, to: edge.to })}>
              <span className="line"><TypeBadge type={edge.type} influence={edge.influence} />{edge.level !== "EXACT" ? <LevelBadge level={edge.level} /> : null}{edge.more ? <span className="faint">and {edge.more} more</span> : null}</span>
              {edge.expr ? <code className="expr">{edge.expr}</code> : null}
            </button>
            {at === path.edges.length - 1 ? <div className="mono ellipsis" title={edge.to}>{edge.to}</div> : null}
          </li>
        ))}
      </ol>
    </section>
  );
}
