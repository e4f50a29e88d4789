import { getViewportForBounds, type ReactFlowInstance } from '@xyflow/react';
import type { WorkflowSession } from '../workflow/session.ts';
import type { NodeKey } from '../workflow/types.ts';
import { boxOf, type FlowNode } from './flow-model.ts';
import { type Box, cardBox, centreOf, type Point } from './geometry.ts';
import type { CanvasPorts } from './ports.ts';

/** The part of a workflow's canvas that is seen, for actions that start outside of it: shortcuts, menus, the node creator. */
type Instance = Pick<
  ReactFlowInstance<FlowNode>,
  | 'fitView'
  | 'zoomTo'
  | 'getZoom'
  | 'getViewport'
  | 'setCenter'
  | 'screenToFlowPosition'
  | 'flowToScreenPosition'
  | 'getNode'
  | 'getNodes'
  | 'getNodesBounds'
  | 'setViewport'
>;

interface View {
  instance: Instance;
  root: HTMLElement | null;
  pointer: Point | null;
}

/** Of each workflow that is on the screen. */
const views = new WeakMap<WorkflowSession, View>();

export const setView = (session: WorkflowSession, instance: Instance, root: HTMLElement | null): void =>
  void views.set(session, { instance, root, pointer: null });

export const removeView = (session: WorkflowSession): void => void views.delete(session);

/** Last place of the pointer in the window while over the canvas; null when it has left. */
export const setPointer = (session: WorkflowSession, point: Point | null): void => {
  const view = views.get(session);
  if (view) view.pointer = point;
};

export const canvasElement = (session: WorkflowSession): HTMLElement | null => views.get(session)?.root ?? null;

export const zoomStep = 1.25;
export const zoomLimits = { min: 0.05, max: 2 };

const duration = () => (matchMedia('(prefers-reduced-motion: reduce)').matches ? 0 : 160);

const zoomTo = (session: WorkflowSession, wanted: (zoom: number) => number): void => {
  const instance = views.get(session)?.instance;
  void instance?.zoomTo(wanted(instance.getZoom()), { duration: duration() });
};

export const zoomIn = (session: WorkflowSession): void => zoomTo(session, (zoom) => zoom * zoomStep);
export const zoomOut = (session: WorkflowSession): void => zoomTo(session, (zoom) => zoom / zoomStep);
export const resetZoom = (session: WorkflowSession): void => zoomTo(session, () => 1);

/** Pixels below what is shown whole, for names and the controls at the lower edge. */
export const roomBelow = 100;
const margin = { x: 0.12, top: 0.12, bottom: `${roomBelow}px` } as const;

export const zoomToFit = (session: WorkflowSession, nodes?: Iterable<NodeKey>): void =>
  void views.get(session)?.instance.fitView({
    padding: margin,
    maxZoom: 1,
    duration: duration(),
    ...(nodes && { nodes: [...nodes].map((id) => ({ id })) }),
  });

/** The same for all nodes on a canvas of this size, without a movement and before the next frame. */
export const showAll = (session: WorkflowSession, { width, height }: Pick<Box, 'width' | 'height'>): void => {
  const instance = views.get(session)?.instance;
  const nodes = instance?.getNodes() ?? [];
  if (!instance || nodes.length === 0) return;
  void instance.setViewport(
    getViewportForBounds(instance.getNodesBounds(nodes), width, height, zoomLimits.min, 1, margin),
  );
};

/** Where all nodes are, also those that a collapsed group hides. */
export const boxesOf = (session: WorkflowSession): Map<NodeKey, Box> => {
  const { nodes } = session.state().document;
  const drawn = views.get(session)?.instance.getNodes() ?? [];
  return new Map(
    drawn.map((node) => {
      const place = nodes[node.id]?.data.position;
      const isCard = node.type === 'card' && place !== undefined;
      return [node.id, isCard ? cardBox(place, { width: node.width!, height: node.height! }) : boxOf(node)];
    }),
  );
};

