import type { FormatWorkflow } from '@millrace/contract';
import { t } from '../messages/index.ts';
import { duplicateNodes, pasteFragment } from './commands/paste-fragment.ts';
import { limitNow } from './node-limits.ts';
import { tellInfo } from './notices.ts';
import type { RenameReferences } from './references.ts';
import type { WorkflowSession } from './session.ts';
import type { NodeKey } from './types.ts';

/* Comes with the expression language, which all of it needs. */

/** Adds the copied nodes at a place on the canvas (their upper left corner), selects them and returns their keys. */
export const paste = (
  session: WorkflowSession,
  fragment: FormatWorkflow,
  renameReferences: RenameReferences,
  position?: { x: number; y: number },
): NodeKey[] =>
  selectAdded(session, fragment.nodes.length, () =>
    session.dispatch('history.pasteFragment', pasteFragment(fragment, renameReferences, position, limitNow)),
  );

/** Adds copies of the nodes, selects them and returns their keys. */
export const duplicate = (
  session: WorkflowSession,
  keys: Iterable<NodeKey>,
  renameReferences: RenameReferences,
): NodeKey[] => {
  const originals = new Set(keys);
  return selectAdded(session, originals.size, () =>
    session.dispatch('history.duplicateNodes', duplicateNodes(originals, renameReferences, limitNow)),
  );
};

const selectAdded = (session: WorkflowSession, wanted: number, action: () => void): NodeKey[] => {
  const { document: held, readOnly } = session.state();
  const before = held.nodes;
  action();
  const added = Object.keys(session.state().document.nodes).filter((key) => before[key] === undefined);
  if (added.length > 0) session.select(added);
  const merged = wanted - added.length;
  if (merged > 0 && !readOnly) {
    tellInfo(t('workflow.paste.merged', { count: merged }), { message: t('workflow.paste.merged.message') });
  }
  return added;
};
