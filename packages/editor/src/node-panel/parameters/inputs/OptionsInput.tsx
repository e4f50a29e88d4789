import { Select } from '@mantine/core';
import type { ParameterOption } from '@millrace/contract';
import { isDisplayed, loadsChoices } from '@millrace/engine';
import { IconCheck } from '@tabler/icons-react';
import { use } from 'react';
import { t } from '../../../messages/panel.ts';
import { FieldValuesContext, useFields } from '../../panel-context.ts';
import { ContainerContext } from '../container-context.ts';
import type { ParameterInputProps } from '../parameter-input.ts';
import classes from '../parameters.module.css';
import { LoadedChoices } from '../remote/LoadedChoices.tsx';

/** The options that the other values allow. */
export const useShownOptions = (options: readonly ParameterOption[] = []): readonly ParameterOption[] => {
  const { typeVersion } = useFields();
  if (options.every(({ displayOptions }) => displayOptions === undefined)) return options;
  const container = use(ContainerContext);
  const values = use(FieldValuesContext)?.values ?? container.values;
  return options.filter((option) => isDisplayed(option, container.values, values, typeVersion));
};

interface OptionTextProps {
  name: string;
  description?: string;
  isChosen?: boolean;
}

export const OptionText = ({ name, description, isChosen = false }: OptionTextProps) => (
  <div className={classes.option}>
    <div>
      <div>{name}</div>
      {description && <div className={classes.optionDescription}>{description}</div>}
    </div>
    {isChosen && <IconCheck size={14} aria-hidden />}
  </div>
);

interface ChoiceProps extends ParameterInputProps<'options'> {
  options: readonly ParameterOption[];
  /** The options are on their way, so that nothing can be said of a value that is not among them. */
  isLoading?: boolean;
}

const Choice = ({
  definition,
  options,
  isLoading = false,
  value,
  id,
  readOnly,
  invalid,
  onChange,
  onBlur,
}: ChoiceProps) => {
  const position = options.findIndex((option) => option.value === value);
  const known = position >= 0;
  const isOther = !known && value !== undefined && value !== '';
  const isRight = isLoading || definition.allowArbitraryValues === true;
  return (
    <Select
      id={id}
      size="sm"
      data={[
        ...options.map((option, index) => ({
          value: String(index),
          label: option.name,
          disabled: option.disabled === true,
        })),
        ...(isOther
          ? [
              {
                value: 'other',
                label: isRight ? String(value) : t('panel.options.unknown', { value: String(value) }),
              },
            ]
          : []),
      ]}
      value={known ? String(position) : isOther ? 'other' : null}
      placeholder={definition.placeholder ?? t('panel.options.choose')}
      searchable={options.length > 8}
      openOnFocus={false}
      nothingFoundMessage={t(isLoading ? 'shell.loading' : 'panel.options.nothingFound')}
      allowDeselect={false}
      readOnly={readOnly}
      error={invalid}
      limit={500}
      comboboxProps={{ withinPortal: true, zIndex: 1000 }}
      renderOption={({ option, checked }) => (
        <OptionText
          name={option.label}
          description={options[Number(option.value)]?.description}
          isChosen={checked === true}
        />
      )}
      onChange={(chosen) => {
        const option = options[Number(chosen)];
        if (option) onChange(option.value);
      }}
      onBlur={onBlur}
    />
  );
};

export const OptionsInput = (props: ParameterInputProps<'options'>) => {
  const shown = useShownOptions(props.definition.options);
  if (!loadsChoices(props.definition)) return <Choice {...props} options={shown} />;
  return (
    <LoadedChoices definition={props.definition} path={props.path} own={shown} readOnly={props.readOnly}>
      {(options, isLoading) => <Choice {...props} options={options} isLoading={isLoading} />}
    </LoadedChoices>
  );
};
