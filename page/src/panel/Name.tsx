/* A column or dataset by its full name: what it is called stands out, where it belongs stands back. */
import { type Go, href, START } from "../route";
import { split } from "../parts/words";

export function Name({ full, go, dataset = false }: { full: string; go: Go; dataset?: boolean }) {
  const [place, name] = dataset ? ["", full] : split(full);
  const to = dataset ? { view: "table" as const, name: full } : { view: "column" as const, name: full };
  return (
    <a className="full" href={href({ ...START, ...to })} title={full}
      onClick={(event) => {
        if (event.metaKey || event.ctrlKey || event.shiftKey || event.button) return;
        event.preventDefault();
        go(to, { fresh: true });
      }}>
      {place ? <span className="place">{place}.</span> : null}<b>{name === "(rows)" ? "all rows" : name}</b>
    </a>
  );
}
