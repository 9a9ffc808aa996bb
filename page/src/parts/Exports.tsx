/* The graph as a file: pictures of what is drawn, data of what was answered. */
import { api } from "../api";
import { address, filtered } from "../api/remote";
import type { View } from "../api/types";
import type { Scene } from "../graph/geometry";
import { picture, raster } from "../graph/picture";
import type { Route } from "../route";
import { csv, filename, save } from "./files";
import { Popover } from "./Popover";

export function Exports({ scene, view, name, route }: { scene: Scene; view: View; name: string; route: Route }) {
  const file = filename(name);
  const column = route.view === "column" ? route.name : route.sel;
  const lines = (): string =>
    view.edges.length
      ? csv([["source", "target", "type", "influence", "level", "confidence", "expr", "statement"], ...view.edges.map((one) => [one.from, one.to, one.type, one.influence ? "influence" : "value", one.level, one.confidence, one.expr, one.statement])])
      : csv([["source", "target", "types", "influence", "level", "statements"], ...view.links.map((one) => [one.from, one.to, one.value_types.join(" "), one.influence_types.join(" "), one.level, one.statements])]);
  const table = route.view === "table" ? route.name : "";
  const server = (format: string): string => address("export", { column, table, format, up: route.up, down: route.down, ...filtered(route.filter, !column) });
  return (
    <Popover label="Export" title="Export" right>
      {(close) => (
        <ul className="menu">
          <li><button type="button" onClick={() => { save(`${file}.svg`, "image/svg+xml", picture(scene)); close(); }}>Picture, SVG</button></li>
          <li><button type="button" onClick={() => { void raster(scene).then((blob) => save(`${file}.png`, "image/png", blob)); close(); }}>Picture, PNG</button></li>
          <li><button type="button" onClick={() => { save(`${file}.json`, "application/json", JSON.stringify(view, null, 2)); close(); }}>Graph, JSON</button></li>
          <li><button type="button" onClick={() => { save(`${file}.csv`, "text/csv", lines()); close(); }}>Edges, CSV</button></li>
          {api.standalone ? null : (
            <>
              <li><a href={server("mermaid")} download>Mermaid</a></li>
              <li><a href={server("dot")} download>Graphviz DOT</a></li>
            </>
          )}
        </ul>
      )}
    </Popover>
  );
}
