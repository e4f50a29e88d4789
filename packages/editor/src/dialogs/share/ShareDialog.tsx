import { ActionIcon, Button, Group, Modal, Select, Skeleton, Text, Tooltip } from '@mantine/core';
import type { ShareRole } from '@millrace/contract';
import { IconX } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { initials, personName } from '../../account/person-name.ts';
import { client } from '../../api/client.ts';
import { describeError } from '../../api/errors.ts';
import { queryClient } from '../../api/queries.ts';
import { t } from '../../messages/accounts.ts';
import classes from '../../settings/settings.module.css';
import { useUser } from '../../start/use-standing.ts';
import { Avatar } from '../../ui/Avatar.tsx';
import { Message } from '../../ui/Message.tsx';
import { showError, showSuccess } from '../../ui/toasts.ts';
import { askToDrop } from '../leave/ask-to-drop.ts';
import { confirm, type DialogProps } from '../stack.ts';
import { useIsTop } from '../top.ts';
import { HostLimits } from './HostLimits.tsx';
import own from './ShareDialog.module.css';
import { type SharedResource, shareCalls, sharesKey } from './share-calls.ts';
import { findUnlimited, limitHosts, mayAim, type Unlimited } from './unlimited.ts';

interface Person {
  id: string;
  firstName: string | null;
  lastName: string | null;
  email: string | null;
}
type Shares = ReadonlyMap<string, ShareRole>;

/** With whom a workflow or a credential is shared, and what they may do with it. */
export const ShareDialog = ({ resource, id, name, ownedBy, close }: DialogProps['share'] & { close: () => void }) => {
  const [changed, setChanged] = useState<Shares>();
  const [isBusy, setIsBusy] = useState(false);
  const isTop = useIsTop();
  const shares = useQuery({
    queryKey: [sharesKey, resource, id],
    queryFn: () => shareCalls[resource].read(id),
    staleTime: 0,
  });
  const people = useQuery({
    queryKey: ['users', 'names'],
    queryFn: ({ signal }) => client.users.names({ signal }),
    staleTime: 0,
  });
  const unlimited = useQuery({
    queryKey: [sharesKey, 'unlimited', resource, id],
    queryFn: () => findUnlimited(resource, id),
    staleTime: 0,
  });
  const [hosts, setHosts] = useState<ReadonlyMap<string, string>>(new Map());
  const error = shares.error ?? people.error ?? unlimited.error;
  const current = changed ?? new Map(shares.data?.map(({ userId, role }) => [userId, role]));
  const known = new Map<string, Person>([
    ...(shares.data ?? []).map((share) => [share.userId, { ...share, id: share.userId }] as const),
    ...(people.data ?? []).map((person) => [person.id, person] as const),
  ]);
  const others = [...known.values()].filter(({ id: userId }) => userId !== ownedBy?.id && !current.has(userId));

  const isAimed = [...current.values()].some((role) => mayAim(resource, role));
  const open = isAimed ? (unlimited.data ?? []) : [];
  const hostsOf = (one: Unlimited): string => (hosts.get(one.id) ?? '').trim();
  const limited = open.filter((one) => hostsOf(one) !== '');
  const isChanged = changed !== undefined || limited.length > 0;

  const save = async () => {
    const left = open.filter((one) => hostsOf(one) === '');
    if (changed !== undefined && left.length > 0 && !(await mayGoAnywhere(left))) return;
    setIsBusy(true);
    try {
      for (const one of limited) await limitHosts(one, hostsOf(one));
      await shareCalls[resource].write(
        id,
        [...current].map(([userId, role]) => ({ userId, role })),
      );
      await queryClient.invalidateQueries();
      close();
      showSuccess(t('share.saved'), { message: name });
    } catch (failure) {
      showError(t('share.failed'), describeError(failure));
    }
    setIsBusy(false);
  };
  const askToClose = async () => {
    if (!isChanged || (await askToDrop('close'))) close();
  };
  const set = (userId: string, role: ShareRole | undefined) => {
    const next = new Map(current);
    if (role === undefined) next.delete(userId);
    else next.set(userId, role);
    setChanged(next);
  };

  return (
    <Modal
      opened
      onClose={() => void askToClose()}
      closeOnEscape={isTop}
      title={t('share.title', { name })}
      size={540}
      centered
    >
      {error ? (
        <Message title={t('share.loadFailed')} text={describeError(error).message} />
      ) : !shares.data || !people.data || !unlimited.data ? (
        <Skeleton height={120} />
      ) : (
        <>
          <Select
            aria-label={t('share.add')}
            placeholder={t(others.length > 0 ? 'share.add' : 'share.nobodyLeft')}
            disabled={others.length === 0}
            data={others.map((person) => ({ value: person.id, label: `${personName(person)} (${person.email})` }))}
            value={null}
            searchable
            nothingFoundMessage={t('deleteUser.nobody')}
            onChange={(userId) => {
              if (userId !== null) set(userId, 'use');
            }}
            size="md"
            data-autofocus
          />
          <ul className={`${classes.list} ${own.people}`} aria-label={t('share.people')}>
            {ownedBy && <OwnerRow owner={ownedBy} />}
            {[...current].map(([userId, role]) => (
              <ShareRow
                key={userId}
                person={known.get(userId) ?? { id: userId, firstName: null, lastName: null, email: userId }}
                role={role}
                resource={resource}
                onChange={(next) => set(userId, next)}
              />
            ))}
          </ul>
          {open.length > 0 && resource !== 'dataTable' && (
            <HostLimits
              resource={resource}
              unlimited={open}
              hosts={hosts}
              onChange={(credentialId, text) => setHosts(new Map(hosts).set(credentialId, text))}
            />
          )}
          <Text size="xs" c="dimmed" mt="sm">
            {t(`share.${resource}.hint`)}
          </Text>
        </>
      )}
      <Group justify="flex-end" mt="lg" gap="xs">
        <Button variant="default" onClick={() => void askToClose()}>
          {t('shell.cancel')}
        </Button>
        <Button disabled={!isChanged} loading={isBusy} onClick={() => void save()}>
          {t('shell.save')}
        </Button>
      </Group>
    </Modal>
  );
};

