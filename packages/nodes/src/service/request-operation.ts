import type { BinaryData, Item, JsonObject } from '@millrace/contract/data';
import { isObject } from '@millrace/contract/data';
import type { RequestBody } from '../http/request.ts';
import type { ListSettings, RequestOperation, Tools } from './operation.ts';
import { shapeItems } from './output.ts';
import { fieldsOf } from './parameters.ts';
import { type RequestParts, splitLine } from './request.ts';
import { sendFields } from './send-fields.ts';

const merged = (under: unknown, over: JsonObject): unknown =>
  isObject(under) ? { ...under, ...over } : Object.keys(over).length > 0 ? over : under;

const contentOf = (operation: RequestOperation, body: unknown, tools: Tools): RequestBody | undefined => {
  const kind = operation.body;
  const fields = isObject(body) ? body : {};
  if (typeof kind === 'function') return kind(fields as JsonObject, tools);
  if (kind === 'form') return { kind: 'form', fields: Object.entries(fields) };
  if (isObject(kind)) return { kind: 'file', file: tools.file(String(tools.value(kind.file as never))) };
  return undefined;
};

/** What the fields of an operation, and what it has beside them, send for one item. */
export const partsOf = (operation: RequestOperation, tools: Tools): RequestParts => {
  const sent = sendFields(fieldsOf(operation), tools);
  const fixed = operation.with;
  const body = merged(fixed?.body, { ...sent.body, ...operation.fill?.(tools) });
  const content = contentOf(operation, body, tools);
  return {
    query: { ...fixed?.query, ...sent.query },
    headers: { ...fixed?.headers, ...sent.headers },
    ...(content ? { content } : typeof operation.body === 'function' ? {} : { body }),
  };
};

/** How many elements the user wants. */
export const limitOf = (tools: Tools): number => {
  const read = (name: string): unknown => tools.context.parameter(name as never, tools.itemIndex);
  return read('returnAll') === true ? Number.POSITIVE_INFINITY : Math.max(Number(read('limit')), 1);
};

const listSettings = ({ list }: RequestOperation): ListSettings => (isObject(list) ? list : {});

/** @throws NodeError */
export const runRequest = async (operation: RequestOperation, tools: Tools): Promise<Item[]> => {
  const { request: line, output = {} } = operation;
  const parts = partsOf(operation, tools);
  if (operation.list) {
    const { paging } = listSettings(operation);
    const elements = await tools.list(line, parts, { paging, root: output.root, limit: limitOf(tools) });
    return elements.length > 0 ? shapeItems(elements, output, tools) : [];
  }
  if (output.file !== undefined) {
    const { method } = splitLine(line);
    const file: BinaryData = await tools.download(line, {}, method === 'GET' ? { query: parts.query } : parts);
    const property = String(tools.context.parameter(output.file as never, tools.itemIndex));
    return [{ json: tools.item.json, binary: { ...tools.item.binary, [property]: file } }];
  }
  return shapeItems(await tools.request(line, parts), output, tools);
};
