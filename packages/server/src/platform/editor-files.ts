import { access, readFile } from 'node:fs/promises';
import path from 'node:path';
import fastifyStatic from '@fastify/static';
import { isId } from '@millrace/contract';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from './errors.ts';
import { etagOf, isKnown } from './etag.ts';
import { defaultEndpoints, programPaths } from './own-paths.ts';
import { setEditorHeaders, setEmbeddedHeaders } from './security-headers.ts';

/**
 * The built editor: hashed assets under `/assets`, a few files at the root such as the favicon, and `index.html` for every
 * other address that a person may have come by, since the editor itself knows its screens. Compressed copies that the build made are sent where
 * they exist.
 */

const notBuilt = `<!doctype html><html lang="en"><meta charset="utf-8"><title>Millrace</title>
<p>The server runs, but the editor has not been built yet. <code>npm start</code> builds it.</p></html>`;

/** One name with an ending, and nothing that could lead elsewhere. */
const rootFile = /^\/([\w-]+(?:\.[\w-]+)+)$/;

const isForPrograms = (pathname: string, accept: string | undefined, prefixes: ReadonlySet<string>): boolean =>
  prefixes.has(pathname.split('/', 2)[1] ?? '') || (accept !== undefined && !/text\/html|\*\/\*/.test(accept));

/** The one page that is made to be shown in a frame. */
const embeddedPath = '/workflows/demo';

const preload = (address: string): string => `<link rel="preload" as="fetch" crossorigin href="./rest/${address}" />`;

/** What decides which screen an address shows, and what that needs. */
export interface EditorStart {
  /** Where `/` leads to. */
  home: string;
  /** The templates are those of the instance, whose pictures need no node types. */
  hasOwnTemplates: boolean;
}

/** Files of screens that are loaded later, by the first part of their addresses: the build of the editor says which. */
type Parts = Readonly<Record<string, readonly string[]>>;

const preloadPart = (file: string): string =>
  file.endsWith('.css')
    ? `<link rel="preload" as="style" crossorigin href="./${file}" />`
    : `<link rel="modulepreload" crossorigin href="./${file}" />`;

/** Whether the screen shows nodes. On others the editor would ask for nothing of them. */
const hasNodes = (pathname: string, { hasOwnTemplates }: EditorStart): boolean => {
  const [, screen, id = ''] = pathname.split('/');
  if (pathname === embeddedPath || screen === 'workflow' || screen === 'execution') return true;
  // A template is shown in a frame of the same page.
  if (screen === 'templates') return !hasOwnTemplates || id !== '';
  return screen === 'collections' && !hasOwnTemplates;
};

/** What the editor asks for as soon as it runs there: data, and parts of itself. */
const earlyFor = (pathname: string, start: EditorStart, parts: Parts): { data: string; parts: string } => {
  const shown = pathname === '/' ? start.home : pathname;
  const [, screen = '', id = '', ...rest] = shown.split('/');
  const isStored = screen === 'workflow' && isId(id) && rest.length === 0;
  return {
    data: `${hasNodes(shown, start) ? preload('node-types') : ''}${isStored ? preload(`workflows/${id}`) : ''}`,
    parts: (id === '' ? (parts[screen] ?? []) : []).map(preloadPart).join(''),
  };
};

/**
 * The page, told below which path it is served. A browser asks for what its screen needs at once, not only when it has the editor and has
 * run it.
 * @returns undefined where the editor has not been built
 */
const readPage = async (
  folder: string,
  basePath: string,
  pathname: string,
  start: EditorStart,
): Promise<string | undefined> => {
  const read = (name: string) => readFile(path.join(folder, name), 'utf8').catch(() => undefined);
  const [html, parts = '{}'] = await Promise.all([read('index.html'), read('early-parts.json')]);
  const early = earlyFor(pathname, start, JSON.parse(parts) as Parts);
  return (
    html
      ?.replace('<base href="/" />', `<base href="${basePath}/" />`)
      // The page asks for the settings itself; everything else follows them.
      .replace('<title>', `${early.data}<title>`)
      // Parts come after what they are parts of, which would have to share the connection with them.
      .replace('</head>', `${early.parts}</head>`)
  );
};

const exists = (file: string): Promise<boolean> =>
  access(file).then(
    () => true,
    () => false,
  );

/**
 * @param options.folder the build's output
 * @param options.basePath path below which browsers see the instance; the page's own addresses start from it
 * @param options.endpoints first parts of the addresses of webhooks
 * @param options.start which screens it begins with
 * @param options.hosts origins that the editor may call besides its own
 * @param options.embedOrigins of other pages that may show a preview in a frame
 * @returns what answers a GET that no route took
 */
export const registerEditorFiles = (
  app: FastifyInstance,
  options: {
    folder: string;
    basePath: string;
    endpoints: readonly string[];
    start: EditorStart;
    hosts: readonly string[];
    embedOrigins: readonly string[];
  },
): ((request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>) => {
  const { folder, basePath, endpoints, start, hosts, embedOrigins } = options;
  const shared = {
    redirect: false,
    preCompressed: true,
    cacheControl: false,
    suppressWarning: true,
  } as const;
  app.register(fastifyStatic, {
    ...shared,
    root: path.join(folder, 'assets'),
    prefix: '/assets/',
    decorateReply: false,
    setHeaders: (reply) => {
      // Their names hold a hash of their content.
      reply.header('cache-control', 'public, max-age=31536000, immutable');
      setEditorHeaders(reply, hosts);
    },
  });
  app.register(fastifyStatic, {
    ...shared,
    root: folder,
    serve: false,
    setHeaders: (reply) => {
      reply.header('cache-control', 'no-cache');
      setEditorHeaders(reply, hosts);
    },
  });

  const prefixes = new Set([...programPaths, ...Object.values(defaultEndpoints), ...endpoints]);
  return async (request, reply) => {
    const pathname = request.url.split('?', 1)[0] ?? '/';
    if (isForPrograms(pathname, request.headers.accept, prefixes))
      throw new AppError('notFound', `Nothing answers ${request.method} ${pathname}.`);
    const name = rootFile.exec(pathname)?.[1];
    if (name !== undefined && !(await exists(path.join(folder, name))))
      throw new AppError('notFound', `There is no file ${pathname}.`);
    if (name !== undefined) return reply.sendFile(name);
    const page = await readPage(folder, basePath, pathname, start);
    if (pathname === embeddedPath) setEmbeddedHeaders(reply, embedOrigins);
    else setEditorHeaders(reply, hosts);
    reply.type('text/html; charset=utf-8');
    if (page === undefined) return reply.code(503).send(notBuilt);
    return isKnown(request, reply, etagOf(page)) ? reply.code(304).send() : reply.send(page);
  };
};
