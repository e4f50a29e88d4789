import { isObject, type JsonObject } from '@millrace/contract/data';
import { isDisplayed, locatedValue, NodeError, setField } from '@millrace/engine/node-api';
import type { Field, Send, Sending } from './field.ts';
import { lazyValues } from './lazy-values.ts';
import type { Tools } from './operation.ts';

/** What fields have given. */
export interface Sent {
  query: Record<string, unknown>;
  headers: Record<string, unknown>;
  body: JsonObject;
}

const isEmpty = (value: unknown): boolean =>
  value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0);

const toForm = (value: unknown, form: Sending['form'], field: Field): unknown => {
  switch (form) {
    case 'list':
      if (typeof value !== 'string') return value;
      return value
        .split(',')
        .map((part) => part.trim())
        .filter((part) => part !== '');
    case 'commas':
      return Array.isArray(value) ? value.join(',') : value;
    case 'isoDate': {
      const date = new Date(String(value));
      return Number.isNaN(date.getTime()) ? value : date.toISOString();
    }
    case 'json':
      if (typeof value !== 'string') return value;
      try {
        return JSON.parse(value);
      } catch (error) {
        throw new NodeError(`${field.displayName} is not valid JSON`, { description: (error as Error).message });
      }
    default:
      return value;
  }
};

const put = (sent: Sent, field: Field, send: Exclude<Send, false>, given: unknown, tools: Tools): void => {
  const sending: Sending = typeof send === 'string' ? { in: send } : send;
  const { in: place, as: name = field.name, form, map, empty } = sending;
  if (isEmpty(given) && !empty && !map) return;
  const formed = isEmpty(given) ? given : toForm(given, form, field);
  const value = map ? map(formed, tools) : formed;
  if (value === undefined || (isEmpty(value) && !empty)) return;
  if (place === 'query') sent.query[name] = value;
  else if (place === 'header') sent.headers[name] = value;
  else setField(sent.body, name.split('.'), value as never);
};

const addField = (sent: Sent, field: Field, value: unknown, inherited: Send | undefined, tools: Tools): void => {
  const send = field.send ?? inherited;
  if (field.type !== 'collection') {
    if (send) put(sent, field, send, locatedValue(value, field), tools);
    return;
  }
  // A collection that is sent as one thing says how: by a name, or by what it is mapped to.
  if (typeof field.send === 'object' && (field.send.as !== undefined || field.send.map)) {
    put(sent, field, field.send, value, tools);
    return;
  }
  if (!isObject(value)) return;
  for (const member of field.options) {
    if (Object.hasOwn(value, member.name)) addField(sent, member, value[member.name], send, tools);
  }
};

/** Reads the fields that are shown, and puts their values where they are sent. @throws NodeError */
export const sendFields = (fields: readonly Field[], tools: Tools): Sent => {
  const sent: Sent = { query: {}, headers: {}, body: {} };
  const { context } = tools;
  const shown = lazyValues(context, tools.itemIndex);
  for (const field of fields) {
    if (field.send === undefined && field.type !== 'collection') continue;
    if (!isDisplayed(field, shown, shown, context.node.typeVersion)) continue;
    addField(sent, field, context.parameter(field.name as never, tools.itemIndex), undefined, tools);
  }
  return sent;
};
