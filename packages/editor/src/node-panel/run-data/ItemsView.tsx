import { ActionIcon, Button, SegmentedControl, Select, TextInput, Tooltip } from '@mantine/core';
import type { Item } from '@millrace/contract';
import { limits } from '@millrace/contract';
import { IconChevronLeft, IconChevronRight, IconSearch, IconX } from '@tabler/icons-react';
import { memo, type ReactNode, useDeferredValue, useMemo, useState } from 'react';
import { t } from '../../messages/index.ts';
import { BinaryView } from './BinaryView.tsx';
import { hasFiles } from './binary-files.ts';
import type { FieldSource } from './drag-field.ts';
import { EmptyState } from './EmptyState.tsx';
import { JsonView } from './JsonView.tsx';
import classes from './run-data.module.css';
import { SchemaView } from './SchemaView.tsx';
import { TableView } from './TableView.tsx';
import { jsonLength, pageOf, pageSizes, pageSizesFor, searchItems } from './table.ts';

type DataMode = 'table' | 'json' | 'schema' | 'binary';

interface ItemsViewProps {
  items: readonly Item[];
  source: FieldSource;
  /** Stands at the right of the bar. */
  actions?: ReactNode;
  chosen?: number;
  onChoose?(item: number): void;
}

/** Items as a table, JSON, schema or files, searched and by pages. Much data is shown only when asked for. */
export const ItemsView = memo(({ items, source, actions, chosen, onChoose }: ItemsViewProps) => {
  const [wanted, setWanted] = useState<DataMode | null>(null);
  const [search, setSearch] = useState<string | null>(null);
  const [pageSize, setPageSize] = useState<number>(pageSizes[0]);
  const [page, setPage] = useState(0);
  const [allowed, setAllowed] = useState<readonly Item[] | null>(null);

  const length = useMemo(() => jsonLength(items, limits.maxDisplayDataSize), [items]);
  const words = useDeferredValue(search ?? '');
  const isHeld = length > limits.maxDisplayDataSize && allowed !== items;
  const found = useMemo(() => (isHeld ? [] : searchItems(items, words)), [isHeld, items, words]);
  const withFiles = useMemo(() => hasFiles(items), [items]);
  const isOnlyFiles = useMemo(
    () => withFiles && items.every(({ json }) => Object.keys(json).length === 0),
    [withFiles, items],
  );
  const fallback = isOnlyFiles ? 'binary' : 'table';
  const mode = wanted === null || (wanted === 'binary' && !withFiles) ? fallback : wanted;
  const pages = Math.max(1, Math.ceil(found.length / pageSize));
  const shownPage = Math.min(page, pages - 1);
  const shown = useMemo(() => pageOf(found, shownPage, pageSize), [found, shownPage, pageSize]);
  const isPaged = found.length > pageSizes[0] && mode !== 'schema';

  return (
    <div className={classes.data}>
      <div className={classes.bar}>
        <span className={classes.count}>
          {words === '' || isHeld
            ? t('panel.data.items', { count: items.length })
            : t('panel.data.found', { found: found.length, count: items.length })}
        </span>
        <span className={classes.spacer} />
        {actions}
        <Tooltip label={t(search === null ? 'panel.data.search' : 'panel.data.search.close')}>
          <ActionIcon
            variant="subtle"
            color="gray"
            size="sm"
            aria-pressed={search !== null}
            aria-label={t(search === null ? 'panel.data.search' : 'panel.data.search.close')}
            onClick={() => setSearch(search === null ? '' : null)}
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
          onChange={(chosenMode) => setWanted(chosenMode as DataMode)}
        />
      </div>
      {search !== null && (
        <TextInput
          className={classes.search}
          size="xs"
          autoFocus
          aria-label={t('panel.data.search')}
          placeholder={t('panel.data.search')}
          value={search}
          onChange={(event) => {
            setSearch(event.currentTarget.value);
            setPage(0);
          }}
          onKeyDown={(event) => {
            if (event.key !== 'Escape') return;
            event.preventDefault();
            event.stopPropagation();
            setSearch(null);
          }}
        />
      )}
      {isHeld ? (
        <EmptyState
          title={t('panel.data.large.title')}
          message={t('panel.data.large.message', { size: Math.round(length / 1024) })}
        >
          <Button size="xs" variant="default" onClick={() => setAllowed(items)}>
            {t('panel.data.large.show')}
          </Button>
        </EmptyState>
      ) : found.length === 0 ? (
        <EmptyState title={t('panel.data.nothingFound', { search: words })} />
      ) : mode === 'json' ? (
        <JsonView items={shown} source={source} />
      ) : mode === 'schema' ? (
        <SchemaView items={items} search={words} source={source} />
      ) : mode === 'binary' ? (
        <BinaryView items={shown} />
      ) : (
        <TableView items={shown} source={source} chosen={chosen} onChoose={onChoose} />
      )}
      {isPaged && (
        <footer className={classes.pages}>
          <ActionIcon
            variant="subtle"
            color="gray"
            size="sm"
            disabled={shownPage === 0}
            aria-label={t('panel.data.page.previous')}
            onClick={() => setPage(shownPage - 1)}
          >
            <IconChevronLeft size={14} />
          </ActionIcon>
          <span>{t('panel.data.page', { page: shownPage + 1, pages })}</span>
          <ActionIcon
            variant="subtle"
            color="gray"
            size="sm"
            disabled={shownPage >= pages - 1}
            aria-label={t('panel.data.page.next')}
            onClick={() => setPage(shownPage + 1)}
          >
            <IconChevronRight size={14} />
          </ActionIcon>
          <span className={classes.spacer} />
          <span>{t('panel.data.pageSize')}</span>
          <Select
            size="xs"
            w={76}
            aria-label={t('panel.data.pageSize')}
            data={pageSizesFor(found.length, pageSize).map(String)}
            value={String(pageSize)}
            allowDeselect={false}
            comboboxProps={{ withinPortal: true, zIndex: 1000 }}
            onChange={(chosenSize) => {
              setPageSize(Number(chosenSize));
              setPage(0);
            }}
          />
        </footer>
      )}
    </div>
  );
});
