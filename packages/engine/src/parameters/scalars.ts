import { readNumber } from './numbers.ts';
import { expected, toPlain } from './plain.ts';

/** One value as text, as a number, as yes or no: what conversion to a parameter's type and to a field's type share. */

export const toText = (value: unknown): string => {
  if (typeof value === 'string') return value;
  if (value === undefined || value === null) return '';
  const plain = toPlain(value);
  return typeof plain === 'object' ? JSON.stringify(plain) : String(plain);
};

/** @throws Error */
export const toNumber = (value: unknown): number => {
  const number = typeof value === 'boolean' ? Number(value) : readNumber(value);
  if (Number.isNaN(number)) throw expected('a number', value);
  return number;
};

/** @throws Error */
export const toBoolean = (value: unknown): boolean => {
  if (typeof value === 'boolean') return value;
  if (value === undefined || value === null || value === '' || value === 0) return false;
  if (value === 1) return true;
  if (typeof value === 'string' && /^\s*(true|yes|on|1)\s*$/i.test(value)) return true;
  if (typeof value === 'string' && /^\s*(false|no|off|0)\s*$/i.test(value)) return false;
  throw expected('true or false', value);
};
