import type { WorkflowSession } from '../workflow/session.ts';
import { markHovered, markHoveredWire } from './canvas-state.ts';
import type { Point } from './geometry.ts';
import { setPointer } from './view.ts';

/** How long the buttons of a wire stay after the pointer has left it: it has to reach them. */
const hideDelay = 220;

/** How long the buttons of a card stay that a finger has touched, which points at nothing afterwards. */
const touchHighlight = 2000;

/**
 * What the pointer is on, for the buttons that appear there. When the canvas moves under a pointer that stands still, that is nothing: the
 * browser tells of each card that comes by, but nobody has pointed at it.
 */
export const watchHover = (session: WorkflowSession) => {
  let last: Point | null = null;
  let hasMovedBelow = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let touched: ReturnType<typeof setTimeout> | undefined;

  const pointAt = (node: string | null, wire: string | null) => {
    markHovered(session, node);
    clearTimeout(timer);
    if (wire !== null) markHoveredWire(session, wire);
    else timer = setTimeout(() => markHoveredWire(session, null), hideDelay);
  };
  const nothing = () => {
    markHovered(session, null);
    clearTimeout(timer);
    markHoveredWire(session, null);
  };
  return {
    touch: ({ pointerType, target }: PointerEvent): void => {
      if (pointerType !== 'touch' || !(target instanceof Element)) return;
      const node = nodeAt(target);
      clearTimeout(touched);
      pointAt(node, null);
      if (node !== null) touched = setTimeout(nothing, touchHighlight);
    },
    moveTo: ({ clientX: x, clientY: y, buttons, target, pointerType }: PointerEvent): void => {
      if (pointerType === 'touch') return;
      const hasMoved = last?.x !== x || last.y !== y;
      last = { x, y };
      setPointer(session, last);
      if (hasMoved) hasMovedBelow = false;
      // A pressed button drags something, maybe the canvas.
      if (hasMovedBelow || buttons !== 0 || !(target instanceof Element)) return;
      const wire = target.closest<HTMLElement | SVGElement>('[data-wire]');
      pointAt(nodeAt(target), wire?.dataset.wire ?? null);
    },
    canvasMoved: (): void => {
      hasMovedBelow = true;
      nothing();
    },
    leave: ({ pointerType }: PointerEvent): void => {
      if (pointerType === 'touch') return;
      setPointer(session, null);
      nothing();
    },
    end: (): void => {
      clearTimeout(touched);
      setPointer(session, null);
      nothing();
    },
  };
};

const nodeAt = (target: Element): string | null =>
  target.closest<HTMLElement>('.react-flow__node, .react-flow__node-toolbar')?.dataset.id ?? null;
