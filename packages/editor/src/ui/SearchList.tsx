import { IconSearch } from '@tabler/icons-react';
import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef } from 'react';
import classes from './SearchList.module.css';
import searchField from './search-field.module.css';

export interface SearchRow {
  id: string;
  /** A heading stands above the first row of each group; the rows of one stand together. */
  group?: string;
}

interface SearchListProps<Row extends SearchRow> {
  /** What is searched, for screen readers and in the empty field. */
  label: string;
  query: string;
  rows: readonly Row[];
  /** Which row the arrow keys have come to. */
  active: number;
  /** Shown in place of rows. */
  empty: ReactNode;
  /** Stands beside the field. */
  children?: ReactNode;
  onQuery: (query: string) => void;
  onActive: (index: number) => void;
  onChoose: (row: Row) => void;
  /** It takes the focus when it appears; in a dialog that one does so. */
  isFocused?: boolean;
  /** Keys of its own; one whose default is prevented does nothing else. */
  onKeyDown?: (event: KeyboardEvent) => void;
  content: (row: Row) => ReactNode;
}

const page = 8;

/** A search field with what it finds below it. The focus stays in the field; the arrow keys walk through the list from there. */
export const SearchList = <Row extends SearchRow>({
  label,
  query,
  rows,
  active,
  empty,
  children,
  onQuery,
  onActive,
  onChoose,
  onKeyDown,
  isFocused = false,
  content,
}: SearchListProps<Row>) => {
  const listId = useId();
  const list = useRef<HTMLDivElement>(null);
  const current = rows[active];
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is found may push the row out of sight
  useEffect(() => {
    list.current?.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: 'nearest' });
  }, [active, rows]);

  const last = rows.length - 1;
  const steps: Record<string, number> = {
    ArrowDown: active >= last ? 0 : active + 1,
    ArrowUp: active <= 0 ? last : active - 1,
    PageDown: Math.min(active + page, last),
    PageUp: Math.max(active - page, 0),
  };
  const walk = (event: KeyboardEvent) => {
    onKeyDown?.(event);
    if (event.defaultPrevented || event.nativeEvent.isComposing) return;
    const step = Object.hasOwn(steps, event.key) ? steps[event.key] : undefined;
    if (step !== undefined && rows.length > 0) onActive(step);
    else if (event.key === 'Enter' && current) onChoose(current);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <div className={classes.frame}>
      <div className={`${searchField.search} ${classes.search}`}>
        <IconSearch size={16} stroke={1.8} aria-hidden="true" />
        <input
          role="combobox"
          aria-expanded="true"
          aria-controls={listId}
          aria-activedescendant={current && `${listId} ${current.id}`}
          aria-label={label}
          placeholder={label}
          value={query}
          data-autofocus
          // biome-ignore lint/a11y/noAutofocus: only where a person has asked to search
          autoFocus={isFocused}
          spellCheck={false}
          autoComplete="off"
          onChange={(event) => onQuery(event.currentTarget.value)}
          onKeyDown={walk}
        />
        {children}
      </div>
      <div ref={list} id={listId} className={classes.list} role="listbox" aria-label={label}>
        {rows.map((row, index) => (
          <div key={row.id} role="presentation">
            {row.group !== undefined && row.group !== rows[index - 1]?.group && (
              <div className={classes.group} role="presentation">
                {row.group}
              </div>
            )}
            {/* biome-ignore lint/a11y/useKeyWithClickEvents: the search field has the focus and takes the keys. */}
            <div
              id={`${listId} ${row.id}`}
              role="option"
              tabIndex={-1}
              aria-selected={index === active}
              className={classes.row}
              onPointerMove={index === active ? undefined : () => onActive(index)}
              onClick={() => onChoose(row)}
            >
              {content(row)}
            </div>
          </div>
        ))}
      </div>
      {rows.length === 0 && empty}
    </div>
  );
};
