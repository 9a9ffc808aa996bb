/* The graph on the screen: React Flow moves and cuts it, the scene says what stands where.

   One tab stop: arrow keys go from column to column and card to card, Enter chooses, Shift+Enter goes there, Space
   opens a card's columns. */
import { Controls, MiniMap, ReactFlow, useReactFlow, useStore, ViewportPortal } from "@xyflow/react";
import { type KeyboardEvent, useCallback, useEffect, useMemo, useRef } from "react";
import { type CardActions, CardNode, type CardNodeType } from "./CardNode";
import { Edges } from "./Edges";
import { type Scene, type SceneCard, type SceneEdge, WIDTH } from "./geometry";
import { Key } from "./Key";

const NODES = { card: CardNode };
/** Beyond so many cards there is no small map: it would be drawn anew with every move. */
const MANY = 150;

export interface CanvasProps {
  scene: Scene;
  /** What it is a picture of: when that changes, the view is fitted to it anew. */
  of: string;
  actions: CardActions;
  explain(edge: SceneEdge): void;
  fixed?: boolean;
  label: string;
}

export function Canvas({ scene, of, actions, explain, fixed = false, label }: CanvasProps) {
  const flow = useReactFlow<CardNodeType>();
  const box = useRef<HTMLDivElement>(null);
  const nodes = useMemo<CardNodeType[]>(
    () => scene.cards.map((card) => ({
      id: card.id, type: "card", position: { x: card.x, y: card.y }, data: { card, actions, fixed },
      width: WIDTH, height: card.h, draggable: false, selectable: false, focusable: false, connectable: false,
      className: card.light,
    })),
    [scene, actions, fixed],
  );

  // the small map is for what does not fit
  const large = useStore((state) => Math.min(state.width / (scene.bounds.width + 120), state.height / (scene.bounds.height + 120)) < 0.5);

  const fitted = useRef("");
  useEffect(() => {
    if (fitted.current === of || !box.current || !scene.cards.length) return;
    fitted.current = of;
    void flow.setViewport(fit(scene, box.current.clientWidth, box.current.clientHeight));
  }, [of, scene, flow]);

  const focus = useCallback((key: string, card: SceneCard) => {
    const find = (): HTMLElement | null => box.current?.querySelector<HTMLElement>(`[data-key="${CSS.escape(key)}"]`) ?? null;
    const reveal = (element: HTMLElement): void => {
      const frame = box.current?.getBoundingClientRect();
      const own = element.getBoundingClientRect();
      const outside = frame && (own.left < frame.left + 8 || own.right > frame.right - 8 || own.top < frame.top + 8 || own.bottom > frame.bottom - 8);
      if (outside) void flow.setCenter(card.x + WIDTH / 2, card.y + Math.min(card.h, 300) / 2, { zoom: flow.getZoom() });
      element.focus({ preventScroll: true });
    };
    const now = find();
    if (now) return reveal(now);
    void flow.setCenter(card.x + WIDTH / 2, card.y + card.h / 2, { zoom: flow.getZoom() });
    setTimeout(() => find()?.focus({ preventScroll: true }), 60);
  }, [flow]);

  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>): void => {
    if (event.target instanceof HTMLInputElement || event.metaKey || event.ctrlKey || event.altKey) return;
    const key = document.activeElement?.getAttribute("data-key") ?? "";
    const [kind, id] = [key.slice(0, 1), key.slice(2)];
    const card = kind === "c" ? scene.cards.find((one) => one.rows.some((row) => row.id === id)) : scene.byId.get(id);
    if (!card) {
      if (event.target === box.current && ["ArrowDown", "ArrowRight", "ArrowLeft", "ArrowUp", "Enter"].includes(event.key)) {
        event.preventDefault();
        const first = scene.cards.find((one) => one.start) ?? scene.cards[0];
        const chosen = first?.rows.find((row) => row.selected);
        if (first) focus(chosen ? `c ${chosen.id}` : `d ${first.id}`, first);
      }
      return;
    }
    const row = kind === "c" ? card.rows.findIndex((one) => one.id === id) : -1;
    const step = (to: SceneCard | undefined, at: number): void => {
      if (!to) return;
      const there = to.rows[Math.min(at, to.rows.length - 1)];
      focus(at >= 0 && there ? `c ${there.id}` : `d ${to.id}`, to);
    };
    switch (event.key) {
      case "ArrowDown": if (row + 1 < card.rows.length) step(card, row + 1); else step(below(scene, card, 1), -1); break;
      case "ArrowUp": {
        if (row >= 0) { step(card, row - 1); break; }
        const above = below(scene, card, -1);
        step(above, above ? above.rows.length - 1 : -1);
        break;
      }
      case "ArrowRight": step(beside(scene, card, 1), row); break;
      case "ArrowLeft": step(beside(scene, card, -1), row); break;
      case "Enter":
        if (!event.shiftKey) return;
        if (row >= 0) actions.enter(card.rows[row]?.full ?? "");
        else actions.enterTable(card.full);
        break;
      case " ": if (!fixed) actions.toggle(card.full); break;
      default: return;
    }
    event.preventDefault();
  };

  return (
    <div className="canvas" ref={box} tabIndex={0} role="group" aria-label={label} aria-describedby="graph-keys" onKeyDown={onKeyDown}>
      <span id="graph-keys" className="unseen">
        Arrow keys move between tables and columns, Enter chooses, Shift and Enter goes there, Space shows all columns.
      </span>
      <ReactFlow
        nodes={nodes} nodeTypes={NODES}
        nodesDraggable={false} nodesConnectable={false} nodesFocusable={false} edgesFocusable={false} elementsSelectable={false}
        minZoom={0.05} maxZoom={2} onlyRenderVisibleElements zoomOnDoubleClick={false} panOnScroll={false}
        disableKeyboardA11y deleteKeyCode={null} selectionKeyCode={null} multiSelectionKeyCode={null}
        proOptions={{ hideAttribution: true }}
      >
        <ViewportPortal><Edges edges={scene.edges} explain={explain} /></ViewportPortal>
        <Controls showInteractive={false} position="bottom-left" />
        {large && scene.cards.length <= MANY ? (
          <MiniMap pannable zoomable position="bottom-left" style={{ width: 150, height: 104 }} nodeStrokeWidth={0} ariaLabel="Overview of the graph"
            nodeClassName={(node) => (node.className ?? "")} />
        ) : null}
      </ReactFlow>
      <Key edges={scene.edges} />
    </div>
  );
}

