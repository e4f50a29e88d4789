import { type ExecutionOutline, fromFormat } from '@millrace/contract';
import type { WorkflowDocument } from '../../workflow/types.ts';

/** The graph as it ran. Pinned data has a part in runs by hand alone: in all others each node gave what it made. */
export const recordedDocument = ({
  workflowData,
  mode,
}: Pick<ExecutionOutline, 'workflowData' | 'mode'>): WorkflowDocument =>
  fromFormat(mode === 'manual' ? workflowData : { ...workflowData, pinData: undefined });
