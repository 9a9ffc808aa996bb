/* An edge. Its line comes from the scene's own geometry: column rows need no handles, and pictures look the same. */
import type { Edge, EdgeProps } from "@xyflow/react";
import { memo } from "react";
import { curve, dash, hue, middle, type SceneEdge, sign } from "./geometry";

export type FlowEdgeType = Edge<{ edge: SceneEdge; explain(edge: SceneEdge): void }, "flow">;

function FlowEdgeView({ data }: EdgeProps<FlowEdgeType>) {
  if (!data) return null;
  const { edge, explain } = data;
  const line = curve(edge);
  const mark = edge.light === "dim" ? null : sign(edge);
  const [x, y] = middle(edge);
  return (
    <g className={`edge ${hue(edge)} ${edge.light}${edge.chosen ? " chosen" : ""}${edge.doubtful ? " doubtful" : ""}`}
      data-edge={edge.id} onClick={() => explain(edge)}>
      <title>{edge.expr ? `${edge.label}\n${edge.expr}` : edge.label}</title>
      <path className="halo" d={line} />
      <path className="line" d={line} strokeDasharray={dash(edge)} />
      {edge.light === "dim" ? null : <circle className="tip" cx={edge.tx} cy={edge.ty} r={2.4} />}
      {mark ? (
        <g className="sign" transform={`translate(${x},${y})`}>
          <circle r={7.5} />
          <text textAnchor="middle" dy="3.6">{mark}</text>
        </g>
      ) : null}
    </g>
  );
}

export const FlowEdge = memo(FlowEdgeView);
