import { NumberInput as NumberField } from '@mantine/core';
import { useState } from 'react';
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
  const isWhole = numberPrecision === 0;
  /** What stands behind the point is typed before it is cut: without the point it would make another number. */
  const [typed, setTyped] = useState<number | string>();
  return (
    <NumberField
      id={id}
      aria-label={definition.displayName}
      value={typed ?? (typeof value === 'number' ? value : typeof value === 'string' ? value : '')}
      min={minValue}
      max={maxValue}
      step={numberStepSize}
      decimalScale={isWhole ? undefined : numberPrecision}
      clampBehavior="blur"
      placeholder={definition.placeholder}
      readOnly={readOnly}
      error={invalid}
      size="sm"
      onChange={(next) => {
        if (isWhole) setTyped(next);
        if (typeof next === 'number') onChange(isWhole ? Math.trunc(next) : next);
        else if (next === '') onChange(null);
      }}
      onBlur={() => {
        setTyped(undefined);
        if (value === null && definition.default !== null && !definition.required) onChange(undefined);
        onBlur();
      }}
    />
  );
};
