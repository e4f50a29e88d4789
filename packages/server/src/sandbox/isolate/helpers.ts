import { ask, askLater } from './host.ts';

/** `this.helpers` and its kin: what acts on the world, by way of the node. */

/** Stands in JSON for the bytes that travel beside it. */
const bytesMark = { $bytes: true };

const isMark = (value: unknown): boolean => typeof value === 'object' && value !== null && '$bytes' in value;

const request =
  (name: string) =>
  async (...args: unknown[]): Promise<unknown> => {
    const options = args.at(-1);
    const body = typeof options === 'object' && options !== null ? (options as { body?: unknown }).body : undefined;
    const hasBytes = ArrayBuffer.isView(body);
    const sent = hasBytes ? [...args.slice(0, -1), { ...(options as object), body: bytesMark }] : args;
    const { value, bytes } = await askLater(name, sent, hasBytes ? (body as Uint8Array) : undefined);
    if (!bytes) return value;
    const file = Buffer.from(bytes);
    return isMark(value) ? file : { ...(value as object), body: file };
  };

const isItem = (value: unknown): boolean => typeof value === 'object' && value !== null && 'json' in value;

const toItems = (data: unknown): unknown[] =>
  (Array.isArray(data) ? data : [data]).map((one: unknown) => (isItem(one) ? one : { json: one }));

export const helpers = {
  httpRequest: request('httpRequest'),
  request: request('request'),
  httpRequestWithAuthentication: request('httpRequestWithAuthentication'),
  requestWithAuthentication: request('httpRequestWithAuthentication'),
  requestOAuth1: request('httpRequestWithAuthentication'),
  requestOAuth2: request('httpRequestWithAuthentication'),
  async getBinaryDataBuffer(itemIndex: number, property: unknown) {
    const { bytes } = await askLater('getBinaryDataBuffer', [itemIndex, property]);
    return Buffer.from(bytes ?? []);
  },
  async prepareBinaryData(content: unknown, fileName?: string, mimeType?: string) {
    const bytes =
      typeof content === 'string'
        ? Buffer.from(content)
        : ArrayBuffer.isView(content)
          ? new Uint8Array(content.buffer, content.byteOffset, content.byteLength)
          : new Uint8Array(content as ArrayBuffer);
    return (await askLater('prepareBinaryData', [fileName ?? null, mimeType ?? null], bytes)).value;
  },
  assertBinaryData: (itemIndex: number, property: string) => ask('assertBinaryData', itemIndex, property),
  returnJsonArray: toItems,
  normalizeItems: toItems,
};
