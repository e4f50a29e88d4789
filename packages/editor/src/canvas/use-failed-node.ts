import { useEffect } from 'react';
import { useSession } from '../workflow/hooks.ts';
import { isRunning } from '../workflow/run-view.ts';
import type { NodeKey, WorkflowState } from '../workflow/types.ts';
import { revealNode } from './view.ts';

type Moment = Pick<WorkflowState, 'run' | 'document'>;

/** The node at which the shown run has failed just now. */
export const failedNode = (now: Moment, before: Moment): NodeKey | undefined => {
  const hasEnded = isRunning(before.run) && !isRunning(now.run);
  const name = hasEnded ? now.run.error?.node : undefined;
  const key = name === undefined ? undefined : now.run.keys.get(name);
  return key !== undefined && now.document.nodes[key] ? key : undefined;
};

/** Shows the node at which a run failed and selects it, so that Enter opens it; an open panel stays as it is. */
export const useFailedNode = (): void => {
  const session = useSession();
  useEffect(
    () =>
      session.store.subscribe((now, before) => {
        const key = failedNode(now, before);
        if (key === undefined || session.panel.state().node !== null) return;
        session.select([key]);
        void revealNode(session, key);
      }),
    [session],
  );
};
