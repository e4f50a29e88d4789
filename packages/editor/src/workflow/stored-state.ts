import type { Workflow } from '@millrace/contract';
import type { StoredState } from './store.ts';

/** What is known of a stored workflow beside its document: also what the person may do with it, which on an instance without accounts is everything. */
export const storedStateOf = ({
  id,
  active,
  revision,
  publishedRevision,
  permissions,
  ownedBy,
  folderId = null,
}: Workflow): StoredState => ({
  id,
  active,
  revision,
  publishedRevision: publishedRevision ?? null,
  ownedBy,
  folderId,
  ...(permissions && {
    readOnly: !permissions.includes('update'),
    mayRun: permissions.includes('execute'),
    mayShare: permissions.includes('share'),
  }),
});
