import { client } from '../api/client.ts';
import { onPush, onPushReconnect } from '../api/push.ts';
import { activeWorkflowsQuery, queryClient, triggerStatesQuery } from '../api/queries.ts';
import type { WorkflowStore } from './store.ts';

/** Keeps the session's switch as it is stored, also where someone else has changed it, and how its triggers do. Returns the end of it. */
export const followActivation = (store: WorkflowStore): (() => void) => {
  const showTriggers = (): void => {
    const { id } = store.getState();
    if (id !== null) void queryClient.invalidateQueries({ queryKey: triggerStatesQuery(id).queryKey });
  };
  const show = (active: boolean): void => {
    if (store.getState().active !== active) store.setState({ active });
    void queryClient.invalidateQueries({ queryKey: activeWorkflowsQuery.queryKey });
    showTriggers();
  };
  const readAgain = async (): Promise<void> => {
    const { id } = store.getState();
    if (id === null) return;
    const stored = await client.workflows.get({ params: { id } }).catch(() => undefined);
    if (!stored) return;
    show(stored.active);
    store.setState({ publishedRevision: stored.publishedRevision ?? null });
  };
  const ends = [
    onPush((message) => {
      if (message.type === 'triggersChanged' && message.data.workflowId === store.getState().id) showTriggers();
      if (message.type === 'workflowPublished' && message.data.workflowId === store.getState().id)
        store.setState({ publishedRevision: message.data.publishedRevision });
      if (message.type !== 'workflowActivated' && message.type !== 'workflowDeactivated') return;
      if (message.data.workflowId === store.getState().id) show(message.type === 'workflowActivated');
    }),
    onPushReconnect(() => void readAgain()),
  ];
  return () => {
    for (const end of ends) end();
  };
};
