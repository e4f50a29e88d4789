import { Button, Group, Modal, Select, Textarea } from '@mantine/core';
import { type SyntheticEvent, useState } from 'react';
import { client } from '../../api/client.ts';
import { describeError } from '../../api/errors.ts';
import { queryClient } from '../../api/queries.ts';
import { t } from '../../messages/accounts.ts';
import settings from '../../settings/settings.module.css';
import { usersQuery } from '../../settings/users/users-query.ts';
import { showError, showSuccess } from '../../ui/toasts.ts';
import { readAddresses } from './addresses.ts';

/** Invites people by mail. */
export const InviteUsersDialog = ({ close }: { close: () => void }) => {
  const [text, setText] = useState('');
  const [wasLeft, setWasLeft] = useState(false);
  const [isBusy, setIsBusy] = useState(false);
  const { addresses, invalid } = readAddresses(text);
  const problem =
    invalid !== undefined
      ? t('invite.invalidEmailError', { email: invalid })
      : addresses.length === 0
        ? t('invite.noUsersToInvite')
        : undefined;

  const submit = async (event: SyntheticEvent) => {
    event.preventDefault();
    setWasLeft(true);
    if (problem !== undefined || isBusy) return;
    setIsBusy(true);
    if (await invite(addresses)) close();
    setIsBusy(false);
  };

  return (
    <Modal opened onClose={close} title={t('invite.title')} size={460} centered>
      <form className={settings.form} noValidate onSubmit={(event) => void submit(event)}>
        <Textarea
          label={t('invite.emails')}
          description={t('invite.emails.hint')}
          placeholder={t('invite.emails.placeholder')}
          autosize
          minRows={3}
          maxRows={8}
          value={text}
          error={wasLeft ? problem : undefined}
          onChange={(event) => setText(event.currentTarget.value)}
          onBlur={() => setWasLeft(text.trim() !== '')}
          spellCheck={false}
          data-autofocus
        />
        <Select
          label={t('invite.role')}
          data={[{ value: 'member', label: t('users.role.member') }]}
          value="member"
          allowDeselect={false}
        />
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={close}>
            {t('shell.cancel')}
          </Button>
          <Button type="submit" loading={isBusy}>
            {addresses.length > 1 ? t('invite.submit.many', { count: addresses.length }) : t('invite.submit')}
          </Button>
        </Group>
      </form>
    </Modal>
  );
};

/** @returns false if nothing was done */
const invite = async (addresses: readonly string[]): Promise<boolean> => {
  try {
    const invited = await client.users.invite({ query: {}, body: addresses.map((email) => ({ email })) });
    const failed = invited.filter(({ error }) => error !== undefined);
    const reached = invited.filter(({ error }) => error === undefined);
    if (reached.length > 0) {
      showSuccess(t('users.invited', { count: reached.length }), {
        message: reached.map(({ user }) => user.email).join(', '),
      });
    }
    if (failed.length > 0) {
      showError(t('users.invite.failed'), {
        message: failed.map(({ user, error }) => `${user.email}: ${error}`).join('\n'),
      });
    }
    return true;
  } catch (error) {
    showError(t('users.invite.failed'), describeError(error));
    return false;
  } finally {
    await queryClient.invalidateQueries({ queryKey: usersQuery.queryKey });
  }
};
