import { useEffect, useRef } from 'react';
import { t } from '../messages/node-creator.ts';
import { useSession } from '../workflow/hooks.ts';
import type { NodeCreatorRequest } from '../workflow/panel-state.ts';
import styles from './creator.module.css';
import { NodeChooser } from './NodeChooser.tsx';
import { besidePlace } from './opening.ts';

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
      data-tour="creator"
      ref={frame}
      className={styles.frame}
      data-floating={request.at !== undefined || undefined}
      style={request.at && besidePlace(session, request)}
      aria-label={t('nodeCreator.title')}
    >
      <NodeChooser request={request} typed={typed} />
    </aside>
  );
};
