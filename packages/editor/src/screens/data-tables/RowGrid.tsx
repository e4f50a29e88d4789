import { Checkbox } from '@mantine/core';
import type { DataTable, DataTableRow, DataTableSort, DataTableValue } from '@millrace/contract';
import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { t } from '../../messages/data-tables.ts';
import { useWindow } from '../../ui/use-window.ts';
import { CellEditor, type Step } from './CellEditor.tsx';
import { ColumnHead, type ShownColumn } from './ColumnHead.tsx';
import { cellText } from './cell-text.ts';
import classes from './data-tables.module.css';

/** As the stylesheet has them. */
const rowHeight = 34;
const headHeight = 36;

interface Place {
  row: number;
  column: number;
}

export interface RowGridProps {
  table: DataTable;
  columns: readonly ShownColumn[];
  count: number;
  row: (index: number) => DataTableRow | undefined;
  /** How many rows were added here: the last one gets the focus when there is one more. */
  added: number;
  /** Told which rows are on screen. */
  onWindow: (shown: { from: number; to: number }) => void;
  sort: DataTableSort | undefined;
  onSort: (column: string, direction: 'asc' | 'desc' | undefined) => void;
  mayWrite: boolean;
  mayChange: boolean;
  selected: ReadonlySet<number>;
  onSelect: (ids: ReadonlySet<number>) => void;
  onChange: (id: number, column: string, value: DataTableValue) => void;
  /** Shown in place of rows where there are none. */
  children?: ReactNode;
}

const moves: Readonly<Record<string, [row: number, column: number]>> = {
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
  PageUp: [-20, 0],
  PageDown: [20, 0],
};

