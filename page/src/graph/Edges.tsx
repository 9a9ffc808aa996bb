/* All edges in one drawing below the cards. Lines come from the scene's own geometry: column rows need no handles, and
   pictures look the same. Moving the graph moves this drawing as a whole: nothing is drawn anew, however many there are.

   It is for eyes and pointers; the same edges are listed in the panel, as text and buttons. */
import { memo, type MouseEvent, useMemo } from "react";
import { curve, dash, hue, middle, type SceneEdge, sign } from "./geometry";

/** With more than so many, lines have no wide halo to be hit by. */
const MANY = 400;

function EdgesView({ edges, explain }: { edges: SceneEdge[]; explain(edge: SceneEdge): void }) {
  const byId = useMemo(() => new Map(edges.map((edge) => [edge.id, edge])), [edges]);
  const onClick = (event: MouseEvent): void => {
    const id = (event.target as Element).closest("[data-edge]")?.getAttribute("data-edge");
    const edge = id ? byId.get(id) : undefined;
    if (edge) explain(edge);
  };
  return (
    <svg className={edges.length > MANY ? "edges-layer many" : "edges-layer"} aria-hidden="true" onClick={onClick}>
      {edges.map((edge) => <Line key={edge.id} edge={edge} halo={edges.length <= MANY} />)}
    </svg>
  );
}

const Line = memo(function Line({ edge, halo }: { edge: SceneEdge; halo: boolean }) {
  const line = curve(edge);
  const mark = edge.light === "dim" ? null : sign(edge);
  const [x, y] = middle(edge);
  return (
    <g className={`edge ${hue(edge)} ${edge.light}${edge.chosen ? " chosen" : ""}${edge.doubtful ? " doubtful" : ""}`} data-edge={edge.id}>
      <title>{edge.expr ? `${edge.label}\n${edge.expr}` : edge.label}</title>
      {halo ? <path className="halo" d={line} /> : null}
      <path className="line" d={line} strokeDasharray={dash(edge)} />
      {edge.light === "dim" || !halo ? null : <circle className="tip" cx={edge.tx} cy={edge.ty} r={2.4} />}
      {mark ? (
        <g className="sign" transform={`translate(${x},${y})`}>
          <circle r={7.5} />
          <text textAnchor="middle" dy="3.6">{mark}</text>
        </g>
      ) : null}
    </g>
  );
});

export const Edges = memo(EdgesView);
