import { ActionIcon, SegmentedControl, TextInput, Tooltip } from '@mantine/core';
import { IconSearch, IconX } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { t } from '../../messages/panel.ts';
import classes from './run-data.module.css';

export type DataMode = 'table' | 'json' | 'schema' | 'binary';

interface DataBarProps {
  /** How many items there are. */
  count: string;
  actions?: ReactNode;
  mode: DataMode;
  withFiles: boolean;
  onMode(mode: DataMode): void;
  /** Null: no search is open. */
  search: string | null;
  searchLabel: string;
  onSearch(search: string | null): void;
}

/** Stands over items: their number, a search, and how they are shown. */
export const DataBar = ({ count, actions, mode, withFiles, onMode, search, searchLabel, onSearch }: DataBarProps) => {
  const toggle = search === null ? searchLabel : t('panel.data.search.close');
  return (
    <>
      <div className={classes.bar}>
        <span className={classes.count}>{count}</span>
        <span className={classes.spacer} />
        {actions}
        <Tooltip label={toggle}>
          <ActionIcon
            variant="subtle"
            color="gray"
            size="sm"
            aria-pressed={search !== null}
            aria-label={toggle}
            onClick={() => onSearch(search === null ? '' : null)}
          >
            {search === null ? <IconSearch size={15} /> : <IconX size={15} />}
          </ActionIcon>
        </Tooltip>
        <SegmentedControl
          size="xs"
          aria-label={t('panel.data.mode')}
          data={[
            { value: 'table', label: t('panel.data.table') },
            { value: 'json', label: t('panel.data.json') },
            { value: 'schema', label: t('panel.data.schema') },
            ...(withFiles ? [{ value: 'binary', label: t('panel.data.binary') }] : []),
          ]}
          value={mode}
          onChange={(chosen) => onMode(chosen as DataMode)}
        />
      </div>
      {search !== null && (
        <TextInput
          className={classes.search}
          size="xs"
          autoFocus
          aria-label={searchLabel}
          placeholder={searchLabel}
          value={search}
          onChange={(event) => onSearch(event.currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key !== 'Escape') return;
            event.preventDefault();
            event.stopPropagation();
            onSearch(null);
          }}
        />
      )}
    </>
  );
};
