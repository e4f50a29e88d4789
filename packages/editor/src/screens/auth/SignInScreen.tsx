import { Anchor, Button } from '@mantine/core';
import { Link, useSearch } from '@tanstack/react-router';
import { showFailedAttempt } from '../../account/attempt.ts';
import { emailProblem, requiredProblem } from '../../account/checks.ts';
import { useEnter } from '../../account/enter.ts';
import { PasswordField } from '../../account/PasswordField.tsx';
import { EmailField } from '../../account/PersonFields.tsx';
import { client } from '../../api/client.ts';
import { t } from '../../messages/accounts.ts';
import { redirectTarget } from '../../routes/redirect-target.ts';
import { useForm } from '../../ui/use-form.ts';
import { AuthFrame } from './AuthFrame.tsx';
import classes from './auth.module.css';

/** Sign-in; afterwards the page that was asked for. */
export const SignInScreen = () => {
  const { redirect } = useSearch({ from: '/signin' });
  const enter = useEnter();
  const form = useForm(
    { email: '', password: '' },
    ({ email, password }) => ({ email: emailProblem(email), password: requiredProblem(password) }),
    async ({ email, password }) => {
      try {
        const user = await client.signIn.signIn({ body: { email: email.trim(), password } });
        await enter(user, redirectTarget(redirect, location.origin));
      } catch (error) {
        showFailedAttempt(t('auth.signin.error'), error);
      }
    },
  );
  return (
    <AuthFrame
      title={t('auth.signIn.title')}
      below={
        <Anchor component={Link} to="/forgot-password" size="sm">
          {t('auth.signIn.forgot')}
        </Anchor>
      }
    >
      <form className={classes.form} noValidate onSubmit={form.onSubmit}>
        <EmailField form={form} isFirst autoComplete="username" />
        <PasswordField
          label={t('account.password')}
          autoComplete="current-password"
          required
          {...form.field('password')}
        />
        <Button type="submit" size="md" fullWidth loading={form.isBusy}>
          {t('auth.signIn.submit')}
        </Button>
      </form>
    </AuthFrame>
  );
};
