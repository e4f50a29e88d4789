import { t } from '../messages/accounts.ts';
import type { Form } from '../ui/use-form.ts';
import classes from './fields.module.css';
import { TextField } from './TextField.tsx';

/** First and last name, side by side. */
export const NameFields = ({
  form,
  isFirst,
}: {
  form: Pick<Form<'firstName' | 'lastName'>, 'field'>;
  isFirst?: boolean;
}) => (
  <div className={classes.names}>
    <TextField
      label={t('account.firstName')}
      autoComplete="given-name"
      required
      data-autofocus={isFirst}
      autoFocus={isFirst}
      {...form.field('firstName')}
    />
    <TextField label={t('account.lastName')} autoComplete="family-name" required {...form.field('lastName')} />
  </div>
);

export const EmailField = ({
  form,
  isFirst,
  autoComplete = 'email',
}: {
  form: Pick<Form<'email'>, 'field'>;
  isFirst?: boolean;
  autoComplete?: string;
}) => (
  <TextField
    label={t('account.email')}
    type="email"
    inputMode="email"
    autoComplete={autoComplete}
    autoCapitalize="none"
    spellCheck={false}
    required
    data-autofocus={isFirst}
    autoFocus={isFirst}
    {...form.field('email')}
  />
);
