import { type KeyboardEvent, useEffect, useId, useMemo, useRef, useState } from 'react';
import { t } from '../../messages/dock.ts';
import { useWindow } from '../../ui/use-window.ts';
import { useWorkflow } from '../../workflow/hooks.ts';
import { isRunning } from '../../workflow/run-view.ts';
import type { LogEntry } from '../../workflow/types.ts';
import { LogRowView, rowHeight, UnderWayRow } from './LogRowView.tsx';
import { type LogRow, spanOfLog, stepId } from './log-rows.ts';
import classes from './run-log.module.css';

interface LogListProps {
  rows: readonly LogRow[];
  chosen: LogEntry | null;
  onToggle(id: string, isOpen: boolean): void;
  onChoose(entry: LogEntry): void;
  onOpen(entry: LogEntry): void;
}

/** The rows of the log as a tree, of which only those on screen are mounted. It follows a run under way while its end is in sight. */
export const LogList = ({ rows, chosen, onToggle, onChoose, onOpen }: LogListProps) => {
  const listId = useId();
  const scroller = useRef<HTMLDivElement>(null);
  const log = useWorkflow(({ run }) => run.log);
  const span = useMemo(() => spanOfLog(log), [log]);
  const underWay = useUnderWay();
  const [focused, setFocused] = useState<string | null>(null);
  const { start, end } = useWindow(scroller, rows.length, rowHeight);
  const active = focused ?? (chosen ? stepId(chosen) : null);
  const place = rows.findIndex(({ id }) => id === active);
  useFollowingEnd(scroller, rows.length + underWay.length);

  const moveTo = (index: number) => {
    const row = rows[Math.max(0, Math.min(rows.length - 1, index))];
    if (!row) return;
    setFocused(row.id);
    reveal(scroller.current, rows.indexOf(row));
    if (row.kind === 'step') onChoose(row.entry);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const row = rows[place];
    if (event.metaKey || event.ctrlKey || event.altKey) return;
    const page = Math.max(1, Math.floor((scroller.current?.clientHeight ?? 200) / rowHeight) - 1);
    const next = placeAfter(event.key, place, rows.length, page);
    if (next !== undefined) moveTo(next);
    else if (event.key === 'Enter' && row?.kind === 'step') onOpen(row.entry);
    else if (row && row.isOpen !== undefined && isFolding(event.key, row.isOpen)) onToggle(row.id, !row.isOpen);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };

  return (
    <div className={classes.list}>
      <div className={classes.head} aria-hidden="true">
        <span>{t('log.column.step')}</span>
        <span className={classes.barCell} />
        <span className={classes.duration}>{t('log.column.duration')}</span>
        <span className={classes.items}>{t('log.column.items')}</span>
      </div>
      <div
        ref={scroller}
        role="tree"
        tabIndex={0}
        aria-label={t('log.label')}
        aria-activedescendant={place >= start && place < end ? `${listId}-${place}` : undefined}
        className={classes.scroller}
        onKeyDown={onKeyDown}
      >
        <div style={{ height: (rows.length + underWay.length) * rowHeight }}>
          <div style={{ transform: `translateY(${start * rowHeight}px)` }}>
            {rows.slice(start, end).map((row, index) => (
              <LogRowView
                key={row.id}
                id={`${listId}-${start + index}`}
                row={row}
                span={span}
                isChosen={row.id === active}
                onToggle={onToggle}
                onChoose={(chosenRow) => {
                  setFocused(chosenRow.id);
                  if (chosenRow.kind === 'step') onChoose(chosenRow.entry);
                  else onToggle(chosenRow.id, !chosenRow.isOpen);
                }}
                onOpen={onOpen}
              />
            ))}
            {end === rows.length && underWay.map((key) => <UnderWayRow key={key} nodeKey={key} />)}
          </div>
        </div>
      </div>
    </div>
  );
};

/** Keys of the nodes that run or wait now, joined so that nothing is drawn again while they stay the same. */
const useUnderWay = (): readonly string[] => {
  const keys = useWorkflow(({ run }) =>
    isRunning(run) || run.status === 'waiting'
      ? Object.entries(run.nodes)
          .filter(([, { phase }]) => phase === 'running' || phase === 'waiting')
          .map(([key]) => key)
          .join('\n')
      : '',
  );
  return useMemo(() => (keys === '' ? [] : keys.split('\n')), [keys]);
};

const reveal = (scroller: HTMLElement | null, index: number): void => {
  if (!scroller) return;
  const top = index * rowHeight;
  if (top < scroller.scrollTop) scroller.scrollTop = top;
  else if (top + rowHeight > scroller.scrollTop + scroller.clientHeight)
    scroller.scrollTop = top + rowHeight - scroller.clientHeight;
};

/** Stays at the end while rows are added, unless a person has scrolled away from it. */
const useFollowingEnd = (scroller: React.RefObject<HTMLElement | null>, count: number) => {
  const isAtEnd = useRef(true);
  useEffect(() => {
    const element = scroller.current;
    if (!element) return;
    const note = () => {
      isAtEnd.current = element.scrollTop + element.clientHeight >= element.scrollHeight - 2 * rowHeight;
    };
    element.addEventListener('scroll', note, { passive: true });
    return () => element.removeEventListener('scroll', note);
  }, [scroller]);
  const isUnderWay = useWorkflow(({ run }) => isRunning(run));
  // biome-ignore lint/correctness/useExhaustiveDependencies: with each row that is added
  useEffect(() => {
    const element = scroller.current;
    if (element && isUnderWay && isAtEnd.current) element.scrollTop = element.scrollHeight;
  }, [count, isUnderWay]);
};

/** Where a key leads from a row; undefined: it is none of those that move. */
const placeAfter = (key: string, place: number, count: number, page: number): number | undefined => {
  if (key === 'ArrowDown') return place + 1;
  if (key === 'ArrowUp') return place - 1;
  if (key === 'PageDown') return place + page;
  if (key === 'PageUp') return place - page;
  if (key === 'Home') return 0;
  return key === 'End' ? count - 1 : undefined;
};

const isFolding = (key: string, isOpen: boolean): boolean =>
  key === 'Enter' || key === (isOpen ? 'ArrowLeft' : 'ArrowRight');
