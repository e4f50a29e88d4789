import { isObject } from '@millrace/contract/data';
import type { SetupContext } from '@millrace/engine/node-api';

const root = 'parameters';

/** `parameters.rules.values[0].field` → its segments without the first. */
const segmentsOf = (path: string): string[] => {
  const segments = path.split(/[.[\]]/).filter((segment) => segment !== '');
  return segments[0] === root ? segments.slice(1) : segments;
};

const stepInto = (value: unknown, key: string): unknown =>
  (Array.isArray(value) || isObject(value)) && Object.hasOwn(value, key)
    ? (value as Record<string, unknown>)[key]
    : undefined;

/**
 * Reads the values that are in the same collection as the one at a path.
 *
 * @param path such as `parameters.rules.values[0].field`
 */
export const siblingsOf = (context: Pick<SetupContext, 'parameter' | 'rawParameter'>, path: string) => {
  const [top, ...inner] = segmentsOf(path);
  return (name: string): unknown => {
    if (top === undefined || inner.length === 0) {
      return context.parameter(name as never);
    }
    const whole: unknown = context.parameter(top as never);
    return stepInto(inner.slice(0, -1).reduce(stepInto, whole), name);
  };
};
