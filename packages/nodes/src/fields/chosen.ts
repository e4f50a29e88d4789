import { NodeError } from '@millrace/engine/node-api';

/**
 * What belongs to the value of an options parameter, which may be an expression and so be anything.
 * @throws NodeError where there is no such choice
 */
export const chosen = <T>(choices: Readonly<Record<string, T>>, what: string, value: unknown): T => {
  if (typeof value === 'string' && Object.hasOwn(choices, value)) return choices[value] as T;
  throw new NodeError(`"${String(value)}" is not a value for ${what}`, {
    description: `It can be ${Object.keys(choices).join(', ')}.`,
  });
};
