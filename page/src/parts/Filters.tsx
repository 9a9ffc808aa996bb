/* What is followed: value or influence, types, levels, systems, dialects, time. All of it stands in the address. */
import type { ReactNode } from "react";
import { INFLUENCE_TYPES, LEVELS, VALUE_TYPES, type EdgeType, type Filter, type Info, type Level, type Relation } from "../api/types";
import { NO_FILTER } from "../route";

interface Props {
  filter: Filter;
  info: Info | null;
  change(filter: Filter): void;
}

const toggled = <T,>(list: T[], one: T): T[] => (list.includes(one) ? list.filter((other) => other !== one) : [...list, one]);

export function filters(filter: Filter): number {
  return [
    filter.relation !== "value", filter.types.length > 0, filter.level !== null, filter.systems.length > 0,
    filter.dialects.length > 0, filter.asOf !== null, filter.results,
  ].filter(Boolean).length;
}

export function Filters({ filter, info, change }: Props) {
  const types = filter.relation === "value" ? VALUE_TYPES : filter.relation === "influence" ? INFLUENCE_TYPES : [...new Set([...VALUE_TYPES, ...INFLUENCE_TYPES])];
  return (
    <div className="filters" role="group" aria-label="Filters">
      <Part title="Follow">
        <div className="segments">
          {(["value", "influence", "both"] as Relation[]).map((one) => (
            <button key={one} type="button" aria-pressed={filter.relation === one} onClick={() => change({ ...filter, relation: one, types: [] })}>
              {one === "value" ? "Value" : one === "influence" ? "Influence" : "Both"}
            </button>
          ))}
        </div>
        <p className="hint">Value is what a column is made of; influence is what decides: filters, joins, groups.</p>
      </Part>
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
      <Part title="At least as sure as">
        <select aria-label="Level" value={filter.level ?? ""} onChange={(event) => change({ ...filter, level: (event.target.value || null) as Level | null })}>
          <option value="">any level</option>
          {LEVELS.map((one) => <option key={one}>{one}</option>)}
        </select>
      </Part>
      {info && info.systems.length > 1 ? (
        <Part title="Systems">
          <div className="chips">
            {info.systems.map((one) => (
              <button key={one} type="button" className="chip plain" aria-pressed={filter.systems.includes(one)}
                onClick={() => change({ ...filter, systems: toggled(filter.systems, one) })}>{one}</button>
            ))}
          </div>
        </Part>
      ) : null}
      {info ? (
        <Part title="Dialects of the statements">
          <div className="chips">
            {info.dialects.map((one) => (
              <button key={one} type="button" className="chip plain" aria-pressed={filter.dialects.includes(one)}
                onClick={() => change({ ...filter, dialects: toggled(filter.dialects, one) })}>{one}</button>
            ))}
          </div>
        </Part>
      ) : null}
      <Part title="As of (UTC)">
        <input type="datetime-local" aria-label="As of" value={filter.asOf?.slice(0, 16) ?? ""} onChange={(event) => change({ ...filter, asOf: event.target.value ? `${event.target.value}:00Z` : null })} />
      </Part>
      <label className="check">
        <input type="checkbox" checked={filter.results} onChange={(event) => change({ ...filter, results: event.target.checked })} />
        Results of bare queries too
      </label>
      <button type="button" className="quiet" disabled={filters(filter) === 0} onClick={() => change(NO_FILTER)}>Clear all filters</button>
    </div>
  );
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return <section><h3>{title}</h3>{children}</section>;
}
