/* Where things stand, in one place for the screen and for pictures: sizes are fixed, so nothing has to be measured. */
import type { Card, EdgeType, Level, Reached, View } from "../api/types";

export const WIDTH = 226;
export const HEAD = 42;
export const ROW = 22;
export const PAD = 5;
const GAP_X = 84;
const GAP_Y = 22;
/** So many cards stand below one another; a rank with more gets several columns. */
const WRAP = 18;
/** So many columns of a path a card shows, unless it is opened. */
const ROWS = 10;
const ROWS_OPEN = 60;
/** The list of all columns of an open card. */
export const LIST = 9 * ROW + 34;

export type Light = "lit" | "dim" | "plain";

export interface SceneRow {
  id: string;
  /** null: the rows of the dataset */
  name: string | null;
  full: string;
  type: string | null;
  level: Level;
  light: Light;
  selected: boolean;
  y: number;
}

export interface SceneCard {
  id: string;
  name: string;
  full: string;
  system: string;
  kind: string;
  temporary: boolean;
  columns: number;
  rank: number;
  x: number;
  y: number;
  h: number;
  rows: SceneRow[];
  /** Columns of the path that are not shown. */
  more: number;
  open: boolean;
  light: Light;
  start: boolean;
  hiddenUp: number;
  hiddenDown: number;
}

export interface SceneEdge {
  id: string;
  source: string;
  target: string;
  sx: number;
  sy: number;
  tx: number;
  ty: number;
  /** On which side of their cards the ends are: 1 right, -1 left. */
  sd: 1 | -1;
  td: 1 | -1;
  /** null: between datasets, whatever columns it is of */
  type: EdgeType | null;
  influence: boolean;
  level: Level;
  doubtful: boolean;
  /** Whether it goes, or something of it goes, through what nobody described. */
  unknown: boolean;
  light: Light;
  chosen: boolean;
  from: string;
  to: string;
  expr: string;
  label: string;
}

export interface Scene {
  cards: SceneCard[];
  edges: SceneEdge[];
  byId: Map<string, SceneCard>;
  bounds: { x: number; y: number; width: number; height: number };
}

export interface SceneOptions {
  /** The lit column by name; empty if none is. */
  sel: string;
  open: ReadonlySet<string>;
  only: boolean;
  from: string;
  to: string;
}

/** The cards of a base view, where they stand, with the path of a column lit; cards that only that path has are added. */
export function arrange(base: View, focus: View | null, options: SceneOptions): Scene {
  const lit = new Set<string>();
  focus?.cards.forEach((card) => card.column_list.forEach((one) => lit.add(one.id)));
  const litCards = new Set(focus?.cards.map((card) => card.id));
  const focused = new Map(focus?.cards.map((card) => [card.id, card]));
  const known = new Set(base.cards.map((card) => card.id));
  const placed = [...base.cards, ...added(base, focus, known)];
  const shown = options.only && focus ? placed.filter((card) => litCards.has(card.id)) : placed;

  const cards = shown.map((card): SceneCard => {
    const own = focused.get(card.id);
    const merged = merge(card.column_list, own && own !== card ? own.column_list : []);
    const open = options.open.has(card.full_name);
    const [rows, more] = pick(merged, lit, options.sel, open ? ROWS_OPEN : ROWS);
    const light: Light = focus === null ? "plain" : litCards.has(card.id) ? "lit" : "dim";
    return {
      id: card.id, name: card.name, full: card.full_name, system: card.system, kind: card.kind,
      temporary: card.temporary, columns: card.columns, rank: card.rank, x: 0, y: 0,
      h: HEAD + (rows.length + (more ? 1 : 0)) * ROW + (rows.length ? PAD : 0) + (open ? LIST : 0),
      rows: rows.map((one, at): SceneRow => ({
        id: one.id, name: one.name, full: one.full_name, type: one.type, level: one.level,
        light: focus === null ? "plain" : lit.has(one.id) ? "lit" : "dim",
        selected: one.full_name === options.sel,
        y: HEAD + at * ROW + ROW / 2,
      })),
      more, open, light,
      start: card.full_name === base.start || base.start.startsWith(`${card.full_name}.`),
      hiddenUp: own?.hidden_up ?? card.hidden_up,
      hiddenDown: own?.hidden_down ?? card.hidden_down,
    };
  });
  place(cards, shown);
  const byId = new Map(cards.map((card) => [card.id, card]));
  return { cards, edges: lines(base, focus, options, byId), byId, bounds: around(cards) };
}

