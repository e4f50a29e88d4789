import { ActionIcon } from '@mantine/core';
import { IconArrowDown, IconArrowUp, IconTrash } from '@tabler/icons-react';
import { t } from '../../messages/panel.ts';
import classes from './entries.module.css';

interface EntryActionsProps {
  /** What the entry is called, for screen readers. */
  name: string;
  index: number;
  count: number;
  sortable?: boolean;
  onMove?(to: number): void;
  onDelete(): void;
}

export const EntryActions = ({ name, index, count, sortable = false, onMove, onDelete }: EntryActionsProps) => (
  <span className={classes.entryActions}>
    {sortable && count > 1 && (
      <span className={classes.moves}>
        <ActionIcon
          variant="subtle"
          color="gray"
          size={16}
          disabled={index === 0}
          aria-label={t('panel.entry.up', { name })}
          onClick={() => onMove?.(index - 1)}
        >
          <IconArrowUp size={14} />
        </ActionIcon>
        <ActionIcon
          variant="subtle"
          color="gray"
          size={16}
          disabled={index === count - 1}
          aria-label={t('panel.entry.down', { name })}
          onClick={() => onMove?.(index + 1)}
        >
          <IconArrowDown size={14} />
        </ActionIcon>
      </span>
    )}
    <ActionIcon
      variant="subtle"
      color="gray"
      size={22}
      aria-label={t('panel.entry.delete', { name })}
      onClick={onDelete}
    >
      <IconTrash size={14} />
    </ActionIcon>
  </span>
);
