import { isUtf8 } from 'node:buffer';
import type { FastifyInstance } from 'fastify';
import sjson from 'secure-json-parse';
import { AppError } from './errors.ts';

/** Deeper than any workflow, and shallow enough for every recursion over it. */
const maxDepth = 200;

const isDeeperThan = (value: unknown, depth: number): boolean => {
  if (typeof value !== 'object' || value === null) return false;
  if (depth === 0) return true;
  for (const child of Object.values(value)) if (isDeeperThan(child, depth - 1)) return true;
  return false;
};

/** @throws AppError invalidJson, also for a key `__proto__` and for what is nested too deeply */
export const parseJsonBody = (text: string): unknown => {
  let value: unknown;
  try {
    // `constructor` is a fair name for a node, and harmless as an own property.
    value = sjson.parse(text, undefined, { protoAction: 'error', constructorAction: 'ignore' });
  } catch (error) {
    const message = error instanceof Error ? error.message : '';
    if (/prototype property/.test(message))
      throw new AppError('invalidJson', 'The body has the key "__proto__", which is not allowed.');
    throw new AppError('invalidJson', `The body is not valid JSON: ${message}`, { cause: error });
  }
  if (isDeeperThan(value, maxDepth))
    throw new AppError('invalidJson', `The body is nested deeper than ${maxDepth} levels.`);
  return value;
};

/** Bytes that are no text would be stored as another text than was sent. @throws AppError invalidJson */
const utf8Text = (bytes: Buffer): string => {
  if (!isUtf8(bytes)) throw new AppError('invalidJson', 'The body is not valid UTF-8.');
  return bytes.toString('utf8');
};

/** JSON is the only body that routes of this scope take; an empty one counts as none. */
export const acceptJsonOnly = (app: FastifyInstance, bodyLimit: number): void => {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/json', { parseAs: 'buffer', bodyLimit }, (_request, body, done) => {
    const bytes = body as Buffer;
    if (bytes.length === 0) return done(null, undefined);
    try {
      done(null, parseJsonBody(utf8Text(bytes)));
    } catch (error) {
      done(error as Error);
    }
  });
};
