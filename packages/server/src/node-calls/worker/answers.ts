import { limits } from '@millrace/contract';
import { isObject } from '@millrace/contract/data';
import { toJsonValue, toPlainOutputs } from '@millrace/engine';
import { lifecycleEvents, NodeError, type NodeOutput } from '@millrace/engine/node-api';
import type { NodeMethod } from '../types.ts';

/** Says what an answer is instead of what it should be; undefined: it is right. */
type Fault = string | undefined;

const isText = (value: unknown): value is string => typeof value === 'string';
const isSimple = (value: unknown): boolean => ['string', 'number', 'boolean'].includes(typeof value);
const isSet = (value: unknown): boolean => value !== undefined && value !== null;

const listFault = (value: unknown, what: string, faultOf: (entry: Record<string, unknown>) => Fault): Fault => {
  if (!Array.isArray(value)) return `${what} are no list`;
  for (const [index, entry] of value.entries()) {
    const fault = isObject(entry) ? faultOf(entry) : 'is no object';
    if (fault !== undefined) return `entry ${index} of ${what} ${fault}`;
  }
  return undefined;
};

const choiceFault = ({ name, value }: Record<string, unknown>): Fault => {
  if (!isText(name)) return 'has no name';
  return isSimple(value) ? undefined : 'has no text, number or boolean as value';
};

const fieldFault = ({ id, displayName, type }: Record<string, unknown>): Fault => {
  if (!isText(id)) return 'has no id';
  if (!isText(displayName)) return 'has no displayName';
  return isText(type) ? undefined : 'has no type';
};

const responseModes: readonly unknown[] = ['onReceived', 'lastNode', 'responseNode', 'streaming'];

const addressFault = ({ method, path, responseMode }: Record<string, unknown>): Fault => {
  if (!isText(method) || method === '') return 'has no method';
  if (!isText(path)) return 'has no path';
  return responseModes.includes(responseMode) ? undefined : 'has no responseMode';
};

const receiptFault = (value: unknown): Fault => {
  if (!isObject(value)) return 'the receipt is no object';
  const { kind, response, status, message } = value;
  if (kind === 'accept') return response === undefined ? undefined : responseFault(response);
  if (kind === 'answer') return responseFault(response);
  if (kind !== 'refuse') return 'the receipt neither accepts nor answers nor refuses';
  return isStatus(status) && isText(message) ? undefined : 'the refusal has no status or no message';
};

const isStatus = (value: unknown): boolean => Number.isInteger(value) && Number(value) >= 200 && Number(value) <= 599;

const responseFault = (value: unknown): Fault => {
  if (!isObject(value) || !isStatus(value.status)) return 'the response has no status of HTTP';
  if (!isObject(value.headers) || !isObject(value.body)) return 'the response has no headers or no body';
  return undefined;
};

const faultOf: Readonly<Record<NodeMethod['kind'], (value: unknown) => Fault>> = {
  options: (value) => listFault(value, 'the choices', choiceFault),
  loadOptions: (value) => listFault(value, 'the choices', choiceFault),
  search: (value) => {
    if (!isObject(value)) return 'the page of choices is no object';
    if (isSet(value.nextPage) && !isText(value.nextPage)) return 'nextPage is no text';
    return listFault(value.results, 'the results', choiceFault);
  },
  mapping: (value) =>
    isObject(value) ? listFault(value.fields, 'the fields', fieldFault) : 'the fields are no object',
  action: () => undefined,
  webhook: (value) => listFault(value, 'the webhooks', addressFault),
  schedule: (value) => listFault(value, 'the times', ({ cron }) => (isText(cron) ? undefined : 'has no cron')),
  lifecycle: (value) =>
    Array.isArray(value) && value.every((event) => (lifecycleEvents as readonly unknown[]).includes(event))
      ? undefined
      : 'the events are no list of events',
  exists: (value) => (typeof value === 'boolean' ? undefined : 'the answer is neither true nor false'),
  register: () => undefined,
  unregister: () => undefined,
  receive: receiptFault,
  poll: () => undefined,
  credentialTest: (value) =>
    isObject(value) && (value.status === 'OK' || value.status === 'Error') && isText(value.message)
      ? undefined
      : 'the result has no status OK or Error, or no message',
};

/** What a method gave, as plain data. The output of a trigger stands apart, since those who hand it on do not read it. */
export interface PlainAnswer {
  value: unknown;
  output?: NodeOutput;
}

const toPlain = (method: NodeMethod['kind'], value: unknown): PlainAnswer => {
  if (method === 'register' || method === 'unregister') return { value: null };
  if (method === 'poll') {
    const output = value === null || value === undefined ? [] : toPlainOutputs(value, []);
    const hasItems = output.some((items) => items !== null && items.length > 0);
    return hasItems ? { value: null, output } : { value: null };
  }
  if (method === 'receive' && isObject(value) && value.kind === 'accept') {
    const { output, ...receipt } = value;
    return { value: toJsonValue(receipt), output: toPlainOutputs(output, []) };
  }
  return { value: toJsonValue(value) };
};

/** What went wrong with an answer, and whose it was. */
const wrong = (called: string, fault: string): NodeError => new NodeError(`${called} gave a wrong answer: ${fault}`);

/**
 * What a method gave as plain data of its shape.
 *
 * @param called names the method, such as `"getBoards" of GitHub`
 * @throws NodeError that names it
 */
export const toAnswer = (called: string, kind: NodeMethod['kind'], value: unknown): PlainAnswer => {
  let plain: PlainAnswer;
  try {
    plain = toPlain(kind, value);
  } catch (error) {
    throw wrong(called, error instanceof Error ? error.message : String(error));
  }
  const fault = faultOf[kind](plain.value);
  if (fault !== undefined) throw wrong(called, fault);
  return plain;
};

/** Output of a listener as plain data. @throws NodeError */
export const toEmitted = (called: string, output: unknown): NodeOutput => {
  const isItems = Array.isArray(output) && output.length > 0 && isObject(output[0]);
  try {
    return toPlainOutputs(isItems ? [output] : output, []);
  } catch (error) {
    throw wrong(called, error instanceof Error ? error.message : String(error));
  }
};

/** Bytes that an answer may have as JSON. The serving process reads it. */
const mostAnswerBytes = 4 * 1024 * 1024;
/** The same of a trigger's output, which is only handed on: a body that was accepted, with what the node adds to it. */
export const mostOutputBytes = 3 * limits.webhookBodyBytes;

/** Plain data as bytes of JSON. @throws NodeError where it is too large */
export const toText = (called: string, value: unknown, mostBytes: number = mostAnswerBytes): Buffer => {
  const bytes = Buffer.from(JSON.stringify(value));
  if (bytes.length <= mostBytes) return bytes;
  throw new NodeError(`${called} gave too large an answer`, {
    description: `It has ${Math.ceil(bytes.length / 1024 / 1024)} MB; ${mostBytes / 1024 / 1024} MB are allowed.`,
  });
};
