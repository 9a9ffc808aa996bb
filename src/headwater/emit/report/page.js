// The explorer: reads the graph that the page carries, draws a part of it, and tells of what is chosen.
// Texts of SQL reach the page as text nodes alone. Positions are set on elements; no markup is ever put together here.
"use strict";
(() => {
const G = JSON.parse(document.getElementById("graph").textContent);
const $ = (id) => document.getElementById(id);
const SYSTEMS = ["clickhouse", "duckdb", "flink", "googlesql", "hive", "file", "kafka"], SLOTS = 10;
const MARKS = {EXACT: "✓", INFERRED: "~", AMBIGUOUS: "?", COARSE: "#", TABLE: "T", NONE: "×"};
const LEVELS = Object.keys(MARKS);
const MOST_CARDS = 120, MOST_ROWS = 24, MOST_TRACE = 600, SMALL = 60, MOST_LISTED = 200;
const CARD = 216, HEAD = 44, ROW = 26, FOOT = 24, GAP_X = 84, GAP_Y = 18;

// ── the data, by name ───────────────────────────────────────────────────────────────────────────────────────────
const W = G.words;
const datasets = G.datasets.map(([system, name, kind, temporary, also, read, written], id) =>
  ({id, system, name, kind, temporary, also, read, written, columns: [], up: new Set(), down: new Set(), decided: []}));
const columns = G.columns.map(([d, name, type, generated, level], id) => {
  const one = {id, dataset: datasets[d], name, type, generated, level, up: [], down: [], decided: [], decides: []};
  datasets[d].columns.push(one);
  return one;
});
const statements = G.statements.map(([id, place, dialect, kind, target, level, runs, text, cut]) =>
  ({id, place, dialect: W[dialect], kind: W[kind], target, level: W[level], runs, text, cut}));
const edges = G.edges.map((e, id) => {
  const [s, t, path, type, level, confidence, expr, ops, st, start, end, line, runs, job, until] = e;
  const one = {id, source: columns[s], target: columns[t], path, type: W[type], level: W[level], confidence, expr,
    ops: W[ops], statement: statements[st], start, end, line, runs, job: W[job], until};
  one.source.down.push(one);
  one.target.up.push(one);
  return one;
});
for (const [s, c, d, type, level, st, start, end, line, path] of G.influence) {
  const one = {source: columns[s], target: c === null ? null : columns[c], dataset: datasets[d], type: W[type],
    level: W[level], statement: statements[st], start, end, line, path, expr: "", influence: true};
  one.source.decides.push(one);
  (c === null ? datasets[d] : columns[c]).decided.push(one);
}
const links = new Map();
for (const [s, t, level, st] of G.tableEdges) {
  links.set(s + ">" + t, {source: datasets[s], target: datasets[t], level: W[level], statement: statements[st]});
  datasets[s].down.add(datasets[t]);
  datasets[t].up.add(datasets[s]);
}
const doubtful = (one) => (one.level && one.level !== "EXACT") || one.type === "UNKNOWN";
const sign = (one) => one.type === "UNKNOWN" ? "!" : MARKS[one.level] || "!";
const shade = (one) => one.type === "UNKNOWN" || !(one.level in MARKS) ? "l-COARSE" : "l-" + one.level;
const full = (column) => column.dataset.name + "." + column.name;

// ── elements ────────────────────────────────────────────────────────────────────────────────────────────────────
// What would hide or reorder the text that is read is replaced, one unit for one, so that places stay true.
const UNSEEN = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u061c\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]/g;
const seen = (text) => String(text).replace(UNSEEN, "\ufffd");
function el(name, said = {}, ...children) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(said)) {
    if (key === "on") for (const [event, act] of Object.entries(value)) made.addEventListener(event, act);
    else if (value !== null && value !== undefined && value !== false) made.setAttribute(key, value === true ? "" : seen(value));
  }
  made.append(...children.filter((one) => one !== null && one !== undefined).map((one) => one instanceof Node ? one : seen(one)));
  return made;
}
function svg(name, said) {
  const made = document.createElementNS("http://www.w3.org/2000/svg", name);
  for (const [key, value] of Object.entries(said)) made.setAttribute(key, value);
  return made;
}
const badge = (level) => !level ? null :
  el("span", {class: "level " + (level in MARKS ? "l-" + level : "")}, el("span", {"aria-hidden": "true"}, MARKS[level] || "!"), " " + level);
const kindBadge = (type) => el("span", {class: "type" + (type === "UNKNOWN" ? " t-UNKNOWN" : "")}, type === "UNKNOWN" ? "! UNKNOWN" : type);
const slot = (system) => {
  const at = SYSTEMS.indexOf(system);
  return "s" + (at >= 0 ? at : SYSTEMS.length + [...system].reduce((sum, c) => sum + c.codePointAt(0), 0) % (SLOTS - SYSTEMS.length));
};
const many = (n, one, more = one + "s") => n.toLocaleString("en") + " " + (n === 1 ? one : more);

