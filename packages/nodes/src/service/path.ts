import { isObject } from '@millrace/contract/data';

/** What is at a dotted path; numbers lead into lists. Own properties only. */
export const readPath = (value: unknown, path: string): unknown =>
  path
    .split('.')
    .filter((key) => key !== '')
    .reduce<unknown>(
      (at, key) =>
        (isObject(at) || Array.isArray(at)) && Object.hasOwn(at, key) ? Reflect.get(at as object, key) : undefined,
      value,
    );
