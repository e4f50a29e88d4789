import { type Actor, can } from '../permissions/permissions.ts';

/** Whether a user sees in which folder a workflow is: it is one of the workflow's owner. */
export const maySeeFolder = (user: Actor, workflow: { owner_id: string }): boolean => {
  const rows = can(user, 'list', 'folder');
  return rows === 'all' || (rows !== false && rows.userId === workflow.owner_id);
};
