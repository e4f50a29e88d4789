import { PasswordInput, type PasswordInputProps } from '@mantine/core';
import { t } from '../messages/accounts.ts';
import classes from './fields.module.css';

/** A field for a password, with a button that shows it. */
export const PasswordField = (props: PasswordInputProps) => (
  <PasswordInput
    size="md"
    withAsterisk={false}
    classNames={{ root: classes.field, label: classes.label, error: classes.error, visibilityToggle: classes.toggle }}
    visibilityToggleButtonProps={{ 'aria-label': t('account.password.show'), tabIndex: 0 }}
    aria-invalid={Boolean(props.error)}
    {...props}
  />
);
