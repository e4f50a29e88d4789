import type { HostRequest } from '@millrace/engine/node-api';
import { runNode } from '@millrace/engine/testing';
import { describe, expect, it } from 'vitest';
import { httpRequest } from './http-request.node.ts';

const url = 'https://api.example/items';
const pageOf = (request: HostRequest) => Number(new URL(request.url).searchParams.get('page') ?? 1);
/** Three pages of one item each, then empty ones. */
const paged = (request: HostRequest) => {
  const page = pageOf(request);
  return { body: page <= 3 ? [{ page }] : [] };
};
const call = (
  pagination: Record<string, unknown>,
  http: (request: HostRequest) => { status?: number; headers?: Record<string, string>; body?: unknown },
  parameters: Record<string, unknown> = {},
  items: Record<string, number>[] = [{}],
) =>
  runNode(httpRequest, {
    items,
    parameters: {
      url,
      ...parameters,
      options: { ...(parameters.options as object), pagination: { pagination } },
    } as never,
    host: { http },
  });
const byNumber = { parameters: { parameters: [{ name: 'page', value: '={{ $pageCount + 1 }}' }] } };

describe('HTTP Request: pagination', () => {
  it('updates a query parameter until a page is empty', async () => {
    const { json, host, error } = await call(byNumber, paged);
    expect(error).toBeUndefined();
    expect(json).toEqual([{ page: 1 }, { page: 2 }, { page: 3 }]);
    expect(host.requests.map(pageOf)).toEqual([1, 2, 3, 4]);
  });

  it('follows the address of the next page until there is none', async () => {
    const http = (request: HostRequest) => {
      const page = pageOf(request);
      return { body: { page, next: page < 3 ? `/items?page=${page + 1}` : null } };
    };
    const { json, host } = await call(
      { paginationMode: 'responseContainsNextURL', nextURL: '={{ $response.body.next }}' },
      http,
      { sendQuery: true, queryParameters: { parameters: [{ name: 'size', value: '10' }] } },
    );
    expect(json.map(({ page }) => page)).toEqual([1, 2, 3]);
    expect(host.requests.map((request) => request.url)).toEqual([
      `${url}?size=10`,
      `${url}?page=2&size=10`,
      `${url}?page=3&size=10`,
    ]);
  });

  it('takes the address of the next page from where redirects have led', async () => {
    const http = (request: HostRequest) => ({
      body: { next: request.url === url ? 'more' : null },
      url: request.url === url ? 'https://other.example/v2/items' : request.url,
    });
    const mode = { paginationMode: 'responseContainsNextURL', nextURL: '={{ $response.body.next }}' };
    const { host } = await call(mode, http);
    expect(host.requests.map((request) => request.url)).toEqual([url, 'https://other.example/v2/more']);
  });

  it.each(['', ' ', undefined])(
    'refuses %j as the address of the next page before anything is sent',
    async (nextURL) => {
      const { error, host } = await call({ paginationMode: 'responseContainsNextURL', nextURL }, paged);
      expect(error?.message).toBe('The URL of the next page is not set');
      expect(host.requests).toEqual([]);
    },
  );

  it('leaves an empty value out of the first request, and sends one in later requests', async () => {
    const http = (request: HostRequest) => ({ body: [{ at: new URL(request.url).search }] });
    const parameters = [{ name: 'cursor', value: "={{ $pageCount === 0 ? '' : $pageCount === 1 ? 'x' : '' }}" }];
    const { json } = await call({ parameters: { parameters }, limitPagesFetched: true, maxRequests: 3 }, http);
    expect(json).toEqual([{ at: '' }, { at: '?cursor=x' }, { at: '?cursor=' }]);
  });

  it('carries a cursor in body and headers, left out of the first request', async () => {
    const http = (request: HostRequest) => {
      const { cursor = 0 } = JSON.parse(String(request.body)).paging ?? {};
      return { body: { cursor: cursor + 1, more: cursor < 2 } };
    };
    const { host, error } = await call(
      {
        parameters: {
          parameters: [
            { type: 'body', name: 'paging.cursor', value: '={{ $response.body.cursor }}' },
            { type: 'headers', name: 'X-Previous', value: '={{ $response.headers["content-type"] }}' },
          ],
        },
        paginationCompleteWhen: 'other',
        completeExpression: '={{ !$response.body.more }}',
      },
      http,
      { method: 'POST', sendBody: true, specifyBody: 'json', jsonBody: '{"q":"x","paging":{"size":5}}' },
    );
    expect(error).toBeUndefined();
    expect(host.requests.map((request) => JSON.parse(String(request.body)))).toEqual([
      { q: 'x', paging: { size: 5 } },
      { q: 'x', paging: { size: 5, cursor: 1 } },
      { q: 'x', paging: { size: 5, cursor: 2 } },
    ]);
    expect(host.requests.map((request) => request.headers?.['x-previous'])).toEqual([
      undefined,
      'application/json',
      'application/json',
    ]);
  });

  it('ends at a status, which is then no failure', async () => {
    const complete = { paginationCompleteWhen: 'receiveSpecificStatusCodes', statusCodesWhenComplete: '404, 410' };
    const http = (request: HostRequest) =>
      pageOf(request) < 3 ? paged(request) : { status: 404, body: { end: true } };
    const { json, error } = await call({ ...byNumber, ...complete }, http);
    expect(error).toBeUndefined();
    expect(json).toEqual([{ page: 1 }, { page: 2 }, { end: true }]);
    const other = await call({ ...byNumber, ...complete, statusCodesWhenComplete: '410' }, http);
    expect(other.error?.httpCode).toBe('404');
  });

  it('fetches no more than the limit, with a pause between pages', async () => {
    const limits = { limitPagesFetched: true, maxRequests: '={{ 1 + 1 }}', requestInterval: 250 };
    const { json, host } = await call({ ...byNumber, ...limits }, paged);
    expect(json).toEqual([{ page: 1 }, { page: 2 }]);
    expect(host.sleeps).toEqual([250]);
  });

  it('stops when the pages do not change any more', async () => {
    const { error, host } = await call(byNumber, () => ({ body: [{ same: true }] }));
    expect(error?.message).toBe('The last 5 pages were the same, so no more were fetched');
    expect(host.requests).toHaveLength(5);
  });

  it('counts for each item by itself', async () => {
    const parameters = { url: `=${url}/{{ $json.n }}` };
    const http = (request: HostRequest) => ({
      body: pageOf(request) <= 2 ? [{ from: new URL(request.url).pathname, page: pageOf(request) }] : [],
    });
    const { items } = await call(byNumber, http, parameters, [{ n: 1 }, { n: 2 }]);
    expect(items).toEqual([
      { json: { from: '/items/1', page: 1 }, pairedItem: 0 },
      { json: { from: '/items/1', page: 2 }, pairedItem: 0 },
      { json: { from: '/items/2', page: 1 }, pairedItem: 1 },
      { json: { from: '/items/2', page: 2 }, pairedItem: 1 },
    ]);
  });

  it('is off when it says so', async () => {
    const { host } = await call({ paginationMode: 'off', ...byNumber }, paged);
    expect(host.requests).toHaveLength(1);
  });

  it('shows the request that was sent', async () => {
    const { host } = await call(
      {
        paginationMode: 'responseContainsNextURL',
        nextURL: '={{ $pageCount < 2 ? $request.url + "x" : "" }}',
      },
      () => ({ body: { a: 1 } }),
    );
    expect(host.requests.map((request) => request.url)).toEqual([url, `${url}x`]);
  });
});
