/* The top of a panel: what it tells of, and, where it lies over another, a way back to that. */
import type { Go, Route } from "../route";

export function Top({ title, go, closes }: { title: string; go: Go; closes?: Partial<Route> }) {
  return (
    <header className="panel-top">
      <h2 className="panel-title">{title}</h2>
      {closes ? (
        <button type="button" className="close" aria-label="Close" title="Close (Escape)" onClick={() => go(closes)}>
          <svg viewBox="0 0 12 12" aria-hidden="true"><path d="m2 2 8 8M10 2l-8 8" /></svg>
        </button>
      ) : null}
    </header>
  );
}
