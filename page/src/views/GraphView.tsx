/* The graph, its tools and its panel: the map of everything, the surroundings of a table, the path of a column. */
import { ReactFlowProvider } from "@xyflow/react";
import { type ReactNode, useCallback, useEffect, useMemo, useRef } from "react";
import { api } from "../api";
import { useAsk } from "../api/ask";
import type { Filter } from "../api/filter";
import type { Hidden, Info, View } from "../api/types";
import { Canvas } from "../graph/Canvas";
import type { CardActions } from "../graph/CardNode";
import { arrange, type SceneEdge } from "../graph/geometry";
import { ColumnPanel } from "../panel/ColumnPanel";
import { EdgePanel } from "../panel/EdgePanel";
import { PathsPanel } from "../panel/PathsPanel";
import { TablePanel } from "../panel/TablePanel";
import { Exports } from "../parts/Exports";
import { Filters, filters } from "../parts/Filters";
import { Legend } from "../parts/Legend";
import { Popover } from "../parts/Popover";
import { Empty, Waiting, Wrong } from "../parts/states";
import { count, split } from "../parts/words";
import { CLOSED, type Go, href, NO_FILTER, type Route, START } from "../route";
import { Start } from "./Start";

const MOST = 1000;

function useBase(route: Route) {
  const { view, name, up, down, filter } = route;
  const said = JSON.stringify(filter);
  const key = view === "map" ? `map ${said}` : view === "table" ? `tables ${name} ${up} ${down} ${said}` : columnKey(name, up, down, filter);
  return useAsk<View>(key, () =>
    view === "map" ? api.overview(filter) : view === "table" ? api.tables(name, up, down, filter) : api.graph(name, up, down, filter, MOST));
}

const columnKey = (name: string, up: number, down: number, filter: Filter): string => `graph ${name} ${up} ${down} ${JSON.stringify(filter)}`;

