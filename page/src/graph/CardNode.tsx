/* A dataset as a card: its head, the columns of the path, and, opened, a list of all of them. */
import { type Node, type NodeProps, useStore } from "@xyflow/react";
import { memo } from "react";
import { Columns } from "./Columns";
import { HEAD, PAD, ROW, type SceneCard } from "./geometry";

export interface CardActions {
  choose(column: string): void;
  enter(column: string): void;
  chooseTable(table: string): void;
  enterTable(table: string): void;
  toggle(table: string): void;
  more(side: "up" | "down"): void;
}

export type CardData = { card: SceneCard; actions: CardActions; fixed: boolean };
export type CardNodeType = Node<CardData, "card">;

const far = (state: { transform: [number, number, number] }): boolean => state.transform[2] < 0.32;

function CardNodeView({ data }: NodeProps<CardNodeType>) {
  const { card, actions, fixed } = data;
  const small = useStore(far);
  const said = `${card.full}, ${card.kind}, ${card.columns} columns`;
  return (
    <div role="group" className={`card ${card.light}${card.start ? " start" : ""}${small ? " far" : ""}`} aria-label={said}>
      <header className="card-head" style={{ height: HEAD }}>
        <button
          type="button" className="card-name" tabIndex={-1} data-key={`d ${card.id}`} title={card.full}
          onClick={() => actions.chooseTable(card.full)} onDoubleClick={() => actions.enterTable(card.full)}
        >
          <span className="name"><Cut name={card.name} /></span>
          <span className="sub">
            {card.system}
            {card.kind !== "table" ? ` · ${card.kind}` : ""}
            {card.temporary ? " · temporary" : ""}
          </span>
        </button>
        {fixed ? null : (
          <button
            type="button" className="card-open" tabIndex={-1} data-key={`o ${card.id}`} aria-expanded={card.open}
            aria-label={`${card.open ? "Hide" : "Show"} all ${card.columns} columns of ${card.full}`}
            title={card.open ? "Hide the list of all columns" : "Show all columns"}
            onClick={() => actions.toggle(card.full)}
          >
            {card.columns}
            <svg viewBox="0 0 10 10" aria-hidden="true"><path d={card.open ? "M2 6.5 5 3.5 8 6.5" : "M2 3.5 5 6.5 8 3.5"} /></svg>
          </button>
        )}
      </header>
      {card.rows.length > 0 ? (
        <ul className="rows" style={{ paddingBottom: PAD }}>
          {card.rows.map((row) => (
            <li key={row.id} style={{ height: ROW }}>
              <button
                type="button" tabIndex={-1} data-key={`c ${row.id}`} aria-pressed={row.selected} title={`${row.full}${row.type ? `  ${row.type}` : ""}`}
                className={`row ${row.light}${row.selected ? " selected" : ""}${row.name === null ? " rowset" : ""}`}
                onClick={() => actions.choose(row.full)} onDoubleClick={() => actions.enter(row.full)}
              >
                <span className="name">{row.name ?? "all rows"}</span>
                {doubt(row.level) ? <span className="mark" title={row.level}>{row.level.toLowerCase()}</span> : null}
                {small || row.type === null ? null : <span className="type">{row.type}</span>}
              </button>
            </li>
          ))}
          {card.more ? (
            <li style={{ height: ROW }}>
              <button type="button" tabIndex={-1} className="row more" onClick={() => actions.toggle(card.full)}>
                {card.more} more on the path
              </button>
            </li>
          ) : null}
        </ul>
      ) : null}
      {card.open ? <Columns table={card.full} total={card.columns} actions={actions} /> : null}
      {card.hiddenUp > 0 ? (
        <button type="button" className="beyond up" tabIndex={-1} title="Show one more level upstream"
          aria-label={`${card.hiddenUp} more upstream of ${card.full}: show one more level`} onClick={() => actions.more("up")}>
          +{card.hiddenUp}
        </button>
      ) : null}
      {card.hiddenDown > 0 ? (
        <button type="button" className="beyond down" tabIndex={-1} title="Show one more level downstream"
          aria-label={`${card.hiddenDown} more downstream of ${card.full}: show one more level`} onClick={() => actions.more("down")}>
          +{card.hiddenDown}
        </button>
      ) : null}
    </div>
  );
}

/** So many letters of a long name are always seen: its end tells more than its middle. */
const END = 12;

function Cut({ name }: { name: string }) {
  const letters = [...name];
  if (letters.length <= 20) return name;
  return <><span className="begin">{letters.slice(0, -END).join("")}</span><span className="end">{letters.slice(-END).join("")}</span></>;
}

const doubt = (level: string): boolean => level !== "EXACT" && level !== "INFERRED";

export const CardNode = memo(CardNodeView);
