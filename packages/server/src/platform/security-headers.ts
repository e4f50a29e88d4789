import type { FastifyReply } from 'fastify';

const always = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'same-origin',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
} as const;

/**
 * The editor runs scripts of its own origin only, and calls nothing but that and the hosts that the operator has named. Inline styles are needed by
 * the interface library, which writes its theme into a style element. The base of its addresses is written into the page.
 */
const editorPolicy = (hosts: readonly string[], framedBy: string): string =>
  [
    "default-src 'self'",
    "script-src 'self'",
    "style-src 'self' 'unsafe-inline'",
    // Notes show images of other hosts to who has asked for them.
    ["img-src 'self' data: blob: https:", ...hosts].join(' '),
    "font-src 'self' data:",
    ["connect-src 'self'", ...hosts].join(' '),
    "worker-src 'self'",
    "frame-src 'self'",
    "object-src 'none'",
    "base-uri 'self'",
    "form-action 'self'",
    `frame-ancestors ${framedBy}`,
  ].join('; ');

const dataPolicy = "default-src 'none'; frame-ancestors 'none'; sandbox";

/** For pages and files of the editor. No page shows them in a frame. @param hosts origins that it may call besides its own */
export const setEditorHeaders = (reply: FastifyReply, hosts: readonly string[] = []): void => {
  reply.headers({
    ...always,
    // The window in which an account is connected goes by a service and comes back, to tell the page that has opened it.
    'cross-origin-opener-policy': 'same-origin-allow-popups',
    'content-security-policy': editorPolicy(hosts, "'none'"),
    'x-frame-options': 'DENY',
  });
};

/** For the page that other pages may show in a frame: those of the instance, and of these origins. */
export const setEmbeddedHeaders = (reply: FastifyReply, origins: readonly string[]): void => {
  setEditorHeaders(reply);
  reply.header('content-security-policy', editorPolicy([], ["'self'", ...origins].join(' ')));
  // It knows no list of origins; browsers that read `frame-ancestors` leave it aside.
  if (origins.length > 0) reply.removeHeader('x-frame-options');
  else reply.header('x-frame-options', 'SAMEORIGIN');
};

/** For answers of the API: data, never a page. */
export const setDataHeaders = (reply: FastifyReply): void => {
  reply.headers({ ...always, 'content-security-policy': dataPolicy, 'cache-control': 'no-store' });
};

/** For data that is the same for everyone, which pages of every origin may read. */
export const setOpenDataHeaders = (reply: FastifyReply): void => {
  setDataHeaders(reply);
  reply.headers({ 'access-control-allow-origin': '*', 'cross-origin-resource-policy': 'cross-origin' });
};

/** For pictures that belong to the product or to node types; an SVG opened by itself runs nothing. */
export const setImageHeaders = (reply: FastifyReply): void => {
  reply.headers({
    ...always,
    'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; sandbox",
    'cache-control': 'public, max-age=86400',
  });
};