export function GraphView({ route, go, info, say }: { route: Route; go: Go; info: Info | null; say(text: string): void }) {
  const base = useBase(route);
  // what the scene is of: while another is awaited, still the last
  const settled = useRef({ view: route.view, name: route.name, up: route.up, down: route.down });
  if (!base.loading) settled.current = { view: route.view, name: route.name, up: route.up, down: route.down };
  const shown = settled.current;
  const own = shown.view === "column" ? (base.data?.start ?? shown.name) : "";
  const sel = route.sel || own;
  const separate = sel !== "" && sel !== own;
  const other = useAsk<View>(separate ? columnKey(sel, route.up, route.down, route.filter) : null, () => api.graph(sel, route.up, route.down, route.filter, MOST));
  const focus = separate ? other.data : own ? base.data : null;
  const { from, to, only, open } = route;
  const opened = open.join("\n");
  const scene = useMemo(
    () => base.data ? arrange(base.data, focus, { sel: focus?.start ?? sel, open: new Set(opened.split("\n")), only, from, to }) : null,
    [base.data, focus, sel, opened, only, from, to],
  );

  const actions = useMemo<CardActions>(() => ({
    choose: (column) => go({ ...CLOSED, sel: column }),
    enter: (column) => go({ view: "column", name: column }, { fresh: true }),
    chooseTable: (table) => go({ ...CLOSED, at: table }),
    enterTable: (table) => go({ view: "table", name: table }, { fresh: true }),
    toggle: (table) => go({ open: open.includes(table) ? open.filter((one) => one !== table) : [...open, table] }, { replace: true }),
    more: (side) => go(side === "up" ? { up: Math.min(30, route.up + 1) } : { down: Math.min(30, route.down + 1) }),
  }), [go, open, route.up, route.down]);
  const explain = useCallback((edge: SceneEdge) => {
    go(edge.type === null ? { ...CLOSED, at: edge.to } : { ...CLOSED, from: edge.from, to: edge.to });
  }, [go]);

  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      if (event.key !== "Escape" || event.defaultPrevented || (event.target as HTMLElement | null)?.closest("input, textarea, select, .popover")) return;
      if (from || to || route.at) go(CLOSED);
      else if (route.sel) go({ sel: "" });
    };
    addEventListener("keydown", onKey);
    return () => removeEventListener("keydown", onKey);
  }, [go, from, to, route.at, route.sel]);

  const summary = useMemo(() => (base.data ? told(base.data, focus) : ""), [base.data, focus]);
  useEffect(() => {
    if (!base.loading && !other.loading) say(summary);
  }, [summary, base.loading, other.loading, say]);

  if (base.problem) {
    return <Wrong problem={base.problem} again={base.again} choose={(name) => go({ view: route.view, name }, { fresh: true })} />;
  }
  if (!base.data || !scene) return <Waiting what="Loading the graph…" />;
  const nothing = scene.cards.length === 0;
  const set = filters(route.filter);
  const waiting = base.loading || other.loading;
  return (
    <div className="graph-view">
      <div className="stage">
        {shown.view === "map" && !sel ? null : <h1 className="unseen">Lineage of {sel || shown.name}</h1>}
        <Toolbar route={route} go={go} info={info} view={focus ?? base.data} scene={scene} />
        {nothing ? (
          <Empty title={set ? "No edges match the filters" : "No lineage yet"}>
            {set ? <p><button type="button" className="link" onClick={() => go({ filter: NO_FILTER })}>Clear all filters</button></p> : (
              <p>No analyzed statement connects two tables. See <a href={href({ ...START, view: "coverage" })}>Coverage</a> for the statements.</p>
            )}
          </Empty>
        ) : (
          <ReactFlowProvider>
            <Canvas scene={scene} of={`${shown.view} ${shown.name} ${shown.up} ${shown.down} ${only}`} actions={actions} explain={explain} label={`Lineage graph. ${summary}`} />
          </ReactFlowProvider>
        )}
        {waiting ? <div className="busy" aria-hidden="true" /> : null}
        {nothing && !set ? null : <Left hidden={(focus ?? base.data).hidden} route={route} go={go} summary={summary} tables={shown.view !== "column" && !focus} />}
      </div>
      <Panel of={`${route.view} ${route.name} ${route.sel} ${route.at} ${from} ${to} ${route.ways}`}>
        {other.problem ? <Wrong problem={other.problem} again={other.again} />
          : from && to ? (route.ways ? <PathsPanel key={`${from} ${to}`} route={route} go={go} /> : <EdgePanel key={`${from} ${to}`} route={route} go={go} />)
          : route.at ? <TablePanel key={route.at} name={route.at} route={route} go={go} />
          : focus && sel ? <ColumnPanel name={focus.start} view={focus} route={route} go={go} />
          : shown.view === "table" ? <TablePanel key={shown.name} name={shown.name} route={route} go={go} />
          : <Start info={info} view={base.data} go={go} />}
      </Panel>
    </div>
  );
}

/** The panel keeps the keyboard: who chose something in it goes on in what it then tells, from its top. */
function Panel({ of, children }: { of: string; children: ReactNode }) {
  const panel = useRef<HTMLElement>(null);
  const inside = useRef(false);
  useEffect(() => {
    const onFocus = (event: FocusEvent): void => {
      inside.current = panel.current?.contains(event.target as Node) ?? false;
    };
    document.addEventListener("focusin", onFocus);
    return () => document.removeEventListener("focusin", onFocus);
  }, []);
  useEffect(() => {
    if (!panel.current) return;
    panel.current.scrollTop = 0;
    if (inside.current && !panel.current.contains(document.activeElement)) panel.current.focus({ preventScroll: true });
  }, [of]);
  return <aside className="panel" ref={panel} tabIndex={-1} aria-label="Details">{children}</aside>;
}

