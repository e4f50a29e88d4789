import type { SignedInUser } from '@millrace/contract';
import { client } from '../api/client.ts';
import { ApiError } from '../api/errors.ts';
import { pushStore } from '../api/push.ts';
import { currentUserQuery, queryClient } from '../api/queries.ts';
import { endSession, hasSessionEnded, resumeSession, setSignedIn } from '../api/session-end.ts';

let channel: BroadcastChannel | undefined;

/** To the other pages of this browser, which share the session. */
const pages = (): BroadcastChannel => {
  channel ??= new BroadcastChannel('millrace.session');
  return channel;
};

/** Takes over who is signed in from now on (null: nobody), and tells the other pages. */
export const changeUser = (user: SignedInUser | null): void => {
  queryClient.setQueryData(currentUserQuery.queryKey, user);
  setSignedIn(user !== null);
  pages().postMessage({ userId: user?.id ?? null });
};

/** This browser has a new session of the same person: pages that were refused with the one before go on. */
export const tellSessionReplaced = (): void => pages().postMessage({ userId: ownId() ?? null });

const ownId = (): string | undefined => queryClient.getQueryData(currentUserQuery.queryKey)?.id;

/** Another person than the one of this page, or nobody: this session is over. The same one: it goes on. */
const compare = (userId: string | null): void => {
  if (userId !== ownId()) endSession();
  else if (hasSessionEnded()) resumeSession();
};

const ask = async (): Promise<void> => {
  try {
    compare((await client.signIn.current()).id);
  } catch (error) {
    if (error instanceof ApiError && error.status === 401) compare(null);
  }
};

/**
 * Notices the end of the session that no call of this page has met: a stream that was cut off, a sign-out or a sign-in on another page. Returns the
 * end of it.
 */
export const watchSession = (): (() => void) => {
  const onMessage = ({ data }: MessageEvent<{ userId: string | null }>) => compare(data.userId);
  pages().addEventListener('message', onMessage);
  const endPush = pushStore.subscribe(({ connected }) => {
    if (connected === false && !hasSessionEnded()) void ask();
  });
  return () => {
    pages().removeEventListener('message', onMessage);
    endPush();
  };
};