/** Cards of the focus that the base has not: in ranks counted from the card that both have, behind all others. */
function added(base: View, focus: View | null, known: Set<string>): Card[] {
  if (!focus || focus === base) return [];
  const ranks = new Map(base.cards.map((card) => [card.id, card.rank]));
  const anchor = focus.cards.find((card) => card.distance === 0 && ranks.has(card.id));
  const shift = anchor ? (ranks.get(anchor.id) ?? 0) - anchor.rank : 0;
  return focus.cards
    .filter((card) => !known.has(card.id))
    .map((card) => ({ ...card, rank: card.rank + shift, order: card.order + 100_000 }));
}

function merge(first: Reached[], second: Reached[]): Reached[] {
  if (!second.length) return first;
  const known = new Set(second.map((one) => one.id));
  const all = [...second, ...first.filter((one) => !known.has(one.id))];
  return all.sort((a, b) => Number(a.name === null) - Number(b.name === null) || (a.ordinal ?? 1e9) - (b.ordinal ?? 1e9));
}

function pick(rows: Reached[], lit: Set<string>, sel: string, most: number): [Reached[], number] {
  if (rows.length <= most) return [rows, 0];
  const worth = (one: Reached): number => (one.full_name === sel ? 0 : lit.has(one.id) ? 1 : 2);
  const kept = new Set([...rows].sort((a, b) => worth(a) - worth(b)).slice(0, most - 1).map((one) => one.id));
  return [rows.filter((one) => kept.has(one.id)), rows.length - kept.size];
}

function place(cards: SceneCard[], shown: Card[]): void {
  const order = new Map(shown.map((card) => [card.id, card.order]));
  const ranks = new Map<number, SceneCard[]>();
  for (const card of cards) ranks.set(card.rank, [...(ranks.get(card.rank) ?? []), card]);
  const numbers = [...ranks.keys()].sort((a, b) => a - b);
  const wide = new Map(numbers.map((rank) => [rank, Math.ceil((ranks.get(rank)?.length ?? 0) / WRAP)]));
  // From rank 0 outwards: what stands nearer does not move when more is added at the ends.
  const left = new Map<number, number>();
  let x = 0;
  for (const rank of numbers.filter((one) => one >= 0)) {
    left.set(rank, x);
    x += (wide.get(rank) ?? 1) * (WIDTH + 28) - 28 + GAP_X;
  }
  x = 0;
  for (const rank of numbers.filter((one) => one < 0).reverse()) {
    x -= (wide.get(rank) ?? 1) * (WIDTH + 28) - 28 + GAP_X;
    left.set(rank, x);
  }
  for (const rank of numbers) {
    const found = (ranks.get(rank) ?? []).sort((a, b) => (order.get(a.id) ?? 0) - (order.get(b.id) ?? 0));
    const each = Math.ceil(found.length / (wide.get(rank) ?? 1));
    let y = 0;
    found.forEach((card, at) => {
      if (at % each === 0) y = 0;
      card.x = (left.get(rank) ?? 0) + Math.floor(at / each) * (WIDTH + 28);
      card.y = y;
      y += card.h + GAP_Y;
    });
  }
}

function lines(base: View, focus: View | null, options: SceneOptions, byId: Map<string, SceneCard>): SceneEdge[] {
  const rows = new Map<string, number>();
  for (const card of byId.values()) for (const row of card.rows) rows.set(row.id, row.y);
  const at = (card: SceneCard, id: string | null): number => {
    const y = id === null ? undefined : rows.get(id);
    if (y !== undefined) return card.y + y;
    if (id !== null && card.more) return card.y + HEAD + card.rows.length * ROW + ROW / 2;
    return card.y + HEAD / 2;
  };
  const found: SceneEdge[] = [];
  const seen = new Set<string>();
  const names = new Map<string, string>();
  for (const view of [base, focus]) view?.cards.forEach((card) => card.column_list.forEach((one) => names.set(one.id, one.full_name)));
  for (const view of focus && focus !== base ? [focus, base] : [base]) {
    for (const edge of view.edges) {
      const id = `${edge.source}>${edge.target}`;
      const source = byId.get(edge.source_card);
      const target = byId.get(edge.target_card);
      if (!source || !target || seen.has(id)) continue;
      seen.add(id);
      const from = names.get(edge.source) ?? edge.from;
      const light: Light = focus === null ? "plain" : view === focus ? "lit" : "dim";
      found.push({
        id, source: source.id, target: target.id,
        ...ends(source, target), sy: at(source, edge.source), ty: at(target, edge.target),
        type: edge.type, influence: edge.influence, level: edge.level, doubtful: edge.doubtful, unknown: edge.type === "UNKNOWN" && !edge.influence, light,
        chosen: options.from === from && options.to === edge.to,
        from, to: edge.to, expr: edge.expr,
        label: `${edge.from} to ${edge.to}: ${edge.influence ? "decided by " : ""}${edge.type}, ${edge.level}`,
      });
    }
  }
  for (const link of base.links) {
    const source = byId.get(link.source);
    const target = byId.get(link.target);
    if (!source || !target) continue;
    const unknown = link.value_types.includes("UNKNOWN");
    found.push({
      id: `${link.source}=${link.target}`, source: source.id, target: target.id,
      ...ends(source, target), sy: source.y + HEAD / 2, ty: target.y + HEAD / 2,
      type: null, influence: false, level: link.level, doubtful: link.doubtful || unknown,
      unknown,
      light: focus === null ? "plain" : "dim", chosen: false,
      from: link.from, to: link.to, expr: "",
      label: `${link.from} to ${link.to}: ${link.statements} ${link.statements === 1 ? "statement" : "statements"}, ${link.level}${unknown ? ", partly UNKNOWN" : ""}`,
    });
  }
  // what is lit is drawn last, over the rest; what is doubtful over what is sure
  const weight = (one: SceneEdge): number => (one.light === "dim" ? 0 : 2) + (one.doubtful ? 1 : 0) + (one.chosen ? 4 : 0);
  return found.sort((a, b) => weight(a) - weight(b));
}

