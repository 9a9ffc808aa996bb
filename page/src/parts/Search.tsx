/* Search with suggestions. `/` comes here from anywhere; arrows choose, Enter goes, Escape leaves. */
import { type KeyboardEvent, useEffect, useId, useRef, useState } from "react";
import { api } from "../api";
import type { Found, Match } from "../api/types";

interface Props {
  /** What is done with the one that is chosen. */
  take(match: Match): void;
  label?: string;
  /** Only columns are looked for. */
  columns?: boolean;
  /** Whether `/` comes here. */
  slash?: boolean;
}

export function Search({ take, label = "Search tables and columns", columns = false, slash = false }: Props) {
  const [text, setText] = useState("");
  const [found, setFound] = useState<Found | null>(null);
  const [problem, setProblem] = useState("");
  const [at, setAt] = useState(0);
  const [open, setOpen] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const list = useRef<HTMLUListElement>(null);
  /** Enter was pressed before there was an answer to what is typed. */
  const hurry = useRef(false);
  const id = useId();

  useEffect(() => {
    if (!slash) return;
    const onKey = (event: globalThis.KeyboardEvent): void => {
      const target = event.target as HTMLElement | null;
      const typing = target?.closest("input, textarea, select, [contenteditable]");
      if (event.key === "/" && !typing && !event.metaKey && !event.ctrlKey && !event.altKey) {
        event.preventDefault();
        input.current?.focus();
        input.current?.select();
      }
    };
    addEventListener("keydown", onKey);
    return () => removeEventListener("keydown", onKey);
  }, [slash]);

  const wanted = text.trim();
  const choose = (match: Match): void => {
    setOpen(false);
    setText("");
    input.current?.blur();
    take(match);
  };
  const chosen = useRef(choose);
  chosen.current = choose;
  useEffect(() => {
    hurry.current = false;
    setProblem("");
    if (!wanted) {
      setFound(null);
      return;
    }
    const stop = new AbortController();
    const timer = setTimeout(() => {
      api.search(wanted, 12, columns, stop.signal).then(
        (answer) => {
          if (stop.signal.aborted) return;
          setFound(answer);
          setAt(0);
          const [first] = answer.matches;
          if (hurry.current && first) chosen.current(first);
        },
        (error: unknown) => { if (!stop.signal.aborted) setProblem(error instanceof Error ? error.message : String(error)); },
      );
    }, 90);
    return () => { clearTimeout(timer); stop.abort(); };
  }, [wanted, columns]);
  useEffect(() => {
    list.current?.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: "nearest" });
  }, [at]);

  const matches = found?.matches ?? [];
  const current = found?.query.trim() === wanted;
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key === "ArrowDown") setAt((at + 1) % Math.max(1, matches.length));
    else if (event.key === "ArrowUp") setAt((at - 1 + matches.length) % Math.max(1, matches.length));
    else if (event.key === "Enter" && open) {
      if (!current) hurry.current = true;
      else if (matches[at]) choose(matches[at]);
    } else if (event.key === "Escape") { setOpen(false); input.current?.blur(); }
    else return;
    event.preventDefault();
  };
  const shown = open && wanted !== "" && (found !== null || problem !== "");
  const said = !shown ? "" : problem || (matches.length ? `${matches.length + (found?.hidden ?? 0)} results` : "No results");
  return (
    <div className="search" role="search">
      <svg viewBox="0 0 16 16" aria-hidden="true"><circle cx="7" cy="7" r="4.5" /><path d="m10.5 10.5 4 4" /></svg>
      <input
        ref={input} type="text" role="combobox" aria-label={label} aria-expanded={shown} {...(shown ? { "aria-controls": `${id}-list` } : {})}
        aria-autocomplete="list" {...(shown && matches[at] ? { "aria-activedescendant": `${id}-${at}` } : {})}
        placeholder={label} autoComplete="off" spellCheck={false} value={text}
        onChange={(event) => { setText(event.target.value); setOpen(true); }} onFocus={() => setOpen(true)}
        onBlur={() => setOpen(false)} onKeyDown={onKeyDown}
      />
      {slash ? <kbd aria-hidden="true">/</kbd> : null}
      <span className="unseen" role="status">{said}</span>
      {shown ? (
        <div className="suggestions">
          <ul id={`${id}-list`} ref={list} role="listbox" aria-label="Suggestions" aria-busy={!current}>
            {matches.map((match, number) => (
              <li key={match.full_name + match.kind} id={`${id}-${number}`} role="option" aria-selected={number === at} title={match.full_name}
                onMouseDown={(event) => { event.preventDefault(); choose(match); }} onMouseMove={() => setAt(number)}>
                <Suggestion match={match} />
              </li>
            ))}
          </ul>
          {problem ? <p className="hint bad">{problem}</p> : null}
          {found && current && !matches.length && !problem ? <p className="hint">No match. Search by any part of a name.</p> : null}
          {found && found.hidden > 0 ? <p className="hint">{found.hidden.toLocaleString("en")} more; type on to narrow it down.</p> : null}
        </div>
      ) : null}
    </div>
  );
}

function Suggestion({ match }: { match: Match }) {
  const { dataset, column } = match;
  return column ? (
    <>
      <span className="glyph col" aria-hidden="true" />
      <span className="what"><b>{column.name}</b><span className="faint">{dataset.name}</span></span>
      <span className="faint">{dataset.system}</span>
    </>
  ) : (
    <>
      <span className="glyph tab" aria-hidden="true" />
      <span className="what"><b>{dataset.name}</b><span className="faint">{dataset.kind}, {dataset.columns} columns</span></span>
      <span className="faint">{dataset.system}</span>
    </>
  );
}
