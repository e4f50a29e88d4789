import { Button, Checkbox } from '@mantine/core';
import { Fragment } from 'react';
import { t } from '../../messages/executions.ts';
import table from '../../ui/Table.module.css';
import { ExecutionTableRow } from './ExecutionTableRow.tsx';
import { type ExecutionRow, isUnderWay } from './execution-list.ts';

interface ExecutionsTableProps {
  rows: readonly ExecutionRow[];
  selected: ReadonlySet<string>;
  onSelect: (ids: ReadonlySet<string>) => void;
  /** Under the row with this id, further ones are missing. */
  gapAfter: string | undefined;
  onFillGap: () => void;
}

export const ExecutionsTable = ({ rows, selected, onSelect, gapAfter, onFillGap }: ExecutionsTableProps) => {
  const selectable = rows.filter(({ status }) => !isUnderWay(status));
  const chosen = selectable.filter(({ id }) => selected.has(id)).length;
  const areAllChosen = chosen > 0 && chosen === selectable.length;
  return (
    <table className={table.table}>
      <thead>
        <tr>
          <th>
            <Checkbox
              size="xs"
              aria-label={t('executions.selectShown')}
              checked={areAllChosen}
              indeterminate={chosen > 0 && !areAllChosen}
              disabled={selectable.length === 0}
              onChange={() => onSelect(new Set(areAllChosen ? [] : selectable.map(({ id }) => id)))}
            />
          </th>
          <th>{t('executions.column.status')}</th>
          <th>{t('executions.column.workflow')}</th>
          <th>{t('executions.column.started')}</th>
          <th>{t('executions.column.duration')}</th>
          <th>{t('executions.column.start')}</th>
          <th>
            <span className="visually-hidden">{t('executions.column.actions')}</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row, index) => (
          <Fragment key={row.id}>
            <ExecutionTableRow
              row={row}
              isSelected={selected.has(row.id)}
              onSelect={() => onSelect(toggled(selected, row.id))}
            />
            {row.id === gapAfter && index < rows.length - 1 && (
              <tr>
                <td colSpan={7}>
                  <Button size="compact-xs" variant="subtle" onClick={onFillGap}>
                    {t('executions.gap')}
                  </Button>
                </td>
              </tr>
            )}
          </Fragment>
        ))}
      </tbody>
    </table>
  );
};

const toggled = (ids: ReadonlySet<string>, id: string): ReadonlySet<string> =>
  ids.has(id) ? new Set([...ids].filter((other) => other !== id)) : new Set([...ids, id]);
