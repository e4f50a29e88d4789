import type { Item } from '@millrace/contract';
import { limits } from '@millrace/contract';
import { memo, type ReactNode, useDeferredValue, useMemo, useState } from 'react';
import { t } from '../../messages/panel.ts';
import { hasFiles } from './binary-files.ts';
import { DataBar, type DataMode } from './DataBar.tsx';
import type { FieldSource } from './drag-field.ts';
import { EmptyState } from './EmptyState.tsx';
import { LargeData } from './LargeData.tsx';
import { PageBar } from './PageBar.tsx';
import classes from './run-data.module.css';
import { modeFor, ShownItems } from './ShownItems.tsx';
import { jsonLength, pageOf, pageSizes, searchItems } from './table.ts';

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
  const mode = useMemo(() => modeFor(wanted, items, source.isInput), [wanted, items, source.isInput]);
  const shownPage = Math.min(page, Math.max(1, Math.ceil(found.length / pageSize)) - 1);
  const shown = useMemo(() => pageOf(found, shownPage, pageSize), [found, shownPage, pageSize]);

  return (
    <div className={classes.data}>
      <DataBar
        count={
          words === '' || isHeld
            ? t('panel.data.items', { count: items.length })
            : t('panel.data.found', { found: found.length, count: items.length })
        }
        actions={actions}
        mode={mode}
        withFiles={useMemo(() => hasFiles(items), [items])}
        onMode={setWanted}
        search={search}
        searchLabel={t('panel.data.search')}
        onSearch={(text) => {
          setSearch(text);
          setPage(0);
        }}
      />
      {isHeld ? (
        <LargeData size={length} onShow={() => setAllowed(items)} />
      ) : found.length === 0 ? (
        <EmptyState title={t('panel.data.nothingFound', { search: words })} />
      ) : (
        <ShownItems
          mode={mode}
          items={shown}
          all={items}
          search={words}
          source={source}
          chosen={chosen}
          onChoose={onChoose}
        />
      )}
      {found.length > pageSizes[0] && mode !== 'schema' && (
        <PageBar
          count={found.length}
          page={shownPage}
          pageSize={pageSize}
          onPage={setPage}
          onPageSize={(size) => {
            setPageSize(size);
            setPage(0);
          }}
        />
      )}
    </div>
  );
});
