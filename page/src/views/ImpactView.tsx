/* What a change of a column does, by table, nearest first; and the same as a file. */
import { useState } from "react";
import { api } from "../api";
import { problemOf, useAsk } from "../api/ask";
import { gather } from "../api/pages";
import type { Change, ImpactPage, Info, Struck } from "../api/types";
import { LevelBadge, TypeBadge } from "../parts/badges";
import { Filters, filters, IMPACT } from "../parts/Filters";
import { csv, filename, save } from "../parts/files";
import { Popover } from "../parts/Popover";
import { Search } from "../parts/Search";
import { Empty, Waiting, Wrong } from "../parts/states";
import { count, split } from "../parts/words";
import { type Go, href, NO_FILTER, type Route, START } from "../route";
import { Name } from "../panel/Name";

const CHANGES: [Change, string][] = [["drop", "Dropped"], ["rename", "Renamed"], ["retype", "Retyped"]];
const BREAKING: Record<Change, string> = { drop: "break", rename: "must change", retype: "may break" };
const PAGE = 100;
const HITS = 40;

export function ImpactView({ route, go, info }: { route: Route; go: Go; info: Info | null }) {
  return route.name ? <Of key={`${route.name} ${route.change}`} route={route} go={go} info={info} /> : <Which go={go} />;
}

/** Nothing is asked yet: which column? */
function Which({ go }: { go: Go }) {
  return (
    <div className="page">
      <header className="page-head"><div><p className="eyebrow">Impact</p><h1>Impact of a change</h1></div></header>
      <p className="lead">Select the column to drop, rename or retype.</p>
      <Search label="Search a column" columns take={(match) => go({ view: "impact", name: match.full_name })} />
    </div>
  );
}

function Of({ route, go, info }: { route: Route; go: Go; info: Info | null }) {
  const { name, change, filter } = route;
  const [many, setMany] = useState(PAGE);
  const [failed, setFailed] = useState("");
  const asked = useAsk(`impact ${name} ${change} ${JSON.stringify(filter)} ${many}`, () => struck(route, many));
  if (asked.problem) return <Wrong problem={asked.problem} again={asked.again} choose={(one) => go({ view: "impact", name: one, change }, { fresh: true })} />;
  const said = asked.data;
  if (!said) return <Waiting what="Computing the impact…" />;
  const write = (ending: string, type: string, text: (all: ImpactPage) => string): void => {
    setFailed("");
    struck(route, Infinity).then((all) => save(`impact_${filename(name)}.${ending}`, type, text(all)), (error: unknown) => setFailed(problemOf(error).message));
  };
  const set = filters(filter, IMPACT);
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
          <Popover label={<>Filters{set ? <b className="many">{set}</b> : null}</>} title="Filters" right>
            {() => <Filters filter={filter} info={info} parts={IMPACT} change={(next) => go({ filter: next })} />}
          </Popover>
          <button type="button" className="tool" onClick={() => write("csv", "text/csv", rows)}>CSV</button>
          <button type="button" className="tool" onClick={() => write("json", "application/json", (all) => JSON.stringify(all, null, 2))}>JSON</button>
        </div>
      </header>
      {failed ? <p className="hint bad" role="alert">{failed}</p> : null}
      <dl className="figures wide">
        <div className={said.breaking ? "bad" : ""}><dd>{said.breaking.toLocaleString("en")}</dd><dt>{said.breaking === 1 ? "statement" : "statements"} {change === "rename" && said.breaking === 1 ? "must change" : said.breaking === 1 && change === "drop" ? "breaks" : BREAKING[change]}</dt></div>
        <div><dd>{said.total.toLocaleString("en")}</dd><dt>{said.total === 1 ? "table" : "tables"} affected</dt></div>
        {api.standalone ? null : <div><dd>{said.queries.toLocaleString("en")}</dd><dt>bare {said.queries === 1 ? "query reads" : "queries read"} it</dt></div>}
      </dl>
      {api.standalone ? <p className="hint">Computed from the content of this file, which has no bare queries.</p> : null}
      {said.tables.length === 0 ? (
        <Empty title={said.breaking ? "Only bare queries read it" : "Nothing depends on it"}>
          <p>{said.breaking ? "No table is downstream of this column." : "No analyzed statement uses this column."}</p>
          {set ? <p><button type="button" className="link" onClick={() => go({ filter: NO_FILTER })}>Clear all filters</button></p> : null}
        </Empty>
      ) : (
        <ul className="impact">
          {said.tables.map((one) => <StruckItem key={one.dataset.id} one={one} change={change} go={go} />)}
        </ul>
      )}
      {said.total > said.tables.length ? <button type="button" className="quiet" disabled={asked.loading} onClick={() => setMany(many + PAGE)}>{count(said.total - said.tables.length, "more table")}</button> : null}
      {said.hidden.columns ? <p className="hint">{said.hidden.more ? "At least " : ""}{count(said.hidden.columns, "more column")} beyond the limit of one answer.</p> : null}
    </div>
  );
}

