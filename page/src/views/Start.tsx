/* What is here, beside the map of everything: how much, how sure, and where to begin. */
import { api, missing } from "../api";
import { useAsk } from "../api/ask";
import type { Info, View } from "../api/types";
import { count, time } from "../parts/words";
import { type Go, href, START } from "../route";
import { Name } from "../panel/Name";

export function Start({ info, view, go }: { info: Info | null; view: View; go: Go }) {
  const coverage = useAsk("coverage", () => api.coverage());
  const degree = new Map<string, number>();
  for (const link of view.links) {
    degree.set(link.source, (degree.get(link.source) ?? 0) + 1);
    degree.set(link.target, (degree.get(link.target) ?? 0) + 1);
  }
  const busy = [...view.cards].sort((a, b) => (degree.get(b.id) ?? 0) - (degree.get(a.id) ?? 0)).slice(0, 12);
  const rows = coverage.data?.dialects ?? [];
  const all = rows.reduce((sum, row) => sum + row.distinct_statements, 0);
  const exact = rows.reduce((sum, row) => sum + row.exact, 0);
  return (
    <article className="panel-body">
      <h2 className="panel-title">Warehouse</h2>
      {busy.length ? <p className="lead">Select a table on the map, or press <kbd>/</kbd> to search by any part of a name.</p> : null}
      {info ? (
        <dl className="figures">
          {(["datasets", "columns", "edges", "statements"] as const).map((one) => (
            <div key={one}><dd>{(info.counts[one] ?? 0).toLocaleString("en")}</dd><dt>{one === "datasets" ? "tables" : one}</dt></div>
          ))}
        </dl>
      ) : null}
      {all ? (
        <p className="line">
          <a href={href({ ...START, view: "coverage" })} onClick={(event) => { event.preventDefault(); go({ view: "coverage" }, { fresh: true }); }}>
            {Math.round((exact / all) * 1000) / 10}% of {count(all, "statement")} read exactly
          </a>
        </p>
      ) : null}
      {missing.edges || missing.datasets ? (
        <p className="hint">This file contains a part of the graph: {count(missing.edges, "edge")} and {count(missing.datasets, "table")} are left out, including bare queries.</p>
      ) : null}
      {busy.length ? <h3>Most connected</h3> : null}
      <ul className="list tight">
        {busy.map((card) => (
          <li key={card.id} className="busy-item"><Name full={card.full_name} go={go} dataset /><span className="faint">{count(degree.get(card.id) ?? 0, "link")}</span></li>
        ))}
      </ul>
      {info ? <p className="hint">Snapshot {info.snapshot.id}, made {time(info.snapshot.made_at)}. headwater {info.version}.</p> : null}
    </article>
  );
}
