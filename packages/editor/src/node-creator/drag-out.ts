import type { NodeTypeDescription } from '@millrace/contract';
import type { PointerEvent as ReactPointerEvent } from 'react';
import { squareSize } from '../canvas/geometry.ts';
import { canvasPoint } from '../canvas/view.ts';
import type { WorkflowSession } from '../workflow/session.ts';
import { type ActionParameters, placeChosenNode } from './add-chosen-node.ts';
import styles from './creator.module.css';

/** Pixels that a pointer moves before a press becomes a drag. */
const threshold = 5;

/**
 * A row of the node creator that is dragged: a ghost follows the pointer, and the node is put where it is let go: on the canvas, or into the wire that is
 * there. Escape ends it. The node creator stays open, so that several can be put one after the other.
 */
export const startDragOut = (
  session: WorkflowSession,
  { button, pointerId, clientX, clientY, currentTarget }: ReactPointerEvent<HTMLElement>,
  type: NodeTypeDescription,
  parameters?: ActionParameters,
): void => {
  if (button !== 0) return;
  let ghost: HTMLElement | undefined;
  const ending = new AbortController();
  const { signal } = ending;

  const move = (event: PointerEvent) => {
    if (event.pointerId !== pointerId) return;
    if (!ghost && Math.hypot(event.clientX - clientX, event.clientY - clientY) < threshold) return;
    ghost ??= makeGhost(currentTarget);
    ghost.style.translate = `${event.clientX}px ${event.clientY}px`;
  };
  const end = () => {
    ghost?.remove();
    ending.abort();
  };
  const drop = (event: PointerEvent) => {
    if (event.pointerId !== pointerId) return;
    const wasDragged = ghost !== undefined;
    end();
    if (!wasDragged) return;
    // The release is a click on the row as well where the pointer is still over it.
    addEventListener('click', (click) => click.stopPropagation(), { capture: true, once: true, signal: soon() });
    const request = requestAt(session, event);
    if (request) placeChosenNode(session, type, request, parameters);
  };
  addEventListener('pointermove', move, { signal });
  addEventListener('pointerup', drop, { signal });
  addEventListener('pointercancel', end, { signal });
  addEventListener(
    'keydown',
    (event) => {
      if (event.key !== 'Escape' || !ghost) return;
      event.stopPropagation();
      end();
    },
    { signal, capture: true },
  );
};

/** Aborted when the events of this release are over. */
const soon = (): AbortSignal => {
  const over = new AbortController();
  setTimeout(() => over.abort());
  return over.signal;
};

const makeGhost = (row: HTMLElement): HTMLElement => {
  const ghost = document.createElement('div');
  ghost.className = styles.ghost!;
  for (const part of row.querySelectorAll(`img, .${styles.title}`)) ghost.append(part.cloneNode(true));
  document.body.append(ghost);
  return ghost;
};

const requestAt = (session: WorkflowSession, { clientX, clientY }: PointerEvent) => {
  const element = document.elementFromPoint(clientX, clientY);
  const wire = element?.closest('[data-wire]')?.getAttribute('data-wire');
  if (wire) return { wire };
  if (!element?.closest('.react-flow')) return undefined;
  const { x, y } = canvasPoint(session, { x: clientX, y: clientY });
  return { at: { x: x - squareSize / 2, y: y - squareSize / 2 } };
};
