import { Switch } from '@mantine/core';
import type { ParameterInputProps } from '../parameter-input.ts';

export const BooleanInput = ({ definition, value, id, readOnly, onChange, onBlur }: ParameterInputProps<'boolean'>) => (
  <Switch
    id={id}
    checked={value === true}
    disabled={readOnly}
    aria-label={definition.displayName}
    onChange={(event) => onChange(event.currentTarget.checked)}
    onBlur={onBlur}
  />
);
