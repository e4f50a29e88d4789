import type { ReactFlowInstance } from '@xyflow/react';
import type { NodeKey } from '../workflow/types.ts';
import { boxOf, type FlowEdge, type FlowNode } from './flow-model.ts';
import { type Box, centreOf, type Point } from './geometry.ts';

/** The part of the canvas that is seen, for actions that start outside of it: shortcuts, menus, the node creator. */
type Instance = Pick<
  ReactFlowInstance<FlowNode, FlowEdge>,
  | 'fitView'
  | 'zoomTo'
  | 'getZoom'
  | 'getViewport'
  | 'setCenter'
  | 'screenToFlowPosition'
  | 'flowToScreenPosition'
  | 'getNode'
>;

let instance: Instance | null = null;
let root: HTMLElement | null = null;
let pointer: Point | null = null;

export const setView = (next: Instance | null, element: HTMLElement | null): void => {
  instance = next;
  root = element;
  pointer = null;
};

/** Last place of the pointer in the window while over the canvas; null when it has left. */
export const setPointer = (point: Point | null): void => {
  pointer = point;
};

export const canvasElement = (): HTMLElement | null => root;

export const zoomStep = 1.25;
export const zoomLimits = { min: 0.05, max: 2 };

const duration = () => (matchMedia('(prefers-reduced-motion: reduce)').matches ? 0 : 160);

export const zoomIn = (): void => void instance?.zoomTo(instance.getZoom() * zoomStep, { duration: duration() });
export const zoomOut = (): void => void instance?.zoomTo(instance.getZoom() / zoomStep, { duration: duration() });
export const resetZoom = (): void => void instance?.zoomTo(1, { duration: duration() });

const margin = 0.12;

export const zoomToFit = (nodes?: Iterable<NodeKey>, animated = true): void =>
  void instance?.fitView({
    padding: margin,
    maxZoom: 1,
    duration: animated ? duration() : 0,
    ...(nodes && { nodes: [...nodes].map((id) => ({ id })) }),
  });

export const canvasPoint = (screen: Point): Point =>
  instance?.screenToFlowPosition(screen, { snapToGrid: false }) ?? screen;
export const screenPoint = (point: Point): Point => instance?.flowToScreenPosition(point) ?? point;

/** The pointer's place on the canvas if it is there, else the middle of what is seen. */
export const pointerOrCentre = (): Point => {
  if (pointer) return canvasPoint(pointer);
  const box = root?.getBoundingClientRect();
  return box ? canvasPoint(centreOf(box)) : { x: 0, y: 0 };
};

/** The part of the canvas that is seen, in canvas pixels. */
const seen = (): Box | undefined => {
  const box = root?.getBoundingClientRect();
  if (!box || !instance) return undefined;
  const { x, y } = canvasPoint({ x: box.left, y: box.top });
  return { x, y, width: box.width / instance.getZoom(), height: box.height / instance.getZoom() };
};

/** Moves the canvas so that a node is seen, if it is not; fulfilled when it is. */
export const revealNode = async (key: NodeKey): Promise<void> => {
  const node = instance?.getNode(key);
  const view = seen();
  if (!instance || !node || !view) return;
  const box = boxOf(node);
  const isSeen =
    box.x >= view.x &&
    box.y >= view.y &&
    box.x + box.width <= view.x + view.width &&
    box.y + box.height <= view.y + view.height;
  if (isSeen) return;
  const centre = centreOf(box);
  await instance.setCenter(centre.x, centre.y, { zoom: instance.getZoom(), duration: duration() });
};

/** Shows a node and gives it the keyboard's focus, so that a screen reader names it. */
export const focusNode = async (key: NodeKey): Promise<void> => {
  await revealNode(key);
  // Nodes out of sight are not there: it appears with the next frame.
  requestAnimationFrame(() => {
    root?.querySelector<HTMLElement>(`.react-flow__node[data-id="${CSS.escape(key)}"]`)?.focus({ preventScroll: true });
  });
};
