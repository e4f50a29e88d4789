import { TextInput } from '@mantine/core';
import type { ParameterInputProps } from '../parameter-input.ts';

/** ISO text to the form that the browser's picker takes (local, no zone); other text cannot be shown in it. */
const toLocal = (text: string): string => {
  const match = /^(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}:\d{2})(:\d{2})?)?/.exec(text);
  return match ? `${match[1]}T${match[2] ?? '00:00'}${match[3] ?? ''}` : '';
};

export const DateTimeInput = ({ value, id, readOnly, invalid, onChange, onBlur }: ParameterInputProps<'dateTime'>) => (
  <TextInput
    id={id}
    type="datetime-local"
    step={1}
    size="sm"
    value={typeof value === 'string' ? toLocal(value) : ''}
    readOnly={readOnly}
    error={invalid}
    onChange={(event) => {
      const typed = event.currentTarget.value;
      onChange(/T\d{2}:\d{2}$/.test(typed) ? `${typed}:00` : typed);
    }}
    onBlur={onBlur}
  />
);
