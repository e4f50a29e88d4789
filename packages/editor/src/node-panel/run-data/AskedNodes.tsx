import type { TaskData } from '@millrace/contract';
import { t } from '../../messages/panel.ts';
import { EmptyState } from './EmptyState.tsx';

/** What a node run has asked for instead of giving output. */
export const AskedNodes = ({ asks: { requests } }: { asks: NonNullable<TaskData['asks']> }) => (
  <EmptyState
    title={t('panel.asked.title')}
    message={t('panel.asked.message', { nodes: [...new Set(requests.map(({ node }) => node))].join(', ') })}
  />
);
