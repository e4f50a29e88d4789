import type { BinaryData, Json } from '@millrace/contract/data';
import { type NodeContext, NodeError, type SetupContext } from '@millrace/engine/node-api';
import { type AnswerOptions, fileNameOf, readContent } from '../http/answer.ts';
import { type HttpContext, type Page, send } from '../http/exchange.ts';
import { sendPatiently } from '../http/patience.ts';
import type { Transport } from '../http/request.ts';
import { type Connection, choiceOf } from './connection.ts';
import { serviceFailure } from './failure.ts';
import { bodyOf, fetchListPage, type ListSource, listPages, type PageToken, type Paging } from './paging.ts';
import { fillPlaces, type RequestLine, type RequestParts, splitLine, toPlan } from './request.ts';

/** What nodes of a service need of their context, in a run and outside of it. */
export type ServiceContext = HttpContext & Pick<NodeContext, 'parameter'> & Pick<SetupContext, 'credential'>;

export interface RequestSettings {
  /** Values of places in the path; else they are fields. */
  places?: Readonly<Record<string, unknown>>;
  /** The request is not signed, such as that of a file which has its own secret in its address. */
  unsigned?: boolean;
  /** Statuses that are no failure, beside those below 400. */
  accepts?: readonly number[];
}

export interface PagedSettings extends RequestSettings {
  paging?: Paging;
  /** Where the list is in each answer, dotted. Default: the answer is the list. */
  root?: string;
  /** Default: all. */
  limit?: number;
}

/** Requests to a service: encoded, signed, paced, tried again where it says that there are too many, and with its own words for failures. */
export interface Requester {
  /** Where requests go: the base without the path that is customary there. */
  server(): Promise<string>;
  /** What the service answers: JSON as it is, other text as text; `{}` where there is nothing. */
  request<T = Json>(line: RequestLine, parts?: RequestParts, settings?: RequestSettings): Promise<T>;
  exchange(line: RequestLine, parts?: RequestParts, settings?: RequestSettings): Promise<Page>;
  /** Elements of a list with all its pages. */
  list<T = Json>(line: RequestLine, parts?: RequestParts, settings?: PagedSettings): Promise<T[]>;
  /** One page of a list, for choices. */
  listPage(
    line: RequestLine,
    parts?: RequestParts,
    settings?: PagedSettings & { token?: PageToken },
  ): Promise<{ elements: unknown[]; next: PageToken | undefined }>;
  /** A file of the service, in the binary store. */
  download(
    line: RequestLine,
    about?: { fileName?: string; mimeType?: string },
    settings?: RequestSettings & RequestParts,
  ): Promise<BinaryData>;
}

const answerAs = (format: AnswerOptions['format']): AnswerOptions => ({
  format,
  fullResponse: false,
  property: 'data',
  splitLists: true,
  forgiving: true,
  textFormatName: '"Text"',
});

/** @throws NodeError where the parameter names a credential that the service has given up */
const credentialOf = ({ credentials, service }: Connection, context: ServiceContext): string => {
  const chosen = credentials.length > 1 ? context.parameter('authentication' as never, 0) : undefined;
  const credential = credentials.find((one) => choiceOf(one) === chosen) ?? credentials[0];
  if (!credential) throw new NodeError(`${service} is used without a credential`);
  if (credential.ended) throw new NodeError(credential.ended);
  return credential.name;
};

/** Lets a request begin at most every so many milliseconds. */
export const createPacer = (perSecond: number | undefined) => {
  let next = 0;
  return async (context: Pick<HttpContext, 'now' | 'sleep'>): Promise<void> => {
    if (perSecond === undefined) return;
    const now = context.now();
    const at = Math.max(now, next);
    next = at + 1000 / perSecond;
    if (at > now) await context.sleep(at - now);
  };
};

