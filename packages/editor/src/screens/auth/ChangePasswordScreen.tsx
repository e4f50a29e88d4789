import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link, useSearch } from '@tanstack/react-router';
import { showFailedAttempt } from '../../account/attempt.ts';
import { newPasswordProblem, repeatProblem } from '../../account/checks.ts';
import { useEnter } from '../../account/enter.ts';
import { NewPasswordField } from '../../account/NewPasswordField.tsx';
import { PasswordField } from '../../account/PasswordField.tsx';
import { client } from '../../api/client.ts';
import { t } from '../../messages/accounts.ts';
import { Starting } from '../../start/Starting.tsx';
import { showSuccess } from '../../ui/toasts.ts';
import { useForm } from '../../ui/use-form.ts';
import { AuthFrame } from './AuthFrame.tsx';
import classes from './auth.module.css';

interface Reset {
  token: string;
  userId: string;
}

/** Opened by the link of a mail: takes a new password. */
export const ChangePasswordScreen = () => {
  const { token = '', userId = '' } = useSearch({ from: '/change-password' });
  const isComplete = token !== '' && userId !== '';
  const { isPending, error } = useQuery({
    queryKey: ['reset', token, userId],
    queryFn: async ({ signal }) => {
      await client.passwords.resolve({ query: { token, userId }, signal });
      return true;
    },
    enabled: isComplete,
    retry: false,
  });
  if (isComplete && isPending) return <Starting />;
  if (isComplete && !error) return <ChangeForm reset={{ token, userId }} />;
  return (
    <AuthFrame title={t('auth.change.invalid.title')} message={t('auth.change.invalid.message')}>
      <div className={classes.form}>
        <Button component={Link} to="/forgot-password" size="md">
          {t('auth.change.invalid.again')}
        </Button>
        <Button component={Link} to="/signin" size="md" variant="default">
          {t('auth.backToSignIn')}
        </Button>
      </div>
    </AuthFrame>
  );
};

const ChangeForm = ({ reset }: { reset: Reset }) => {
  const enter = useEnter();
  const form = useForm(
    { password: '', password2: '' },
    ({ password, password2 }) => ({
      password: newPasswordProblem(password),
      password2: repeatProblem(password, password2),
    }),
    async ({ password }) => {
      try {
        await client.passwords.change({ body: { ...reset, password } });
        const user = await client.signIn.current();
        showSuccess(t('account.password.updated'), { message: t('account.password.updated.message') });
        await enter(user);
      } catch (error) {
        showFailedAttempt(t('auth.change.failed'), error);
      }
    },
  );
  return (
    <AuthFrame title={t('auth.change.title')}>
      <form className={classes.form} noValidate onSubmit={form.onSubmit}>
        <NewPasswordField label={t('account.newPassword')} required autoFocus {...form.field('password')} />
        <PasswordField
          label={t('account.repeatPassword')}
          autoComplete="new-password"
          required
          {...form.field('password2')}
        />
        <Button type="submit" size="md" fullWidth loading={form.isBusy}>
          {t('auth.change.submit')}
        </Button>
      </form>
    </AuthFrame>
  );
};