/** The rows of a table, of which only those on screen are mounted. Arrows go from cell to cell, Enter, F2 or typing changes one, Delete empties it. */
export const RowGrid = (props: RowGridProps) => {
  const { table, columns, count, row, sort, onSort, mayWrite, mayChange, selected, onSelect, onChange } = props;
  const viewport = useRef<HTMLDivElement>(null);
  const { start, end } = useWindow(viewport, count, rowHeight);
  const told = useRef('');
  if (told.current !== `${start}:${end}`) {
    told.current = `${start}:${end}`;
    queueMicrotask(() => props.onWindow({ from: start, to: end }));
  }
  const [active, setActive] = useState<Place>({ row: 0, column: 0 });
  const [editing, setEditing] = useState<(Place & { typed?: string }) | undefined>();

  const show = (place: Place) => {
    const element = viewport.current;
    if (!element) return;
    const top = place.row * rowHeight;
    const height = element.clientHeight - headHeight;
    if (top < element.scrollTop) element.scrollTop = top;
    else if (top + rowHeight > element.scrollTop + height) element.scrollTop = top + rowHeight - height;
  };
  const goTo = (place: Place) => {
    const within = {
      row: Math.max(0, Math.min(count - 1, place.row)),
      column: Math.max(0, Math.min(columns.length - 1, place.column)),
    };
    setActive(within);
    show(within);
    // The cell is mounted when it is on screen.
    requestAnimationFrame(() => viewport.current?.querySelector<HTMLElement>('[data-active]')?.focus());
  };
  const focused = useRef(0);
  useEffect(() => {
    if (props.added <= focused.current || count === 0) return;
    focused.current = props.added;
    goTo({ row: count - 1, column: columns.findIndex(({ id }) => id !== undefined) });
  });
  const isEditable = ({ column }: Place): boolean => mayWrite && columns[column]?.id !== undefined;
  const edit = (place: Place, typed?: string) => {
    if (isEditable(place) && row(place.row)) setEditing({ ...place, typed });
  };
  const write = (place: Place, value: DataTableValue) => {
    const id = row(place.row)?.id;
    const column = columns[place.column];
    if (id !== undefined && id !== null && column) onChange(Number(id), column.name, value);
  };
  const steps: Record<Step, [row: number, column: number]> = {
    stay: [0, 0],
    down: [1, 0],
    next: [0, 1],
    before: [0, -1],
  };
  const onDone = (place: Place) => (value: DataTableValue | undefined, step: Step) => {
    setEditing(undefined);
    if (value !== undefined) write(place, value);
    const [down, right] = steps[step];
    goTo({ row: place.row + down, column: place.column + right });
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (editing || !(event.target as HTMLElement).hasAttribute('data-active')) return;
    const move = moves[event.key];
    if (move) goTo({ row: active.row + move[0], column: active.column + move[1] });
    else if (event.key === 'Home') goTo({ row: event.ctrlKey ? 0 : active.row, column: 0 });
    else if (event.key === 'End') goTo({ row: event.ctrlKey ? count - 1 : active.row, column: columns.length - 1 });
    else if (event.key === 'Enter' || event.key === 'F2') edit(active);
    else if ((event.key === 'Delete' || event.key === 'Backspace') && isEditable(active)) write(active, null);
    else if (event.key.length === 1 && !event.ctrlKey && !event.metaKey && !event.altKey)
      edit(active, columns[active.column]?.type === 'boolean' ? undefined : event.key);
    else return;
    event.preventDefault();
  };

  const shown = Array.from({ length: end - start }, (_, index) => start + index);
  const shownIds = shown.map((index) => Number(row(index)?.id)).filter((id) => id > 0);
  const isAllSelected = shownIds.length > 0 && shownIds.every((id) => selected.has(id));
  const select = (ids: readonly number[], isWanted: boolean) => {
    const next = new Set(selected);
    for (const id of ids) isWanted ? next.add(id) : next.delete(id);
    onSelect(next);
  };

  return (
    <div ref={viewport} className={classes.viewport}>
      {/* biome-ignore lint/a11y/useSemanticElements: a table of this many rows is no table element */}
      <div
        role="grid"
        aria-label={table.name}
        aria-rowcount={count + 1}
        aria-colcount={columns.length + 1}
        tabIndex={-1}
        className={classes.sheet}
        style={{ height: headHeight + count * rowHeight }}
        onKeyDown={onKeyDown}
      >
        {/* biome-ignore lint/a11y/useSemanticElements: as above */}
        {/* biome-ignore lint/a11y/useFocusableInteractive: the cells have the focus */}
        <div role="row" aria-rowindex={1} className={classes.headLine}>
          {/* biome-ignore lint/a11y/useSemanticElements: as above */}
          {/* biome-ignore lint/a11y/useFocusableInteractive: the box in it has the focus */}
          <div role="columnheader" className={`${classes.headCell} ${classes.check}`}>
            {mayWrite ? (
              <Checkbox
                size="xs"
                aria-label={t('dataTable.selectAll')}
                checked={isAllSelected}
                disabled={shownIds.length === 0}
                onChange={(event) => select(shownIds, event.currentTarget.checked)}
              />
            ) : (
              <span className="visually-hidden">{t('dataTable.column.name')}</span>
            )}
          </div>
          {columns.map((column) => (
            <ColumnHead
              key={column.name}
              table={table}
              column={column}
              sort={sort}
              mayChange={mayChange}
              onSort={(direction) => onSort(column.name, direction)}
            />
          ))}
        </div>
        {shown.map((index) => {
          const data = row(index);
          const id = Number(data?.id ?? 0);
          return (
            // biome-ignore lint/a11y/useSemanticElements: as above
            // biome-ignore lint/a11y/useFocusableInteractive: the cells have the focus
            <div
              key={index}
              role="row"
              aria-rowindex={index + 2}
              aria-selected={selected.has(id)}
              className={classes.line}
              style={{ top: headHeight + index * rowHeight }}
            >
              {/* biome-ignore lint/a11y/useSemanticElements: as above */}
              {/* biome-ignore lint/a11y/useFocusableInteractive: the box in it has the focus */}
              <div role="gridcell" className={`${classes.cell} ${classes.check}`}>
                {mayWrite && data && (
                  <Checkbox
                    size="xs"
                    aria-label={t('dataTable.select', { id })}
                    checked={selected.has(id)}
                    onChange={(event) => select([id], event.currentTarget.checked)}
                  />
                )}
              </div>
              {columns.map(({ id: own, name, type }, column) => {
                const place = { row: index, column };
                const isActive = active.row === index && active.column === column;
                if (editing?.row === index && editing.column === column)
                  return (
                    <CellEditor
                      key={name}
                      type={type}
                      value={data?.[name]}
                      typed={editing.typed}
                      label={t('dataTable.cell', { column: name, id })}
                      isNarrow={name === 'id'}
                      onDone={onDone(place)}
                    />
                  );
                const text = cellText(type, data?.[name]);
                return (
                  // biome-ignore lint/a11y/useSemanticElements: as above
                  <div
                    key={name}
                    role="gridcell"
                    data-type={type}
                    data-system={own === undefined || undefined}
                    data-active={isActive || undefined}
                    tabIndex={isActive ? 0 : -1}
                    aria-readonly={!isEditable(place)}
                    className={`${classes.cell} ${name === 'id' ? classes.narrow : ''}`}
                    title={text || undefined}
                    onFocus={() => setActive(place)}
                    onDoubleClick={() => edit(place)}
                  >
                    <span>{text}</span>
                  </div>
                );
              })}
            </div>
          );
        })}
      </div>
      {count === 0 && <div className={classes.over}>{props.children}</div>}
    </div>
  );
};
