/* When a statement was run, by whom, under which id: the last runs first, the others on its page. */
import { api } from "../api";
import { useAsk } from "../api/ask";
import type { Runs } from "../api/types";
import { count, time } from "../parts/words";

export function RunsOf({ id, many }: { id: string; many: number }) {
  const asked = useAsk(`runs ${id} ${many}`, () => api.runs(id, many, 0));
  return asked.data ? <RunsList said={asked.data} /> : null;
}

export function RunsList({ said }: { said: Runs }) {
  const named = said.runs.filter((one) => one.query);
  if (!named.length) return null;
  const left = said.total - named.length;
  return (
    <section>
      <h3>Queries <span className="faint">{said.total.toLocaleString("en")}</span></h3>
      <ul className="runs">
        {named.map((one, at) => (
          <li key={at}>
            <span className="mono query">{one.query}</span>
            <span className="faint">{[one.at ? time(one.at) : "", one.user, one.job, one.status === "done" ? "" : one.status].filter(Boolean).join(", ")}</span>
          </li>
        ))}
      </ul>
      {left > 0 ? <p className="hint">{count(left, "earlier run")}{said.kept < said.total ? `, of which ${Math.max(0, said.kept - named.length).toLocaleString("en")} are stored` : ""}.</p> : null}
    </section>
  );
}
