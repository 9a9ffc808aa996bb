/* The scene as an SVG of its own, with the colours of the moment, and as PNG. Names become text nodes, never markup. */
import { curve, dash, HEAD, hue, middle, ROW, type Scene, sign, WIDTH } from "./geometry";

const NS = "http://www.w3.org/2000/svg";
const PLAIN = "system-ui, -apple-system, 'Segoe UI', Helvetica, Arial, sans-serif";

function element(name: string, values: Record<string, string | number | undefined>, text?: string): SVGElement {
  const made = document.createElementNS(NS, name);
  for (const [key, value] of Object.entries(values)) if (value !== undefined) made.setAttribute(key, String(value));
  if (text !== undefined) made.textContent = text;
  return made;
}

const crop = (text: string, most: number): string => ([...text].length > most ? `${[...text].slice(0, most - 1).join("")}…` : text);

/** XML has no place for most control characters. */
const clean = (text: string): string => text.replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, "\ufffd");

/** The colours of the moment. A name stands for two, of light and dark: what it comes to is seen where it is used. */
function palette(): (name: string) => string {
  const probe = document.body.appendChild(document.createElement("i"));
  const style = getComputedStyle(probe);
  const known = new Map<string, string>();
  queueMicrotask(() => probe.remove());
  return (name) => {
    let found = known.get(name);
    if (found === undefined) {
      probe.style.color = `var(--${name})`;
      known.set(name, found = style.color);
    }
    return found;
  };
}

export function picture(scene: Scene): string {
  const colour = palette();
  const { x, y, width, height } = scene.bounds;
  const edge = 28;
  const root = element("svg", {
    xmlns: NS, viewBox: `${x - edge} ${y - edge} ${width + 2 * edge} ${height + 2 * edge}`, width: width + 2 * edge, height: height + 2 * edge, "font-family": PLAIN,
  });
  root.append(element("rect", { x: x - edge, y: y - edge, width: width + 2 * edge, height: height + 2 * edge, fill: colour("canvas") }));
  const faded = (light: string): number => (light === "dim" ? 0.3 : 1);
  for (const one of scene.edges) {
    const group = element("g", { opacity: faded(one.light) });
    group.append(element("path", { d: curve(one), fill: "none", stroke: colour(`e-${hue(one)}`), "stroke-width": one.light === "lit" ? 1.8 : 1.4, "stroke-dasharray": dash(one) }));
    const mark = one.light === "dim" ? null : sign(one);
    if (mark) {
      const [cx, cy] = middle(one);
      group.append(element("circle", { cx, cy, r: 7.5, fill: colour("canvas"), stroke: colour("e-unknown"), "stroke-width": 1.4 }));
      group.append(element("text", { x: cx, y: cy + 3.6, "text-anchor": "middle", "font-size": 10.5, "font-weight": 700, fill: colour("e-unknown") }, mark));
    }
    root.append(group);
  }
  for (const card of scene.cards) {
    const group = element("g", { opacity: faded(card.light) });
    group.append(element("rect", { x: card.x, y: card.y, width: WIDTH, height: card.h, rx: 7, fill: colour("card"), stroke: colour(card.start ? "accent" : "edge"), "stroke-width": card.start ? 1.5 : 1 }));
    group.append(element("text", { x: card.x + 11, y: card.y + 18, "font-size": 12.5, "font-weight": 600, fill: colour("ink") }, clean(crop(card.name, 33))));
    group.append(element("text", { x: card.x + 11, y: card.y + 33, "font-size": 10.5, fill: colour("faint") }, clean(card.kind === "table" ? card.system : `${card.system} · ${card.kind}`)));
    for (const row of card.rows) {
      if (row.selected) group.append(element("rect", { x: card.x + 4, y: card.y + row.y - ROW / 2 + 1, width: WIDTH - 8, height: ROW - 2, rx: 4, fill: colour("chosen") }));
      group.append(element("text", { x: card.x + 11, y: card.y + row.y + 4, "font-size": 12, "font-weight": row.selected ? 600 : 400, fill: colour(row.light === "dim" ? "faint" : "ink") }, clean(crop(row.name ?? "all rows", 24))));
      if (row.type) group.append(element("text", { x: card.x + WIDTH - 11, y: card.y + row.y + 4, "text-anchor": "end", "font-size": 10, fill: colour("faint") }, clean(crop(row.type, 14))));
    }
    if (card.more) group.append(element("text", { x: card.x + 11, y: card.y + HEAD + card.rows.length * ROW + 15, "font-size": 11, fill: colour("faint") }, `${card.more} more on the path`));
    root.append(group);
  }
  return new XMLSerializer().serializeToString(root);
}

/** The same as PNG, twice as fine as a screen, within what a canvas can hold. */
export async function raster(scene: Scene): Promise<Blob> {
  const image = new Image();
  const url = URL.createObjectURL(new Blob([picture(scene)], { type: "image/svg+xml" }));
  try {
    await new Promise<void>((done, failed) => {
      image.onload = () => done();
      image.onerror = () => failed(new Error("The picture could not be drawn."));
      image.src = url;
    });
    const scale = Math.min(2, 12_000 / Math.max(image.width, image.height));
    const canvas = document.createElement("canvas");
    canvas.width = Math.round(image.width * scale);
    canvas.height = Math.round(image.height * scale);
    canvas.getContext("2d")?.drawImage(image, 0, 0, canvas.width, canvas.height);
    return await new Promise<Blob>((done, failed) => canvas.toBlob((blob) => (blob ? done(blob) : failed(new Error("The picture is too large."))), "image/png"));
  } finally {
    URL.revokeObjectURL(url);
  }
}
