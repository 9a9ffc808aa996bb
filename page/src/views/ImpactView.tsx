/* What a change of a column does, by table, nearest first; and the same as a file. */
import { useState } from "react";
import { api } from "../api";
import { useAsk } from "../api/ask";
import type { Change, Impact } from "../api/types";
import { LevelBadge, TypeBadge } from "../parts/badges";
import { csv, filename, save } from "../parts/files";
import { Empty, Waiting, Wrong } from "../parts/states";
import { count, split } from "../parts/words";
import { type Go, href, type Route, START } from "../route";
import { Name } from "../panel/Name";

const CHANGES: [Change, string][] = [["drop", "Dropped"], ["rename", "Renamed"], ["retype", "Given another type"]];
const PAGE = 100;

export function ImpactView({ route, go }: { route: Route; go: Go }) {
  const { name, change, filter } = route;
  const [many, setMany] = useState(PAGE);
  const asked = useAsk(`impact ${name} ${change} ${JSON.stringify(filter)} ${many}`, () => api.impact(name, change, filter, many, 0));
  if (asked.problem) return <Wrong problem={asked.problem} choose={(one) => go({ view: "impact", name: one }, { fresh: true })} />;
  const said = asked.data;
  if (!said) return <Waiting what="Working out what would break…" />;
  return (
    <div className="page" aria-busy={asked.loading}>
      <header className="page-head">
        <div>
          <p className="eyebrow">Impact</p>
          <h1><Name full={said.column.full_name} go={go} /></h1>
        </div>
        <div className="segments" role="group" aria-label="Change">
          {CHANGES.map(([one, word]) => <button key={one} type="button" aria-pressed={change === one} onClick={() => go({ change: one })}>{word}</button>)}
        </div>
        <div className="page-tools">
          <button type="button" className="tool" onClick={() => save(`impact_${filename(name)}.csv`, "text/csv", rows(said))}>CSV</button>
          <button type="button" className="tool" onClick={() => save(`impact_${filename(name)}.json`, "application/json", JSON.stringify(said, null, 2))}>JSON</button>
        </div>
      </header>
      <dl className="figures wide">
        <div className={said.breaking ? "bad" : ""}><dd>{said.breaking}</dd><dt>tables break</dt></div>
        <div><dd>{said.total - said.breaking}</dd><dt>more follow</dt></div>
        <div><dd>{said.queries}</dd><dt>bare queries read it</dt></div>
      </dl>
      {said.tables.length === 0 ? <Empty title="Nothing depends on it"><p>No statement that was read uses this column.</p></Empty> : (
        <ul className="impact">
          {said.tables.map((one) => (
            <li key={one.dataset.id} className={one.breaks ? "breaks" : "follows"}>
              <header>
                <span className="verdict">{one.breaks ? "Breaks" : one.follows ? "Follows" : "Changes"}</span>
                <Name full={one.dataset.full_name} go={go} dataset />
                <span className="faint">{count(one.distance, "step")}</span>
                <span className="faint grow">{one.why}</span>
                {one.statements.map((id, at) => <a key={id} href={href({ ...START, view: "statement", name: id })}>statement{one.statements.length > 1 ? ` ${at + 1}` : ""}</a>)}
              </header>
              {one.hits.length ? (
                <ul className="hits">
                  {one.hits.slice(0, 40).map((hit) => {
                    const edge = hit.edge;
                    return (
                      <li key={hit.column.id}>
                        <Name full={hit.column.full_name} go={go} />
                        <span className="line"><TypeBadge type={hit.type} influence={hit.influence} />{hit.level !== "EXACT" ? <LevelBadge level={hit.level} /> : null}</span>
                        <a className="expr mono ellipsis" title={edge.expr} href={href({ ...START, view: "column", name: hit.column.full_name, from: edge.from, to: edge.to })}>{edge.expr || `${split(edge.from)[1]} decides`}</a>
                      </li>
                    );
                  })}
                </ul>
              ) : null}
              {one.hits.length > 40 ? <p className="hint">{count(one.hits.length - 40, "more column")} in the files.</p> : null}
            </li>
          ))}
        </ul>
      )}
      {said.total > said.tables.length ? <button type="button" className="quiet" onClick={() => setMany(Math.min(500, many + PAGE))}>{count(said.total - said.tables.length, "more table")}</button> : null}
      {said.hidden.columns ? <p className="hint">{count(said.hidden.columns, "more column")} beyond what one answer holds.</p> : null}
    </div>
  );
}

function rows(said: Impact): string {
  const head = ["table", "verdict", "why", "distance", "column", "type", "influence", "level", "expr", "statement"];
  const body = said.tables.flatMap((one) => {
    const verdict = one.breaks ? "breaks" : one.follows ? "follows" : "changes";
    const start = [one.dataset.full_name, verdict, one.why, one.distance];
    if (!one.hits.length) return [[...start, "", "", "", "", "", one.statements.join(" ")]];
    return one.hits.map((hit) => [...start, hit.column.full_name, hit.type, hit.influence ? "influence" : "value", hit.level, hit.edge.expr, hit.edge.statement]);
  });
  return csv([head, ...body]);
}
