import { groupPaths, groupsOf, showNode } from '../../workflow/groups.ts';
import type { WorkflowSession } from '../../workflow/session.ts';
import type { NodeKey } from '../../workflow/types.ts';

/** Opens the collapsed groups around a node that is to be seen. */
export const openGroupsAround = (session: WorkflowSession, key: NodeKey): void => {
  const { document, readOnly } = session.state();
  const groups = groupsOf(document);
  const isHidden = groupPaths(groups)
    .get(key)
    ?.some((id) => groups.get(id)?.isCollapsed);
  if (isHidden && !readOnly) session.dispatch('history.changeGroup', showNode(key));
};
