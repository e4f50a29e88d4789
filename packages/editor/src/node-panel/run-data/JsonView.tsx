import { IconChevronDown, IconChevronRight } from '@tabler/icons-react';
import { memo, useCallback, useMemo, useRef, useState } from 'react';
import { t } from '../../messages/panel.ts';
import { useWindow } from '../../ui/use-window.ts';
import { dragField, type FieldSource } from './drag-field.ts';
import { FieldActions } from './FieldActions.tsx';
import { useItemLinks } from './item-links.ts';
import { type JsonLine, jsonLines } from './json-lines.ts';
import classes from './run-data.module.css';
import type { IndexedItem } from './table.ts';

const lineHeight = 22;
const maxShown = 400;

interface JsonViewProps {
  items: readonly IndexedItem[];
  /** Left out for what is no data of the workflow: it can be read only. */
  source?: FieldSource;
  /** Containers are open down to here. */
  openDepth?: number;
}

const noData: FieldSource = { isInput: false };

const scalarText = ({ type, value }: JsonLine): string => {
  if (value === undefined || value === null) return 'null';
  const text = type === 'string' ? JSON.stringify(value) : String(value);
  return text.length > maxShown ? `${text.slice(0, maxShown)}…` : text;
};

export const JsonView = memo(({ items, source, openDepth }: JsonViewProps) => {
  const scroller = useRef<HTMLDivElement>(null);
  const [toggled, setToggled] = useState<ReadonlySet<string>>(new Set());
  const lines = useMemo(() => jsonLines(items, toggled, openDepth), [items, toggled, openDepth]);
  const { start, end } = useWindow(scroller, lines.length, lineHeight);
  const { linked, handlers } = useItemLinks(source ?? noData, items);
  const toggle = useCallback(
    (id: string) =>
      setToggled((before) =>
        before.has(id) ? new Set([...before].filter((other) => other !== id)) : new Set([...before, id]),
      ),
    [],
  );

  return (
    <div ref={scroller} className={classes.scroll} {...handlers}>
      <div className={classes.json} style={{ height: lines.length * lineHeight }}>
        <div style={{ transform: `translateY(${start * lineHeight}px)` }}>
          {lines.slice(start, end).map((line) => (
            <Line key={line.id} line={line} source={source} isLinked={linked.has(line.item)} onToggle={toggle} />
          ))}
        </div>
      </div>
    </div>
  );
});

interface LineProps {
  line: JsonLine;
  source: FieldSource | undefined;
  isLinked: boolean;
  onToggle(id: string): void;
}

const Line = memo(({ line, source, isLinked, onToggle }: LineProps) => {
  const { depth, name, fold, size, type, closes, path, value, item } = line;
  const [opening, closing] = type === 'array' ? ['[', ']'] : ['{', '}'];
  const isContainer = fold !== undefined;
  const label = name === undefined ? undefined : String(name);
  return (
    <div
      className={classes.line}
      data-item={item}
      data-linked={isLinked || undefined}
      style={{ paddingLeft: 8 + depth * 14, height: lineHeight }}
    >
      {isContainer && size !== 0 ? (
        <button
          type="button"
          className={classes.toggle}
          aria-expanded={fold === 'open'}
          aria-label={t(fold === 'open' ? 'panel.data.fold' : 'panel.data.expand', { name: label ?? String(item + 1) })}
          onClick={() => onToggle(line.id)}
        >
          {fold === 'open' ? <IconChevronDown size={12} /> : <IconChevronRight size={12} />}
        </button>
      ) : (
        <span className={classes.toggle} />
      )}
      {label !== undefined && (
        <>
          <span
            className={typeof name === 'number' ? classes.position : classes.key}
            {...(source?.isInput ? { ...dragField(path, source.olderNode), title: t('panel.data.drag') } : {})}
          >
            {label}
          </span>
          <span className={classes.mark}>:</span>
        </>
      )}
      {label === undefined && !closes && source && <span className={classes.position}>{item + 1}</span>}
      {closes ? (
        <span className={classes.mark}>{closing}</span>
      ) : isContainer ? (
        <span className={classes.mark}>
          {opening}
          {fold === 'closed' && (
            <>
              {size !== 0 && <span className={classes.size}>{size}</span>}
              {closing}
            </>
          )}
        </span>
      ) : (
        <span className={classes.scalar} data-type={type}>
          {scalarText(line)}
        </span>
      )}
      {!closes && source && <FieldActions path={path} value={value} item={item} olderNode={source.olderNode} />}
    </div>
  );
});
