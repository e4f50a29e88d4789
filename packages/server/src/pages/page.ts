import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { FastifyReply } from 'fastify';
import { Html, html } from './html.ts';

/** Pages for people who have no account here: nothing from elsewhere, no script but our own, light and dark, wide and narrow. */

export interface PageParts {
  /** Default `form`, for whatever is no chat. */
  kind?: keyof typeof files;
  title: string;
  content: Html;
  /** Rules of whoever made the workflow. */
  css?: string;
  /** Seconds after which a browser without scripts looks again. */
  refresh?: number;
  /** Where a browser without scripts goes. */
  goTo?: string;
  /** Pictures that the HTML in it names are loaded. */
  hasPictures?: boolean;
}

export interface Page {
  html: string;
  headers: Record<string, string>;
}

const read = (name: string): string => readFileSync(new URL(name, import.meta.url), 'utf8');
const hashOf = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

interface Assets {
  style: string;
  script: string;
  styleHash: string;
  scriptHash: string;
}

const files = {
  form: { styles: ['./page.css'], script: '../forms/form.js' },
  chat: { styles: ['./page.css', '../chat/chat.css'], script: '../chat/chat.js' },
} as const;
const loaded = new Map<keyof typeof files, Assets>();

/** Read when the first page of its kind is shown. */
const assetsOf = (kind: keyof typeof files): Assets => {
  const known = loaded.get(kind);
  if (known) return known;
  const style = files[kind].styles.map(read).join('');
  const script = read(files[kind].script);
  const assets = { style, script, styleHash: hashOf(style), scriptHash: hashOf(script) };
  loaded.set(kind, assets);
  return assets;
};

/**
 * For every page here. What people who make workflows write into it runs nothing and loads nothing: markup is sanitised, and the policy names the one
 * script and the styles by their hashes. There is no token against forged requests: an address that is secret entitles to send the form by itself, and
 * where a password does, requests from other sites are refused.
 */
const headersOf = ({ css, hasPictures, kind = 'form' }: PageParts): Record<string, string> => {
  const { styleHash, scriptHash } = assetsOf(kind);
  const styles = css === undefined ? styleHash : `${styleHash} ${hashOf(css)}`;
  const pictures = hasPictures ? ' img-src https: http: data:;' : '';
  return {
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': `default-src 'none'; script-src ${scriptHash}; style-src ${styles};${pictures} connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'`,
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'referrer-policy': 'no-referrer',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'x-robots-tag': 'noindex',
    'cache-control': 'no-store',
    // No workflow sets such a header: the script of a page takes over answers that have it, and no others.
    'x-millrace-page': kind,
  };
};

/** Rules of style, which cannot end the element that they are in. */
const safeCss = (css: string | undefined): string | undefined =>
  css?.trim() ? css.replaceAll('<', '\\3c ').replaceAll('\r\n', '\n') : undefined;

export const createPage = (given: PageParts): Page => {
  const parts = { ...given, css: safeCss(given.css) };
  const { title, content, css, refresh, goTo, kind = 'form' } = parts;
  const { style, script } = assetsOf(kind);
  const again = refresh && html`<noscript><meta http-equiv="refresh" content="${refresh}"></noscript>\n`;
  const next = goTo && html`<meta http-equiv="refresh" content="0;url=${goTo}">\n`;
  const page = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<style>${new Html(style)}</style>
${css && html`<style>${new Html(css)}</style>\n`}${again || undefined}${next || undefined}</head>
<body><main><div class="card">
${content}
</div></main><script>${new Html(script)}</script></body>
</html>
`;
  return { html: page.text, headers: headersOf(parts) };
};

export const sendPage = (reply: FastifyReply, page: Page, status = 200): FastifyReply =>
  reply.code(status).headers(page.headers).send(page.html);

export const messagePage = (title: string, message: string | undefined, css?: string): Page =>
  createPage({
    title,
    content: html`<h1>${title}</h1>${message ? html`<p class="text quiet">${message}</p>` : undefined}`,
    css,
  });
