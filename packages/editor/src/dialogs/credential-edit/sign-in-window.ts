import { type OAuthResult, oauthChannel } from '@millrace/contract';

/** The window in which a person signs in at a service, and what comes of it. */

const width = 500;
const height = 700;

/** Opens it empty: only in the moment of a click does the browser allow that. Null where it does not. */
export const openSignInWindow = (): Window | null => {
  const left = Math.round(window.screenX + (window.outerWidth - width) / 2);
  const top = Math.round(window.screenY + (window.outerHeight - height) / 2);
  return window.open(
    '',
    'millrace-sign-in',
    `scrollbars=yes,resizable=yes,status=no,toolbar=no,location=no,menubar=no,width=${width},height=${height},left=${left},top=${top}`,
  );
};

export type SignInEnd = { kind: 'success' } | { kind: 'denied'; message?: string } | { kind: 'closed' };

const lookEvery = 500;

/**
 * Tells how the sign-in ends; as often as something is heard, since a window that looks closed may be one that the service has cut off from this page.
 * Only the page that ends a sign-in, on this origin, is listened to.
 * @returns the end of it
 */
export const followSignIn = (opened: Window, credentialId: string, tell: (end: SignInEnd) => void): (() => void) => {
  const onMessage = ({ origin, source, data }: MessageEvent) => {
    if (origin === window.location.origin && source === opened && data === 'success') tell({ kind: 'success' });
  };
  const channel = new BroadcastChannel(oauthChannel);
  channel.onmessage = ({ data }: MessageEvent<OAuthResult>) => {
    const isSuccess = data.result === 'success';
    // A refusal may have lost which credential it is about.
    if (data.credentialId !== credentialId && (isSuccess || data.credentialId !== null)) return;
    tell(isSuccess ? { kind: 'success' } : { kind: 'denied', message: data.message });
  };
  const timer = setInterval(() => {
    if (!opened.closed) return;
    clearInterval(timer);
    tell({ kind: 'closed' });
  }, lookEvery);
  window.addEventListener('message', onMessage);
  return () => {
    clearInterval(timer);
    channel.close();
    window.removeEventListener('message', onMessage);
  };
};
