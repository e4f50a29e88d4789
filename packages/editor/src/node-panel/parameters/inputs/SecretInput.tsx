import { ActionIcon, PasswordInput, Textarea } from '@mantine/core';
import { credentialPlaceholder } from '@millrace/contract';
import { IconEye, IconEyeOff } from '@tabler/icons-react';
import { useState } from 'react';
import { t } from '../../../messages/panel.ts';
import classes from '../fields.module.css';

interface SecretInputProps {
  id: string;
  'aria-label': string;
  value: string;
  rows: number;
  readOnly: boolean;
  error: boolean;
  placeholder: string | undefined;
  onChange(value: string): void;
  onBlur(): void;
}

const dot = '•';
const dots = dot.repeat(16);

/** A text that nobody reads over a shoulder. Of one that is stored, and not known here, there are dots: whatever is typed takes its place. */
export const SecretInput = ({ value, rows, onChange, ...props }: SecretInputProps) => {
  const [isShown, setShown] = useState(false);
  const isStored = value === credentialPlaceholder;
  const shared = {
    ...props,
    size: 'sm' as const,
    value: isStored ? dots : value,
    title: isStored ? t('panel.secret.stored') : undefined,
    onFocus: (event: { currentTarget: { select(): void } }) => {
      if (isStored) event.currentTarget.select();
    },
    onChange: (event: { currentTarget: { value: string } }) => {
      const typed = event.currentTarget.value;
      onChange(isStored ? typed.replaceAll(dot, '') : typed);
    },
  };
  if (rows === 1) {
    return (
      <PasswordInput
        {...shared}
        aria-invalid={Boolean(props.error)}
        autoComplete="new-password"
        visibilityToggleButtonProps={{
          'aria-label': t('panel.secret.show'),
          style: isStored ? { display: 'none' } : undefined,
        }}
      />
    );
  }
  // The lines of a key stay lines.
  const Icon = isShown ? IconEyeOff : IconEye;
  return (
    <Textarea
      {...shared}
      className={isShown ? undefined : classes.masked}
      autosize
      minRows={rows}
      maxRows={Math.max(rows, 12)}
      spellCheck={false}
      autoComplete="off"
      rightSection={
        isStored ? undefined : (
          <ActionIcon
            size="sm"
            aria-label={t('panel.secret.show')}
            aria-pressed={isShown}
            onClick={() => setShown(!isShown)}
          >
            <Icon size={16} />
          </ActionIcon>
        )
      }
    />
  );
};
