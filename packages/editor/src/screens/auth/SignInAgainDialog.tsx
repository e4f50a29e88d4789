import { Anchor, Button, Modal, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { showFailedAttempt } from '../../account/attempt.ts';
import { requiredProblem } from '../../account/checks.ts';
import { PasswordField } from '../../account/PasswordField.tsx';
import { TextField } from '../../account/TextField.tsx';
import { client } from '../../api/client.ts';
import { currentUserQuery } from '../../api/queries.ts';
import { resumeSession } from '../../api/session-end.ts';
import { basePath } from '../../base-path.ts';
import { t } from '../../messages/accounts.ts';
import { changeUser } from '../../start/watch-session.ts';
import { useForm } from '../../ui/use-form.ts';
import classes from './auth.module.css';

/** Over everything else. */
const zIndex = 500;

/** Asks for the password of the person whose session has ended, over what is open: nothing of it is lost, and what was refused is sent again. */
export const SignInAgainDialog = () => {
  const { data: user } = useQuery(currentUserQuery);
  const email = user?.email ?? '';
  const form = useForm(
    { password: '' },
    ({ password }) => ({ password: requiredProblem(password) }),
    async ({ password }) => {
      try {
        changeUser(await client.signIn.signIn({ body: { email, password } }));
        resumeSession();
      } catch (error) {
        showFailedAttempt(t('auth.signin.error'), error);
      }
    },
  );
  return (
    <Modal
      opened
      onClose={() => {}}
      closeOnEscape={false}
      closeOnClickOutside={false}
      withCloseButton={false}
      title={t('auth.again.title')}
      size={420}
      centered
      zIndex={zIndex}
    >
      <Text size="sm" c="dimmed">
        {t('auth.again.message')}
      </Text>
      <form className={classes.form} noValidate onSubmit={form.onSubmit}>
        <TextField label={t('account.email')} autoComplete="username" name="email" value={email} readOnly />
        <PasswordField
          label={t('account.password')}
          autoComplete="current-password"
          required
          data-autofocus
          {...form.field('password')}
        />
        <div className={classes.actions}>
          <Anchor href={`${basePath}/signin`} size="sm">
            {t('auth.again.other')}
          </Anchor>
          <Button type="submit" loading={form.isBusy}>
            {t('auth.signIn.submit')}
          </Button>
        </div>
      </form>
    </Modal>
  );
};
