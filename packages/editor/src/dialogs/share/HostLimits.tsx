import { Alert, TextInput } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { t } from '../../messages/accounts.ts';
import own from './ShareDialog.module.css';
import type { SharedResource } from './share-calls.ts';
import type { Unlimited } from './unlimited.ts';

interface HostLimitsProps {
  resource: Exclude<SharedResource, 'dataTable'>;
  unlimited: readonly Unlimited[];
  /** By id of the credential. */
  hosts: ReadonlyMap<string, string>;
  onChange(id: string, hosts: string): void;
}

/** Asks for which hosts the credentials are that go with what is shared. */
export const HostLimits = ({ resource, unlimited, hosts, onChange }: HostLimitsProps) => (
  <Alert
    className={own.limits}
    color="yellow"
    icon={<IconAlertTriangle size={18} />}
    title={t('share.limits.title', { count: unlimited.length })}
  >
    <p className={own.limitsText}>{t(`share.limits.${resource}`)}</p>
    {unlimited.map(({ id, name }) => (
      <TextInput
        key={id}
        label={t('share.limits.hosts', { name })}
        placeholder="api.example.com, *.example.com"
        autoComplete="off"
        spellCheck={false}
        value={hosts.get(id) ?? ''}
        onChange={(event) => onChange(id, event.currentTarget.value)}
      />
    ))}
  </Alert>
);
