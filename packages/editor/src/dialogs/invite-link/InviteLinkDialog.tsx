import { Button, Group, Modal, Text } from '@mantine/core';
import { useState } from 'react';
import { showFailedAttempt } from '../../account/attempt.ts';
import { emailProblem } from '../../account/checks.ts';
import { EmailField } from '../../account/PersonFields.tsx';
import { client } from '../../api/client.ts';
import { queryClient } from '../../api/queries.ts';
import { t } from '../../messages/accounts.ts';
import settings from '../../settings/settings.module.css';
import { usersQuery } from '../../settings/users/users-query.ts';
import { CopyField } from '../../ui/CopyField.tsx';
import { formatDate } from '../../ui/dates.ts';
import { useForm } from '../../ui/use-form.ts';
import type { DialogProps } from '../stack.ts';

interface InviteLink {
  email: string;
  link: string;
  expiresAt: string;
}

/** A link to hand on, by which one person signs up: of somebody who is invited already, or of a new address. */
export const InviteLinkDialog = ({ user, close }: DialogProps['inviteLink'] & { close: () => void }) => {
  const [made, setMade] = useState<InviteLink>();
  const form = useForm(
    { email: user?.email ?? '' },
    ({ email }) => ({ email: emailProblem(email) }),
    async (values) => {
      try {
        const invited = user ?? (await inviteWithoutMail(values.email.trim()));
        setMade({ email: invited.email, ...(await client.users.inviteLink({ params: { id: invited.id } })) });
      } catch (error) {
        showFailedAttempt(t('users.inviteLink.failed'), error);
      }
      await queryClient.invalidateQueries({ queryKey: usersQuery.queryKey });
    },
  );
  return (
    <Modal opened onClose={close} title={t('users.inviteLink.title')} size={500} centered>
      {made ? (
        <>
          <Text size="sm" mb="md">
            {t('users.inviteLink.message', { email: made.email, time: formatDate(made.expiresAt) })}
          </Text>
          <CopyField label={t('users.inviteLink.field')} value={made.link} said={t('users.inviteLink.copied')} />
          <Group justify="flex-end" mt="lg">
            <Button onClick={close}>{t('shell.done')}</Button>
          </Group>
        </>
      ) : (
        <form className={settings.form} noValidate onSubmit={form.onSubmit}>
          <Text size="sm">{t('users.inviteLink.text')}</Text>
          {user ? <Text fw={550}>{user.email}</Text> : <EmailField form={form} isFirst autoComplete="off" />}
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={close}>
              {t('shell.cancel')}
            </Button>
            <Button type="submit" loading={form.isBusy} data-autofocus={user && true}>
              {t('users.inviteLink.submit')}
            </Button>
          </Group>
        </form>
      )}
    </Modal>
  );
};

/** @throws ApiError, or what the server has to say of the address */
const inviteWithoutMail = async (email: string): Promise<{ id: string; email: string }> => {
  const [invited] = await client.users.invite({ query: { sendMail: 'false' }, body: [{ email }] });
  if (!invited || invited.error !== undefined) throw new Error(invited?.error ?? t('users.inviteLink.taken'));
  return invited.user;
};
