import { Text } from '@mantine/core';
import { emailProblem } from '../../account/checks.ts';
import { EmailField } from '../../account/PersonFields.tsx';
import { client } from '../../api/client.ts';
import { queryClient } from '../../api/queries.ts';
import { t } from '../../messages/accounts.ts';
import { usersQuery } from '../../settings/users/users-query.ts';
import { formatDate } from '../../ui/dates.ts';
import { useForm } from '../../ui/use-form.ts';
import type { DialogProps } from '../stack.ts';
import { LinkDialog, useLink } from './LinkDialog.tsx';

/** A link to hand on, by which one person signs up: of somebody who is invited already, or of a new address. */
export const InviteLinkDialog = ({ user, close }: DialogProps['inviteLink'] & { close: () => void }) => {
  const { made, make } = useLink(t('users.inviteLink.failed'));
  const form = useForm(
    { email: user?.email ?? '' },
    ({ email }) => ({ email: emailProblem(email) }),
    async (values) => {
      await make(async () => {
        const invited = user ?? (await inviteWithoutMail(values.email.trim()));
        return { email: invited.email, ...(await client.users.inviteLink({ params: { id: invited.id } })) };
      });
      await queryClient.invalidateQueries({ queryKey: usersQuery.queryKey });
    },
  );
  return (
    <LinkDialog
      title={t('users.inviteLink.title')}
      label={t('users.inviteLink.field')}
      made={made}
      text={({ email, expiresAt }) => t('users.inviteLink.message', { email, time: formatDate(expiresAt) })}
      form={form}
      close={close}
    >
      <Text size="sm">{t('users.inviteLink.text')}</Text>
      {user ? <Text fw={500}>{user.email}</Text> : <EmailField form={form} isFirst autoComplete="off" />}
    </LinkDialog>
  );
};

/** @throws ApiError, or what the server has to say of the address */
const inviteWithoutMail = async (email: string): Promise<{ id: string; email: string }> => {
  const [invited] = await client.users.invite({ query: { sendMail: 'false' }, body: [{ email }] });
  if (!invited || invited.error !== undefined) throw new Error(invited?.error ?? t('users.inviteLink.taken'));
  return invited.user;
};
