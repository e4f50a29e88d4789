import type { AuditAction } from '@millrace/contract';
import type { WorkflowEvent } from '../triggers/types.ts';
import { runningOf, type WorkflowRow } from './graph.ts';

/** What a change of a workflow's row means, for all that follows from it. */

export const hasOtherTags = (before: WorkflowRow, after: WorkflowRow): boolean =>
  before.tags.length !== after.tags.length || before.tags.some(({ id }, index) => id !== after.tags[index]?.id);

/** What runs of it, where it is active, is the same. */
const runsTheSame = (before: WorkflowRow, after: WorkflowRow): boolean => {
  const [was, is] = [runningOf(before), runningOf(after)];
  return was.revision === is.revision && was.graph === is.graph && was.name === is.name;
};

/** The triggers go on as they are: what was saved is not what runs. */
export const keepsRunning = (before: WorkflowRow, after: WorkflowRow): boolean =>
  before.active === 1 && after.active === 1 && after.revision !== before.revision && runsTheSame(before, after);

/** What triggers are told of it. Saved as it was, an active workflow is served anew, and nothing has happened to it. */
export const eventOf = (before: WorkflowRow, after: WorkflowRow): WorkflowEvent | undefined => {
  if (after.active === 0) return undefined;
  if (before.active === 0) return 'activated';
  return runsTheSame(before, after) ? undefined : 'updated';
};

const isPublishing = (before: WorkflowRow, after: WorkflowRow): boolean =>
  before.active === 1 &&
  after.active === 1 &&
  after.revision === before.revision &&
  runningOf(after).revision !== runningOf(before).revision;

/** What a change is called in the audit list. */
export const actionsOf = (before: WorkflowRow, after: WorkflowRow): AuditAction[] => [
  ...(after.revision === before.revision ? [] : ['workflow.changed' as const]),
  ...(hasOtherTags(before, after) ? ['workflow.tagged' as const] : []),
  ...(isPublishing(before, after) ? ['workflow.published' as const] : []),
  ...(after.active === before.active
    ? []
    : [after.active === 1 ? ('workflow.activated' as const) : ('workflow.deactivated' as const)]),
];
