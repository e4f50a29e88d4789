import {
  IconAlertTriangleFilled,
  IconCheck,
  IconChevronDown,
  IconChevronRight,
  IconClockPause,
  IconLoader2,
  IconRepeat,
  IconRotate,
} from '@tabler/icons-react';
import { useState } from 'react';
import { useNodeTypes } from '../../api/node-types.ts';
import { NodeIcon } from '../../canvas/NodeIcon.tsx';
import { t } from '../../messages/dock.ts';
import { language } from '../../messages/language.ts';
import { formatDate, formatDuration } from '../../ui/dates.ts';
import { RunningTime } from '../../ui/RunningTime.tsx';
import { useNode, useNodeRun } from '../../workflow/hooks.ts';
import type { LogEntry, NodeKey } from '../../workflow/types.ts';
import type { GroupRow, LogRow, PassRow, StepRow } from './log-rows.ts';
import classes from './run-log.module.css';

export const rowHeight = 28;

interface Span {
  start: number;
  end: number;
}

interface RowProps {
  id: string;
  row: LogRow;
  /** Of the whole run. */
  span: Span;
  isChosen: boolean;
  onToggle(id: string, isOpen: boolean): void;
  onChoose(row: LogRow): void;
  onOpen(entry: LogEntry): void;
}

/** One line of the log. */
export const LogRowView = ({ id, row, span, isChosen, onToggle, onChoose, onOpen }: RowProps) => {
  const text = useRowText(row);
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the tree around it takes the keys
    <div
      id={id}
      role="treeitem"
      tabIndex={-1}
      aria-level={row.depth + 1}
      aria-expanded={row.isOpen}
      aria-selected={isChosen}
      aria-label={text.label}
      title={text.hint}
      className={classes.row}
      data-failed={text.hasFailed || undefined}
      style={{ height: rowHeight }}
      onClick={() => onChoose(row)}
      onDoubleClick={() => row.kind === 'step' && onOpen(row.entry)}
    >
      <span className={classes.step} style={{ paddingLeft: row.depth * 18 }}>
        {row.isOpen === undefined ? (
          <span className={classes.chevron} />
        ) : (
          <button
            type="button"
            tabIndex={-1}
            className={classes.chevron}
            aria-label={t(row.isOpen ? 'log.fold' : 'log.expand', { name: text.name })}
            onClick={(event) => {
              event.stopPropagation();
              onToggle(row.id, !row.isOpen);
            }}
          >
            {row.isOpen ? <IconChevronDown size={13} /> : <IconChevronRight size={13} />}
          </button>
        )}
        {text.hasFailed ? (
          <IconAlertTriangleFilled size={14} className={classes.failed} aria-hidden />
        ) : (
          <IconCheck size={14} stroke={2.4} className={classes.succeeded} aria-hidden />
        )}
        {row.kind === 'step' ? (
          <TypeIcon nodeKey={row.entry.key} />
        ) : row.kind === 'loop' ? (
          <IconRepeat size={15} stroke={1.7} aria-hidden />
        ) : null}
        <span className={classes.name}>{text.name}</span>
        {text.remark && <span className={classes.remark}>{text.remark}</span>}
        {row.kind === 'step' && row.entry.tries !== undefined && (
          <span className={classes.chip}>
            <IconRotate size={12} aria-hidden />
            {t('log.tries', { count: row.entry.tries })}
          </span>
        )}
        {row.kind === 'step' && row.entry.error !== undefined && (
          <span className={classes.message}>{row.entry.error}</span>
        )}
      </span>
      <span className={classes.barCell} aria-hidden="true">
        <Bar startTime={text.startTime} endTime={text.endTime} span={span} />
      </span>
      <span className={classes.duration}>{formatDuration(text.endTime - text.startTime)}</span>
      <span className={classes.items}>{text.items}</span>
    </div>
  );
};

interface RowText {
  name: string;
  remark?: string;
  items: string;
  label: string;
  hint: string;
  hasFailed: boolean;
  startTime: number;
  endTime: number;
}

const useRowText = (row: LogRow): RowText => {
  const key = row.kind === 'step' ? row.entry.key : row.kind === 'loop' ? row.head : '';
  const nodeName = useNode(key)?.data.name ?? '';
  if (row.kind === 'step') return stepText(row, nodeName);
  return row.kind === 'loop' ? loopText(row, nodeName) : passText(row);
};