/** @param pace shared by the requests of one node run */
export const createRequester = (
  connection: Connection,
  context: ServiceContext,
  itemIndex: number,
  readField: (name: string) => unknown,
  pace = createPacer(connection.limits?.perSecond),
): Requester => {
  const transport: Transport = { queryArrays: connection.queryArrays ?? 'brackets', lowercaseHeaders: true };

  const server = async (): Promise<string> => {
    const { baseUrl } = connection;
    if (typeof baseUrl === 'string') return baseUrl;
    const { [baseUrl.field]: given } = await context.credential(credentialOf(connection, context));
    return (typeof given === 'string' && given.trim() !== '' ? given.trim() : baseUrl.default).replace(/\/+$/, '');
  };

  const addressOf = async (path: string, { places = {} }: RequestSettings): Promise<string> => {
    const filled = fillPlaces(path, (name) => (Object.hasOwn(places, name) ? places[name] : readField(name)));
    return /^https?:\/\//i.test(filled) ? filled : `${await server()}${connection.basePath ?? ''}${filled}`;
  };

  const fetchPage = async (
    method: string,
    url: string,
    parts: RequestParts,
    settings: RequestSettings,
    format: AnswerOptions['format'] = 'json',
  ): Promise<Page> => {
    const plan = toPlan(method, url, parts, settings.unsigned ? {} : connection.headers);
    const answer = answerAs(format);
    const credential = settings.unsigned ? undefined : credentialOf(connection, context);
    const { request, response } = await sendPatiently(context, connection.limits ?? {}, async () => {
      await pace(context);
      return send(context, plan, { transport, answer, credential, itemIndex });
    });
    if (response.status >= 400 && !settings.accepts?.includes(response.status)) {
      throw serviceFailure(connection, request, response, itemIndex);
    }
    const content = readContent(response, answer);
    if (content.kind === 'json' && connection.errors?.failed?.(content.value)) {
      throw serviceFailure(connection, request, response, itemIndex);
    }
    return { request, response, content };
  };

  const exchange: Requester['exchange'] = async (line, parts = {}, settings = {}) => {
    const { method, path } = splitLine(line);
    return fetchPage(method, await addressOf(path, settings), parts, settings);
  };

  const sourceOf = async (
    line: RequestLine,
    parts: RequestParts = {},
    settings: PagedSettings,
  ): Promise<ListSource> => {
    const { method, path } = splitLine(line);
    const { paging = connection.paging, root } = settings;
    if (!paging) throw new TypeError(`${connection.service} says nothing of pages, and neither does the request`);
    const first = await addressOf(path, settings);
    return {
      paging,
      parts,
      root,
      fetch: ({ url = first, parts: asked }) => fetchPage(method, url, asked, settings),
    };
  };

  return {
    server,
    exchange,
    request: async <T>(line: RequestLine, parts?: RequestParts, settings?: RequestSettings) =>
      bodyOf(await exchange(line, parts, settings)) as T,
    list: async <T>(line: RequestLine, parts?: RequestParts, settings: PagedSettings = {}) => {
      const source = await sourceOf(line, parts, settings);
      const elements: T[] = [];
      for await (const page of listPages(source, settings.limit ?? Number.POSITIVE_INFINITY)) {
        for (const element of page) elements.push(element as T);
      }
      return elements;
    },
    listPage: async (line, parts, settings = {}) => {
      const source = await sourceOf(line, parts, settings);
      const { token } = settings;
      // An address that came from outside is not to lead elsewhere with our signature.
      const isElsewhere = URL.parse(String(token))?.origin !== URL.parse(await server())?.origin;
      if (['link', 'nextUrl'].includes(source.paging.style) && token !== undefined && isElsewhere) {
        throw new NodeError('The next page is not at the address of the service');
      }
      const { elements, next } = await fetchListPage(source, settings.limit ?? Number.POSITIVE_INFINITY, token);
      return { elements, next };
    },
    download: async (line, about = {}, settings = {}) => {
      const { method, path } = splitLine(line);
      const { query, headers, body } = settings;
      const url = await addressOf(path, settings);
      const { response } = await fetchPage(method, url, { query, headers, body }, settings, 'file');
      const said = String(response.headers['content-type'] ?? '') || undefined;
      // While it came it was stored by the name that the answer gives it.
      if (response.file) {
        const { mimeType = response.file.mimeType, fileName = response.file.fileName } = about;
        return { ...response.file, mimeType, fileName };
      }
      return context.binary.write(response.body, {
        mimeType: about.mimeType ?? said,
        fileName: about.fileName ?? fileNameOf(response, response.url ?? url),
      });
    },
  };
};
