import { toJsonValue } from '../items/to-json.ts';

/** Dates, maps and the like become what JSON has for them; plain data stays the same object. */
export const toPlain = (value: unknown): unknown => {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  const prototype = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null ? value : toJsonValue(value);
};

/** A value as it is shown in messages. */
export const describe = (value: unknown): string => {
  if (value === undefined || value === null) return 'nothing';
  const text = JSON.stringify(toPlain(value)) ?? typeof value;
  return text.length > 100 ? `${text.slice(0, 100)}…` : text;
};

/** @param what such as `a number` */
export const expected = (what: string, value: unknown): Error =>
  new Error(`Expected ${what} but got ${describe(value)}`);
