import { Select, type SelectProps } from '@mantine/core';
import { useMemo } from 'react';
import { useNodeTypes } from '../../api/node-types.ts';
import { t } from '../../messages/executions.ts';
import { otherStarts, type StartedBy, triggerChoices } from './started-by.ts';

interface StartFilterProps extends Pick<SelectProps, 'w' | 'size' | 'label' | 'comboboxProps'> {
  value: StartedBy | null;
  onChange(value: StartedBy | null): void;
}

/** Chooses executions by what has started them. */
export const StartFilter = ({ value, onChange, ...more }: StartFilterProps) => {
  const { list } = useNodeTypes();
  const data = useMemo(
    () => [
      {
        group: t('executions.filter.start.others'),
        items: otherStarts.map((mode) => ({ value: mode as string, label: t(`mode.${mode}`) })),
      },
      { group: t('executions.filter.start.triggers'), items: triggerChoices(list) },
    ],
    [list],
  );
  return (
    <Select
      aria-label={t('executions.column.start')}
      placeholder={t('executions.filter.start')}
      data={data}
      value={value}
      onChange={onChange}
      nothingFoundMessage={t('executions.none.title')}
      searchable
      clearable
      {...more}
    />
  );
};
