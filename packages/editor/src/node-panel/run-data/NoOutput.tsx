import { Button, Loader } from '@mantine/core';
import { t } from '../../messages/panel.ts';
import { useWorkflow } from '../../workflow/hooks.ts';
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
  const isListening = useWorkflow((state) => state.run.status === 'waitingForWebhook') && listensForCalls(description);
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
        <Loader size="sm" />
      </EmptyState>
    );
  }
  if (phase === 'waiting')
    return <EmptyState title={t('panel.empty.waiting.title')} message={t('panel.empty.waiting.message')} />;
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

const adviceFor = (description: Parameters<typeof isTrigger>[0]) =>
  listensForCalls(description)
    ? 'panel.empty.listen.message'
    : isTrigger(description)
      ? 'panel.empty.trigger.message'
      : 'panel.empty.output.message';
