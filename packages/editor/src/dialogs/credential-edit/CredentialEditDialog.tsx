import { Modal } from '@mantine/core';
import type { Credential, CredentialTypeDescription } from '@millrace/contract';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { client } from '../../api/client.ts';
import { credentialTypesQuery } from '../../api/credentials.ts';
import { ApiError, describeError } from '../../api/errors.ts';
import { queryClient } from '../../api/queries.ts';
import { t } from '../../messages/credentials.ts';
import { isTakenEscape } from '../../node-panel/escape.ts';
import { LoadingMessage } from '../../ui/LoadingMessage.tsx';
import { showError } from '../../ui/toasts.ts';
import type { DialogProps } from '../stack.ts';
import { CredentialEditor } from './CredentialEditor.tsx';
import classes from './credential-edit.module.css';
import { defaultNameOf } from './credential-type.ts';

type Props = DialogProps['credentialEdit'];

interface Opened {
  type: CredentialTypeDescription;
  saved: Credential | undefined;
  name: string;
}

const newName = async (type: CredentialTypeDescription): Promise<string> => {
  try {
    const { name } = await client.credentials.newName({ query: { name: defaultNameOf(type) } });
    return name;
  } catch {
    return t('credential.name.fallback');
  }
};

const loadSaved = async (id: string): Promise<Credential> => {
  try {
    return await client.credentials.get({ params: { id }, query: { includeData: 'true' } });
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) throw new Error(t('credential.load.noId', { id }));
    throw error;
  }
};

const load = async (props: Props): Promise<Opened> => {
  const types = await queryClient.fetchQuery(credentialTypesQuery);
  const saved = 'id' in props ? await loadSaved(props.id) : undefined;
  const typeName = 'type' in props ? props.type : (saved?.type ?? '');
  const type = types.find(typeName);
  if (!type) throw new Error(t('credential.load.noType', { type: typeName }));
  const name = saved?.name ?? ('name' in props ? props.name : undefined) ?? (await newName(type));
  return { type, saved, name };
};

/** What a credential holds, and which nodes may use it. */
export const CredentialEditDialog = ({ close, ...props }: Props & { close: () => void }) => {
  const { data: opened, error } = useQuery({
    queryKey: ['credential', 'id' in props ? props.id : props.type],
    queryFn: () => load(props),
    // What is typed in must not be lost to a newer answer, and the next one who opens it sees what is stored then.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    retry: false,
  });
  /** How the content wants to be closed: it may have questions. */
  const requestClose = useRef(close);
  useEffect(() => {
    if (!error) return;
    const { message } = describeError(error);
    showError(t('credential.load.failed'), { message });
    close();
  }, [error, close]);

  return (
    <Modal.Root
      opened
      onClose={() => requestClose.current()}
      size="max(70vw, min(720px, 96vw))"
      yOffset="10vh"
      closeOnEscape={false}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || isTakenEscape(event)) return;
        event.stopPropagation();
        requestClose.current();
      }}
      classNames={{ content: classes.content }}
    >
      <Modal.Overlay />
      <Modal.Content aria-label={opened?.name ?? t('credential.loading')} aria-busy={!opened}>
        {opened ? (
          <CredentialEditor {...opened} onSaved={props.onSaved} requestClose={requestClose} close={close} />
        ) : (
          <LoadingMessage />
        )}
      </Modal.Content>
    </Modal.Root>
  );
};
