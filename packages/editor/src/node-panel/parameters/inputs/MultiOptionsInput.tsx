import { MultiSelect } from '@mantine/core';
import { t } from '../../../messages/panel.ts';
import type { ParameterInputProps } from '../parameter-input.ts';
import { OptionText, useShownOptions } from './OptionsInput.tsx';

export const MultiOptionsInput = ({
  definition,
  value,
  id,
  readOnly,
  invalid,
  onChange,
  onBlur,
}: ParameterInputProps<'multiOptions'>) => {
  const options = useShownOptions(definition.options);
  const chosen: unknown[] = Array.isArray(value) ? value : [];
  const unknown = chosen.filter((entry) => !options.some((option) => option.value === entry));
  const all = [
    ...options,
    ...unknown.map((entry) => ({
      name: t('panel.options.unknown', { value: String(entry) }),
      value: entry as string | number,
      description: undefined,
    })),
  ];
  return (
    <MultiSelect
      id={id}
      size="sm"
      data={all.map((option, index) => ({ value: String(index), label: option.name }))}
      value={chosen.map((entry) => String(all.findIndex((option) => option.value === entry)))}
      placeholder={chosen.length === 0 ? (definition.placeholder ?? t('panel.options.choose')) : undefined}
      searchable
      nothingFoundMessage={t('panel.options.nothingFound')}
      readOnly={readOnly}
      error={invalid}
      comboboxProps={{ withinPortal: true, zIndex: 1000 }}
      renderOption={({ option }) => (
        <OptionText name={option.label} description={all[Number(option.value)]?.description} />
      )}
      onChange={(picked) => onChange(picked.map((index) => all[Number(index)]!.value))}
      onBlur={onBlur}
    />
  );
};
