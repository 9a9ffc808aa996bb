/* Search with suggestions. `/` comes here from anywhere; arrows choose, Enter goes, Escape leaves. */
import { type KeyboardEvent, useEffect, useId, useRef, useState } from "react";
import { api } from "../api";
import type { Found, Match } from "../api/types";
import type { Go } from "../route";

export function Search({ go }: { go: Go }) {
  const [text, setText] = useState("");
  const [found, setFound] = useState<Found | null>(null);
  const [problem, setProblem] = useState("");
  const [at, setAt] = useState(0);
  const [open, setOpen] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const id = useId();

  useEffect(() => {
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
  }, []);

  useEffect(() => {
    const wanted = text.trim();
    if (!wanted) {
      setFound(null);
      return;
    }
    const stop = new AbortController();
    const timer = setTimeout(() => {
      api.search(wanted, 12, stop.signal).then(
        (answer) => { setFound(answer); setAt(0); setProblem(""); },
        (error: unknown) => { if (!stop.signal.aborted) setProblem(error instanceof Error ? error.message : String(error)); },
      );
    }, 90);
    return () => { clearTimeout(timer); stop.abort(); };
  }, [text]);

  const take = (match: Match): void => {
    setOpen(false);
    setText("");
    input.current?.blur();
    go(match.kind === "column" ? { view: "column", name: match.full_name } : { view: "table", name: match.full_name }, { fresh: true });
  };
  const matches = found?.matches ?? [];
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key === "ArrowDown") setAt((at + 1) % Math.max(1, matches.length));
    else if (event.key === "ArrowUp") setAt((at - 1 + matches.length) % Math.max(1, matches.length));
    else if (event.key === "Enter" && open && matches[at]) take(matches[at]);
    else if (event.key === "Escape") { setOpen(false); input.current?.blur(); }
    else return;
    event.preventDefault();
  };
  const shown = open && text.trim() !== "" && (found !== null || problem !== "");
  return (
    <div className="search" role="search">
      <svg viewBox="0 0 16 16" aria-hidden="true"><circle cx="7" cy="7" r="4.5" /><path d="m10.5 10.5 4 4" /></svg>
      <input
        ref={input} type="text" role="combobox" aria-label="Search tables and columns" aria-expanded={shown} aria-controls={`${id}-list`}
        aria-autocomplete="list" {...(shown && matches[at] ? { "aria-activedescendant": `${id}-${at}` } : {})}
        placeholder="Search tables and columns" autoComplete="off" spellCheck={false} value={text}
        onChange={(event) => { setText(event.target.value); setOpen(true); }} onFocus={() => setOpen(true)}
        onBlur={() => setTimeout(() => setOpen(false), 120)} onKeyDown={onKeyDown}
      />
      <kbd aria-hidden="true">/</kbd>
      {shown ? (
        <div className="suggestions">
          <ul id={`${id}-list`} role="listbox" aria-label="Suggestions">
            {matches.map((match, number) => (
              <li key={match.full_name + match.kind} id={`${id}-${number}`} role="option" aria-selected={number === at}
                onMouseDown={(event) => { event.preventDefault(); take(match); }} onMouseMove={() => setAt(number)}>
                <Suggestion match={match} />
              </li>
            ))}
          </ul>
          {problem ? <p className="hint bad">{problem}</p> : null}
          {found && !matches.length ? <p className="hint">Nothing is called that. Any part of a name will do.</p> : null}
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
