import { Select } from '@mantine/core';
import type { ParameterOption } from '@millrace/contract';
import { isDisplayed } from '@millrace/engine';
import { t } from '../../../messages/index.ts';
import { usePanel } from '../../panel-context.ts';
import { useContainer } from '../container-context.ts';
import type { ParameterInputProps } from '../parameter-input.ts';
import classes from '../parameters.module.css';

/** The options that the other values allow. */
export const useShownOptions = (options: readonly ParameterOption[] = []): readonly ParameterOption[] => {
  const { values, node } = usePanel();
  const container = useContainer();
  return options.filter((option) => isDisplayed(option, container.values, values, node.typeVersion ?? 1));
};

export const OptionText = ({ name, description }: { name: string; description?: string }) => (
  <div>
    <div>{name}</div>
    {description && <div className={classes.optionDescription}>{description}</div>}
  </div>
);

export const OptionsInput = ({
  definition,
  value,
  id,
  readOnly,
  invalid,
  onChange,
  onBlur,
}: ParameterInputProps<'options'>) => {
  const options = useShownOptions(definition.options);
  const position = options.findIndex((option) => option.value === value);
  const known = position >= 0;
  const isOther = !known && value !== undefined && value !== '';
  return (
    <Select
      id={id}
      size="sm"
      data={[
        ...options.map((option, index) => ({ value: String(index), label: option.name })),
        ...(isOther ? [{ value: 'other', label: t('panel.options.unknown', { value: String(value) }) }] : []),
      ]}
      value={known ? String(position) : isOther ? 'other' : null}
      placeholder={definition.placeholder ?? t('panel.options.choose')}
      searchable={options.length > 8}
      nothingFoundMessage={t('panel.options.nothingFound')}
      allowDeselect={false}
      readOnly={readOnly}
      error={invalid}
      maxDropdownHeight={320}
      comboboxProps={{ withinPortal: true, zIndex: 1000 }}
      renderOption={({ option }) => (
        <OptionText name={option.label} description={options[Number(option.value)]?.description} />
      )}
      onChange={(chosen) => {
        const option = options[Number(chosen)];
        if (option) onChange(option.value);
      }}
      onBlur={onBlur}
    />
  );
};
