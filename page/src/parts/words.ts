/* Numbers and times as people read them. */
export const count = (number: number, one: string, many = `${one}s`): string =>
  `${number.toLocaleString("en")} ${number === 1 ? one : many}`;

export const percent = (part: number): string => `${Math.round(part * 1000) / 10}%`;

export function time(iso: string | null): string {
  if (iso === null) return "";
  const when = new Date(iso);
  return Number.isNaN(when.getTime()) ? iso : `${when.toISOString().slice(0, 16).replace("T", " ")} UTC`;
}

/** The last part of a dotted name, and what stands before it. */
export function split(full: string): [string, string] {
  const quoted = /^(.*)\.("(?:[^"]|"")*"|`[^`]*`)$/.exec(full);
  if (quoted) return [quoted[1] ?? "", quoted[2] ?? ""];
  const at = full.lastIndexOf(".");
  return at < 0 ? ["", full] : [full.slice(0, at), full.slice(at + 1)];
}
