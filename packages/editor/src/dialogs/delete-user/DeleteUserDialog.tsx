import { Button, Group, Modal, Radio, Select, Skeleton, Text, TextInput } from '@mantine/core';
import type { ListedUser, UserBelongings } from '@millrace/contract';
import { useQuery } from '@tanstack/react-query';
import { type SyntheticEvent, useState } from 'react';
import { personName } from '../../account/person-name.ts';
import { client } from '../../api/client.ts';
import { describeError } from '../../api/errors.ts';
import { queryClient } from '../../api/queries.ts';
import { t } from '../../messages/accounts.ts';
import { usersQuery } from '../../settings/users/users-query.ts';
import { showError, showSuccess } from '../../ui/toasts.ts';
import type { DialogProps } from '../stack.ts';
import classes from './DeleteUserDialog.module.css';

type Choice = 'transfer' | 'delete';

/** Deletes a user. What it has goes to somebody else, or is deleted with it; somebody who is invited only has nothing. */
export const DeleteUserDialog = ({ user, close }: DialogProps['deleteUser'] & { close: () => void }) => {
  const [choice, setChoice] = useState<Choice>();
  const [transferId, setTransferId] = useState<string | null>(null);
  const [typed, setTyped] = useState('');
  const [isBusy, setIsBusy] = useState(false);
  const { data: users = [] } = useQuery(usersQuery);
  const heirs = users.filter(({ id, isPending }) => id !== user.id && !isPending);
  const heir = choice === 'transfer' ? heirs.find(({ id }) => id === transferId) : undefined;
  const isComplete =
    user.isPending || heir !== undefined || (choice === 'delete' && typed === t('deleteUser.confirmation'));

  const submit = async (event: SyntheticEvent) => {
    event.preventDefault();
    if (!isComplete || isBusy) return;
    setIsBusy(true);
    if (await remove(user, heir)) close();
    setIsBusy(false);
  };

  return (
    <Modal opened onClose={close} title={t('deleteUser.title', { name: personName(user) })} size={460} centered>
      <form onSubmit={(event) => void submit(event)}>
        {user.isPending ? (
          <Text size="sm">{t('deleteUser.pending', { email: user.email ?? '' })}</Text>
        ) : (
          <>
            <Belongings userId={user.id} />
            <Radio.Group
              aria-label={t('deleteUser.choice')}
              value={choice ?? ''}
              onChange={(value) => setChoice(value as Choice)}
            >
              <div className={classes.choices}>
                <Radio value="transfer" label={t('deleteUser.transfer')} data-autofocus />
                {choice === 'transfer' && (
                  <Select
                    className={classes.more}
                    label={t('deleteUser.transferTo')}
                    placeholder={t('deleteUser.transferTo.placeholder')}
                    data={heirs.map((one) => ({ value: one.id, label: `${personName(one)} (${one.email})` }))}
                    value={transferId}
                    onChange={setTransferId}
                    searchable
                    nothingFoundMessage={t('deleteUser.nobody')}
                  />
                )}
                <Radio value="delete" label={t('deleteUser.delete')} />
                {choice === 'delete' && (
                  <TextInput
                    className={classes.more}
                    label={t('deleteUser.type', { text: t('deleteUser.confirmation') })}
                    value={typed}
                    autoComplete="off"
                    spellCheck={false}
                    onChange={(event) => setTyped(event.currentTarget.value)}
                  />
                )}
              </div>
            </Radio.Group>
          </>
        )}
        <Group justify="flex-end" mt="lg" gap="xs">
          <Button variant="default" onClick={close}>
            {t('shell.cancel')}
          </Button>
          <Button type="submit" color="red" disabled={!isComplete} loading={isBusy}>
            {t('deleteUser.confirm')}
          </Button>
        </Group>
      </form>
    </Modal>
  );
};

/** What there is to lose. */
const Belongings = ({ userId }: { userId: string }) => {
  const { data, error } = useQuery({
    queryKey: ['users', userId, 'belongings'],
    queryFn: ({ signal }) => client.users.belongings({ params: { id: userId }, signal }),
    staleTime: 0,
  });
  if (error) return <Text size="sm">{describeError(error).message}</Text>;
  return <Text size="sm">{data ? belongingsText(data) : <Skeleton component="span" height={18} />}</Text>;
};

const belongingsText = (belongings: UserBelongings): string => {
  const { workflows, activeWorkflows, unfinishedExecutions, credentials, dataTables } = belongings;
  return [
    t('deleteUser.has', {
      workflows: t('deleteUser.workflows', { count: workflows }),
      credentials: t('deleteUser.credentials', { count: credentials }),
      dataTables: t('deleteUser.dataTables', { count: dataTables }),
    }),
    activeWorkflows > 0 && t('deleteUser.active', { count: activeWorkflows }),
    unfinishedExecutions > 0 && t('deleteUser.unfinished', { count: unfinishedExecutions }),
  ]
    .filter(Boolean)
    .join(' ');
};

const remove = async (user: ListedUser, heir: ListedUser | undefined): Promise<boolean> => {
  try {
    await client.users.remove({ params: { id: user.id }, query: heir ? { transferId: heir.id } : {} });
    const name = personName(user);
    const message = heir
      ? t('users.deleted.transferred', { name, heir: personName(heir) })
      : t('users.deleted.message', { name });
    showSuccess(t('users.deleted'), { message });
    await queryClient.invalidateQueries();
    return true;
  } catch (error) {
    showError(t('users.userDeletedError'), describeError(error));
    return false;
  }
};