// ── state: what is chosen, and the address that says so ─────────────────────────────────────────────────────────
const state = {dataset: null, column: null, edge: null, scope: datasets.length > SMALL ? "around" : "whole", steps: 99, zoom: 1, byHand: false, wide: new Set()};
const LONE = /[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g;   // has no address of its own
const part = (text) => encodeURIComponent(text.replace(LONE, "?"));
const address = (dataset, column) => column ? "#c/" + [dataset.system, dataset.name, column.name].map(part).join("/")
  : "#d/" + [dataset.system, dataset.name].map(part).join("/");
function choose(dataset, column = null, edge = null, quiet = false) {
  Object.assign(state, {dataset, column, edge});
  const to = dataset ? address(dataset, column) : "#explorer";
  if (!quiet && location.hash !== to) history.pushState(null, "", to);
  draw(true);
}
function fromAddress() {
  const found = location.hash.match(/^#([dc])\/(.*)$/);
  if (!found) return false;
  let parts;
  try { parts = found[2].split("/").map(decodeURIComponent); } catch { return false; }
  const dataset = datasets.find((one) => one.system === parts[0] && one.name === parts[1]);
  if (!dataset) {
    choose(null, null, null, true);
    $("said").textContent = seen(`${parts[0]}:${parts[1]} is not on this page.`);
  } else choose(dataset, found[1] === "c" ? dataset.columns.find((one) => one.name === parts[2]) || null : null, null, true);
  $("explorer").scrollIntoView({block: "start"});
  return true;
}

// ── what is shown: datasets by steps from the chosen one, or the whole; a chosen column's way up and down ────────
function trace(column, steps) {
  const found = {columns: new Map([[column, 0]]), edges: new Set(), more: false};
  for (const [side, end] of [["up", "source"], ["down", "target"]]) {
    const met = new Set([column]);
    let front = [column];
    for (let step = 1; front.length && step <= steps; step++) {
      const next = [];
      for (const one of front) for (const edge of one[side]) {
        const other = edge[end];
        if (!found.columns.has(other) && found.columns.size >= MOST_TRACE) { found.more = true; continue; }
        found.edges.add(edge);
        if (!found.columns.has(other)) found.columns.set(other, end === "source" ? -step : step);
        if (!met.has(other)) { met.add(other); next.push(other); }
      }
      front = next;
    }
  }
  return found;
}
function around(start, steps) {
  const found = new Set(start);
  for (const side of ["up", "down"]) {
    let front = [...start];
    const met = new Set(front);
    for (let step = 0; front.length && step < steps; step++) {
      front = front.flatMap((one) => [...one[side]]).filter((one) => !met.has(one) && met.add(one));
      front.forEach((one) => found.add(one));
    }
  }
  return found;
}
function shownNow() {
  const way = state.column ? trace(state.column, state.steps) : null;
  let near = null;
  if (way) near = new Set([...way.columns.keys()].map((one) => one.dataset));
  else if (state.dataset) near = around([state.dataset], state.steps);
  let all;
  if (state.scope === "engines") all = datasets.filter((one) => [...one.up, ...one.down].some((other) => other.system !== one.system));
  else if (state.scope === "whole" || !near) all = datasets;
  else all = [...near];
  const wanted = [...new Set([...(state.dataset ? [state.dataset] : []), ...all])];
  return {way, near, cards: wanted.slice(0, MOST_CARDS), beyond: Math.max(wanted.length - MOST_CARDS, 0)};
}
function rowsOf(dataset, way) {
  if (way) {
    const met = dataset.columns.filter((one) => way.columns.has(one));
    if (dataset !== state.dataset) return met;
  }
  if (dataset !== state.dataset) return [];
  return state.wide.has(dataset) ? dataset.columns : [...new Set([...dataset.columns.filter((one) => one === state.column), ...dataset.columns.slice(0, MOST_ROWS)])]
    .sort((a, b) => a.id - b.id);
}

// ── layout: ranks left to right, order by neighbours, heights by least movement; parts side by side ──────────────
function layout(cards, pairs) {
  const nodes = new Map(cards.map((card) => [card.dataset, {card, height: card.height, up: [], down: []}]));
  const mark = new Map(), back = new Set(), out = new Map(cards.map((c) => [c.dataset, []]));
  for (const p of pairs) if (p.source !== p.target) out.get(p.source).push(p);
  for (const {dataset} of cards) {            // a link back to what is still open closes a cycle: it is drawn, not ranked
    if (mark.has(dataset)) continue;
    const stack = [[dataset, 0]];
    mark.set(dataset, 1);
    while (stack.length) {
      const top = stack[stack.length - 1], next = out.get(top[0])[top[1]++];
      if (!next) { mark.set(top[0], 2); stack.pop(); }
      else if (mark.get(next.target) === 1) back.add(next);
      else if (!mark.has(next.target)) { mark.set(next.target, 1); stack.push([next.target, 0]); }
    }
  }
  const forward = pairs.filter((p) => p.source !== p.target && !back.has(p));
  const into = new Map(cards.map((c) => [c.dataset, 0]));
  forward.forEach((p) => into.set(p.target, into.get(p.target) + 1));
  const order = cards.map((c) => c.dataset).filter((d) => !into.get(d));
  for (let at = 0; at < order.length; at++) {
    const one = nodes.get(order[at]);
    one.rank = one.rank || 0;
    for (const p of out.get(order[at])) if (!back.has(p)) {
      const other = nodes.get(p.target);
      other.rank = Math.max(other.rank || 0, one.rank + 1);
      into.set(p.target, into.get(p.target) - 1);
      if (!into.get(p.target)) order.push(p.target);
    }
  }
  for (const d of order.slice().reverse()) {  // a source stands right before the first that reads it
    const next = out.get(d).filter((p) => !back.has(p)).map((p) => nodes.get(p.target).rank);
    if (next.length && !forward.some((p) => p.target === d)) nodes.get(d).rank = Math.min(...next) - 1;
  }
  const all = [...nodes.values()];
  for (const p of forward) {                  // a long link passes every rank between, so that it goes around the cards
    let from = nodes.get(p.source);
    p.way = [];
    for (let rank = from.rank + 1; rank < nodes.get(p.target).rank; rank++) {
      const point = {height: 8, rank, up: [from], down: []};
      from.down.push(point);
      all.push(point);
      p.way.push(point);
      from = point;
    }
    from.down.push(nodes.get(p.target));
    nodes.get(p.target).up.push(from);
  }
  const groups = [], met = new Set();
  for (const one of all) {
    if (met.has(one)) continue;
    const group = [one];
    met.add(one);
    for (let at = 0; at < group.length; at++)
      for (const other of [...group[at].up, ...group[at].down]) if (!met.has(other)) { met.add(other); group.push(other); }
    groups.push(group);
  }
  const boxes = groups.sort((a, b) => b.length - a.length).map(arrange);
  const widest = Math.max(...boxes.map((box) => box.width), 1300);
  let x = 0, y = 0, tall = 0, width = 0;
  for (const box of boxes) {                  // parts that have nothing to do with one another stand on shelves
    if (x && x + box.width > widest) { x = 0; y += tall + 2 * GAP_Y; tall = 0; }
    for (const one of box.group) { one.x += x; one.y += y; }
    x += box.width + GAP_X;
    tall = Math.max(tall, box.height);
    width = Math.max(width, x - GAP_X);
  }
  return {nodes, width, height: y + tall};
}
function arrange(group) {
  const low = Math.min(...group.map((one) => one.rank)), ranks = [];
  for (const one of group) (ranks[one.rank - low] ||= []).push(one);
  const mean = (list, value) => list.reduce((sum, one) => sum + value(one), 0) / list.length;
  ranks.forEach((rank) => rank.forEach((one, at) => { one.at = at; }));
  for (let sweep = 0; sweep < 12; sweep++) {
    const side = sweep % 2 ? "down" : "up";
    for (const rank of sweep % 2 ? ranks.slice().reverse() : ranks) {
      const want = new Map(rank.map((one) => [one, one[side].length ? mean(one[side], (o) => o.at / ranks[o.rank - low].length) : one.at / rank.length]));
      rank.sort((a, b) => want.get(a) - want.get(b)).forEach((one, at) => { one.at = at; });
    }
  }
  for (const rank of ranks) { let y = 0; for (const one of rank) { one.y = y; y += one.height + GAP_Y; } }
  const middle = (one) => one.y + one.height / 2;
  for (let sweep = 0; sweep < 8; sweep++) {
    const side = sweep % 2 ? "down" : "up";
    for (const rank of sweep % 2 ? ranks.slice().reverse() : ranks) {
      let before = 0;                         // least squares in the given order: blocks that collide share their mean
      const blocks = [];
      for (const one of rank) {
        const want = (one[side].length ? mean(one[side], middle) : middle(one)) - one.height / 2 - before;
        blocks.push({sum: want, size: 1, ones: [[one, before]]});
        before += one.height + GAP_Y;
        while (blocks.length > 1) {
          const last = blocks[blocks.length - 1], other = blocks[blocks.length - 2];
          if (other.sum / other.size <= last.sum / last.size) break;
          other.sum += last.sum; other.size += last.size; other.ones.push(...last.ones);
          blocks.pop();
        }
      }
      for (const block of blocks) for (const [one, offset] of block.ones) one.y = block.sum / block.size + offset;
    }
  }
  const top = Math.min(...group.map((one) => one.y));
  for (const one of group) { one.y -= top; one.x = (one.rank - low) * (CARD + GAP_X); }
  return {group, width: ranks.length * (CARD + GAP_X) - GAP_X, height: Math.max(...group.map((one) => one.y + one.height))};
}

// ── drawing ─────────────────────────────────────────────────────────────────────────────────────────────────────
let placed = new Map();
function draw(move) {
  const {way, near, cards: chosen, beyond} = shownNow();
  const inside = new Set(chosen);
  const cards = chosen.map((dataset) => {
    const rows = rowsOf(dataset, way), more = rows.length && dataset.columns.length > rows.length;
    return {dataset, rows, more, height: HEAD + rows.length * ROW + (more ? FOOT : 0)};
  });
  const pairs = [];
  for (const source of chosen) for (const target of source.down) if (inside.has(target))
    pairs.push({...links.get(source.id + ">" + target.id)});
  if (state.scope === "engines") pairs.splice(0, pairs.length, ...pairs.filter((p) => p.source.system !== p.target.system || near));
  const made = layout(cards, pairs);
  placed = made.nodes;
  const canvas = $("canvas"), paper = svg("svg", {class: "lines", width: made.width + 80, height: made.height + 80, "aria-hidden": "true"});
  canvas.replaceChildren(paper);
  canvas.style.width = made.width + 80 + "px";
  canvas.style.height = made.height + 80 + "px";
  const faded = (dataset) => state.scope === "whole" && near && !near.has(dataset);
  const own = new Set(way ? [...way.edges].map((e) => e.source.dataset.id + ">" + e.target.dataset.id) : []);
  for (const p of pairs) {
    if (own.has(p.source.id + ">" + p.target.id)) continue;
    const from = made.nodes.get(p.source), to = made.nodes.get(p.target);
    const on = state.dataset && !way && near.has(p.source) && near.has(p.target);
    line(paper, from.x + CARD, from.y + HEAD / 2, to.x, to.y + HEAD / 2, p.way, p, {
      class: "table-line" + (on ? " on" : "") + ((near && !on) || way ? " off" : ""), title: `${p.source.name} → ${p.target.name}`});
  }
  if (way) {
    const spread = new Map();
    for (const edge of way.edges) {
      const from = made.nodes.get(edge.source.dataset), to = made.nodes.get(edge.target.dataset);
      if (!from || !to) continue;
      const y = (node, column) => { const at = node.card.rows.indexOf(column); return node.y + (at < 0 ? HEAD / 2 : HEAD + at * ROW + ROW / 2); };
      const pair = pairs.find((p) => p.source === edge.source.dataset && p.target === edge.target.dataset);
      const nth = spread.get(pair) || 0;
      spread.set(pair, nth + 1);
      line(paper, from.x + CARD, y(from, edge.source), to.x, y(to, edge.target), pair && pair.way && pair.way.map((one) => ({x: one.x, y: one.y + nth % 5 * 3, height: one.height})), edge, {
        class: "column-line on" + (edge === state.edge ? " picked" : ""), title: `${full(edge.source)} → ${full(edge.target)}  ${edge.type} ${edge.level}`,
        nth, act: () => choose(edge.target.dataset, edge.target, edge)});
    }
  }
  for (const card of cards) canvas.append(cardOf(card, made.nodes.get(card.dataset), way, faded(card.dataset)));
  roving();
  if (move && !state.byHand) fit(near ? 0.8 : 0.55);
  else zoom(state.zoom);
  $("scope").value = state.scope;
  $("steps").value = state.steps;
  tell(beyond, way, cards.length);
  pane(way);
  if (move) reveal();
}
function line(paper, x1, y1, x2, y2, way, one, {class: kind, title, act, nth = 2}) {
  x1 += 40; x2 += 40; y1 += 40; y2 += 40;
  let d = `M${x1} ${y1}`, x = x1, y = y1;
  const bend = (tx, ty) => { const half = Math.max(Math.abs(tx - x) / 2, 24); d += `C${x + half} ${y} ${tx - half} ${ty} ${tx} ${ty}`; x = tx; y = ty; };
  if (x2 > x1) {
    for (const point of way || []) { const py = point.y + point.height / 2 + 40; bend(point.x + 40, py); d += `H${point.x + 40 + CARD}`; x = point.x + 40 + CARD; }
    bend(x2 - 6, y2);
  } else {                                    // back to the left, or to itself: over the top
    const top = Math.min(y1, y2) - 34;
    d += `C${x1 + 50} ${y1} ${x1 + 50} ${top} ${x1} ${top}H${x2 - 6}C${x2 - 56} ${top} ${x2 - 56} ${y2} ${x2 - 6} ${y2}`;
  }
  const group = svg("g", {class: kind + (doubtful(one) ? " doubtful " + shade(one) : "")});
  const stroke = svg("path", {d, class: "stroke"});
  group.append(stroke, svg("path", {d: `M${x2 - 8} ${y2 - 4}L${x2} ${y2}L${x2 - 8} ${y2 + 4}Z`, class: "tip"}));
  if (act) {
    const hit = svg("path", {d, class: "hit"});
    const said = svg("title", {});
    said.textContent = seen(title);
    hit.append(said);
    hit.addEventListener("click", act);
    group.append(hit);
  }
  paper.append(group);
  if (doubtful(one)) {
    const at = stroke.getPointAtLength(stroke.getTotalLength() * (0.3 + nth % 5 * 0.1));
    const text = svg("text", {x: at.x, y: at.y + 4, class: "sign"});
    text.textContent = sign(one);
    group.append(svg("circle", {cx: at.x, cy: at.y, r: 9, class: "disc"}), text);
  }
}
function cardOf({dataset, rows, more}, node, way, faded) {
  const worst = dataset.columns.filter(doubtful).sort((a, b) => LEVELS.indexOf(b.level) - LEVELS.indexOf(a.level))[0];
  const card = el("div", {class: `card ${slot(dataset.system)}` + (dataset === state.dataset ? " chosen" : "") + (faded ? " faded" : "")});
  card.style.left = node.x + 40 + "px";
  card.style.top = node.y + 40 + "px";
  const kind = [dataset.system, dataset.temporary ? "temporary" : "", dataset.kind].filter(Boolean).join(" · ");
  const head = el("button", {type: "button", class: "head", title: dataset.name, "aria-pressed": String(dataset === state.dataset),
    "aria-label": `${dataset.name}, ${kind}, ${many(dataset.columns.length, "column")}` + (worst ? ", has columns that are not EXACT" : ""),
    on: {click: () => choose(dataset === state.dataset && !state.column ? null : dataset)}},
    el("span", {class: "title"}, dataset.name), el("span", {class: "kind"}, kind, worst ? el("span", {class: "sign " + shade(worst), title: "has columns that are not EXACT"}, sign(worst)) : null));
  head.dataset.id = dataset.id;
  card.append(head);
  for (const column of rows) {
    const on = way && way.columns.has(column), step = on ? way.columns.get(column) : null;
    card.append(el("button", {type: "button", class: "column" + (column === state.column ? " chosen" : on ? " on" : ""), title: full(column), tabindex: "-1",
      "aria-pressed": String(column === state.column), "data-column": column.id, on: {click: () => choose(dataset, column)}},
      el("span", {class: "title"}, column.name),
      column.generated ? el("span", {class: "hint"}, "generated") : column.type ? el("span", {class: "hint"}, column.type) : null,
      doubtful(column) ? el("span", {class: "sign " + shade(column), title: column.level, "aria-label": column.level}, sign(column)) : null,
      step ? el("span", {class: "sr"}, step < 0 ? ` upstream ${-step}` : ` downstream ${step}`) : null));
  }
  if (more) card.append(el("button", {type: "button", class: "foot", tabindex: "-1", on: {click: () => {
    if (dataset === state.dataset) { state.wide.add(dataset); draw(); } else choose(dataset);
  }}}, many(dataset.columns.length - rows.length, "more column")));
  return card;
}
function tell(beyond, way, shown) {
  const hidden = Object.entries({datasets: "dataset", tableEdges: "table edge", columns: "column", edges: "value edge", influence: "influence edge"})
    .filter(([key]) => G.hidden[key]).map(([key, word]) => many(G.hidden[key], word));
  $("said").textContent = `${many(shown, "dataset")} shown` +
    (beyond ? `, ${many(beyond, "more", "more")} not shown: select one, or use fewer steps` : "") +
    (way ? `; ${many(way.columns.size - 1, "column")} on the path` + (way.more ? `, limited to ${MOST_TRACE}` : "") : "") + "." +
    (hidden.length ? ` Not on this page, which contains the most connected datasets: ${hidden.join(", ")}.` : "");
}

// ── the pane: what is chosen, and why ───────────────────────────────────────────────────────────────────────────
function pane(way) {
  const box = $("pane");
  box.replaceChildren();
  if (!state.dataset) {
    box.append(el("p", {class: "faint"}, datasets.length ? "Select a dataset to see its columns. Select a column to see its sources, its targets, and the SQL."
      : "This run has no datasets."));
    return;
  }
  const {dataset, column} = state;
  box.append(el("p", {class: "crumb"}, el("span", {class: "dot " + slot(dataset.system), "aria-hidden": "true"}), dataset.system, " · ", dataset.kind || "dataset", dataset.temporary ? " · temporary" : ""));
  if (!column) return tableOf(box, dataset);
  box.append(el("h3", {}, el("button", {type: "button", class: "link", on: {click: () => choose(dataset)}}, dataset.name), ".", column.name),
    el("p", {}, badge(column.level), " ", column.type ? el("code", {}, column.type) : null, column.generated ? " generated: no stored source" : null));
  const ups = column.up.slice().sort((a, b) => b.confidence - a.confidence);
  list(box, "Comes from", ups, (e) => e.source, column.generated ? "No stored column feeds its value." : "No incoming edges on this page.");
  list(box, "Feeds", column.down, (e) => e.target, "No outgoing edges on this page.");
  list(box, "Decided by", [...column.decided, ...dataset.decided], (e) => e.source, null, true);
  list(box, "Decides", column.decides, (e) => e.target, null, true);
  const edge = state.edge || ups[0] || column.down[0];
  if (edge) show(edge, box.querySelector(`[data-edge="${edge.id}"]`));
}
function tableOf(box, dataset) {
  box.append(el("h3", {}, dataset.name));
  if (dataset.also.length) box.append(el("p", {}, "Also ", ...dataset.also.flatMap((one) => [el("code", {}, one), " "])));
  const near = (title, ones) => ones.size && box.append(el("h4", {}, `${title} (${ones.size})`), el("ul", {class: "plain"},
    ...[...ones].slice(0, MOST_LISTED).map((one) => el("li", {}, el("span", {class: "dot " + slot(one.system), "aria-hidden": "true"}),
      el("button", {type: "button", class: "link", on: {click: () => choose(one)}}, one.name), el("span", {class: "hint"}, one.system))),
    ones.size > MOST_LISTED ? el("li", {class: "faint"}, many(ones.size - MOST_LISTED, "more", "more")) : null));
  near("Reads from", dataset.up);
  near("Read by", dataset.down);
  box.append(el("h4", {}, `Columns (${dataset.columns.length})`), el("ul", {class: "plain"}, ...dataset.columns.slice(0, MOST_LISTED).map((one) =>
    el("li", {}, el("button", {type: "button", class: "link", on: {click: () => choose(dataset, one)}}, one.name), one.type ? el("span", {class: "hint"}, one.type) : null,
      one.generated ? el("span", {class: "hint"}, "generated") : null, one.level && one.level !== "EXACT" ? badge(one.level) : null)),
    dataset.columns.length > MOST_LISTED ? el("li", {class: "faint"}, many(dataset.columns.length - MOST_LISTED, "more", "more") + "; search for them above") : null));
  list(box, "Rows decided by", dataset.decided, (e) => e.source, null, true);
}
function list(box, title, ones, end, none, folded = false) {
  if (!ones.length && !none) return;
  const items = ones.slice(0, MOST_LISTED).map((one) => {
    const column = end(one), dataset = column ? column.dataset : one.dataset;
    return el("li", {class: "edge" + (doubtful(one) ? " doubtful " + shade(one) : ""), "data-edge": one.id},
      el("div", {}, el("button", {type: "button", class: "link", on: {click: () => choose(dataset, column)}}, (column ? full(column) : dataset.name) + (column === one.source ? one.path : "")), " ",
        kindBadge(one.type), one.level === "EXACT" ? null : badge(one.level), one.until ? el("span", {class: "type"}, "until " + one.until) : null),
      one.expr ? el("code", {class: "expr"}, one.expr) : null,
      one.statement ? el("button", {type: "button", class: "why", "aria-expanded": "false", on: {click: (event) => show(one, event.target.closest(".edge"), true)}}, "Show the SQL") : null);
  });
  const inner = ones.length ? el("ul", {class: "plain"}, ...items, ones.length > MOST_LISTED ? el("li", {class: "faint"}, many(ones.length - MOST_LISTED, "more", "more")) : null)
    : el("p", {class: "faint"}, none);
  box.append(folded ? el("details", {}, el("summary", {}, `${title} (${ones.length})`), inner) : el("div", {}, el("h4", {}, `${title} (${ones.length})`), inner));
}
function show(one, item, toggle) {
  const box = $("pane"), statement = one.statement, old = box.querySelector(".statement");
  const again = toggle && item.contains(old);
  old?.remove();
  for (const other of box.querySelectorAll(".edge")) {
    const on = other === item && !again;
    other.classList.toggle("picked", on);
    other.querySelector(".why")?.setAttribute("aria-expanded", String(on));
  }
  if (!statement || !item || again) return;
  const text = statement.text, inside = text !== null && one.start >= 0 && one.start < text.length;
  const where = seen(statement.place + (one.line ? `:${one.line}` : ""));
  const pre = text === null ? el("p", {class: "more"}, `The text of statement ${statement.id} is not on this page.`)
    : el("pre", {tabindex: "0", "aria-label": "Statement"}, el("code", {},
      ...(inside ? [text.slice(0, one.start), el("mark", {}, text.slice(one.start, one.end)), text.slice(one.end)] : [text])));
  const why = el("div", {class: "statement"},
    el("h4", {}, "Why: ", full(one.source) + one.path, " → ", one.target ? full(one.target) : one.dataset.name),
    el("p", {}, kindBadge(one.type), " ", badge(one.level), one.confidence !== undefined && one.confidence !== null ? el("span", {class: "hint"}, ` confidence ${one.confidence}`) : null),
    one.ops ? el("p", {class: "ops"}, one.ops) : null,
    el("p", {class: "hint"}, [statement.dialect, statement.kind, statement.target].filter(Boolean).join(" · "), el("br"), el("span", {class: "place"}, where),
      statement.runs ? ` · ${many(statement.runs, "run")}` : null, one.job ? ` · job ${one.job}` : null),
    pre, text !== null && statement.cut ? el("p", {class: "more"}, "The text is truncated.") : null,
    text !== null && !inside && !statement.cut ? el("p", {class: "more"}, "The span is unknown.") : null);
  item.append(why);
  const mark = why.querySelector("mark");
  if (mark) { const code = why.querySelector("pre"); code.scrollTop = mark.offsetTop - code.offsetTop - 40; }
  if (toggle) why.scrollIntoView({block: "nearest"});
}

// ── moving about ────────────────────────────────────────────────────────────────────────────────────────────────
function zoom(to) {
  state.zoom = Math.min(Math.max(to, 0.2), 2);
  const view = $("view"), canvas = $("canvas");
  canvas.style.transform = `scale(${state.zoom})`;   // what is smaller than its window stands in the middle of it
  canvas.style.marginLeft = Math.max((view.clientWidth - canvas.offsetWidth * state.zoom) / 2, 0) + "px";
  canvas.style.marginTop = Math.max((view.clientHeight - canvas.offsetHeight * state.zoom) / 2, 0) + "px";
}
function reveal() {
  const node = placed.get(state.dataset), view = $("view");
  if (!node) return view.scrollTo(0, 0);
  view.scrollTo((node.x + 40 + CARD / 2) * state.zoom - view.clientWidth / 2, (node.y + 40) * state.zoom - Math.min(view.clientHeight / 3, Math.max(40, (view.clientHeight - node.height) / 2)));
}
const heads = () => [...$("canvas").querySelectorAll(".head")];
function roving() {
  const all = heads(), current = all.find((one) => Number(one.dataset.id) === state.dataset?.id) || all[0];
  for (const one of all) one.tabIndex = one === current ? 0 : -1;
  for (const one of current?.parentNode.querySelectorAll(".column,.foot") || []) one.tabIndex = 0;
}
$("canvas").addEventListener("keydown", (event) => {
  const way = {ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1]}[event.key];
  const from = event.target.closest(".card");
  if (!way || !from) return;
  const stops = event.target.matches(".head") && !way[1] ? heads() : [...$("canvas").querySelectorAll(".head,.column,.foot")];
  const a = event.target.getBoundingClientRect();
  let best = null, least = Infinity;
  for (const one of stops) {
    const b = one.getBoundingClientRect(), dx = b.left - a.left, dy = b.top - a.top;
    const ahead = way[0] ? dx * way[0] : dy * way[1], aside = Math.abs(way[0] ? dy : dx);
    if (one !== event.target && ahead > 2 && ahead + 3 * aside < least) { least = ahead + 3 * aside; best = one; }
  }
  event.preventDefault();
  if (best) { best.tabIndex = 0; event.target.tabIndex = -1; best.focus(); best.scrollIntoView({block: "nearest", inline: "nearest"}); }
});
let drag = null;
$("view").addEventListener("pointerdown", (event) => {
  if (event.pointerType === "mouse" && event.button === 0 && !event.target.closest("button,.hit")) drag = {x: event.clientX, y: event.clientY};
});
addEventListener("pointermove", (event) => {
  if (!drag) return;
  $("view").scrollBy(drag.x - event.clientX, drag.y - event.clientY);
  drag = {x: event.clientX, y: event.clientY};
});
addEventListener("pointerup", () => { drag = null; });
$("view").addEventListener("wheel", (event) => {
  if (!event.ctrlKey) return;
  event.preventDefault();
  turn(event.deltaY < 0 ? 1.1 : 0.9);
}, {passive: false});
function turn(by) {
  state.byHand = true;
  zoom(state.zoom * by);
}
$("in").addEventListener("click", () => turn(1.25));
$("out").addEventListener("click", () => turn(0.8));
function fit(least = 0.2) {
  const view = $("view"), canvas = $("canvas");
  zoom(Math.max(least, Math.min(1, view.clientWidth / canvas.offsetWidth, view.clientHeight / canvas.offsetHeight)));
}
$("fit").addEventListener("click", () => { state.byHand = false; fit(); reveal(); });
$("clear").addEventListener("click", () => choose(null));
$("scope").addEventListener("change", (event) => { state.scope = event.target.value; draw(true); });
$("steps").addEventListener("change", (event) => { state.steps = Number(event.target.value); draw(true); });

// ── search ──────────────────────────────────────────────────────────────────────────────────────────────────────
const names = [...datasets.map((one) => ({text: one.name, system: one.system, what: one.kind || "dataset", dataset: one, column: null})),
  ...columns.map((one) => ({text: full(one), system: one.dataset.system, what: "column", dataset: one.dataset, column: one}))]
  .map((one) => ({...one, low: one.text.toLowerCase()}));
let options = [], at = -1;
function search() {
  const want = $("find").value.trim().toLowerCase();
  const scored = [];
  let matches = 0;
  if (want) for (const one of names) {
    const found = one.low.indexOf(want);
    if (found < 0) continue;
    matches++;
    const start = found === 0 || ".:_".includes(one.low[found - 1]);
    scored.push([(one.low === want || one.low.endsWith("." + want) ? 0 : start ? 1 : 2) * 1e4 + (one.column ? 500 : 0) + one.low.length, one]);
  }
  options = scored.sort((a, b) => a[0] - b[0]).slice(0, 30).map((one) => one[1]);
  at = options.length ? 0 : -1;
  const box = $("found");
  box.replaceChildren(...options.map((one, n) => el("li", {role: "option", id: "o" + n, "aria-selected": String(n === at), on: {
    mousedown: (event) => { event.preventDefault(); pick(n); }}},
    el("span", {class: "dot " + slot(one.system), "aria-hidden": "true"}), el("span", {class: "title"}, one.text), el("span", {class: "hint"}, `${one.system} ${one.what}`))));
  if (want && matches > options.length) box.append(el("li", {class: "faint", role: "presentation"}, many(matches - options.length, "more", "more")));
  if (want && !matches) box.append(el("li", {class: "faint", role: "presentation"}, "No match on this page."));
  box.hidden = !want;
  $("find").setAttribute("aria-expanded", String(!box.hidden));
  step(0);
}
function step(by) {
  if (options.length) at = (at + by + options.length) % options.length;
  [...$("found").querySelectorAll("[role=option]")].forEach((one, n) => {
    one.setAttribute("aria-selected", String(n === at));
    if (n === at && by) one.scrollIntoView({block: "nearest"});
  });
  if (at >= 0 && !$("found").hidden) $("find").setAttribute("aria-activedescendant", "o" + at);
  else $("find").removeAttribute("aria-activedescendant");
}
function pick(n) {
  const one = options[n];
  $("found").hidden = true;
  $("find").setAttribute("aria-expanded", "false");
  $("find").removeAttribute("aria-activedescendant");
  if (one) { $("find").value = one.text; choose(one.dataset, one.column); }
}
$("find").addEventListener("input", search);
$("find").addEventListener("focus", () => { if ($("find").value) { $("find").select(); search(); } });
$("find").addEventListener("blur", () => { $("found").hidden = true; $("find").setAttribute("aria-expanded", "false"); });
$("find").addEventListener("keydown", (event) => {
  if (event.key === "ArrowDown" || event.key === "ArrowUp") { event.preventDefault(); if ($("found").hidden) search(); else step(event.key === "ArrowDown" ? 1 : -1); }
  else if (event.key === "Enter") { event.preventDefault(); if (!$("found").hidden) pick(at); }
  else if (event.key === "Escape") { $("found").hidden = true; $("find").setAttribute("aria-expanded", "false"); }
});
addEventListener("keydown", (event) => {
  if (event.key === "/" && !event.target.closest("input,select,textarea") && !event.ctrlKey && !event.metaKey) { event.preventDefault(); $("find").focus(); }
});
addEventListener("hashchange", fromAddress);
addEventListener("popstate", () => { if (!location.hash && state.dataset) choose(null, null, null, true); });

$("app").hidden = false;
if (!fromAddress()) draw(true);
})();