function told(base: View, focus: View | null): string {
  const view = focus ?? base;
  const columns = view.cards.reduce((sum, card) => sum + card.column_list.length, 0);
  const doubtful = view.edges.filter((edge) => edge.doubtful).length + (focus ? 0 : view.links.filter((link) => link.doubtful || link.value_types.includes("UNKNOWN")).length);
  const parts = [count(view.cards.length, "table")];
  if (columns) parts.push(count(columns, "column"));
  parts.push(count(view.edges.length || view.links.length, "edge"));
  if (doubtful) parts.push(`${doubtful} doubtful`);
  return parts.join(", ");
}

/** What is not shown, in words, and how to get it. */
function Left({ hidden, route, go, summary, tables }: { hidden: Hidden; route: Route; go: Go; summary: string; tables: boolean }) {
  const more = hidden.columns > 0;
  return (
    <div className="left-out">
      <span>{summary}</span>
      {more ? (
        <span>
          {hidden.more ? "at least " : ""}{count(hidden.columns, tables ? "table" : "column")} farther away
          {route.view === "map" && tables ? null : <> <button type="button" className="link" onClick={() => go({ up: Math.min(30, route.up + 1), down: Math.min(30, route.down + 1) })}>one more level</button></>}
        </span>
      ) : null}
      {hidden.results ? <span>{count(hidden.results, "bare query", "bare queries")} <button type="button" className="link" onClick={() => go({ filter: { ...route.filter, results: true } })}>show</button></span> : null}
      {hidden.filtered ? <span>{count(hidden.filtered, "edge")} filtered out <button type="button" className="link" onClick={() => go({ filter: NO_FILTER })}>clear</button></span> : null}
      {hidden.ended ? <span title="No current statement has this edge">{count(hidden.ended, "edge")} ended</span> : null}
    </div>
  );
}

function Stepper({ label, value, change }: { label: string; value: number; change(value: number): void }) {
  return (
    <span className="stepper" role="group" aria-label={`${label} levels`}>
      <span>{label}</span>
      <button type="button" aria-label={`One level less ${label}`} disabled={value <= 0} onClick={() => change(value - 1)}>−</button>
      <output>{value}</output>
      <button type="button" aria-label={`One level more ${label}`} disabled={value >= 30} onClick={() => change(value + 1)}>+</button>
    </span>
  );
}

function Toolbar({ route, go, info, view, scene }: { route: Route; go: Go; info: Info | null; view: View; scene: ReturnType<typeof arrange> }) {
  const own = route.view === "column" ? route.name : route.sel;
  const table = route.view === "table" ? route.name : own ? (view.cards.find((card) => card.distance === 0)?.full_name ?? split(own)[0]) : "";
  const many = filters(route.filter);
  return (
    <div className="toolbar" role="toolbar" aria-label="Graph">
      {route.view === "map" && !own ? <h1>All tables</h1> : (
        <div className="segments" role="group" aria-label="View">
          <button type="button" aria-pressed={route.view !== "column"} disabled={!table} onClick={() => go({ ...CLOSED, view: "table", name: table, sel: "", open: [] })}>Tables</button>
          <button type="button" aria-pressed={route.view === "column"} disabled={!own} title={own ? "" : "Select a column first"} onClick={() => go({ ...CLOSED, view: "column", name: own, sel: "" })}>Columns</button>
        </div>
      )}
      {route.view === "map" && !own ? null : (
        <>
          <Stepper label="upstream" value={route.up} change={(up) => go({ up })} />
          <Stepper label="downstream" value={route.down} change={(down) => go({ down })} />
        </>
      )}
      {own && route.view !== "column" ? (
        <label className="check"><input type="checkbox" checked={route.only} onChange={(event) => go({ only: event.target.checked })} />Only the path</label>
      ) : null}
      <span className="space" />
      <Popover label={<>Filters{many ? <b className="many">{many}</b> : null}</>} title="Filters" right>
        {() => <Filters filter={route.filter} info={info} tables={!own} change={(filter) => go({ filter })} />}
      </Popover>
      <Popover label="Legend" title="Legend" right>{() => <Legend />}</Popover>
      <Exports scene={scene} view={view} name={own || table || "warehouse"} route={route} />
    </div>
  );
}
