import { Button } from '@mantine/core';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useEffect } from 'react';
import { showFailedAttempt } from '../../account/attempt.ts';
import { nameProblem, newPasswordProblem } from '../../account/checks.ts';
import { useEnter } from '../../account/enter.ts';
import { NewPasswordField } from '../../account/NewPasswordField.tsx';
import { NameFields } from '../../account/PersonFields.tsx';
import { TextField } from '../../account/TextField.tsx';
import { client } from '../../api/client.ts';
import { t } from '../../messages/accounts.ts';
import { Starting } from '../../start/Starting.tsx';
import { showError } from '../../ui/toasts.ts';
import { useForm } from '../../ui/use-form.ts';
import { AuthFrame } from './AuthFrame.tsx';
import classes from './auth.module.css';

interface Invite {
  inviterId: string;
  inviteeId: string;
}

const inviteQuery = (invite: Invite) =>
  queryOptions({
    queryKey: ['invite', invite],
    queryFn: ({ signal }) => client.signUp.resolve({ query: invite, signal }),
    retry: false,
  });

/** Opened by the link of an invitation: what is wrong with the link is said at the sign-in. */
export const SignUpScreen = () => {
  const { inviterId = '', inviteeId = '' } = useSearch({ from: '/signup' });
  const isComplete = inviterId !== '' && inviteeId !== '';
  const navigate = useNavigate();
  const { data, error } = useQuery({ ...inviteQuery({ inviterId, inviteeId }), enabled: isComplete });
  useEffect(() => {
    if (isComplete && !error) return;
    if (isComplete) showFailedAttempt(t('auth.signUp.invalidToken'), error);
    else showError(t('auth.signUp.missingToken'), { message: t('auth.signUp.missingToken.message') });
    void navigate({ to: '/signin', replace: true });
  }, [isComplete, error, navigate]);
  return data ? (
    <SignUpForm invite={{ inviterId, inviteeId }} inviter={data.inviter} email={data.invitee.email} />
  ) : (
    <Starting />
  );
};

const SignUpForm = ({
  invite: { inviterId, inviteeId },
  inviter,
  email,
}: {
  invite: Invite;
  inviter: { firstName: string; lastName: string };
  email: string;
}) => {
  const enter = useEnter();
  const form = useForm(
    { firstName: '', lastName: '', password: '' },
    ({ firstName, lastName, password }) => ({
      firstName: nameProblem(firstName),
      lastName: nameProblem(lastName),
      password: newPasswordProblem(password),
    }),
    async ({ firstName, lastName, password }) => {
      try {
        const body = { inviterId, firstName: firstName.trim(), lastName: lastName.trim(), password };
        await enter(await client.signUp.accept({ params: { id: inviteeId }, body }));
      } catch (error) {
        showFailedAttempt(t('auth.signUp.failed'), error);
      }
    },
  );
  return (
    <AuthFrame
      title={t('auth.signUp.title')}
      message={<bdi>{t('auth.signUp.invited', { name: `${inviter.firstName} ${inviter.lastName}` })}</bdi>}
    >
      <form className={classes.form} noValidate onSubmit={form.onSubmit}>
        <TextField label={t('account.email')} autoComplete="username" name="email" value={email} readOnly />
        <NameFields form={form} isFirst />
        <NewPasswordField label={t('account.password')} required {...form.field('password')} />
        <Button type="submit" size="md" fullWidth loading={form.isBusy}>
          {t('auth.signUp.submit')}
        </Button>
      </form>
    </AuthFrame>
  );
};
