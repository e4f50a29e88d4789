import type { HttpRequest } from '@millrace/engine/node-api';
import { NodeError } from '@millrace/engine/node-api';
import { type ReadResponse, textOf } from '../http/answer.ts';
import { answerOf, describeBody, describeRequest, longestDescription, maskSecrets } from '../http/failure.ts';
import type { Connection } from './connection.ts';
import { readPath } from './path.ts';

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

const messageOf = ({ errors }: Connection, text: string): string => {
  const body = parsed(text);
  for (const path of errors?.message ?? []) {
    const found = readPath(body, path);
    if (typeof found === 'string' && found.trim() !== '') return found.trim();
  }
  return describeBody(text);
};

/** A failure in the service's own words, with its status and what to do about it. */
export const serviceFailure = (
  connection: Connection,
  request: HttpRequest,
  response: ReadResponse,
  itemIndex: number,
): NodeError => {
  const status = `${response.status} ${response.statusText}`.trim();
  const answered = `${connection.service} answered with ${status}`;
  const said = maskSecrets(messageOf(connection, textOf(response)), request).slice(0, longestDescription);
  const hint = connection.errors?.hints?.[response.status];
  return new NodeError(said || answered, {
    description: [said ? `${answered}.` : '', hint ?? ''].filter((part) => part !== '').join(' ') || undefined,
    httpCode: String(response.status),
    itemIndex,
    cause: answerOf(textOf(response), request),
    context: { request: describeRequest(request) },
  });
};
