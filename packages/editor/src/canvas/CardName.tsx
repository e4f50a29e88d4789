import { useEffect, useRef } from 'react';
import { t } from '../messages/index.ts';
import { useSession } from '../workflow/hooks.ts';
import type { DocumentNode } from '../workflow/types.ts';
import { renameTo } from './actions.ts';
import { startRename, useCanvasState } from './canvas-state.ts';
import styles from './card.module.css';
import { focusNode } from './view.ts';

interface CardNameProps {
  node: DocumentNode;
  subtitle: string;
  isUnknown: boolean;
}

/** The name in two lines at most, below it what the node does and its note, as far as there is room; F2 turns the name into a field. */
export const CardName = ({ node, subtitle, isUnknown }: CardNameProps) => {
  const isRenaming = useCanvasState((state) => state.renaming === node.key);
  const { name, disabled } = node.data;
  if (isRenaming) return <NameField node={node} />;
  const { type } = node.data;
  const secondLine = isUnknown ? t('canvas.node.unknown', { type: type.slice(type.lastIndexOf('.') + 1) }) : subtitle;
  const hint = isUnknown ? t('canvas.node.unknown', { type }) : secondLine;
  return (
    <span className={styles.text}>
      <span className={styles.name} title={hint ? `${name}\n${hint}` : name}>
        {name}
      </span>
      {disabled ? (
        <span className={styles.subtitle}>{t('canvas.node.disabled')}</span>
      ) : (
        secondLine && <span className={styles.subtitle}>{secondLine}</span>
      )}
      {node.data.notesInFlow && node.data.notes && <span className={styles.note}>{node.data.notes}</span>}
    </span>
  );
};

const NameField = ({ node }: { node: DocumentNode }) => {
  const session = useSession();
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    field.current?.focus();
    field.current?.select();
  }, []);
  const finish = (name: string): boolean => {
    const isTaken = renameTo(session, node.key, name);
    if (isTaken) startRename(session, null);
    else field.current?.focus();
    return isTaken;
  };
  return (
    <input
      ref={field}
      className={`${styles.nameField} nodrag nopan nowheel`}
      aria-label={t('canvas.node.rename')}
      defaultValue={node.data.name}
      onKeyDown={(event) => {
        event.stopPropagation();
        if (event.key === 'Escape') startRename(session, null);
        const isOver = event.key === 'Escape' || (event.key === 'Enter' && finish(event.currentTarget.value));
        if (isOver) void focusNode(session, node.key);
      }}
      onBlur={(event) => {
        if (event.currentTarget.value.trim() === '') startRename(session, null);
        else finish(event.currentTarget.value);
      }}
    />
  );
};
