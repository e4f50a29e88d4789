import { Button, Group, Modal, Select, Text } from '@mantine/core';
import type { ApiKey, ApiScope } from '@millrace/contract';
import { useState } from 'react';
import { showFailedAttempt } from '../../account/attempt.ts';
import { requiredProblem } from '../../account/checks.ts';
import fields from '../../account/fields.module.css';
import { TextField } from '../../account/TextField.tsx';
import { client } from '../../api/client.ts';
import { queryClient } from '../../api/queries.ts';
import { t } from '../../messages/accounts.ts';
import { apiKeysQuery } from '../../settings/api-keys/api-keys-query.ts';
import settings from '../../settings/settings.module.css';
import { CopyField } from '../../ui/CopyField.tsx';
import { formatDate } from '../../ui/dates.ts';
import { showSuccess } from '../../ui/toasts.ts';
import { useForm } from '../../ui/use-form.ts';
import type { DialogProps } from '../stack.ts';
import { ScopeChoice } from './ScopeChoice.tsx';

const day = 86_400_000;
/** Days until a key expires. */
const lifetimes = ['7', '30', '90', '365'] as const;
/** It stays as it is. */
const kept = 'kept';
const never = 'never';

const expiryOf = (lifetime: string): string | null =>
  lifetime === never ? null : new Date(Date.now() + Number(lifetime) * day).toISOString();

/** Makes a key, whose secret is shown once, or changes what one may do. */
export const ApiKeyDialog = ({ apiKey, close }: DialogProps['apiKey'] & { close: () => void }) => {
  const [secret, setSecret] = useState<string>();
  const [scopes, setScopes] = useState<ReadonlySet<ApiScope>>(new Set(apiKey?.scopes));
  const form = useForm(
    { name: apiKey?.name ?? '', lifetime: apiKey ? kept : '90' },
    ({ name }) => ({ name: requiredProblem(name.trim()) }),
    async ({ name, lifetime }) => {
      const body = {
        name: name.trim(),
        scopes: [...scopes],
        ...(lifetime !== kept && { expiresAt: expiryOf(lifetime) }),
      };
      try {
        if (apiKey) {
          await client.apiKeys.update({ params: { id: apiKey.id }, body });
          close();
          showSuccess(t('apiKeys.changed'), { message: body.name });
        } else setSecret((await client.apiKeys.create({ body })).secret);
      } catch (error) {
        showFailedAttempt(t(apiKey ? 'apiKeys.change.failed' : 'apiKeys.create.failed'), error);
      }
      await queryClient.invalidateQueries({ queryKey: apiKeysQuery.queryKey });
    },
  );

  if (secret !== undefined) {
    return (
      <Modal
        opened
        onClose={close}
        title={t('apiKeys.secret.title')}
        size={560}
        centered
        closeOnClickOutside={false}
        closeOnEscape={false}
      >
        <Text size="sm" mb="md">
          {t('apiKeys.secret.message')}
        </Text>
        <CopyField label={t('apiKeys.secret.field')} value={secret} said={t('apiKeys.secret.copied')} />
        <Group justify="flex-end" mt="lg">
          <Button onClick={close}>{t('shell.done')}</Button>
        </Group>
      </Modal>
    );
  }
  return (
    <Modal
      opened
      onClose={close}
      title={t(apiKey ? 'apiKeys.change.title' : 'apiKeys.create.title')}
      size={560}
      centered
    >
      <form className={settings.form} noValidate onSubmit={form.onSubmit}>
        <TextField
          label={t('apiKeys.name')}
          placeholder={t('apiKeys.name.placeholder')}
          maxLength={128}
          autoComplete="off"
          required
          data-autofocus
          {...form.field('name')}
        />
        <Select
          label={t('apiKeys.expiry')}
          size="md"
          classNames={{ label: fields.label }}
          data={[
            ...(apiKey ? [{ value: kept, label: keptText(apiKey) }] : []),
            ...lifetimes.map((days) => ({ value: days, label: t('apiKeys.expiry.days', { days }) })),
            { value: never, label: t('apiKeys.neverExpires') },
          ]}
          value={form.values.lifetime}
          allowDeselect={false}
          onChange={(lifetime) => {
            if (lifetime !== null) form.change({ lifetime });
          }}
        />
        <ScopeChoice chosen={scopes} onChange={setScopes} />
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={close}>
            {t('shell.cancel')}
          </Button>
          <Button type="submit" loading={form.isBusy} disabled={scopes.size === 0}>
            {t(apiKey ? 'shell.save' : 'apiKeys.create')}
          </Button>
        </Group>
      </form>
    </Modal>
  );
};

const keptText = ({ expiresAt }: ApiKey): string =>
  expiresAt === null ? t('apiKeys.expiry.keptNever') : t('apiKeys.expiry.kept', { time: formatDate(expiresAt) });
