/* What the lines of this graph mean: those that it has, and no others. Legend tells of all. */
import { memo } from "react";
import { VALUE_TYPES } from "../api/types";
import { dash, type SceneEdge, sign } from "./geometry";

export function Line({ hue, dashes, mark }: { hue: string; dashes?: string | undefined; mark?: string | undefined }) {
  return (
    <svg viewBox="0 0 44 16" className={`edge ${hue} plain`} aria-hidden="true">
      <path className="line" d="M2 8H42" strokeDasharray={dashes} />
      {mark ? <g className="sign" transform="translate(22,8)"><circle r="7" /><text textAnchor="middle" dy="3.6">{mark}</text></g> : null}
    </svg>
  );
}

/** The line of a sure edge of a type; of UNKNOWN, none is. */
export function TypeLine({ type }: { type: (typeof VALUE_TYPES)[number] }) {
  const said = { influence: false, doubtful: type === "UNKNOWN", unknown: type === "UNKNOWN" };
  return <Line hue={type.toLowerCase()} dashes={dash(said)} mark={sign(said) ?? undefined} />;
}

function KeyView({ edges }: { edges: SceneEdge[] }) {
  const shown = edges.filter((edge) => edge.light !== "dim" && (edge.type !== null || edge.doubtful));
  const types = VALUE_TYPES.filter((type) => shown.some((edge) => (type === "UNKNOWN" ? edge.unknown : edge.type === type && !edge.influence)));
  const doubtful = shown.some((edge) => edge.doubtful && !edge.unknown);
  if (!shown.length) return null;
  return (
    <div className="key-strip" aria-hidden="true">
      {types.map((type) => <span key={type}><TypeLine type={type} />{type}</span>)}
      {shown.some((edge) => edge.influence) ? <span><Line hue="influence" dashes="1.5 4.5" />influence</span> : null}
      {doubtful ? <span><Line hue="derived" dashes="7 5" mark="!" />uncertain</span> : null}
    </div>
  );
}

export const Key = memo(KeyView);
