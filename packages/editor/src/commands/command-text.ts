import { t } from '../messages/commands.ts';
import type { WorkflowSession } from '../workflow/session.ts';
import { isStickyNote } from '../workflow/sticky-notes.ts';
import type { CommandId } from './about.ts';

/** What a command is called: as things stand where a session is given, else in general. */
export const commandText = (id: CommandId, session?: WorkflowSession): string => {
  if (session) {
    const { selection, document } = session.state();
    const nodes = [...selection].flatMap((key) => document.nodes[key]?.data ?? []);
    if (id === 'openNode' && nodes[0] && isStickyNote(nodes[0].type)) return t('command.openNode.note');
    if (id === 'toggleDisabled') {
      return t(nodes.some(({ disabled }) => !disabled) ? 'canvas.node.disable' : 'canvas.node.enable');
    }
  }
  return t(`command.${id}`);
};
