import { Button, Group, TextInput } from '@mantine/core';
import { type MessageKey, t } from '../../../messages/panel.ts';
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

const two = (value: number) => String(value).padStart(2, '0');

/** Now, or so many days ago, as the picker has it: local, no zone. */
const daysAgo = (days: number): string => {
  const date = new Date();
  date.setDate(date.getDate() - days);
  const day = `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
  return `${day}T${two(date.getHours())}:${two(date.getMinutes())}:${two(date.getSeconds())}`;
};

const shortcuts: readonly { label: MessageKey; days: number }[] = [
  { label: 'panel.date.today', days: 0 },
  { label: 'panel.date.yesterday', days: 1 },
  { label: 'panel.date.weekAgo', days: 7 },
];

export const DateTimeInput = ({
  definition,
  value,
  id,
  readOnly,
  invalid,
  onChange,
  onBlur,
}: ParameterInputProps<'dateTime'>) => {
  const dateOnly = definition.typeOptions?.dateOnly;
  return (
    <>
      <TextInput
        id={id}
        aria-label={definition.displayName}
        type={dateOnly ? 'date' : 'datetime-local'}
        step={dateOnly ? undefined : 1}
        size="sm"
        value={shownDate(value, dateOnly)}
        readOnly={readOnly}
        error={invalid}
        onChange={(event) => {
          const typed = event.currentTarget.value;
          onChange(/T\d{2}:\d{2}$/.test(typed) ? `${typed}:00` : typed);
        }}
        onBlur={onBlur}
      />
      {!readOnly && (
        <Group gap={0} ml={-8}>
          {shortcuts.map(({ label, days }) => (
            <Button
              key={label}
              size="compact-xs"
              variant="subtle"
              onClick={() => onChange(shownDate(daysAgo(days), dateOnly))}
            >
              {t(label)}
            </Button>
          ))}
        </Group>
      )}
    </>
  );
};
