import { MultiSelect } from '@mantine/core';
import type { ParameterOption } from '@millrace/contract';
import { loadsChoices } from '@millrace/engine';
import { t } from '../../../messages/panel.ts';
import type { ParameterInputProps } from '../parameter-input.ts';
import { LoadedChoices } from '../remote/LoadedChoices.tsx';
import { OptionText, useShownOptions } from './OptionsInput.tsx';

interface ChoicesProps extends ParameterInputProps<'multiOptions'> {
  options: readonly ParameterOption[];
  /** The options are on their way. */
  isLoading?: boolean;
}

const Choices = ({
  definition,
  options,
  isLoading = false,
  value,
  id,
  readOnly,
  invalid,
  onChange,
  onBlur,
}: ChoicesProps) => {
  const chosen: unknown[] = Array.isArray(value) ? value : [];
  const unknown = chosen.filter((entry) => !options.some((option) => option.value === entry));
  const isRight = isLoading || definition.allowArbitraryValues === true;
  const all: readonly ParameterOption[] = [
    ...options,
    ...unknown.map((entry) => ({
      name: isRight ? String(entry) : t('panel.options.unknown', { value: String(entry) }),
      value: entry as string | number,
    })),
  ];
  return (
    <MultiSelect
      id={id}
      size="sm"
      data={all.map((option, index) => ({
        value: String(index),
        label: option.name,
        disabled: option.disabled === true,
      }))}
      value={chosen.map((entry) => String(all.findIndex((option) => option.value === entry)))}
      placeholder={chosen.length === 0 ? (definition.placeholder ?? t('panel.options.choose')) : undefined}
      searchable
      openOnFocus={false}
      nothingFoundMessage={t(isLoading ? 'shell.loading' : 'panel.options.nothingFound')}
      readOnly={readOnly}
      error={invalid}
      limit={500}
      comboboxProps={{ withinPortal: true, zIndex: 1000 }}
      renderOption={({ option, checked }) => (
        <OptionText
          name={option.label}
          description={all[Number(option.value)]?.description}
          isChosen={checked === true}
        />
      )}
      onChange={(picked) => onChange(picked.map((index) => all[Number(index)]!.value))}
      onBlur={onBlur}
    />
  );
};

export const MultiOptionsInput = (props: ParameterInputProps<'multiOptions'>) => {
  const shown = useShownOptions(props.definition.options);
  if (!loadsChoices(props.definition)) return <Choices {...props} options={shown} />;
  return (
    <LoadedChoices definition={props.definition} path={props.path} own={shown} readOnly={props.readOnly}>
      {(options, isLoading) => <Choices {...props} options={options} isLoading={isLoading} />}
    </LoadedChoices>
  );
};
