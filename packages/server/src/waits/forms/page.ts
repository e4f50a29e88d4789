import { createHash } from 'node:crypto';
import { Html, html } from './html.ts';

/** Pages for people who have no account here: no scripts, nothing from elsewhere, light and dark, wide and narrow. */

const style = `
:root { color-scheme: light dark; --page: #f4f3ef; --card: #fff; --text: #23211c; --quiet: #6a655b; --line: #d9d5ca; --edge: #8f897b;
  --accent: #1f6f5c; --on-accent: #fff; --bad: #b3261e; --bad-page: #fdf1f0 }
@media (prefers-color-scheme: dark) {
  :root { --page: #171614; --card: #211f1c; --text: #eceae4; --quiet: #a9a498; --line: #3a3732; --edge: #7d776b; --accent: #59b79c;
    --on-accent: #0d1f1a; --bad: #ff8a80; --bad-page: #3a2220 }
}
* { box-sizing: border-box }
body { margin: 0; background: var(--page); color: var(--text); font: 1rem/1.5 system-ui, sans-serif; overflow-wrap: anywhere }
main { max-width: 38rem; margin: 0 auto; padding: clamp(1rem, 5vw, 4rem) 1rem }
.card { background: var(--card); border: 1px solid var(--line); border-radius: 12px; padding: clamp(1.25rem, 5vw, 2.25rem) }
h1 { font-size: 1.5rem; line-height: 1.25; margin: 0 0 .5rem }
p { margin: 0 0 1rem; white-space: pre-line }
.quiet, .rule { color: var(--quiet) }
.rule, .problem { font-size: .875rem; margin: .25rem 0 0 }
.problem { color: var(--bad); font-weight: 600 }
.problems { background: var(--bad-page); border-left: 4px solid var(--bad); border-radius: 6px; padding: .75rem 1rem; margin: 1rem 0 }
.problems p { margin: 0; font-weight: 600 }
.problems ul { margin: .25rem 0 0; padding-left: 1.25rem }
.problems a { color: inherit }
.field { margin: 1.25rem 0 0; border: 0; padding: 0; min-width: 0 }
label, legend { display: block; font-weight: 600; padding: 0; margin: 0 0 .375rem }
.choice { display: flex; gap: .625rem; align-items: baseline; font-weight: 400; padding: .375rem 0; margin: 0 }
input, select, textarea, button { font: inherit; color: inherit }
input:not([type=checkbox], [type=radio]), select, textarea { width: 100%; min-height: 2.75rem; padding: .5rem .75rem; background: var(--page);
  border: 1px solid var(--edge); border-radius: 8px }
textarea { min-height: 7rem; resize: vertical }
input[type=checkbox], input[type=radio] { width: 1.125rem; height: 1.125rem; accent-color: var(--accent); flex: none; translate: 0 .15rem }
[aria-invalid=true] { border-color: var(--bad) !important }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px }
button { margin-top: 1.75rem; width: 100%; min-height: 2.875rem; border: 0; border-radius: 8px; background: var(--accent); color: var(--on-accent);
  font-weight: 600; cursor: pointer }
a { color: var(--accent) }
`;

const styleHash = createHash('sha256').update(style).digest('base64');

/**
 * For every page here. There is no token against forged requests: the address itself is the secret that entitles to send the form, no cookie adds
 * to it, and the page cannot be framed.
 */
export const pageHeaders: Readonly<Record<string, string>> = {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': `default-src 'none'; style-src 'sha256-${styleHash}'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'`,
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'x-robots-tag': 'noindex',
  'cache-control': 'no-store',
};

export const page = (title: string, content: Html, head: Html = html``): string =>
  html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<style>${new Html(style)}</style>
${head}</head>
<body><main><div class="card">
${content}
</div></main></body>
</html>
`.text;

export const messagePage = (title: string, message: string | undefined): string =>
  page(title, html`<h1>${title}</h1>${message ? html`<p class="quiet">${message}</p>` : undefined}`);

/**
 * Leads on to another site. As a page of its own, since browsers hold a redirect that answers a form against `form-action`, wherever it leads.
 * An address that is neither http nor https leads nowhere.
 */
export const redirectPage = (url: string): string => {
  if (!/^https?:\/\//i.test(url)) return messagePage('Sent', 'Thank you.');
  return page(
    'Sent',
    html`<h1>Sent</h1><p>Thank you. You are being taken to <a href="${url}" rel="noreferrer">${url}</a>.</p>`,
    html`<meta http-equiv="refresh" content="0;url=${url}">\n`,
  );
};
