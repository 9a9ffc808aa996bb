/* SQL with places in it marked. Places count code points, strings of the browser UTF-16 units: they are converted once.

   Everything is put into the page as text. */
import { useEffect, useMemo, useRef } from "react";

export interface Mark {
  span: [number, number];
  kind: "main" | "hop" | "warning" | "error" | "info";
  title?: string;
}

const WORDS = new Set(
  `SELECT FROM WHERE GROUP BY ORDER HAVING JOIN LEFT RIGHT FULL INNER OUTER CROSS ON USING AS WITH RECURSIVE UNION ALL DISTINCT INSERT INTO OVERWRITE
  TABLE VALUES CREATE OR REPLACE VIEW MATERIALIZED TEMPORARY IF NOT EXISTS MERGE UPDATE SET DELETE WHEN MATCHED THEN CASE ELSE END AND IN IS NULL LIKE
  BETWEEN LIMIT OFFSET PARTITION OVER WINDOW ROWS RANGE PRECEDING FOLLOWING UNBOUNDED CURRENT ROW LATERAL UNNEST ARRAY STRUCT CAST INTERVAL QUALIFY
  FINAL PREWHERE ENGINE TO GROUPING SETS CUBE ROLLUP ASC DESC EXCEPT INTERSECT PIVOT UNPIVOT EXPLODE FILTER EMIT FOR SYSTEM_TIME OF`.split(/\s+/),
);
const TOKENS = /(--[^\n]*|\/\*[\s\S]*?(?:\*\/|$))|('(?:[^']|'')*(?:'|$))|("(?:[^"]|"")*(?:"|$)|`[^`]*(?:`|$))|(\b\d+(?:\.\d+)?\b)|(\b[A-Za-z_]+\b)/g;

/** The index in UTF-16 units of every place that is asked for, given in code points. */
function units(text: string, places: number[]): Map<number, number> {
  const wanted = [...new Set(places)].sort((a, b) => a - b);
  const found = new Map<number, number>();
  let at = 0;
  let point = 0;
  for (const place of wanted) {
    while (point < place && at < text.length) {
      at += (text.codePointAt(at) ?? 0) > 0xffff ? 2 : 1;
      point += 1;
    }
    found.set(place, at);
  }
  return found;
}

interface Piece {
  text: string;
  token: string;
  marks: Mark[];
  start: boolean;
}

function cut(text: string, marks: Mark[]): Piece[] {
  const where = units(text, marks.flatMap((mark) => mark.span));
  const spans = marks.map((mark) => ({ mark, from: where.get(mark.span[0]) ?? 0, to: where.get(mark.span[1]) ?? 0 }));
  const tokens: { from: number; to: number; kind: string }[] = [];
  for (const match of text.matchAll(TOKENS)) {
    const kind = match[1] ? "comment" : match[2] ? "string" : match[3] ? "quoted" : match[4] ? "number" : WORDS.has(match[0].toUpperCase()) ? "word" : "";
    if (kind) tokens.push({ from: match.index, to: match.index + match[0].length, kind });
  }
  const cuts = new Set([0, text.length]);
  for (const one of [...spans, ...tokens]) cuts.add(one.from).add(one.to);
  const edges = [...cuts].filter((one) => one <= text.length).sort((a, b) => a - b);
  const pieces: Piece[] = [];
  let next = 0;
  const begun = new Set<Mark>();
  for (let at = 0; at + 1 < edges.length; at += 1) {
    const [from, to] = [edges[at] ?? 0, edges[at + 1] ?? 0];
    while (next < tokens.length && (tokens[next]?.to ?? 0) <= from) next += 1;
    const token = tokens[next];
    const own = spans.filter((one) => one.from <= from && one.to >= to && one.from < one.to).map((one) => one.mark);
    const start = own.some((mark) => mark.kind === "main" && !begun.has(mark));
    own.forEach((mark) => begun.add(mark));
    pieces.push({ text: text.slice(from, to), token: token && token.from <= from && token.to >= to ? token.kind : "", marks: own, start });
  }
  return pieces;
}

const LONG = 60_000;

/** A text with its words coloured and its places marked. */
export function Marked({ text, marks }: { text: string; marks: Mark[] }) {
  const key = JSON.stringify(marks);
  const pieces = useMemo(() => cut(text.slice(0, LONG), JSON.parse(key) as Mark[]), [text, key]);
  return (
    <>
      {pieces.map((piece, at) => {
        const inner = piece.token ? <span className={`t-${piece.token}`}>{piece.text}</span> : piece.text;
        if (!piece.marks.length) return <span key={at}>{inner}</span>;
        const titles = piece.marks.map((mark) => mark.title).filter(Boolean).join("\n");
        return (
          <mark key={at} className={piece.marks.map((mark) => `m-${mark.kind}`).join(" ")} {...(titles ? { title: titles } : {})} {...(piece.start ? { "data-start": "" } : {})}>
            {inner}
          </mark>
        );
      })}
      {text.slice(LONG)}
    </>
  );
}

export function Sql({ text, marks, label }: { text: string; marks: Mark[]; label: string }) {
  const box = useRef<HTMLPreElement>(null);
  const key = JSON.stringify(marks);
  useEffect(() => {
    const first = box.current?.querySelector<HTMLElement>("mark[data-start]") ?? box.current?.querySelector<HTMLElement>("mark");
    if (box.current && first) box.current.scrollTop = Math.max(0, first.offsetTop - box.current.clientHeight / 3);
  }, [text, key]);
  return (
    <pre className="sql" ref={box} tabIndex={0} role="region" aria-label={label}>
      <code><Marked text={text} marks={marks} /></code>
    </pre>
  );
}
