import { createHash } from 'node:crypto';
import { type OAuthResult, oauthChannel } from '@millrace/contract';
import { attribute, Html, html } from '../../pages/html.ts';

/**
 * The page that ends a sign-in at a service. Its script is always the same; how it went is data of the page, and nothing that came with the address is more than
 * text.
 */
const script = `
const { dataset } = document.body;
const { credential, result, message } = dataset;
if (result === 'success') window.opener?.postMessage('success', location.origin);
new BroadcastChannel('${oauthChannel}').postMessage({ credentialId: credential ?? null, result, message });
if (result === 'success') setTimeout(() => window.close(), 500);
`;

const style = `
:root { color-scheme: light dark }
body { margin: 0; min-height: 100vh; display: grid; place-items: center; font: 1rem/1.5 system-ui, sans-serif; overflow-wrap: anywhere }
main { max-width: 28rem; padding: 1.5rem; text-align: center }
h1 { font-size: 1.25rem; margin: 0 0 .5rem }
p { margin: 0; opacity: .8 }
`;

const hashOf = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

export const oauthPageHeaders: Readonly<Record<string, string>> = {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': `default-src 'none'; script-src ${hashOf(script)}; style-src ${hashOf(style)}; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  // The address holds the code of the service.
  'referrer-policy': 'no-referrer',
  // Otherwise it would have no opener to tell.
  'cross-origin-opener-policy': 'unsafe-none',
  'cross-origin-resource-policy': 'same-origin',
  'x-robots-tag': 'noindex',
  'cache-control': 'no-store',
};

export const oauthPage = ({ credentialId, result, message }: OAuthResult): string => {
  const isDone = result === 'success';
  const title = isDone ? 'Account connected' : 'The account could not be connected';
  const text = isDone ? 'You can close this window.' : (message ?? 'Close this window and try again.');
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<style>${new Html(style)}</style>
</head>
<body data-result="${result}"${attribute('data-credential', credentialId ?? undefined)}${attribute('data-message', message)}>
<main><h1>${title}</h1><p>${text}</p></main>
<script>${new Html(script)}</script>
</body>
</html>
`.text;
};
