import { IconCopyPlus, IconPlayerPlay, IconPower, IconTrash } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { type MessageKey, t } from '../messages/index.ts';
import iconButton from '../ui/icon-button.module.css';
import { useSession } from '../workflow/hooks.ts';
import type { NodeKey } from '../workflow/types.ts';
import { duplicateNodes, removeFromCanvas, toggleDisabled } from './actions.ts';
import styles from './card.module.css';

/** Appears above a card while the pointer is on it. */
export const NodeActions = ({ id, isDisabled }: { id: NodeKey; isDisabled: boolean }) => {
  const session = useSession();
  return (
    <div className={`${styles.actions} nodrag nopan`} role="toolbar" aria-label={t('canvas.node.actions')}>
      <Action label="canvas.node.runToHere" onClick={() => void session.runs.start({ destinationNode: id })}>
        <IconPlayerPlay size={15} stroke={1.8} />
      </Action>
      <Action
        label={isDisabled ? 'canvas.node.enable' : 'canvas.node.disable'}
        onClick={() => toggleDisabled(session, [id])}
      >
        <IconPower size={15} stroke={1.8} />
      </Action>
      <Action label="canvas.node.duplicate" onClick={() => duplicateNodes(session, [id])}>
        <IconCopyPlus size={15} stroke={1.8} />
      </Action>
      <Action label="canvas.node.delete" onClick={() => removeFromCanvas(session, [id])}>
        <IconTrash size={15} stroke={1.8} />
      </Action>
    </div>
  );
};

const Action = ({ label, onClick, children }: { label: MessageKey; onClick: () => void; children: ReactNode }) => (
  <button
    type="button"
    tabIndex={-1}
    className={`${iconButton.button} ${styles.action}`}
    title={t(label)}
    aria-label={t(label)}
    onClick={(event) => {
      event.stopPropagation();
      onClick();
    }}
    onDoubleClick={(event) => event.stopPropagation()}
  >
    {children}
  </button>
);
