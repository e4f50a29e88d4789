import { ColorInput as ColorField } from '@mantine/core';
import type { ParameterInputProps } from '../parameter-input.ts';

export const ColorInput = ({
  definition,
  value,
  id,
  readOnly,
  invalid,
  onChange,
  onBlur,
}: ParameterInputProps<'color'>) => (
  <ColorField
    id={id}
    size="sm"
    format={definition.typeOptions?.showAlpha ? 'hexa' : 'hex'}
    value={typeof value === 'string' ? value : ''}
    placeholder={definition.placeholder}
    readOnly={readOnly}
    error={invalid}
    popoverProps={{ withinPortal: true, zIndex: 1000 }}
    onChange={onChange}
    onBlur={onBlur}
  />
);
