/* A text that is typed, with colours and marks: a plain text area over a drawing of the same text, letter on letter.

   Both have the same font, padding and size, and lines are never broken, so that they cannot come apart. */
import { useEffect, useRef } from "react";
import { Marked, type Mark } from "./Sql";

export function Editor({ text, change, marks, most }: { text: string; change(text: string): void; marks: Mark[]; most: number }) {
  const below = useRef<HTMLPreElement>(null);
  const area = useRef<HTMLTextAreaElement>(null);
  const follow = (): void => {
    if (below.current && area.current) below.current.scrollTo(area.current.scrollLeft, area.current.scrollTop);
  };
  const main = marks.find((mark) => mark.kind === "main");
  const [from, to] = main?.span ?? [0, 0];
  useEffect(() => { // what is explained is brought into sight
    const mark = from < to ? below.current?.querySelector<HTMLElement>("mark[data-start]") : null;
    if (!mark || !area.current) return;
    const { scrollTop, clientHeight } = area.current;
    if (mark.offsetTop < scrollTop || mark.offsetTop > scrollTop + clientHeight - 40) area.current.scrollTop = Math.max(0, mark.offsetTop - clientHeight / 3);
  }, [from, to]);
  useEffect(follow);
  return (
    <div className="code">
      <pre className="sql" ref={below} aria-hidden="true"><code><Marked text={text} marks={marks} />{"\n"}</code></pre>
      <textarea ref={area} value={text} onChange={(event) => change(event.target.value)} onScroll={follow} spellCheck={false} aria-label="SQL" wrap="off"
        autoCapitalize="off" autoComplete="off" maxLength={most} placeholder="Type or paste SQL" />
    </div>
  );
}
