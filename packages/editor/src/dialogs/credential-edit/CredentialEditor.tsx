import { Tabs } from '@mantine/core';
import { useWindowEvent } from '@mantine/hooks';
import type { Credential, CredentialTypeDescription } from '@millrace/contract';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { deleteCredential } from '../../credentials/delete-credential.ts';
import { t } from '../../messages/credentials.ts';
import { isShortcut } from '../../ui/shortcuts.ts';
import { askToDrop } from '../leave/ask-to-drop.ts';
import { confirm } from '../stack.ts';
import { useIsTop } from '../top.ts';
import { ConnectionTab } from './ConnectionTab.tsx';
import classes from './credential-edit.module.css';
import { isConnected, oauthVersionOf } from './credential-type.ts';
import { DetailsTab } from './DetailsTab.tsx';
import { EditorHeader } from './EditorHeader.tsx';
import { useEditing } from './use-editing.ts';
import { useSignIn } from './use-sign-in.ts';

interface CredentialEditorProps {
  type: CredentialTypeDescription;
  saved: Credential | undefined;
  name: string;
  onSaved: ((credential: Credential) => void) | undefined;
  /** Gets what closes the dialog after its questions. */
  requestClose: RefObject<() => void>;
  close: () => void;
}

export const CredentialEditor = ({ requestClose, close, ...given }: CredentialEditorProps) => {
  const editing = useEditing(given);
  const { type, saved, draft, isDirty } = editing;
  const version = oauthVersionOf(type, draft.data);
  const signIn = useSignIn(editing, version);

  const askToClose = async () => {
    const isUnconnected = version !== undefined && saved !== undefined && !isConnected(draft.data);
    const mayClose = isDirty
      ? await askToDrop('close')
      : !isUnconnected || editing.readOnly || (await confirm(unconnected(draft.name)));
    if (mayClose) close();
    else editing.checkFields();
  };
  useEffect(() => {
    requestClose.current = () => void askToClose();
  });

  const isTop = useIsTop();
  useWindowEvent('keydown', (event) => {
    if (!isTop || !isShortcut(event, 'mod+s')) return;
    event.preventDefault();
    if (isDirty && !editing.isSaving && !editing.readOnly) void editing.save();
  });

  const [tab, setTab] = useState<string | null>('connection');
  const panel = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (editing.refusals === 0) return;
    setTab('connection');
    requestAnimationFrame(() => panel.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus());
  }, [editing.refusals]);

  const remove = async () => {
    if (saved && (await deleteCredential(saved))) close();
  };

  return (
    <>
      <EditorHeader editing={editing} onDelete={() => void remove()} onClose={() => void askToClose()} />
      <Tabs
        className={classes.tabs}
        orientation="vertical"
        value={tab}
        onChange={setTab}
        keepMounted={false}
        aria-label={draft.name}
      >
        <Tabs.List className={classes.tabList}>
          <Tabs.Tab value="connection">{t('credential.tab.connection')}</Tabs.Tab>
          <Tabs.Tab value="details">{t('credential.tab.details')}</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel ref={panel} value="connection" className={classes.panel}>
          <ConnectionTab editing={editing} signIn={signIn} version={version} />
        </Tabs.Panel>
        <Tabs.Panel value="details" className={classes.panel}>
          <DetailsTab editing={editing} />
        </Tabs.Panel>
      </Tabs>
    </>
  );
};

const unconnected = (name: string) => ({
  title: t('credential.close.unconnected.title'),
  message: t('credential.close.unconnected.message', { name }),
  confirm: t('credential.close.unconnected.confirm'),
  cancel: t('credential.close.stay'),
});
