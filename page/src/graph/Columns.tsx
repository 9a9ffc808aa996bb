/* All columns of a dataset in a small window: only the rows in sight are drawn, however many there are. */
import { useDeferredValue, useMemo, useState } from "react";
import { api } from "../api";
import { useAsk } from "../api/ask";
import type { CardActions } from "./CardNode";
import { ROW } from "./geometry";

const SEEN = 9;

export function Columns({ table, total, actions }: { table: string; total: number; actions: CardActions }) {
  const asked = useAsk(`table ${table}`, () => api.table(table, 5000, 0));
  const [word, setWord] = useState("");
  const [top, setTop] = useState(0);
  const wanted = useDeferredValue(word.trim().toLowerCase());
  const all = asked.data?.column_list;
  const found = useMemo(
    () => (all ?? []).filter((one) => one.name !== null && (!wanted || one.name.toLowerCase().includes(wanted))),
    [all, wanted],
  );
  const first = Math.max(0, Math.floor(top / ROW) - 3);
  const rows = found.slice(first, first + SEEN + 6);
  return (
    <div className="columns nowheel nodrag nopan">
      <input
        type="search" value={word} placeholder={`Find in ${total.toLocaleString("en")} columns`} aria-label={`Find a column of ${table}`}
        onChange={(event) => { setWord(event.target.value); setTop(0); }}
      />
      <div className="window" style={{ height: SEEN * ROW }} onScroll={(event) => setTop(event.currentTarget.scrollTop)}
        tabIndex={0} role="group" aria-label={`Columns of ${table}`}>
        <ul style={{ height: found.length * ROW }}>
          {rows.map((one, at) => (
            <li key={one.id} style={{ height: ROW, top: (first + at) * ROW }}>
              <button type="button" className="row plain" title={`${one.full_name}${one.type ? `  ${one.type}` : ""}`} tabIndex={-1}
                data-column={one.full_name} onClick={() => actions.choose(one.full_name)} onDoubleClick={() => actions.enter(one.full_name)}>
                <span className="name">{one.name}</span>
                {one.type === null ? null : <span className="type">{one.type}</span>}
              </button>
            </li>
          ))}
        </ul>
        {asked.loading ? <p className="hint">Loading…</p> : null}
        {asked.problem ? <p className="hint bad">{asked.problem.message}</p> : null}
        {all && found.length === 0 ? <p className="hint">No matching column.</p> : null}
      </div>
    </div>
  );
}
