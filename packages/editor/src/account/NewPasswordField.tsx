import type { PasswordInputProps } from '@mantine/core';
import { passwordRules } from '@millrace/contract';
import { IconCircle, IconCircleCheckFilled } from '@tabler/icons-react';
import { t } from '../messages/accounts.ts';
import classes from './fields.module.css';
import { PasswordField } from './PasswordField.tsx';

/** A field for a password that is chosen: under it what it needs, ticked off as one types. */
export const NewPasswordField = ({ value, ...props }: PasswordInputProps & { value: string }) => (
  <PasswordField
    {...props}
    value={value}
    autoComplete="new-password"
    inputWrapperOrder={['label', 'input', 'description', 'error']}
    description={
      <span className={classes.rules}>
        {passwordRules.map(({ name, isKept }) => {
          const isMet = isKept(value);
          // Nobody has to be told of the most before he comes to it.
          if (name === 'maxLength' && isMet) return null;
          const Icon = isMet ? IconCircleCheckFilled : IconCircle;
          return (
            <span key={name} className={classes.rule} data-met={isMet || undefined}>
              <Icon size={14} aria-hidden="true" />
              {t(`account.password.rule.${name}`)}
              <span className="visually-hidden">
                {t(isMet ? 'account.password.rule.met' : 'account.password.rule.missing')}
              </span>
            </span>
          );
        })}
      </span>
    }
  />
);
