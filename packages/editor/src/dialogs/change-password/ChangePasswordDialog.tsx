import { Button, Group, Modal } from '@mantine/core';
import { showFailedAttempt } from '../../account/attempt.ts';
import { newPasswordProblem, repeatProblem, requiredProblem } from '../../account/checks.ts';
import { NewPasswordField } from '../../account/NewPasswordField.tsx';
import { PasswordField } from '../../account/PasswordField.tsx';
import { client } from '../../api/client.ts';
import { t } from '../../messages/accounts.ts';
import settings from '../../settings/settings.module.css';
import { tellSessionReplaced } from '../../start/watch-session.ts';
import { showSuccess } from '../../ui/toasts.ts';
import { useForm } from '../../ui/use-form.ts';

/** The own password, with the present one. Other sessions end. */
export const ChangePasswordDialog = ({ close }: { close: () => void }) => {
  const form = useForm(
    { currentPassword: '', password: '', password2: '' },
    ({ currentPassword, password, password2 }) => ({
      currentPassword: requiredProblem(currentPassword),
      password: newPasswordProblem(password),
      password2: repeatProblem(password, password2),
    }),
    async ({ currentPassword, password }) => {
      try {
        await client.me.changePassword({ body: { currentPassword, newPassword: password } });
        tellSessionReplaced();
        close();
        showSuccess(t('account.password.updated'), { message: t('account.password.updated.message') });
      } catch (error) {
        showFailedAttempt(t('auth.change.failed'), error);
      }
    },
  );
  return (
    <Modal opened onClose={close} title={t('personal.password.change')} size={460} centered>
      <form className={settings.form} noValidate onSubmit={form.onSubmit}>
        <PasswordField
          label={t('account.currentPassword')}
          autoComplete="current-password"
          required
          data-autofocus
          {...form.field('currentPassword')}
        />
        <NewPasswordField label={t('account.newPassword')} required {...form.field('password')} />
        <PasswordField
          label={t('account.repeatPassword')}
          autoComplete="new-password"
          required
          {...form.field('password2')}
        />
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={close}>
            {t('shell.cancel')}
          </Button>
          <Button type="submit" loading={form.isBusy}>
            {t('auth.change.submit')}
          </Button>
        </Group>
      </form>
    </Modal>
  );
};