/** Where to look from: at everything, if it can still be read; else at its whole width; else at where it begins. */
function fit(scene: Scene, wide: number, high: number): { x: number; y: number; zoom: number } {
  const { x, y, width, height } = scene.bounds;
  const whole = Math.min(wide / (width + 120), high / (height + 120), 1);
  const start = scene.cards.find((card) => card.start) ?? busiest(scene);
  if (whole >= 0.5 || !start) {
    const zoom = Math.max(whole, 0.06);
    return { x: (wide - width * zoom) / 2 - x * zoom, y: Math.max(48 * zoom, (high - height * zoom) * 0.36) - y * zoom, zoom };
  }
  const broad = wide / (width + 80);
  const zoom = broad >= 0.55 ? Math.min(broad, 0.9) : Math.min(0.7, Math.max(0.55, (high - 130) / height));
  const within = (value: number, low: number, most: number): number => (low > most ? (low + most) / 2 : Math.min(Math.max(value, low), most));
  return {
    x: within(wide / 2 - (start.x + WIDTH / 2) * zoom, wide - 40 - (x + width) * zoom, 40 - x * zoom),
    y: height * zoom + 130 < high ? (high - height * zoom) * 0.36 - y * zoom
      : Math.max(Math.min(high * 0.4 - start.y * zoom, 60 - y * zoom), high - 70 - (y + height) * zoom),
    zoom,
  };
}

/** The card with the most lines: where a map without a start begins. */
function busiest(scene: Scene): SceneCard | undefined {
  const lines = new Map<string, number>();
  for (const edge of scene.edges) for (const id of [edge.source, edge.target]) lines.set(id, (lines.get(id) ?? 0) + 1);
  return [...scene.cards].sort((a, b) => (lines.get(b.id) ?? 0) - (lines.get(a.id) ?? 0))[0];
}

function below(scene: Scene, card: SceneCard, step: 1 | -1): SceneCard | undefined {
  const same = scene.cards.filter((one) => one.rank === card.rank).sort((a, b) => a.x - b.x || a.y - b.y);
  return same[same.indexOf(card) + step];
}

function beside(scene: Scene, card: SceneCard, step: 1 | -1): SceneCard | undefined {
  const ranks = [...new Set(scene.cards.map((one) => one.rank))].sort((a, b) => a - b);
  const rank = ranks[ranks.indexOf(card.rank) + step];
  const there = scene.cards.filter((one) => one.rank === rank);
  // what is lit first, then what stands nearest
  return there.sort((a, b) =>
    Number(a.light === "dim") - Number(b.light === "dim") || Math.abs(a.y - card.y) - Math.abs(b.y - card.y))[0];
}
