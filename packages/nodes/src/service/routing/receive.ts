import { type Item, isObject, type Json, type JsonObject, type ResponseAction } from '@millrace/contract/data';
import { type ExecuteContext, NodeError } from '@millrace/engine/node-api';
import type { Collected, RoutedResponse } from './types.ts';

/** What actions on an answer need besides it. */
export interface Receiving {
  evaluate(value: unknown, variables: Record<string, unknown>): unknown;
  binary: ExecuteContext['binary'];
  /** What functions get as `this`. */
  self: unknown;
}

const readPath = (value: unknown, path: string): unknown =>
  path.split('.').reduce<unknown>((at, key) => (isObject(at) && Object.hasOwn(at, key) ? at[key] : undefined), value);

const toItem = (value: unknown): Item => ({ json: value as JsonObject });

const bytesOf = (body: unknown): Uint8Array => {
  if (body instanceof Uint8Array) return body;
  return new TextEncoder().encode(typeof body === 'string' ? body : JSON.stringify(body));
};

const sortText = (item: Item, key: string): string => String(item.json[key] ?? '').toLowerCase();

const act = async (
  action: ResponseAction,
  items: Item[],
  response: RoutedResponse,
  value: unknown,
  { evaluate, binary }: Receiving,
): Promise<Item[]> => {
  const variables = { $response: response, $value: value };
  const ofItem = (item: Item) => ({ ...variables, $responseItem: item.json });
  switch (action.type) {
    case 'rootProperty':
      return items.flatMap((item) => {
        const found = readPath(item.json, action.properties.property);
        return (Array.isArray(found) ? found : found === undefined ? [] : [found]).map(toItem);
      });
    case 'filter':
      return items.filter((item) => evaluate(action.properties.pass, ofItem(item)) === true);
    case 'limit':
      return items.slice(0, Number(evaluate(action.properties.maxResults, variables)));
    case 'set':
      return [toItem(evaluate(action.properties.value, variables))];
    case 'sort':
      return items.toSorted((a, b) => {
        const [left, right] = [sortText(a, action.properties.key), sortText(b, action.properties.key)];
        return left < right ? -1 : left > right ? 1 : 0;
      });
    case 'setKeyValue':
      return items.map((item) => toItem(evaluate(action.properties, ofItem(item))));
    case 'binaryData': {
      const name = String(evaluate(action.properties.destinationProperty, variables));
      const mimeType = String(response.headers['content-type'] ?? '') || undefined;
      const file = await binary.write(bytesOf(response.body), { mimeType });
      return items.map((item) => ({ ...item, json: isObject(item.json) ? item.json : {}, binary: { [name]: file } }));
    }
  }
};

/** Items of an answer: those of its list, or what the actions make of it, one after another. @throws NodeError */
export const receiveItems = async (
  response: RoutedResponse,
  postReceive: Collected['postReceive'],
  receiving: Receiving,
): Promise<Item[]> => {
  const { body } = response;
  if (postReceive.length === 0) return (Array.isArray(body) ? body : [body]).map(toItem);
  let items = [toItem(body)];
  for (const { actions, data } of postReceive) {
    for (const action of actions) {
      if (typeof action === 'function') {
        items = await action.call(receiving.self, items, response);
        continue;
      }
      try {
        items = await act(action, items, response, data.parameterValue, receiving);
      } catch (cause) {
        if (!action.errorMessage) throw cause;
        throw new NodeError(action.errorMessage, { cause });
      }
    }
  }
  return items;
};

/** An item's JSON is an object, whatever the service has given. Bytes have become a file, or are nobody's. */
export const asItem = (item: Item): Item => {
  const json: unknown = item.json;
  if (json instanceof Uint8Array || json === undefined || json === null || json === '') return { ...item, json: {} };
  return isObject(json) ? item : { ...item, json: { data: json as Json } };
};
