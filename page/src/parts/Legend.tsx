/* What lines mean. Colour tells the type; dashes and signs tell what is not sure. */
import { VALUE_TYPES } from "../api/types";
import { dash } from "../graph/geometry";

const SAID: Record<string, string> = {
  DIRECT: "handed on unchanged", DERIVED: "computed, row by row", DERIVED_ARRAY: "an element of an array or map", WINDOW: "through a window function",
  AGG: "aggregated", EXTERNAL: "looked up outside the SQL", UNKNOWN: "through something nobody described",
};

function Line({ hue, dashes, mark }: { hue: string; dashes?: string | undefined; mark?: string }) {
  return (
    <svg viewBox="0 0 44 16" className={`edge ${hue} plain`} aria-hidden="true">
      <path className="line" d="M2 8H42" strokeDasharray={dashes} />
      {mark ? <g className="sign" transform="translate(22,8)"><circle r="7" /><text textAnchor="middle" dy="3.6">{mark}</text></g> : null}
    </svg>
  );
}

export function Legend() {
  return (
    <dl className="legend">
      {VALUE_TYPES.map((type) => (
        <div key={type}>
          <dt><Line hue={type.toLowerCase()} dashes={dash({ type, influence: false, level: "EXACT", doubtful: type === "UNKNOWN" })} {...(type === "UNKNOWN" ? { mark: "?" } : {})} />{type}</dt>
          <dd>{SAID[type]}</dd>
        </div>
      ))}
      <div><dt><Line hue="influence" dashes="1.5 4.5" />influence</dt><dd>decides, hands on no value</dd></div>
      <div><dt><Line hue="derived" dashes="7 5" mark="!" />doubtful</dt><dd>AMBIGUOUS, COARSE or worse</dd></div>
      <div><dt><Line hue="link" />table</dt><dd>statements lead from one to the other</dd></div>
    </dl>
  );
}
