import { NumberInput as NumberField } from '@mantine/core';
import type { ParameterInputProps } from '../parameter-input.ts';

export const NumberInput = ({
  definition,
  value,
  id,
  readOnly,
  invalid,
  onChange,
  onBlur,
}: ParameterInputProps<'number'>) => {
  const { minValue, maxValue, numberPrecision, numberStepSize } = definition.typeOptions ?? {};
  return (
    <NumberField
      id={id}
      aria-label={definition.displayName}
      value={typeof value === 'number' ? value : typeof value === 'string' ? value : ''}
      min={minValue}
      max={maxValue}
      step={numberStepSize}
      decimalScale={numberPrecision}
      allowDecimal={numberPrecision !== 0}
      clampBehavior="blur"
      placeholder={definition.placeholder}
      readOnly={readOnly}
      error={invalid}
      size="sm"
      onChange={(typed) => {
        if (typeof typed === 'number') onChange(typed);
        else if (typed === '') onChange(null);
      }}
      onBlur={() => {
        if (value === null && definition.default !== null && !definition.required) onChange(undefined);
        onBlur();
      }}
    />
  );
};
