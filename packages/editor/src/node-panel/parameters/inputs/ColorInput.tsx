import { ColorInput as ColorField } from '@mantine/core';
import { leaveField } from '../../escape.ts';
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
    onKeyDown={(event) => {
      // The palette is open for as long as the field has the focus.
      if (event.key === 'Escape' && leaveField(event.currentTarget)) event.preventDefault();
    }}
  />
);
