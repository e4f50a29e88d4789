import type { Item } from '@millrace/contract';
import type { WebhookResponse } from '@millrace/engine/node-api';
import type { LastNodeAnswer } from '../types.ts';

const jsonType = 'application/json; charset=utf-8';

/** `a.b` leads into objects and lists; undefined where there is nothing. */
const valueAt = (root: unknown, path: string): unknown => {
  let value = root;
  for (const key of path.split('.')) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, key)) return undefined;
    value = (value as Record<string, unknown>)[key];
  }
  return value;
};

const bodyOf = (answer: LastNodeAnswer, items: readonly Item[]): { body: WebhookResponse['body']; type?: string } => {
  const json = (value: unknown) => ({
    body: { kind: 'text' as const, text: JSON.stringify(value) ?? 'null' },
    type: jsonType,
  });
  switch (answer.responseData ?? 'firstEntryJson') {
    case 'noData':
      return { body: { kind: 'none' } };
    case 'allEntries':
      return json(items.map((item) => item.json));
    case 'firstEntryBinary': {
      const name = answer.responseBinaryPropertyName ?? 'data';
      const binary = items[0]?.binary ?? {};
      if (!Object.hasOwn(binary, name)) throw new Error(`The first item of the last node has no file in "${name}"`);
      const data = binary[name]!;
      return { body: { kind: 'binary', data }, type: data.mimeType };
    }
    case 'firstEntryJson': {
      const first = items[0];
      if (!first) throw new Error('The last node has no items to answer with');
      const value = answer.responsePropertyName ? valueAt(first.json, answer.responsePropertyName) : first.json;
      // A type of the workflow's own choice means that the text is meant as it is.
      const isText = typeof value === 'string' && answer.responseHeaders?.['content-type'] !== undefined;
      return isText ? { body: { kind: 'text', text: value } } : json(value);
    }
  }
};

/** The answer to a webhook that waits for the last node; where the items do not have what is to be sent, one of status 500 that says so. */
export const answerWithLastItems = (answer: LastNodeAnswer, items: readonly Item[]): WebhookResponse => {
  try {
    const { body, type } = bodyOf(answer, items);
    return {
      status: answer.responseCode ?? 200,
      headers: { ...(type === undefined ? {} : { 'content-type': type }), ...answer.responseHeaders },
      body,
    };
  } catch (error) {
    return failedAnswer(error);
  }
};

export const failedAnswer = (error: unknown): WebhookResponse => ({
  status: 500,
  headers: { 'content-type': jsonType },
  body: { kind: 'text', text: JSON.stringify({ message: error instanceof Error ? error.message : String(error) }) },
});
