import { IconSearch, IconX } from '@tabler/icons-react';
import { useEffect, useId, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { t } from '../messages/node-creator.ts';
import iconButton from '../ui/icon-button.module.css';
import searchField from '../ui/search-field.module.css';
import { useSession } from '../workflow/hooks.ts';
import type { NodeCreatorRequest } from '../workflow/panel-state.ts';
import { addAndGoOn, addChosenNode } from './add-chosen-node.ts';
import { CreatorRowView } from './CreatorRowView.tsx';
import { CreatorTabs } from './CreatorTabs.tsx';
import type { CreatorTab } from './categories.ts';
import styles from './creator.module.css';
import { isJoined } from './fits.ts';
import { LoadFailure, LoadingRows } from './LoadingRows.tsx';
import { NoResults } from './NoResults.tsx';
import { type CreatorPlace, type CreatorRow, creatorRows } from './rows.ts';
import { useCreatorContent } from './use-creator-content.ts';
import { useNodePanelEvents } from './use-node-panel-events.ts';
import { keysOf } from './walking.ts';

/** Kept while the page is open: who folds a category has no use for it. */
let foldedBefore: ReadonlySet<string> = new Set();

/** Search, tabs and list. The focus stays in the search field; the arrow keys move through the list from there. */
export const NodeChooser = ({
  request,
  typed,
}: {
  request: NodeCreatorRequest;
  /** What the search begins with. */
  typed: { readonly current: string };
}) => {
  const session = useSession();
  const [tab, setTab] = useState<CreatorTab>(request.kind ?? 'all');
  const [place, setPlace] = useState<CreatorPlace>({ query: '', folded: foldedBefore, open: new Set() });
  const [active, setActive] = useState(0);
  const listId = useId();
  const list = useRef<HTMLDivElement>(null);
  const field = useRef<HTMLInputElement>(null);
  const { content, isLoading, failed, retry } = useCreatorContent(request, tab);
  const rows = useMemo(() => creatorRows(content, place), [content, place]);
  const firstChoice = rows.findIndex(({ kind }) => kind === 'node' || kind === 'action');
  const at = Math.min(active === 0 ? Math.max(0, firstChoice) : active, rows.length - 1);
  const current = rows[at];
  const events = useNodePanelEvents(request, place.query, rows);

  // Before the next key comes, and not earlier: until now there was another field, which somebody may have typed in.
  useLayoutEffect(() => {
    field.current?.focus();
    if (typed.current !== '') setPlace((before) => ({ ...before, query: typed.current }));
  }, [typed]);
  useEffect(() => {
    list.current?.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: 'nearest' });
  });

  const search = (query: string) => {
    setPlace({ ...place, query, open: new Set() });
    setActive(0);
    list.current?.scrollTo({ top: 0 });
  };
  const turn = (row: CreatorRow) => {
    if (row.kind === 'category' || row.kind === 'subcategory') {
      const folded = changed(place.folded, row.id, row.isOpen);
      foldedBefore = folded;
      if (!row.isOpen) events.opened(row.id);
      setPlace({ ...place, folded });
    } else if (row.kind === 'node') setPlace({ ...place, open: changed(place.open, row.id, !row.isOpen) });
    else if (row.kind === 'more') setPlace({ ...place, open: changed(place.open, row.node, true) });
    setActive(Math.max(1, rows.indexOf(row)));
  };
  const choose = (row: CreatorRow, goesOn: boolean) => {
    if (row.kind !== 'node' && row.kind !== 'action') return turn(row);
    events.added(row.type.name);
    const parameters = row.kind === 'action' ? row.action.parameters : undefined;
    if (!goesOn) addChosenNode(session, row.type, request, parameters);
    else if (addAndGoOn(session, row.type, request, parameters)) search('');
  };
  const close = () => session.panel.openCreator(null);

  return (
    <>
      <div className={`${searchField.search} ${styles.search}`}>
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
          onChange={(event) => search(event.currentTarget.value)}
          onKeyDown={(event) => {
            event.stopPropagation();
            const { key, shiftKey } = event;
            const walk = { isSearching: place.query !== '', setActive, turn, close };
            const keys = keysOf(rows, at, { ...walk, choose: (row) => choose(row, shiftKey) });
            const isOther = (shiftKey && key !== 'Enter') || event.nativeEvent.isComposing;
            const action = isOther ? undefined : keys.get(key);
            if (!action) return;
            event.preventDefault();
            action();
          }}
        />
        <button
          type="button"
          className={`${iconButton.button} ${styles.close}`}
          aria-label={t('shell.close')}
          onClick={close}
        >
          <IconX size={16} stroke={1.8} />
        </button>
      </div>
      {!isJoined(request) && (
        <CreatorTabs
          tab={tab}
          onChoose={(next) => {
            setTab(next);
            setActive(0);
            field.current?.focus();
          }}
        />
      )}
      <div ref={list} id={listId} className={styles.list} role="listbox" aria-label={t('nodeCreator.title')}>
        {rows.map((row, index) => (
          <CreatorRowView
            key={row.id}
            id={`${listId} ${row.id}`}
            row={row}
            isActive={row === current}
            onPoint={() => setActive(index)}
            onTurn={() => turn(row)}
            onChoose={(goesOn) => {
              choose(row, goesOn);
              field.current?.focus();
            }}
          />
        ))}
        {isLoading && <LoadingRows />}
      </div>
      <p className={styles.chain}>{t('nodeCreator.chain')}</p>
      {failed && <LoadFailure onRetry={() => void retry()} />}
      {rows.length === 0 && !isLoading && !failed && (
        <NoResults
          query={place.query}
          types={content.types}
          onChoose={(type) => addChosenNode(session, type, request)}
          isElsewhere={tab !== 'all' && !isJoined(request)}
          onShowAll={() => setTab('all')}
        />
      )}
    </>
  );
};

const changed = (set: ReadonlySet<string>, id: string, isIn: boolean): ReadonlySet<string> => {
  const next = new Set(set);
  if (isIn) next.add(id);
  else next.delete(id);
  return next;
};
