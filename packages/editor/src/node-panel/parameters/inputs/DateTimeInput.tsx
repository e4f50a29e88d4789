import { TextInput } from '@mantine/core';
import type { ParameterInputProps } from '../parameter-input.ts';

/** ISO text to the form that the browser's picker takes (local, no zone); other text cannot be shown in it. */
const toLocal = (text: string): string => {
  const match = /^(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}:\d{2})(:\d{2})?)?/.exec(text);
  return match ? `${match[1]}T${match[2] ?? '00:00'}${match[3] ?? ''}` : '';
};

const shownDate = (value: unknown, dateOnly: boolean | undefined): string => {
  const local = typeof value === 'string' ? toLocal(value) : '';
  return dateOnly ? local.slice(0, 10) : local;
};

export const DateTimeInput = ({
  definition,
  value,
  id,
  readOnly,
  invalid,
  onChange,
  onBlur,
}: ParameterInputProps<'dateTime'>) => (
  <TextInput
    id={id}
    aria-label={definition.displayName}
    type={definition.typeOptions?.dateOnly ? 'date' : 'datetime-local'}
    step={definition.typeOptions?.dateOnly ? undefined : 1}
    size="sm"
    value={shownDate(value, definition.typeOptions?.dateOnly)}
    readOnly={readOnly}
    error={invalid}
    onChange={(event) => {
      const typed = event.currentTarget.value;
      onChange(/T\d{2}:\d{2}$/.test(typed) ? `${typed}:00` : typed);
    }}
    onBlur={onBlur}
  />
);
