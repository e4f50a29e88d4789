import { useEffect, useRef } from 'react';
import { screenPoint } from '../canvas/view.ts';
import { t } from '../messages/index.ts';
import { useSession } from '../workflow/hooks.ts';
import type { NodeCreatorRequest } from '../workflow/panel-state.ts';
import type { WorkflowSession } from '../workflow/session.ts';
import styles from './creator.module.css';
import { NodeChooser } from './NodeChooser.tsx';

/** A panel at the right edge, or a small one at the place on the canvas that it was opened from. */
export const CreatorFrame = ({
  request,
  typed,
}: {
  request: NodeCreatorRequest;
  typed: { readonly current: string };
}) => {
  const session = useSession();
  const { panel } = session;
  const frame = useRef<HTMLElement>(null);
  useEffect(() => {
    const onPointerDown = (event: PointerEvent) => {
      if (event.target instanceof Element && !frame.current?.contains(event.target)) panel.openCreator(null);
    };
    document.addEventListener('pointerdown', onPointerDown, true);
    return () => document.removeEventListener('pointerdown', onPointerDown, true);
  }, [panel]);
  return (
    <aside
      ref={frame}
      className={styles.frame}
      data-floating={request.at !== undefined || undefined}
      style={request.at && placeNear(session, request)}
      aria-label={t('nodeCreator.title')}
    >
      <NodeChooser request={request} typed={typed} />
    </aside>
  );
};

const floating = { width: 340, height: 440 };
const margin = 12;

/** Beside the place, within the window. */
const placeNear = (session: WorkflowSession, { at, wire }: NodeCreatorRequest) => {
  // A node's place is the corner of its square; a wire's is a point on it.
  const middle = wire === undefined ? 50 : 0;
  const { x, y } = screenPoint(session, { x: at!.x + middle, y: at!.y + middle });
  return {
    left: Math.max(margin, Math.min(x + margin, window.innerWidth - floating.width - margin)),
    top: Math.max(margin, Math.min(y - 28, window.innerHeight - floating.height - margin)),
    width: floating.width,
    maxHeight: floating.height,
  };
};
