import { memo, useMemo, useRef } from 'react';
import { t } from '../../messages/panel.ts';
import { useWindow } from '../../ui/use-window.ts';
import { dragField, type FieldSource } from './drag-field.ts';
import { inputItemsOf, useItemLinks } from './item-links.ts';
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
  const { linked, handlers } = useItemLinks(source, items);
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
        <tbody {...handlers}>
          {start > 0 && <tr aria-hidden style={{ height: start * rowHeight }} />}
          {items.slice(start, end).map((indexed) => (
            <Row
              key={indexed.index}
              {...indexed}
              names={names}
              source={source}
              isChosen={chosen === indexed.index}
              isLinked={linked.has(indexed.index)}
              onChoose={onChoose}
            />
          ))}
          {end < items.length && <tr aria-hidden style={{ height: (items.length - end) * rowHeight }} />}
        </tbody>
      </table>
      {omitted > 0 && <p className={classes.remark}>{t('panel.data.omitted', { count: omitted })}</p>}
    </div>
  );
});

interface RowProps extends IndexedItem {
  names: readonly string[];
  source: FieldSource;
  isChosen: boolean;
  isLinked: boolean;
  onChoose?: (item: number) => void;
}

const Row = memo(({ item, index, names, source, isChosen, isLinked, onChoose }: RowProps) => (
  <tr
    style={{ height: rowHeight }}
    data-item={index}
    data-chosen={isChosen || undefined}
    data-linked={isLinked || undefined}
    data-error={item.error !== undefined || undefined}
    onClick={onChoose ? () => onChoose(index) : undefined}
  >
    <td className={classes.number} title={source.link === 'output' ? madeOf(item) : undefined}>
      {index + 1}
    </td>
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
));

const mostNamed = 8;

const madeOf = (item: IndexedItem['item']): string | undefined => {
  const from = inputItemsOf(item);
  if (from.length === 0) return undefined;
  const numbers = from.slice(0, mostNamed).map((one) => one.item + 1);
  return t('panel.data.madeOf', {
    count: from.length,
    numbers: `${numbers.join(', ')}${from.length > mostNamed ? ', …' : ''}`,
  });
};
