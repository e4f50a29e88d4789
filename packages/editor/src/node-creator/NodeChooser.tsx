import { coreCategory } from '@millrace/contract';
import { IconArrowLeft, IconSearch, IconX } from '@tabler/icons-react';
import { type KeyboardEvent, useEffect, useId, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { useNodeTypes } from '../api/node-types.ts';
import { t } from '../messages/index.ts';
import { useSession } from '../workflow/hooks.ts';
import type { NodeCreatorRequest } from '../workflow/panel-state.ts';
import { addChosenNode } from './add-chosen-node.ts';
import { CreatorRowView } from './CreatorRowView.tsx';
import { CreatorTabs } from './CreatorTabs.tsx';
import { type CreatorTab, categoriesOf, offeredTypes, suggestedCategory } from './categories.ts';
import styles from './creator.module.css';
import { fitsRequest } from './fits.ts';
import { NoResults } from './NoResults.tsx';
import { type CreatorPlace, type CreatorRow, creatorRows } from './rows.ts';
import { oftenUsed } from './use-counts.ts';

const start: CreatorPlace = { query: '', open: new Set([coreCategory, suggestedCategory]), inside: null };

/** Search, tabs and list. The focus stays in the search field; the arrow keys move through the list from there. */
export const NodeChooser = ({
  request,
  typed,
}: {
  request: NodeCreatorRequest;
  /** What the search begins with. */
  typed: { readonly current: string };
}) => {
  const types = useNodeTypes();
  const session = useSession();
  const [tab, setTab] = useState<CreatorTab>(request.kind ?? 'all');
  const [place, setPlace] = useState(start);
  const [active, setActive] = useState(0);
  const listId = useId();
  const list = useRef<HTMLDivElement>(null);
  const field = useRef<HTMLInputElement>(null);

  const isJoined = request.from !== undefined || request.wire !== undefined;
  const offered = useMemo(
    () => offeredTypes(types.list, isJoined ? 'all' : tab).filter((type) => fitsRequest(type, request)),
    [types.list, tab, isJoined, request],
  );
  const categories = useMemo(() => categoriesOf(offered, oftenUsed()), [offered]);
  const rows = useMemo(() => creatorRows(offered, categories, place), [offered, categories, place]);
  const current = rows[Math.min(active, rows.length - 1)];

  // Before the next key comes, and not earlier: until now there was another field, which somebody may have typed in.
  useLayoutEffect(() => {
    field.current?.focus();
    if (typed.current !== '') setPlace({ ...start, query: typed.current });
  }, [typed]);
  useEffect(() => {
    list.current?.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: 'nearest' });
  });

  const go = (next: Partial<CreatorPlace>, at = 0) => {
    setPlace({ ...place, ...next });
    setActive(at);
  };
  const toggle = (name: string, isOpen: boolean) => {
    const open = new Set(place.open);
    if (isOpen) open.delete(name);
    else open.add(name);
    setPlace({ ...place, open });
  };
  const leaveSubcategory = () => {
    const { inside } = place;
    const before = { ...place, inside: null };
    const id = `${inside?.category}/${inside?.subcategory}`;
    go(
      { inside: null },
      Math.max(
        0,
        creatorRows(offered, categories, before).findIndex((row) => row.id === id),
      ),
    );
  };
  const choose = (row: CreatorRow) => {
    if (row.kind === 'node') addChosenNode(session, row.type, request);
    else if (row.kind === 'category') toggle(row.name, row.isOpen);
    else go({ inside: { category: row.category, subcategory: row.name } });
  };

  const keys = new Map<string, () => void>([
    ['ArrowDown', () => setActive(Math.min(active + 1, rows.length - 1))],
    ['ArrowUp', () => setActive(Math.max(active - 1, 0))],
    ['Enter', () => current && choose(current)],
    ['Escape', () => (place.inside ? leaveSubcategory() : session.panel.openCreator(null))],
    ['Tab', () => session.panel.openCreator(null)],
  ]);
  const opens = current?.kind === 'subcategory' || (current?.kind === 'category' && !current.isOpen);
  const closes = current?.kind === 'category' && current.isOpen;
  // While something is being searched, left and right belong to its text.
  if (place.query === '') {
    if (opens) keys.set('ArrowRight', () => choose(current));
    if (place.inside) keys.set('ArrowLeft', leaveSubcategory);
    else if (closes) keys.set('ArrowLeft', () => choose(current));
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const action = event.shiftKey ? undefined : keys.get(event.key);
    event.stopPropagation();
    if (!action) return;
    event.preventDefault();
    action();
  };

  return (
    <>
      <div className={styles.search}>
        <IconSearch size={17} stroke={1.8} aria-hidden="true" />
        <input
          ref={field}
          role="combobox"
          aria-expanded="true"
          aria-controls={listId}
          aria-activedescendant={current && `${listId} ${current.id}`}
          aria-label={t('nodeCreator.search')}
          placeholder={t('nodeCreator.search')}
          value={place.query}
          onChange={(event) => go({ query: event.currentTarget.value })}
          onKeyDown={onKeyDown}
        />
        <button
          type="button"
          className={styles.close}
          aria-label={t('shell.close')}
          onClick={() => session.panel.openCreator(null)}
        >
          <IconX size={16} stroke={1.8} />
        </button>
      </div>
      {!isJoined && (
        <CreatorTabs
          tab={tab}
          onChoose={(next) => {
            setTab(next);
            go({ inside: null });
            field.current?.focus();
          }}
        />
      )}
      {place.inside && place.query === '' && (
        <button type="button" className={styles.back} onClick={leaveSubcategory}>
          <IconArrowLeft size={16} stroke={1.8} aria-hidden="true" />
          {place.inside.subcategory}
        </button>
      )}
      <div ref={list} id={listId} className={styles.list} role="listbox" aria-label={t('nodeCreator.title')}>
        {rows.map((row, index) => (
          <CreatorRowView
            key={row.id}
            id={`${listId} ${row.id}`}
            row={row}
            isActive={row === current}
            onPoint={() => setActive(index)}
            onChoose={() => {
              choose(row);
              field.current?.focus();
            }}
          />
        ))}
        {rows.length === 0 && types.loaded && (
          <NoResults
            query={place.query}
            types={offered}
            onChoose={(type) => addChosenNode(session, type, request)}
            isElsewhere={tab !== 'all' && !isJoined}
            onShowAll={() => setTab('all')}
          />
        )}
        {!types.loaded && <p className={styles.hint}>{t('shell.loading')}…</p>}
      </div>
    </>
  );
};
