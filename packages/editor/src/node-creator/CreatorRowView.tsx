import { IconArrowRight, IconBolt, IconChevronDown } from '@tabler/icons-react';
import { NodeIcon } from '../canvas/NodeIcon.tsx';
import { isMessageKey, t } from '../messages/index.ts';
import { isTrigger } from '../workflow/triggers.ts';
import styles from './creator.module.css';
import type { CreatorRow } from './rows.ts';

interface CreatorRowViewProps {
  id: string;
  row: CreatorRow;
  isActive: boolean;
  onPoint: () => void;
  onChoose: () => void;
}

export const CreatorRowView = ({ id, row, isActive, onPoint, onChoose }: CreatorRowViewProps) => (
  // biome-ignore lint/a11y/useKeyWithClickEvents: the search field has the focus and takes the keys.
  <div
    id={id}
    role="option"
    tabIndex={-1}
    aria-selected={isActive}
    className={styles.row}
    data-kind={row.kind}
    onPointerMove={isActive ? undefined : onPoint}
    onClick={onChoose}
  >
    <RowContent row={row} />
  </div>
);

const RowContent = ({ row }: { row: CreatorRow }) => {
  if (row.kind === 'category') {
    return (
      <>
        <IconChevronDown size={14} stroke={2} className={styles.chevron} data-open={row.isOpen} aria-hidden="true" />
        <span className={styles.category}>{row.name}</span>
        <span className={styles.count}>{row.count}</span>
      </>
    );
  }
  if (row.kind === 'subcategory') {
    const hint = `nodeCreator.subcategory.${row.name}`;
    return (
      <>
        <span className={styles.words}>
          <span className={styles.title}>{row.name}</span>
          {isMessageKey(hint) && <span className={styles.description}>{t(hint)}</span>}
        </span>
        <span className={styles.count}>{row.count}</span>
        <IconArrowRight size={15} stroke={1.8} aria-hidden="true" />
      </>
    );
  }
  return (
    <>
      <NodeIcon type={row.type} size={26} />
      <span className={styles.words}>
        <span className={styles.title}>
          {row.type.displayName}
          {isTrigger(row.type) && (
            <IconBolt size={13} stroke={2} className={styles.bolt} aria-label={t('nodeCreator.tab.trigger')} />
          )}
        </span>
        <span className={styles.description}>{row.type.description}</span>
      </span>
    </>
  );
};
