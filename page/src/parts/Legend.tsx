/* What lines mean. Colour tells the type; dashes and signs tell what is not sure. */
import { VALUE_TYPES } from "../api/types";
import { Line, TypeLine } from "../graph/Key";

const SAID: Record<string, string> = {
  DIRECT: "passed on unchanged", DERIVED: "computed, row by row", DERIVED_ARRAY: "an element of an array or map", WINDOW: "through a window function",
  AGG: "aggregated", EXTERNAL: "looked up outside the SQL", UNKNOWN: "through an unknown function",
};

const KEYS: [string, string][] = [
  ["/", "search"], ["arrows", "move between columns and cards in the graph"], ["Enter", "select"], ["Shift Enter", "open"], ["Space", "show all columns of a card"],
  ["Escape", "close the explanation, then clear the selection"],
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
      <div><dt><Line hue="influence" dashes="1.5 4.5" />influence</dt><dd>decides, without feeding a value</dd></div>
      <div><dt><Line hue="derived" dashes="7 5" mark="!" />uncertain</dt><dd>AMBIGUOUS, COARSE or worse</dd></div>
      <div><dt><Line hue="link" />table</dt><dd>statements connect the tables</dd></div>
    </dl>
    <h3 className="legend-head">Keys</h3>
    <dl className="legend keys">
      {KEYS.map(([key, does]) => <div key={key}><dt><kbd>{key}</kbd></dt><dd>{does}</dd></div>)}
    </dl>
    </>
  );
}