const verdict = (one: Struck, change: Change): string => (one.breaks ? (change === "drop" ? "Breaks" : change === "rename" ? "Must change" : "May break") : one.follows ? "Affected" : "Changes");

function StruckItem({ one, change, go }: { one: Struck; change: Change; go: Go }) {
  const [all, setAll] = useState(false);
  const hits = all ? one.hits : one.hits.slice(0, HITS);
  return (
    <li className={one.breaks ? "breaks" : "follows"}>
      <header>
        <span className="verdict">{verdict(one, change)}</span>
        <Name full={one.dataset.full_name} go={go} dataset />
        <span className="faint">{count(one.distance, "step")}</span>
        <span className="faint grow">{one.why}</span>
        {one.statements.map((id, at) => <a key={id} href={href({ ...START, view: "statement", name: id })}>statement{one.statements.length > 1 ? ` ${at + 1}` : ""}</a>)}
      </header>
      {hits.length ? (
        <ul className="hits">
          {hits.map((hit) => {
            const edge = hit.edge;
            return (
              <li key={hit.column.id}>
                <Name full={hit.column.full_name} go={go} />
                <span className="line"><TypeBadge type={hit.type} influence={hit.influence} />{hit.level !== "EXACT" ? <LevelBadge level={hit.level} /> : null}</span>
                <a className="expr mono" title={edge.expr} href={href({ ...START, view: "column", name: hit.column.full_name, from: edge.from, to: edge.to })}>{edge.expr || `${split(edge.from)[1]} (influence)`}</a>
              </li>
            );
          })}
        </ul>
      ) : null}
      {one.hits.length > hits.length ? <button type="button" className="link" onClick={() => setAll(true)}>{count(one.hits.length - hits.length, "more column")}</button> : null}
    </li>
  );
}

/** What is struck, so many tables of it. */
async function struck({ name, change, filter }: Route, many: number): Promise<ImpactPage> {
  const { first, all } = await gather(many, (limit, offset) => api.impact(name, change, filter, limit, offset), (one) => one.tables, (one) => one.total);
  return { ...first, tables: all };
}

function rows(said: ImpactPage): string {
  const head = ["table", "verdict", "why", "distance", "column", "type", "influence", "level", "expr", "statement"];
  const body = said.tables.flatMap((one) => {
    const start = [one.dataset.full_name, one.breaks ? "breaks" : one.follows ? "follows" : "changes", one.why, one.distance];
    if (!one.hits.length) return [[...start, "", "", "", "", "", one.statements.join(" ")]];
    return one.hits.map((hit) => [...start, hit.column.full_name, hit.type, hit.influence ? "influence" : "value", hit.level, hit.edge.expr, hit.edge.statement]);
  });
  return csv([head, ...body]);
}
