import { Button, Checkbox, Popover, Select, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { limits } from '@millrace/contract';
import { IconFilter, IconSearch } from '@tabler/icons-react';
import { useState } from 'react';
import { type StatusFilter, statusFilters } from '../../dialogs/executions/execution-list.ts';
import { StartFilter } from '../../dialogs/executions/StartFilter.tsx';
import { t } from '../../messages/executions.ts';
import classes from './executions.module.css';
import { countFilters, type ListFilter, noFilter, type TimeFilter } from './list-filter.ts';

interface ListFiltersProps {
  status: StatusFilter | null;
  onStatus(status: StatusFilter | null): void;
  fields: ListFilter;
  onFields(fields: ListFilter): void;
  refreshes: boolean;
  onRefreshes(refreshes: boolean): void;
}

const times: readonly TimeFilter[] = ['any', 'hour', 'day', 'week', 'range'];

/** Stands over the list: which executions are in it. */
export const ListFilters = ({ status, onStatus, fields, onFields, refreshes, onRefreshes }: ListFiltersProps) => {
  const [text, setText] = useState(fields.text);
  const search = useDebouncedCallback((next: string) => onFields({ ...fields, text: next }), limits.debounce);
  const count = countFilters(fields);
  return (
    <div className={classes.filters}>
      <TextInput
        size="xs"
        aria-label={t('executions.search')}
        placeholder={t('executions.search')}
        leftSection={<IconSearch size={14} aria-hidden />}
        maxLength={limits.executionSearch}
        value={text}
        onChange={(event) => {
          setText(event.currentTarget.value);
          search(event.currentTarget.value);
        }}
      />
      <div className={classes.filterRow}>
        <Select
          size="xs"
          aria-label={t('executions.column.status')}
          placeholder={t('executions.filter.status')}
          data={statusFilters.map((value) => ({ value, label: t(`status.${value}`) }))}
          value={status}
          onChange={(value) => onStatus(value as StatusFilter | null)}
          clearable
        />
        <Popover position="bottom-end" withinPortal trapFocus shadow="md">
          <Popover.Target>
            <Button
              size="xs"
              variant={count > 0 ? 'light' : 'default'}
              leftSection={<IconFilter size={14} aria-hidden />}
            >
              {count > 0 ? t('executions.filter.count', { count }) : t('executions.filter')}
            </Button>
          </Popover.Target>
          <Popover.Dropdown>
            <MoreFilters fields={fields} onFields={onFields} />
          </Popover.Dropdown>
        </Popover>
      </div>
      <Checkbox
        size="xs"
        label={t('executions.autoRefresh')}
        checked={refreshes}
        onChange={(event) => onRefreshes(event.currentTarget.checked)}
      />
    </div>
  );
};

const MoreFilters = ({ fields, onFields }: Pick<ListFiltersProps, 'fields' | 'onFields'>) => {
  const change = (part: Partial<ListFilter>) => onFields({ ...fields, ...part });
  return (
    <div className={classes.moreFilters}>
      <Select
        size="xs"
        label={t('executions.filter.time')}
        data={times.map((value) => ({ value, label: t(`executions.filter.time.${value}`) }))}
        value={fields.time}
        allowDeselect={false}
        comboboxProps={{ withinPortal: false }}
        onChange={(time) => change({ time: time as TimeFilter })}
      />
      {fields.time === 'range' &&
        (['after', 'before'] as const).map((end) => (
          <TextInput
            key={end}
            size="xs"
            type="datetime-local"
            label={t(`executions.filter.${end}`)}
            value={fields[end]}
            onChange={(event) => change({ [end]: event.currentTarget.value })}
          />
        ))}
      <StartFilter
        size="xs"
        label={t('executions.column.start')}
        comboboxProps={{ withinPortal: false }}
        value={fields.startedBy}
        onChange={(startedBy) => change({ startedBy })}
      />
      <TextInput
        size="xs"
        label={t('executions.filter.customData')}
        placeholder={t('executions.filter.customData.name')}
        value={fields.customName}
        maxLength={limits.executionSearch}
        onChange={(event) => change({ customName: event.currentTarget.value })}
      />
      <TextInput
        size="xs"
        aria-label={t('executions.filter.customData.value')}
        placeholder={t('executions.filter.customData.value')}
        value={fields.customValue}
        maxLength={512}
        onChange={(event) => change({ customValue: event.currentTarget.value })}
      />
      <Button
        size="xs"
        variant="subtle"
        color="gray"
        disabled={countFilters(fields) === 0}
        onClick={() => onFields({ ...noFilter, text: fields.text })}
      >
        {t('executions.filter.clear')}
      </Button>
    </div>
  );
};
