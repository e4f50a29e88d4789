import { useEffect, useRef, useState } from 'react';
import { client } from '../../api/client.ts';
import { describeError } from '../../api/errors.ts';
import { authorizationAddress } from '../../api/oauth.ts';
import { t } from '../../messages/credentials.ts';
import { showError } from '../../ui/toasts.ts';
import { isConnected } from './credential-type.ts';
import { followSignIn, openSignInWindow, type SignInEnd } from './sign-in-window.ts';
import type { Editing } from './use-editing.ts';

export interface SignIn {
  /** The person is in the other window. */
  isWaiting: boolean;
  /** Stores the credential and opens the window in which the account is connected. Call it in the moment of a click. */
  connect(): Promise<void>;
  cancel(): void;
}

const isStoredConnected = async (id: string): Promise<boolean> => {
  try {
    const { data = {} } = await client.credentials.get({ params: { id }, query: { includeData: 'true' } });
    return isConnected(data);
  } catch {
    return false;
  }
};

export const useSignIn = (editing: Editing, version: 1 | 2 | undefined): SignIn => {
  const [isWaiting, setWaiting] = useState(false);
  const stop = useRef(() => {});
  useEffect(() => () => stop.current(), []);

  const fail = (title: string, reason: string) => editing.setOutcome({ kind: 'error', title, reason });

  const follow = (opened: Window, id: string) => {
    stop.current();
    const succeed = () => {
      stop.current();
      setWaiting(false);
      opened.close();
      editing.markConnected();
    };
    const onEnd = async (end: SignInEnd) => {
      if (end.kind === 'success') return succeed();
      if (end.kind === 'closed' && (await isStoredConnected(id))) return succeed();
      setWaiting(false);
      if (end.kind === 'closed') fail(t('credential.connect.closed'), t('credential.connect.closed.message'));
      else fail(t('credential.connect.closed'), end.message || t('credential.connect.denied.message'));
    };
    const end = followSignIn(opened, id, (told) => void onEnd(told));
    stop.current = () => {
      end();
      stop.current = () => {};
    };
    setWaiting(true);
  };

  return {
    isWaiting,
    async connect() {
      if (version === undefined || editing.checkFields()) return;
      editing.setOutcome(undefined);
      const opened = openSignInWindow();
      if (!opened) return fail(t('credential.connect.blocked'), t('credential.connect.blocked.message'));
      const stored = editing.saved && !editing.isDirty ? editing.saved : await editing.save();
      if (!stored) return opened.close();
      try {
        opened.location.replace(await authorizationAddress(version, stored.id));
      } catch (error) {
        opened.close();
        showError(t('credential.connect.failed'), describeError(error));
        return;
      }
      follow(opened, stored.id);
    },
    cancel() {
      stop.current();
      setWaiting(false);
    },
  };
};