function around(cards: SceneCard[]): Scene["bounds"] {
  if (!cards.length) return { x: 0, y: 0, width: 1, height: 1 };
  const x = Math.min(...cards.map((card) => card.x));
  const y = Math.min(...cards.map((card) => card.y));
  const right = Math.max(...cards.map((card) => card.x + WIDTH));
  const bottom = Math.max(...cards.map((card) => card.y + card.h));
  return { x, y, width: right - x, height: bottom - y };
}

type Ends = Pick<SceneEdge, "sx" | "tx" | "sd" | "td">;
type Placed = Ends & Pick<SceneEdge, "sy" | "ty">;

/** Data flows to the right. What leads back goes from left to right side; what stays in its rank, around the right. */
function ends(source: SceneCard, target: SceneCard): Ends {
  if (target.x > source.x) return { sx: source.x + WIDTH, sd: 1, tx: target.x, td: -1 };
  if (target.x < source.x) return { sx: source.x, sd: -1, tx: target.x + WIDTH, td: 1 };
  return { sx: source.x + WIDTH, sd: 1, tx: target.x + WIDTH, td: 1 };
}

/** The two ends of a line and the points that bend it. */
function bent(edge: Placed): [number, number, number, number, number, number, number, number] {
  const { sx, sy, tx, ty, sd, td } = edge;
  if (sd !== td) {
    const bend = Math.max(30, Math.min(Math.abs(tx - sx) / 2, 160));
    return [sx, sy, sx + sd * bend, sy, tx + td * bend, ty, tx, ty];
  }
  if (sy === ty) return [sx, sy - 4, sx + 46, sy - 26, tx + 46, ty + 26, tx, ty + 4];
  const bend = 34 + Math.min(Math.abs(ty - sy) * 0.12, 46);
  return [sx, sy, sx + bend, sy, tx + bend, ty, tx, ty];
}

/** The line of an edge. */
export function curve(edge: Placed): string {
  const [ax, ay, bx, by, cx, cy, dx, dy] = bent(edge);
  return `M${ax},${ay} C${bx},${by} ${cx},${cy} ${dx},${dy}`;
}

/** The middle of that line, for a mark. */
export function middle(edge: Placed): [number, number] {
  const [ax, ay, bx, by, cx, cy, dx, dy] = bent(edge);
  return [(ax + 3 * bx + 3 * cx + dx) / 8, (ay + 3 * by + 3 * cy + dy) / 8];
}

/** How a line is drawn, beside its colour: what is not sure is never told by colour alone. */
export function dash(edge: Pick<SceneEdge, "influence" | "doubtful" | "unknown">): string | undefined {
  if (edge.unknown) return "9 4 2 4";
  if (edge.doubtful) return "7 5";
  if (edge.influence) return "1.5 4.5";
  return undefined;
}

/** The sign on a line that must not be overlooked. */
export function sign(edge: Pick<SceneEdge, "doubtful" | "unknown">): string | null {
  if (!edge.doubtful) return null;
  return edge.unknown ? "?" : "!";
}

export function hue(edge: Pick<SceneEdge, "type" | "influence">): string {
  if (edge.type === null) return "link";
  return edge.influence ? "influence" : edge.type.toLowerCase();
}
