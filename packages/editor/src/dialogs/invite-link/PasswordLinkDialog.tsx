import { Text } from '@mantine/core';
import { client } from '../../api/client.ts';
import { t } from '../../messages/accounts.ts';
import { formatDate } from '../../ui/dates.ts';
import { useForm } from '../../ui/use-form.ts';
import type { DialogProps } from '../stack.ts';
import { LinkDialog, useLink } from './LinkDialog.tsx';

/** A link to hand on, by which somebody who gets no mail chooses another password. */
export const PasswordLinkDialog = ({ user, close }: DialogProps['passwordLink'] & { close: () => void }) => {
  const { made, make } = useLink(t('users.passwordLink.failed'));
  const form = useForm(
    {},
    () => ({}),
    () =>
      make(async () => ({
        email: user.email,
        ...(await client.users.passwordLink({ params: { id: user.id } })),
      })),
  );
  return (
    <LinkDialog
      title={t('users.passwordLink.title')}
      label={t('users.passwordLink.field')}
      made={made}
      text={({ email, expiresAt }) => t('users.passwordLink.message', { email, time: formatDate(expiresAt) })}
      form={form}
      close={close}
    >
      <Text size="sm">{t('users.passwordLink.text')}</Text>
      <Text fw={500}>{user.email}</Text>
    </LinkDialog>
  );
};