const mayGoAnywhere = (left: readonly Unlimited[]): Promise<boolean> =>
  confirm({
    title: t('share.limits.ask.title'),
    message: t('share.limits.ask.message', { names: left.map(({ name }) => `“${name}”`).join(', ') }),
    confirm: t('share.limits.ask.confirm'),
    cancel: t('share.limits.ask.cancel'),
  });

const PersonText = ({ person, children }: { person: Person; children?: ReactNode }) => (
  <>
    <Avatar initials={initials(person)} size={32} />
    <div className={classes.rowText}>
      <span className={classes.rowTitle}>
        <bdi title={personName(person)}>{personName(person)}</bdi>
        {children}
      </span>
      {person.firstName !== null && <span className={classes.rowNote}>{person.email}</span>}
    </div>
  </>
);

const OwnerRow = ({ owner }: { owner: Person }) => {
  const isSelf = useUser()?.id === owner.id;
  return (
    <li className={classes.row}>
      <PersonText person={owner}>{isSelf && <span className={classes.rowNote}>{t('users.you')}</span>}</PersonText>
      <span className={classes.badge} data-kind="owner">
        {t('users.role.owner')}
      </span>
    </li>
  );
};

/** Least first: a workflow is seen before it is run, a credential is used without being seen. */
const roles: Record<SharedResource, readonly ShareRole[]> = {
  workflow: ['view', 'use', 'edit'],
  credential: ['use', 'view', 'edit'],
  dataTable: ['view', 'use', 'edit'],
};

const ShareRow = ({
  person,
  role,
  resource,
  onChange,
}: {
  person: Person;
  role: ShareRole;
  resource: SharedResource;
  onChange: (role: ShareRole | undefined) => void;
}) => {
  const name = personName(person);
  const removal = t('share.remove', { name });
  return (
    <li className={classes.row}>
      <PersonText person={person} />
      <Select
        w={148}
        aria-label={t('share.role', { name })}
        data={roles[resource].map((value) => ({ value, label: t(`share.${resource}.${value}`) }))}
        value={role}
        allowDeselect={false}
        onChange={(value) => {
          if (value !== null) onChange(value as ShareRole);
        }}
      />
      <Tooltip label={removal}>
        <ActionIcon aria-label={removal} onClick={() => onChange(undefined)}>
          <IconX size={17} />
        </ActionIcon>
      </Tooltip>
    </li>
  );
};
