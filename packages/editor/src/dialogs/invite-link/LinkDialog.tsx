import { Button, Group, Modal, Text } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { showFailedAttempt } from '../../account/attempt.ts';
import { t } from '../../messages/accounts.ts';
import settings from '../../settings/settings.module.css';
import { CopyField } from '../../ui/CopyField.tsx';
import type { Form } from '../../ui/use-form.ts';

interface MadeLink {
  email: string;
  link: string;
  expiresAt: string;
}

/** @param failed title of the toast where the link could not be made */
export const useLink = (failed: string) => {
  const [made, setMade] = useState<MadeLink>();
  const make = async (ask: () => Promise<MadeLink>): Promise<void> => {
    try {
      setMade(await ask());
    } catch (error) {
      showFailedAttempt(failed, error);
    }
  };
  return { made, make };
};

interface LinkDialogProps {
  title: string;
  /** Of the field that the link is copied from. */
  label: string;
  made: MadeLink | undefined;
  /** What stands over the link. */
  text: (made: MadeLink) => string;
  form: Pick<Form<never>, 'isBusy' | 'onSubmit'>;
  /** What is said, and asked, before it is made. */
  children: ReactNode;
  close: () => void;
}

/** Makes a link that is handed on by the person, and shows it once. */
export const LinkDialog = ({ title, label, made, text, form, children, close }: LinkDialogProps) => (
  <Modal opened onClose={close} title={title} size={500} centered>
    {made ? (
      <>
        <Text size="sm" mb="md">
          {text(made)}
        </Text>
        <CopyField label={label} value={made.link} said={t('users.inviteLink.copied')} />
        <Group justify="flex-end" mt="lg">
          <Button onClick={close}>{t('shell.done')}</Button>
        </Group>
      </>
    ) : (
      <form className={settings.form} noValidate onSubmit={form.onSubmit}>
        {children}
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={close}>
            {t('shell.cancel')}
          </Button>
          <Button type="submit" loading={form.isBusy} data-autofocus>
            {t('users.inviteLink.submit')}
          </Button>
        </Group>
      </form>
    )}
  </Modal>
);
