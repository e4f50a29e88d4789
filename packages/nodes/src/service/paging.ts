import { isObject } from '@millrace/contract/data';
import { watchEqualPages } from '../http/equal-pages.ts';
import type { Page } from '../http/exchange.ts';
import { readPath } from './path.ts';
import type { RequestParts } from './request.ts';

/** How a service gives long lists. `size` names the parameter that says how many are on a page, `max` the most that it allows. */
export type Paging =
  | { style: 'page'; page: string; size?: string; max: number; first?: number }
  | { style: 'offset'; offset: string; size?: string; max: number }
  /** `next` is where the answer has what to ask with (dotted); it goes into the query, or the body. */
  | { style: 'cursor'; cursor: string; next: string; in?: 'query' | 'body'; size?: string; max?: number }
  /** `Link: <…>; rel="next"` */
  | { style: 'link'; size?: string; max?: number }
  /** `next` is where the answer has the address of the next page. */
  | { style: 'nextUrl'; next: string; size?: string; max?: number };

/** What the next page is asked for with: a number, a cursor, an address. */
export type PageToken = string | number;

/** A page as it is asked for; an address replaces that of the request. */
export interface PageRequest {
  parts: RequestParts;
  url?: string;
}

export interface ListSource {
  paging: Paging;
  parts: RequestParts;
  /** Where the list is in an answer, dotted. Default: the answer is the list. */
  root?: string;
  fetch(request: PageRequest): Promise<Page>;
}

const linkOf = ({ response }: Page): string | undefined =>
  /<([^>]*)>\s*;[^,]*\brel\s*=\s*"?next"?/i.exec(String(response.headers.link ?? ''))?.[1];

/** What an answer says. */
export const bodyOf = ({ content }: Page): unknown =>
  content.kind === 'json' ? content.value : content.kind === 'text' ? content.text : content.content;

const elementsOf = (body: unknown, root: string | undefined): unknown[] => {
  const found = root === undefined ? body : readPath(body, root);
  if (Array.isArray(found)) return found;
  // Some services answer an empty list with an object that has nothing in it.
  return isObject(found) && Object.keys(found).length > 0 ? [found] : [];
};

const requestOf = ({ paging, parts }: ListSource, size: number, token: PageToken | undefined): PageRequest => {
  const query: Record<string, unknown> = { ...parts.query };
  if (paging.size !== undefined && Number.isFinite(size)) query[paging.size] = size;
  switch (paging.style) {
    case 'page':
      query[paging.page] = token ?? paging.first ?? 1;
      break;
    case 'offset':
      query[paging.offset] = token ?? 0;
      break;
    case 'cursor':
      if (token === undefined) break;
      if (paging.in === 'body') {
        return { parts: { ...parts, query, body: { ...(parts.body as object | undefined), [paging.cursor]: token } } };
      }
      query[paging.cursor] = token;
      break;
    case 'link':
    case 'nextUrl':
      if (token !== undefined) return { parts: { ...parts, query: {} }, url: String(token) };
  }
  return { parts: { ...parts, query } };
};

const nextOf = (paging: Paging, page: Page, token: PageToken | undefined, count: number, size: number) => {
  switch (paging.style) {
    case 'page':
      return count < size ? undefined : Number(token ?? paging.first ?? 1) + 1;
    case 'offset':
      return count < size ? undefined : Number(token ?? 0) + count;
    case 'cursor': {
      const cursor = readPath(bodyOf(page), paging.next);
      return (typeof cursor === 'string' && cursor !== '') || typeof cursor === 'number' ? cursor : undefined;
    }
    case 'link':
    case 'nextUrl': {
      const found = paging.style === 'link' ? linkOf(page) : readPath(bodyOf(page), paging.next);
      if (typeof found !== 'string' || found === '') return undefined;
      return URL.parse(found, page.response.url ?? page.request.url)?.href ?? found;
    }
  }
};

/** One page of a list. @param limit elements that are wanted at most */
export const fetchListPage = async (
  source: ListSource,
  limit: number,
  token?: PageToken,
): Promise<{ page: Page; elements: unknown[]; next: PageToken | undefined }> => {
  const size = Math.min(source.paging.max ?? limit, limit);
  const page = await source.fetch(requestOf(source, size, token));
  const elements = elementsOf(bodyOf(page), source.root);
  return { page, elements, next: nextOf(source.paging, page, token, elements.length, size) };
};

/** Elements of a list, page by page, until there are no more or enough have been read. */
export async function* listPages(source: ListSource, limit: number): AsyncGenerator<unknown[]> {
  const watch = watchEqualPages();
  let left = limit;
  let token: PageToken | undefined;
  do {
    // Pages that are counted must all have the size of the first.
    const isCounted = source.paging.style === 'page';
    const { page, elements, next } = await fetchListPage(source, isCounted ? limit : left, token);
    yield elements.slice(0, left);
    left -= elements.length;
    token = next;
    if (token !== undefined) watch(page.response.body);
  } while (token !== undefined && left > 0);
}
