import { Button, Checkbox, Group, Modal, TextInput } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { client } from '../../api/client.ts';
import { describeError } from '../../api/errors.ts';
import { refreshNodeTypes } from '../../api/node-types.ts';
import { t } from '../../messages/packages.ts';
import { showSuccess } from '../../ui/toasts.ts';
import classes from './PackagesScreen.module.css';
import { packagesQuery } from './queries.ts';

export type InstallRequest = { kind: 'install' } | { kind: 'update'; name: string; version: string };

/** `@scope/name@1.2.3`, as people copy it, in both fields at once. */
const splitSpec = (text: string): { name: string; version?: string } => {
  const at = text.lastIndexOf('@');
  return at > 0 ? { name: text.slice(0, at), version: text.slice(at + 1) } : { name: text };
};

/** Asks for an exact version, says what its code will be able to do, and stays until it is installed or was refused. */
export const InstallDialog = ({ request, onClose }: { request: InstallRequest; onClose: () => void }) => {
  const queries = useQueryClient();
  const isUpdate = request.kind === 'update';
  const [name, setName] = useState(isUpdate ? request.name : '');
  const [version, setVersion] = useState('');
  const [isTrusted, setTrusted] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);

  const takeName = (text: string) => {
    const { name: found, version: asked } = splitSpec(text.trim());
    setName(found);
    if (asked) setVersion(asked);
  };

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setBusy(true);
    setFailure(null);
    const body = { name, version };
    try {
      await (isUpdate ? client.packages.update({ body }) : client.packages.install({ body }));
      showSuccess(t('packages.installed', body));
      refreshNodeTypes();
      onClose();
    } catch (error) {
      setFailure(describeError(error).message);
      setBusy(false);
    }
    await queries.invalidateQueries({ queryKey: packagesQuery.queryKey });
  };

  return (
    <Modal
      opened
      onClose={onClose}
      title={isUpdate ? t('packages.dialog.update', { name: request.name }) : t('packages.dialog.install')}
      size={520}
      centered
    >
      <form className={classes.form} onSubmit={(event) => void submit(event)}>
        {!isUpdate && (
          <TextInput
            label={t('packages.dialog.name')}
            description={t('packages.dialog.name.hint')}
            value={name}
            onChange={(event) => takeName(event.currentTarget.value)}
            required
            spellCheck={false}
            autoComplete="off"
            data-autofocus
          />
        )}
        <TextInput
          label={t('packages.dialog.version')}
          description={
            isUpdate
              ? t('packages.dialog.version.present', { version: request.version })
              : t('packages.dialog.version.hint')
          }
          value={version}
          onChange={(event) => setVersion(event.currentTarget.value.trim())}
          required
          spellCheck={false}
          autoComplete="off"
          data-autofocus={isUpdate || undefined}
        />
        <div className={classes.warning}>
          <IconAlertTriangle size={18} aria-hidden="true" />
          <div>
            <strong>{t('packages.dialog.warning.title')}</strong>
            <p>{t('packages.dialog.warning')}</p>
          </div>
        </div>
        <Checkbox
          label={t('packages.dialog.trust')}
          checked={isTrusted}
          onChange={(event) => setTrusted(event.currentTarget.checked)}
        />
        {failure !== null && (
          <div role="alert" className={classes.failure}>
            <p>{failure}</p>
            <p>{t('packages.dialog.failed')}</p>
          </div>
        )}
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose}>
            {t('shell.cancel')}
          </Button>
          <Button type="submit" loading={isBusy} disabled={!isTrusted || name === '' || version === ''}>
            {t(`packages.dialog.submit.${request.kind}`)}
          </Button>
        </Group>
      </form>
    </Modal>
  );
};
