import { ActionIcon, Button, Popover, Select, TextInput } from '@mantine/core';
import {
  type DataTableColumnType,
  type DataTableCondition,
  type DataTableConditionName,
  type DataTableFilter,
  dataTableConditionsWithoutValue,
} from '@millrace/contract';
import { IconFilter, IconPlus, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { t } from '../../messages/data-tables.ts';
import type { ShownColumn } from './ColumnHead.tsx';
import { editedValue } from './cell-text.ts';
import classes from './data-tables.module.css';

type ShownCondition = Exclude<DataTableConditionName, 'like' | 'ilike'>;

const compared: readonly ShownCondition[] = ['eq', 'neq', 'gt', 'gte', 'lt', 'lte', 'isEmpty', 'isNotEmpty'];
const ofType: Record<DataTableColumnType, readonly ShownCondition[]> = {
  string: ['contains', 'eq', 'neq', 'isEmpty', 'isNotEmpty'],
  number: compared,
  date: compared,
  boolean: ['isTrue', 'isFalse', 'isEmpty', 'isNotEmpty'],
};

/** A condition as it is typed. */
interface Draft {
  key: number;
  column: string;
  condition: ShownCondition;
  text: string;
}

const hasValue = ({ condition }: Draft): boolean => !dataTableConditionsWithoutValue.includes(condition);

let lastKey = 0;

/** The conditions that rows have to meet to be shown. */
export const FilterMenu = ({
  columns,
  filter,
  onFilter,
}: {
  columns: readonly ShownColumn[];
  filter: DataTableFilter;
  onFilter: (filter: DataTableFilter) => void;
}) => {
  const [isOpen, setIsOpen] = useState(false);
  const [drafts, setDrafts] = useState<Draft[]>([]);
  const [match, setMatch] = useState(filter.match);
  const typeOf = (name: string) => columns.find((column) => column.name === name)?.type ?? 'string';
  const draft = (): Draft => {
    const column = columns.find(({ id }) => id !== undefined)?.name ?? 'id';
    return { key: ++lastKey, column, condition: ofType[typeOf(column)][0] ?? 'eq', text: '' };
  };
  const change = (key: number, some: Partial<Draft>) =>
    setDrafts((now) => now.map((one) => (one.key === key ? { ...one, ...some } : one)));
  const toggle = () => {
    if (drafts.length === 0) setDrafts([draft()]);
    setIsOpen(!isOpen);
  };
  const apply = (list: readonly Draft[]) => {
    const conditions = list
      .filter((one) => !hasValue(one) || one.text !== '')
      .map(
        (one): DataTableCondition => ({
          column: one.column,
          condition: one.condition,
          ...(hasValue(one) && { value: editedValue(typeOf(one.column), one.text) }),
        }),
      );
    onFilter({ match, conditions });
    setIsOpen(false);
  };
  const { length: count } = filter.conditions;
  return (
    <Popover opened={isOpen} onChange={setIsOpen} position="bottom-start" trapFocus withinPortal>
      <Popover.Target>
        <Button
          variant={count > 0 ? 'light' : 'default'}
          size="xs"
          leftSection={<IconFilter size={15} />}
          onClick={toggle}
        >
          {count > 0 ? t('dataTable.filter.count', { count }) : t('dataTable.filter')}
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-label={t('dataTable.filter')}>
        <form
          className={classes.conditions}
          onSubmit={(event) => {
            event.preventDefault();
            apply(drafts);
          }}
        >
          {drafts.map((one) => (
            <div key={one.key} className={classes.condition}>
              <Select
                size="xs"
                aria-label={t('dataTable.filter.column')}
                data={columns.map(({ name }) => name)}
                value={one.column}
                allowDeselect={false}
                comboboxProps={{ withinPortal: false }}
                onChange={(column) =>
                  column && change(one.key, { column, condition: ofType[typeOf(column)][0] ?? 'eq', text: '' })
                }
              />
              <Select
                size="xs"
                aria-label={t('dataTable.filter.condition')}
                data={ofType[typeOf(one.column)].map((value) => ({ value, label: t(`dataTable.condition.${value}`) }))}
                value={one.condition}
                allowDeselect={false}
                comboboxProps={{ withinPortal: false }}
                onChange={(condition) => condition && change(one.key, { condition: condition as ShownCondition })}
              />
              {hasValue(one) ? (
                <TextInput
                  size="xs"
                  aria-label={t('dataTable.filter.value')}
                  type={typeOf(one.column) === 'date' ? 'datetime-local' : 'text'}
                  value={one.text}
                  onChange={(event) => change(one.key, { text: event.currentTarget.value })}
                />
              ) : (
                <span />
              )}
              <ActionIcon
                size={28}
                aria-label={t('dataTable.filter.remove')}
                onClick={() => setDrafts((now) => now.filter(({ key }) => key !== one.key))}
              >
                <IconTrash size={15} stroke={1.7} />
              </ActionIcon>
            </div>
          ))}
          <div className={classes.filterEnd}>
            <Button
              variant="subtle"
              size="xs"
              leftSection={<IconPlus size={14} />}
              onClick={() => setDrafts((now) => [...now, draft()])}
            >
              {t('dataTable.filter.add')}
            </Button>
            <Select
              size="xs"
              w={150}
              aria-label={t('dataTable.filter')}
              data={[
                { value: 'all', label: t('dataTable.filter.all') },
                { value: 'any', label: t('dataTable.filter.any') },
              ]}
              value={match}
              allowDeselect={false}
              comboboxProps={{ withinPortal: false }}
              onChange={(chosen) => setMatch(chosen === 'any' ? 'any' : 'all')}
            />
            <Button
              variant="default"
              size="xs"
              onClick={() => {
                setDrafts([]);
                apply([]);
              }}
            >
              {t('dataTable.filter.clear')}
            </Button>
            <Button type="submit" size="xs">
              {t('dataTable.filter.apply')}
            </Button>
          </div>
        </form>
      </Popover.Dropdown>
    </Popover>
  );
};
