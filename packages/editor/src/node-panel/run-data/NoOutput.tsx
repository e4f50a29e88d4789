import { Button, Loader } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { client } from '../../api/client.ts';
import { describeError } from '../../api/errors.ts';
import { openDialog } from '../../dialogs/stack.ts';
import { t } from '../../messages/panel.ts';
import { AddressButton } from '../../ui/AddressButton.tsx';
import { showError } from '../../ui/toasts.ts';
import { useWorkflow } from '../../workflow/hooks.ts';
import { isStored } from '../../workflow/store.ts';
import type { WorkflowState } from '../../workflow/types.ts';
import { isTrigger, listensForCalls } from '../node-kind.ts';
import { usePanel } from '../panel-context.ts';
import { EmptyState } from './EmptyState.tsx';

/**
 * Stands where a node has given nothing yet: it runs, waits, listens for a call, or did not run.
 * @param onPin opens the editor of pinned data; left out where none can be set
 */
export const NoOutput = ({ onPin }: { onPin?: () => void }) => {
  const { key, description, readOnly } = usePanel();
  const phase = useWorkflow((state) => (Object.hasOwn(state.run.nodes, key) ? state.run.nodes[key]!.phase : null));
  const isDestination = useWorkflow((state) => state.run.destination === key);
  const runsElsewhere = useWorkflow(isNoRecord);
  const awaited = useWorkflow((state) => state.run.awaited);
  const isAwaited = useWorkflow((state) => state.run.status === 'waitingForWebhook');
  const isListening = isAwaited && (isDestination || listensForCalls(description));
  if (phase === 'running') {
    return (
      <EmptyState title={t('panel.empty.running.title')} message={t('panel.empty.running.message')}>
        <Loader size="sm" />
      </EmptyState>
    );
  }
  if (isListening) {
    return (
      <EmptyState title={t('panel.empty.listening.title')} message={t('panel.empty.listening.message')}>
        {awaited?.map(({ method, address }) => (
          <AddressButton key={`${method} ${address}`} method={method} address={address} />
        ))}
        <Loader size="sm" />
      </EmptyState>
    );
  }
  if (phase === 'waiting') return <Waiting />;
  if (readOnly && runsElsewhere) return <NoSharedData />;
  return (
    <EmptyState
      title={t('panel.empty.output.title')}
      message={t(readOnly ? 'panel.empty.readOnly.message' : adviceFor(description))}
    >
      {onPin && (
        <Button size="compact-xs" variant="subtle" onClick={onPin}>
          {t('panel.empty.pin')}
        </Button>
      )}
    </EmptyState>
  );
};

/** What is shown is a workflow, not the record of an execution. */
export const isNoRecord = (state: WorkflowState): boolean => isStored(state) || state.isPreview;

/** For a person who may look at the workflow but not change it. */
export const NoSharedData = () => {
  const isPreview = useWorkflow((state) => state.isPreview);
  const message = isPreview ? 'panel.empty.preview.message' : 'panel.empty.shared.message';
  return <EmptyState title={t('panel.empty.shared.title')} message={t(message)} />;
};

/** Leads to what ends the wait: a date, an address, a form. */
const Waiting = () => {
  const id = useWorkflow((state) => state.run.executionId);
  const { mutate, isPending } = useMutation({
    mutationFn: (executionId: string) => client.executions.outline({ params: { id: executionId }, query: {} }),
    onSuccess: (execution) => openDialog('waiting', { execution }),
    onError: (error) => showError(t('panel.empty.waiting.failed'), describeError(error)),
  });
  return (
    <EmptyState title={t('panel.empty.waiting.title')} message={t('panel.empty.waiting.message')}>
      {id !== null && (
        <Button size="compact-xs" variant="subtle" loading={isPending} onClick={() => mutate(id)}>
          {t('panel.empty.waiting.more')}
        </Button>
      )}
    </EmptyState>
  );
};

const adviceFor = (description: Parameters<typeof isTrigger>[0]) =>
  listensForCalls(description)
    ? 'panel.empty.listen.message'
    : isTrigger(description)
      ? 'panel.empty.trigger.message'
      : 'panel.empty.output.message';
