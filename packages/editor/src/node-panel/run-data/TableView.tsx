import { memo, useMemo, useRef } from 'react';
import { t } from '../../messages/panel.ts';
import { useWindow } from '../../ui/use-window.ts';
import { dragField, type FieldSource } from './drag-field.ts';
import classes from './run-data.module.css';
import { cellText, columnsOf, type IndexedItem } from './table.ts';

const rowHeight = 30;

interface TableViewProps {
  items: readonly IndexedItem[];
  source: FieldSource;
  /** The item that expressions are shown for. */
  chosen?: number;
  onChoose?(item: number): void;
}

/** One row an item. Rows outside of the screen are not mounted: their room is kept by two spacers. */
export const TableView = memo(({ items, source, chosen, onChoose }: TableViewProps) => {
  const scroller = useRef<HTMLDivElement>(null);
  const { names, omitted } = useMemo(() => columnsOf(items.map(({ item }) => item)), [items]);
  const { start, end } = useWindow(scroller, items.length, rowHeight);
  return (
    <div ref={scroller} className={classes.scroll}>
      <table className={classes.table}>
        <thead>
          <tr>
            <th className={classes.number} aria-label={t('panel.data.index')}>
              #
            </th>
            {names.map((name) => (
              <th
                key={name}
                scope="col"
                title={source.isInput ? `${name} (${t('panel.data.drag')})` : name}
                data-draggable={source.isInput || undefined}
                {...(source.isInput ? dragField([name], source.olderNode) : {})}
              >
                {name}
              </th>
            ))}
            {names.length === 0 && <th>{t('panel.data.noFields')}</th>}
          </tr>
        </thead>
        <tbody>
          {start > 0 && <tr aria-hidden style={{ height: start * rowHeight }} />}
          {items.slice(start, end).map(({ item, index }) => (
            <tr
              key={index}
              style={{ height: rowHeight }}
              data-chosen={chosen === index || undefined}
              data-error={item.error !== undefined || undefined}
              onClick={onChoose ? () => onChoose(index) : undefined}
            >
              <td className={classes.number}>{index}</td>
              {names.map((name) => {
                const value = Object.hasOwn(item.json, name) ? item.json[name] : undefined;
                const text = cellText(value);
                return (
                  <td
                    key={name}
                    data-type={value === null ? 'null' : typeof value}
                    title={text.length > 24 ? text : undefined}
                    {...(source.isInput && value !== undefined ? dragField([name], source.olderNode) : {})}
                  >
                    {value === null ? t('panel.data.null') : text}
                  </td>
                );
              })}
              {names.length === 0 && <td />}
            </tr>
          ))}
          {end < items.length && <tr aria-hidden style={{ height: (items.length - end) * rowHeight }} />}
        </tbody>
      </table>
      {omitted > 0 && <p className={classes.remark}>{t('panel.data.omitted', { count: omitted })}</p>}
    </div>
  );
});