const itemsText = ({ itemsIn, itemsOut }: LogEntry): string =>
  !itemsIn || itemsIn === itemsOut
    ? itemsOut.toLocaleString(language)
    : `${itemsIn.toLocaleString(language)} → ${itemsOut.toLocaleString(language)}`;

const stepText = ({ entry }: StepRow, name: string): RowText => {
  const { startTime, executionTime, runIndex, error, itemsIn, itemsOut, hasAsked } = entry;
  const hasFailed = error !== undefined;
  const state = t(hasFailed ? 'log.state.error' : hasAsked ? 'log.state.asked' : 'log.state.success');
  const items =
    itemsIn === undefined
      ? t('log.items.outOnly', { output: itemsOut })
      : t('log.items', { input: itemsIn, output: itemsOut });
  return {
    name,
    ...(runIndex > 0 && { remark: t('log.runNumber', { number: runIndex + 1 }) }),
    items: hasFailed || hasAsked ? '' : itemsText(entry),
    label: t('log.row', { name, state, duration: formatDuration(executionTime), items }),
    hint: [formatDate(startTime), items, error].filter(Boolean).join(' · '),
    hasFailed,
    startTime,
    endTime: startTime + executionTime,
  };
};

const loopText = ({ passes, steps, failures, startTime, endTime }: GroupRow, head: string): RowText => {
  const name = t('log.loop', { name: head });
  const remark = t('log.passes', { count: passes });
  const duration = formatDuration(endTime - startTime);
  const hasFailed = failures > 0;
  const state = hasFailed ? t('log.errors', { count: failures }) : t('log.state.success');
  return {
    name,
    remark: hasFailed ? `${remark} · ${state}` : remark,
    items: t('log.steps', { count: steps }),
    label: t('log.row', { name, state, duration, items: remark }),
    hint: formatDate(startTime),
    hasFailed,
    startTime,
    endTime,
  };
};

const passText = ({ number, failures, startTime, endTime }: PassRow): RowText => {
  const name = t('log.pass', { number });
  const state = failures > 0 ? t('log.errors', { count: failures }) : t('log.state.success');
  const duration = formatDuration(endTime - startTime);
  return {
    name,
    items: '',
    label: `${name}, ${state}, ${duration}`,
    hint: formatDate(startTime),
    hasFailed: failures > 0,
    startTime,
    endTime,
  };
};

const TypeIcon = ({ nodeKey }: { nodeKey: NodeKey }) => {
  const data = useNode(nodeKey)?.data;
  const { find } = useNodeTypes();
  return <NodeIcon type={data && find(data.type, data.typeVersion ?? 1)} size={16} />;
};

const Bar = ({ startTime, endTime, span }: { startTime: number; endTime: number; span: Span }) => {
  const whole = Math.max(1, span.end - span.start);
  const left = ((startTime - span.start) / whole) * 100;
  const width = Math.max(0.75, ((endTime - startTime) / whole) * 100);
  return <span className={classes.bar} style={{ left: `${Math.min(left, 99.25)}%`, width: `${width}%` }} />;
};

/** A node that runs or waits now: it has no result yet. */
export const UnderWayRow = ({ nodeKey }: { nodeKey: NodeKey }) => {
  const name = useNode(nodeKey)?.data.name ?? '';
  const phase = useNodeRun(nodeKey)?.phase;
  const [since] = useState(() => new Date().toISOString());
  const isWaiting = phase === 'waiting';
  return (
    <div className={classes.row} role="treeitem" tabIndex={-1} aria-level={1} style={{ height: rowHeight }}>
      <span className={classes.step}>
        <span className={classes.chevron} />
        {isWaiting ? (
          <IconClockPause size={14} className={classes.waiting} aria-hidden />
        ) : (
          <IconLoader2 size={14} className={classes.running} aria-hidden />
        )}
        <TypeIcon nodeKey={nodeKey} />
        <span className={classes.name}>{name}</span>
        <span className={classes.remark}>{t(isWaiting ? 'log.state.waiting' : 'log.state.running')}</span>
      </span>
      <span className={classes.barCell} />
      <span className={classes.duration}>{!isWaiting && <RunningTime startedAt={since} />}</span>
      <span className={classes.items} />
    </div>
  );
};
