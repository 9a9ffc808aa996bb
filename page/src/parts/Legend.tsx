/* What lines mean. Colour tells the type; dashes and signs tell what is not sure. */
import { VALUE_TYPES } from "../api/types";
import { Line, TypeLine } from "../graph/Key";

const SAID: Record<string, string> = {
  DIRECT: "handed on unchanged", DERIVED: "computed, row by row", DERIVED_ARRAY: "an element of an array or map", WINDOW: "through a window function",
  AGG: "aggregated", EXTERNAL: "looked up outside the SQL", UNKNOWN: "through something nobody described",
};

const KEYS: [string, string][] = [
  ["/", "search"], ["arrows", "from column to column, card to card, once in the graph"], ["Enter", "choose"], ["Shift Enter", "go there"], ["Space", "all columns of a card"],
  ["Escape", "leave what is explained, then what is chosen"],
];

export function Legend() {
  return (
    <>
    <dl className="legend">
      {VALUE_TYPES.map((type) => (
        <div key={type}>
          <dt><TypeLine type={type} />{type}</dt>
          <dd>{SAID[type]}</dd>
        </div>
      ))}
      <div><dt><Line hue="influence" dashes="1.5 4.5" />influence</dt><dd>decides, hands on no value</dd></div>
      <div><dt><Line hue="derived" dashes="7 5" mark="!" />doubtful</dt><dd>AMBIGUOUS, COARSE or worse</dd></div>
      <div><dt><Line hue="link" />table</dt><dd>statements lead from one to the other</dd></div>
    </dl>
    <h3 className="legend-head">Keys</h3>
    <dl className="legend keys">
      {KEYS.map(([key, does]) => <div key={key}><dt><kbd>{key}</kbd></dt><dd>{does}</dd></div>)}
    </dl>
    </>
  );
}
