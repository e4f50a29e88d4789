import { Button, Group, Modal, Select } from '@mantine/core';
import type { CredentialTypeDescription } from '@millrace/contract';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useState } from 'react';
import { credentialTypesQuery } from '../../api/credentials.ts';
import { describeError } from '../../api/errors.ts';
import { type NodeTypes, useNodeTypes } from '../../api/node-types.ts';
import { CredentialIcon } from '../../credentials/CredentialIcon.tsx';
import { t } from '../../messages/credentials.ts';
import { isTakenEscape } from '../../node-panel/escape.ts';
import { compareTexts } from '../../ui/sort-rows.ts';
import { showError } from '../../ui/toasts.ts';
import { openDialog } from '../stack.ts';
import classes from './credential-select.module.css';

const nodesNamed = 3;

/** For which nodes credentials of a type are. */
const usersText = ({ supportedNodes }: CredentialTypeDescription, types: NodeTypes): string => {
  const titles = [
    ...new Set(supportedNodes.map((name) => types.find(name, Number.POSITIVE_INFINITY)?.displayName ?? name)),
  ];
  if (titles.length === 0) return t('credential.select.usedByNone');
  const names = titles.slice(0, nodesNamed).join(', ');
  const more = titles.length - nodesNamed;
  return more > 0
    ? t('credential.select.usedByMore', { names, count: more })
    : t('credential.select.usedBy', { names });
};

/** The first step to new credentials: for which service or kind. */
export const CredentialSelectDialog = ({ close }: { close: () => void }) => {
  const { data: types, error } = useQuery(credentialTypesQuery);
  const nodeTypes = useNodeTypes();
  const [chosen, setChosen] = useState<string | null>(null);
  useEffect(() => {
    if (error) showError(t('credential.list.failed'), describeError(error));
  }, [error]);
  const offered = useMemo(
    () =>
      (types?.list ?? [])
        .filter(({ hidden }) => !hidden)
        .map(({ name, displayName }) => ({ value: name, label: displayName }))
        .sort((a, b) => compareTexts(a.label, b.label)),
    [types],
  );
  const go = (type: string) => {
    close();
    openDialog('credentialEdit', { type });
  };
  return (
    <Modal
      opened
      onClose={close}
      title={t('credential.select.title')}
      size={460}
      centered
      closeOnEscape={false}
      onKeyDown={(event) => {
        // The first one closes the list.
        if (event.key !== 'Escape' || isTakenEscape(event)) return;
        event.stopPropagation();
        close();
      }}
    >
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (chosen !== null) go(chosen);
        }}
      >
        <Select
          label={t('credential.select.label')}
          placeholder={t(types ? 'credential.select.search' : 'shell.loading')}
          data={offered}
          value={chosen}
          onChange={setChosen}
          searchable
          allowDeselect={false}
          nothingFoundMessage={t(types ? 'credential.select.nothingFound' : 'shell.loading')}
          comboboxProps={{ withinPortal: true, zIndex: 1000 }}
          data-autofocus
          leftSection={chosen === null ? undefined : <CredentialIcon type={types?.find(chosen)} />}
          renderOption={({ option }) => {
            const type = types?.find(option.value);
            return (
              <span className={classes.option}>
                <CredentialIcon type={type} />
                <span className={classes.texts}>
                  <span>{option.label}</span>
                  {type && <span className={classes.users}>{usersText(type, nodeTypes)}</span>}
                </span>
              </span>
            );
          }}
        />
        <Group justify="flex-end" mt="lg" gap="xs">
          <Button type="submit" disabled={chosen === null}>
            {t('credential.select.continue')}
          </Button>
        </Group>
      </form>
    </Modal>
  );
};
