import { type Item, isObject, type JsonObject } from '@millrace/contract/data';
import { NodeError } from '@millrace/engine/node-api';
import { watchEqualPages } from '../../http/equal-pages.ts';
import { type Receiving, receiveItems } from './receive.ts';
import type { Collected, RoutedOptions, RoutedPagination, RoutedResponse } from './types.ts';

export interface Paging extends Receiving {
  exchange(options: RoutedOptions): Promise<RoutedResponse>;
}

type Paged<T> = Extract<RoutedPagination, { type: T }>['properties'];

const itemsOf = (response: RoutedResponse, collected: Collected, paging: Paging): Promise<Item[]> =>
  receiveItems(response, collected.postReceive, paging);

const pageBytes = ({ body }: RoutedResponse): Uint8Array =>
  body instanceof Uint8Array ? body : new TextEncoder().encode(JSON.stringify(body) ?? '');

/** Before each page expressions change the request, after each they say whether there is another. */
const generic = async (collected: Collected, properties: Paged<'generic'>, paging: Paging): Promise<Item[]> => {
  const items: Item[] = [];
  const watch = watchEqualPages();
  let response: RoutedResponse | Record<string, never> = {};
  for (;;) {
    const variables = { $request: collected.options, $response: response };
    const changes = paging.evaluate(properties.request, variables) as RoutedOptions;
    const page = await paging.exchange({ ...collected.options, ...changes });
    response = page;
    for (const item of await itemsOf(page, collected, paging)) items.push(item);
    const goesOn = paging.evaluate(properties.continue, { $request: collected.options, $response: page });
    if (!goesOn || (collected.maxResults !== undefined && items.length >= collected.maxResults)) return items;
    watch(pageBytes(page));
  }
};

const byOffset = async (collected: Collected, properties: Paged<'offset'>, paging: Paging): Promise<Item[]> => {
  const { limitParameter, offsetParameter, pageSize, rootProperty, type } = properties;
  const key = type === 'body' ? 'body' : 'qs';
  const most = collected.maxResults ?? Number.POSITIVE_INFINITY;
  const items: Item[] = [];
  const watch = watchEqualPages();
  for (let offset = 0; items.length < most; offset += pageSize) {
    const given = isObject(collected.options[key]) ? collected.options[key] : {};
    const paged = { [limitParameter]: Math.min(pageSize, most - items.length), [offsetParameter]: offset };
    const response = await paging.exchange({ ...collected.options, [key]: { ...given, ...paged } });
    let page = await itemsOf(response, collected, paging);
    if (rootProperty !== undefined) {
      const list = page[0]?.json[rootProperty];
      if (!Array.isArray(list)) throw new NodeError(`The answer has no list "${rootProperty}"`);
      page = list.map((json) => ({ json: json as JsonObject }));
    }
    for (const item of page) items.push(item);
    if (page.length < pageSize) break;
    watch(pageBytes(response));
  }
  return items;
};

/** Items of one request, or of its pages where they are asked for. @throws NodeError */
export const fetchRouted = async (collected: Collected, paging: Paging): Promise<Item[]> => {
  const { pagination } = collected.requestOperations;
  if (!collected.paginate || !pagination) return itemsOf(await paging.exchange(collected.options), collected, paging);
  if (typeof pagination !== 'function') {
    return pagination.type === 'generic'
      ? generic(collected, pagination.properties, paging)
      : byOffset(collected, pagination.properties, paging);
  }
  const makeRoutingRequest = async (request: Collected): Promise<Item[]> =>
    itemsOf(await paging.exchange(request.options), collected, paging);
  const self: object = isObject(paging.self) ? Object.create(paging.self) : {};
  return pagination.call(Object.defineProperty(self, 'makeRoutingRequest', { value: makeRoutingRequest }), collected);
};
