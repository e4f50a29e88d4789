import { Button, Group, Modal, Text } from '@mantine/core';
import { isEmail } from '../../account/checks.ts';
import { TextField } from '../../account/TextField.tsx';
import { describeError } from '../../api/errors.ts';
import { t } from '../../messages/prompts.ts';
import { sendContact } from '../../prompts/prompts-host.ts';
import settings from '../../settings/settings.module.css';
import { showError, showSuccess } from '../../ui/toasts.ts';
import { useForm } from '../../ui/use-form.ts';

/** Asks where the person may be written to. Closing it says nowhere. */
export const ContactPromptDialog = ({ close }: { close: () => void }) => {
  const form = useForm(
    { email: '' },
    ({ email }) => ({ email: isEmail(email.trim()) ? undefined : t('prompts.email.invalid') }),
    async ({ email }) => {
      try {
        await sendContact(email.trim());
        close();
        showSuccess(t('prompts.contact.thanks'), { message: t('prompts.contact.thanks.message') });
      } catch (error) {
        showError(t('prompts.failed'), describeError(error));
      }
    },
  );
  const decline = () => {
    void sendContact(null).catch(() => {});
    close();
  };
  return (
    <Modal opened onClose={decline} title={t('prompts.contact.title')} size={460} centered>
      <form className={settings.form} noValidate onSubmit={form.onSubmit}>
        <Text size="sm">{t('prompts.contact.message')}</Text>
        <TextField
          type="email"
          autoComplete="email"
          label={t('prompts.email')}
          placeholder={t('prompts.email.placeholder')}
          data-autofocus
          {...form.field('email')}
        />
        <Group justify="flex-end" gap="xs">
          <Button type="submit" disabled={!form.isValid} loading={form.isBusy}>
            {t('prompts.send')}
          </Button>
        </Group>
      </form>
    </Modal>
  );
};
