/* The page: a head with the search, and the view that the address asks for. */
import { useCallback, useEffect, useRef, useState } from "react";
import { api } from "./api";
import { useAsk } from "./api/ask";
import type { Match } from "./api/types";
import { Search } from "./parts/Search";
import { Empty } from "./parts/states";
import { useTheme } from "./parts/theme";
import { type Go, href, type Route, START, useRoute, type ViewName } from "./route";
import { CoverageView } from "./views/CoverageView";
import { GraphView } from "./views/GraphView";
import { ImpactView } from "./views/ImpactView";
import { PlaygroundView } from "./views/PlaygroundView";
import { StatementView } from "./views/StatementView";

const TABS: [ViewName, string, ViewName[]][] = [
  ["map", "Graph", ["map", "table", "column"]],
  ["impact", "Impact", ["impact"]],
  ["coverage", "Coverage", ["coverage", "statement"]],
  ["playground", "Playground", ["playground"]],
];

export function App() {
  const [route, go] = useRoute();
  const [theme, turn] = useTheme();
  const info = useAsk("info", () => api.info());
  const [said, say] = useState("");
  const tell = useCallback((text: string) => say(text), []);
  const take = useCallback((match: Match) => go({ view: match.kind === "column" ? "column" : "table", name: match.full_name }, { fresh: true }), [go]);
  const title = titleOf(route);
  const main = useRef<HTMLElement>(null);
  const view = useRef(route.view);
  useEffect(() => { // who came by a link that is no longer there goes on where the new view begins
    if (view.current === route.view) return;
    view.current = route.view;
    if (document.activeElement === document.body || document.activeElement === null) main.current?.focus({ preventScroll: true });
    main.current?.scrollTo(0, 0);
  }, [route.view]);
  useEffect(() => {
    document.title = title ? `${title} · headwater` : "headwater";
  }, [title]);
  useEffect(() => { // links inside the page do not load it again
    const onClick = (event: MouseEvent): void => {
      if (event.defaultPrevented || event.button || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
      const link = (event.target as Element | null)?.closest("a");
      if (!link || link.hasAttribute("download") || link.target || link.origin !== location.origin || link.pathname.includes("/api/") || api.standalone) return;
      event.preventDefault();
      history.pushState(null, "", link.href);
      dispatchEvent(new PopStateEvent("popstate"));
    };
    document.addEventListener("click", onClick);
    return () => document.removeEventListener("click", onClick);
  }, []);
  return (
    <div className="app">
      <a className="skip" href="#main" onClick={(event) => { event.preventDefault(); document.getElementById("main")?.focus(); }}>Skip to content</a>
      <header className="top">
        <a className="brand" href={href(START)} aria-label="headwater, start">
          <svg viewBox="0 0 32 32" aria-hidden="true"><path d="M4 8c9 0 8 8 13 8h11M4 24c9 0 8-8 13-8" /><circle cx="28" cy="16" r="2.5" /></svg>
          headwater
        </a>
        <Search slash take={take} />
        <nav aria-label="Views">
          {TABS.map(([view, word, own]) => (
            <a key={view} href={href({ ...START, view, ...(view === "impact" ? { name: columnOf(route) } : {}) })} {...(own.includes(route.view) ? { "aria-current": "page" as const } : {})}>{word}</a>
          ))}
        </nav>
        <button type="button" className="tool icon" onClick={turn} aria-label={`Color theme: ${theme}. Switch theme.`} title="Switch between light and dark">
          <svg viewBox="0 0 16 16" aria-hidden="true"><circle cx="8" cy="8" r="5.6" /><path d="M8 2.4a5.6 5.6 0 0 1 0 11.2z" className="half" /></svg>
        </button>
      </header>
      <main id="main" ref={main} tabIndex={-1}><Shown route={route} go={go} info={info.data} say={tell} /></main>
      <div className="unseen" role="status" aria-live="polite">{said}</div>
    </div>
  );
}

function Shown({ route, go, info, say }: { route: Route; go: Go; info: Parameters<typeof GraphView>[0]["info"]; say(text: string): void }) {
  switch (route.view) {
    case "impact": return <ImpactView route={route} go={go} info={info} />;
    case "coverage": return <CoverageView route={route} go={go} />;
    case "statement": return <StatementView route={route} go={go} />;
    case "playground": return api.standalone ? <NoPlayground /> : <PlaygroundView route={route} go={go} info={info} say={say} />;
    default: return <GraphView route={route} go={go} info={info} say={say} />;
  }
}

/** The column that is looked at, if one is: what Impact would be of. */
const columnOf = (route: Route): string => route.sel || (route.view === "column" || route.view === "impact" ? route.name : "");

function NoPlayground() {
  return (
    <Empty title="The playground needs a server">
      <p>This file contains a graph but no SQL analyzer. Use <code>headwater serve</code> for a page with a playground, or <code>headwater analyze</code> in a terminal.</p>
    </Empty>
  );
}

function titleOf(route: Route): string {
  switch (route.view) {
    case "impact": return route.name ? `Impact of ${route.name}` : "Impact";
    case "coverage": return "Coverage";
    case "statement": return "Statement";
    case "playground": return "Playground";
    default: return route.sel || route.name;
  }
}