const noPorts: CanvasPorts = { inputs: [], outputs: [] };

/** The ports of a node, as they are drawn. */
export const shownPorts = (session: WorkflowSession, key: NodeKey): CanvasPorts => {
  const node = views.get(session)?.instance.getNode(key);
  return node?.type === 'card' ? node.data.ports : noPorts;
};

/** Lets nodes travel to the places that a change gives them. */
export const withMovement = (session: WorkflowSession, change: () => void): void => {
  const root = canvasElement(session);
  const time = duration();
  root?.setAttribute('data-moving', '');
  change();
  setTimeout(() => root?.removeAttribute('data-moving'), time + 80);
};

/** Moves the canvas so that the middle of a node is at this place of what is seen, in pixels of the screen. */
export const showAt = (session: WorkflowSession, key: NodeKey, place: (room: Box) => Point): void => {
  const view = views.get(session);
  const node = view?.instance.getNode(key);
  const room = view?.root?.getBoundingClientRect();
  if (!view || !node || !room) return;
  const { x, y } = centreOf(boxOf(node));
  const { zoom } = view.instance.getViewport();
  const to = place(room);
  void view.instance.setViewport({ x: to.x - x * zoom, y: to.y - y * zoom, zoom }, { duration: duration() });
};

export const canvasPoint = (session: WorkflowSession, screen: Point): Point =>
  views.get(session)?.instance.screenToFlowPosition(screen, { snapToGrid: false }) ?? screen;
export const screenPoint = (session: WorkflowSession, point: Point): Point =>
  views.get(session)?.instance.flowToScreenPosition(point) ?? point;

/** The pointer's place on the canvas if it is there, else the middle of what is seen. */
export const pointerOrCentre = (session: WorkflowSession): Point => {
  const view = views.get(session);
  if (view?.pointer) return canvasPoint(session, view.pointer);
  const box = view?.root?.getBoundingClientRect();
  return box ? canvasPoint(session, centreOf(box)) : { x: 0, y: 0 };
};

/** The part of the canvas that is seen, in canvas pixels. */
const seen = ({ instance, root }: View): Box | undefined => {
  const box = root?.getBoundingClientRect();
  if (!box) return undefined;
  const { x, y } = instance.screenToFlowPosition({ x: box.left, y: box.top }, { snapToGrid: false });
  return { x, y, width: box.width / instance.getZoom(), height: box.height / instance.getZoom() };
};

/** Moves the canvas so that this place of it is in the middle of what is seen. */
export const centreAt = (session: WorkflowSession, { x, y }: Point): void => {
  const instance = views.get(session)?.instance;
  void instance?.setCenter(x, y, { zoom: instance.getZoom(), duration: duration() });
};

/** Moves the canvas so that a node is seen, if it is not; fulfilled when it is. */
export const revealNode = async (session: WorkflowSession, key: NodeKey): Promise<void> => {
  const view = views.get(session);
  const node = view?.instance.getNode(key);
  const part = view && seen(view);
  if (!node || !part) return;
  const { instance } = view;
  const box = boxOf(node);
  const isSeen =
    box.x >= part.x &&
    box.y >= part.y &&
    box.x + box.width <= part.x + part.width &&
    box.y + box.height <= part.y + part.height;
  if (isSeen) return;
  const centre = centreOf(box);
  await instance.setCenter(centre.x, centre.y, { zoom: instance.getZoom(), duration: duration() });
};

/** Shows a node and gives it the keyboard's focus, so that a screen reader names it. */
export const focusNode = async (session: WorkflowSession, key: NodeKey): Promise<void> => {
  await revealNode(session, key);
  // Nodes out of sight are not there: it appears with the next frame.
  requestAnimationFrame(() => {
    const node = `.react-flow__node[data-id="${CSS.escape(key)}"]`;
    canvasElement(session)?.querySelector<HTMLElement>(node)?.focus({ preventScroll: true });
  });
};
