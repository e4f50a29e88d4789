import { IconBolt, IconChevronRight } from '@tabler/icons-react';
import { NodeIcon } from '../canvas/NodeIcon.tsx';
import { t } from '../messages/node-creator.ts';
import { useSession } from '../workflow/hooks.ts';
import { isTrigger } from '../workflow/triggers.ts';
import styles from './creator.module.css';
import { startDragOut } from './drag-out.ts';
import type { CreatorRow } from './rows.ts';

interface CreatorRowViewProps {
  id: string;
  row: CreatorRow;
  isActive: boolean;
  onPoint: () => void;
  /** Opens or closes what is below the row. */
  onTurn: () => void;
  /** @param goesOn more is to be added after it */
  onChoose: (goesOn: boolean) => void;
}

export const CreatorRowView = ({ id, row, isActive, onPoint, onTurn, onChoose }: CreatorRowViewProps) => {
  const session = useSession();
  const isNode = row.kind === 'node' || row.kind === 'action';
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the search field has the focus and takes the keys.
    <div
      id={id}
      role="option"
      tabIndex={-1}
      aria-selected={isActive}
      className={styles.row}
      data-kind={row.kind}
      data-below={(row.kind === 'action' && row.isBelowItsNode) || undefined}
      onPointerMove={isActive ? undefined : onPoint}
      onPointerDown={
        isNode
          ? (event) => startDragOut(session, event, row.type, row.kind === 'action' ? row.action.parameters : undefined)
          : undefined
      }
      onClick={(event) => onChoose(event.shiftKey)}
    >
      <RowContent row={row} onTurn={onTurn} />
    </div>
  );
};

const RowContent = ({ row, onTurn }: { row: CreatorRow; onTurn: () => void }) => {
  if (row.kind === 'category' || row.kind === 'subcategory') {
    return (
      <>
        <IconChevronRight size={14} stroke={2} className={styles.chevron} data-open={row.isOpen} aria-hidden="true" />
        <span className={styles.heading}>{row.name}</span>
        <span className={styles.count}>{row.count}</span>
      </>
    );
  }
  if (row.kind === 'more') {
    return <span className={styles.more}>{t('nodeCreator.actions.more', { count: row.count })}</span>;
  }
  if (row.kind === 'action') {
    return (
      <>
        {!row.isBelowItsNode && <NodeIcon type={row.type} size={24} />}
        <span className={styles.words}>
          <span className={styles.title}>{row.action.displayName}</span>
          {!row.isBelowItsNode && <span className={styles.description}>{row.type.displayName}</span>}
        </span>
      </>
    );
  }
  return (
    <>
      <NodeIcon type={row.type} size={24} />
      <span className={styles.words}>
        <span className={styles.title}>
          <span className={styles.name}>{row.type.displayName}</span>
          {isTrigger(row.type) && (
            <IconBolt size={13} stroke={2} className={styles.bolt} aria-label={t('nodeCreator.tab.trigger')} />
          )}
        </span>
        <span className={styles.description} title={row.type.description}>
          {row.type.description}
        </span>
      </span>
      {row.actions > 0 && <ActionsToggle row={row} onTurn={onTurn} />}
    </>
  );
};

const ActionsToggle = ({ row, onTurn }: { row: CreatorRow & { kind: 'node' }; onTurn: () => void }) => {
  const { displayName: name } = row.type;
  return (
    <button
      type="button"
      tabIndex={-1}
      className={styles.toggle}
      title={t('nodeCreator.actions', { count: row.actions })}
      aria-label={row.isOpen ? t('nodeCreator.actions.hide', { name }) : t('nodeCreator.actions.show', { name })}
      onPointerDown={(event) => event.stopPropagation()}
      onClick={(event) => {
        event.stopPropagation();
        onTurn();
      }}
    >
      {row.actions}
      <IconChevronRight size={14} stroke={2} className={styles.chevron} data-open={row.isOpen} aria-hidden="true" />
    </button>
  );
};
