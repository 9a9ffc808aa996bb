/* What is followed: value or influence, types, levels, systems, dialects, time. All of it stands in the address. */
import type { ReactNode } from "react";
import { followed, type Filter } from "../api/filter";
import { INFLUENCE_TYPES, LEVELS, VALUE_TYPES, type EdgeType, type Info, type Level, type Relation } from "../api/types";
import { NO_FILTER } from "../route";

interface Props {
  filter: Filter;
  info: Info | null;
  change(filter: Filter): void;
  /** What can be filtered by here; everything by default. */
  parts?: readonly (keyof Filter)[];
  /** Whether it is about what leads from table to table. */
  tables?: boolean;
}

const toggled = <T,>(list: T[], one: T): T[] => (list.includes(one) ? list.filter((other) => other !== one) : [...list, one]);

export const ALL: readonly (keyof Filter)[] = ["relation", "types", "level", "systems", "dialects", "asOf", "results"];
/** Impact follows value and influence alike, and ends where tables do. */
export const IMPACT: readonly (keyof Filter)[] = ["types", "level", "systems", "dialects", "asOf"];

/** How many filters are set. */
export function filters(filter: Filter, parts = ALL): number {
  return parts.filter((one) => JSON.stringify(filter[one]) !== JSON.stringify(NO_FILTER[one])).length;
}

export function Filters({ filter, info, change, parts = ALL, tables = false }: Props) {
  const relation = parts.includes("relation") ? followed(filter, tables) : "both";
  const types = relation === "value" ? VALUE_TYPES : relation === "influence" ? INFLUENCE_TYPES : [...new Set([...VALUE_TYPES, ...INFLUENCE_TYPES])];
  const has = (one: keyof Filter): boolean => parts.includes(one);
  return (
    <div className="filters" role="group" aria-label="Filters">
      {has("relation") ? (
        <Part title="Follow">
          <div className="segments">
            {(["value", "influence", "both"] as Relation[]).map((one) => (
              <button key={one} type="button" aria-pressed={relation === one} onClick={() => change({ ...filter, relation: one, types: [] })}>
                {one === "value" ? "Value" : one === "influence" ? "Influence" : "Both"}
              </button>
            ))}
          </div>
          <p className="hint">Value edges feed a value; influence edges decide rows or values: filters, joins, groupings.</p>
        </Part>
      ) : null}
      {has("types") ? (
        <Part title="Types">
          <div className="chips">
            {types.map((one: EdgeType) => (
              <button key={one} type="button" className={`chip ${VALUE_TYPES.includes(one) ? one.toLowerCase() : "influence"}`} aria-pressed={filter.types.includes(one)}
                onClick={() => change({ ...filter, types: toggled(filter.types, one) })}>
                <i aria-hidden="true" />{one}
              </button>
            ))}
          </div>
        </Part>
      ) : null}
      {has("level") ? (
        <Part title="Minimum level">
          <select aria-label="Level" value={filter.level ?? ""} onChange={(event) => change({ ...filter, level: (event.target.value || null) as Level | null })}>
            <option value="">any level</option>
            {LEVELS.map((one) => <option key={one}>{one}</option>)}
          </select>
        </Part>
      ) : null}
      {has("systems") && info && info.systems.length > 1 ? (
        <Chips title="Systems" all={info.systems} chosen={filter.systems} change={(systems) => change({ ...filter, systems })} />
      ) : null}
      {has("dialects") && info ? (
        <Chips title="Dialects of the statements" all={info.dialects} chosen={filter.dialects} change={(dialects) => change({ ...filter, dialects })} />
      ) : null}
      {has("asOf") ? (
        <Part title="As of (UTC)">
          <input type="datetime-local" aria-label="As of" value={filter.asOf?.slice(0, 16) ?? ""} onChange={(event) => change({ ...filter, asOf: event.target.value ? `${event.target.value}:00Z` : null })} />
          <p className="hint">The graph at this time; empty for the current graph.</p>
        </Part>
      ) : null}
      {has("results") ? (
        <label className="check">
          <input type="checkbox" checked={filter.results} onChange={(event) => change({ ...filter, results: event.target.checked })} />
          Results of bare queries too
        </label>
      ) : null}
      <button type="button" className="quiet" disabled={filters(filter, parts) === 0} onClick={() => change(NO_FILTER)}>Clear all filters</button>
    </div>
  );
}

function Chips({ title, all, chosen, change }: { title: string; all: string[]; chosen: string[]; change(chosen: string[]): void }) {
  return (
    <Part title={title}>
      <div className="chips" role="group" aria-label={title}>
        {all.map((one) => (
          <button key={one} type="button" className="chip plain" aria-pressed={chosen.includes(one)} onClick={() => change(toggled(chosen, one))}>{one}</button>
        ))}
      </div>
    </Part>
  );
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return <section><h3>{title}</h3>{children}</section>;
}
