import { JsonText } from '../platform/json-text.ts';
import type { TaskResult } from './task.ts';
import type { MethodValues, NodeMethod } from './types.ts';

/** What a call has given, of which the output of a trigger stays text. */
export const givenValue = <M extends NodeMethod>(
  { kind }: M,
  { bytes, outputBytes }: Pick<TaskResult, 'bytes' | 'outputBytes'>,
): MethodValues[M['kind']] => {
  const end = bytes.length - (outputBytes ?? 0);
  const value = JSON.parse(bytes.toString('utf8', 0, end));
  if (outputBytes === undefined) return value;
  const output = new JsonText(bytes.toString('utf8', end));
  return (kind === 'poll' ? output : { ...value, output }) as MethodValues[M['kind']];
};
