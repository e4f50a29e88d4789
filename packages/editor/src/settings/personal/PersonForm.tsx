import { Button } from '@mantine/core';
import type { SignedInUser } from '@millrace/contract';
import { showFailedAttempt } from '../../account/attempt.ts';
import { emailProblem, nameProblem, requiredProblem } from '../../account/checks.ts';
import { PasswordField } from '../../account/PasswordField.tsx';
import { EmailField, NameFields } from '../../account/PersonFields.tsx';
import { client } from '../../api/client.ts';
import { t } from '../../messages/accounts.ts';
import { changeUser } from '../../start/watch-session.ts';
import { showSuccess } from '../../ui/toasts.ts';
import { useForm } from '../../ui/use-form.ts';
import classes from '../settings.module.css';
import { useLeaveQuestion } from '../use-leave-question.ts';

/** Names and mail address. Another address needs the password. */
export const PersonForm = ({ user }: { user: SignedInUser }) => {
  const known = { firstName: user.firstName ?? '', lastName: user.lastName ?? '', email: user.email ?? '' };
  const form = useForm(
    { ...known, currentPassword: '' },
    ({ firstName, lastName, email, currentPassword }) => ({
      firstName: nameProblem(firstName),
      lastName: nameProblem(lastName),
      email: emailProblem(email),
      currentPassword: email.trim() === known.email ? undefined : requiredProblem(currentPassword),
    }),
    async ({ firstName, lastName, email, currentPassword }) => {
      const isNewAddress = email.trim() !== known.email;
      try {
        const changed = await client.me.update({
          body: {
            firstName: firstName.trim(),
            lastName: lastName.trim(),
            ...(isNewAddress && { email: email.trim(), currentPassword }),
          },
        });
        changeUser(changed);
        form.set({ ...known, ...nameAndEmail(changed), currentPassword: '' });
        showSuccess(t('personal.updated'));
      } catch (error) {
        showFailedAttempt(t('personal.updateFailed'), error);
      }
    },
  );
  useLeaveQuestion(form.isChanged);
  const isNewAddress = form.values.email.trim() !== known.email;
  return (
    <form className={classes.form} noValidate onSubmit={form.onSubmit}>
      <NameFields form={form} />
      <EmailField form={form} />
      {isNewAddress && (
        <PasswordField
          label={t('account.currentPassword')}
          autoComplete="current-password"
          required
          {...form.field('currentPassword')}
        />
      )}
      <div className={classes.formActions}>
        <Button type="submit" disabled={!form.isChanged || !form.isValid} loading={form.isBusy}>
          {t('shell.save')}
        </Button>
      </div>
    </form>
  );
};

const nameAndEmail = ({ firstName, lastName, email }: SignedInUser) => ({
  firstName: firstName ?? '',
  lastName: lastName ?? '',
  email: email ?? '',
});
