import { type MenuItem, menuItemSchema } from '@millrace/contract';
import { isObject } from '@millrace/contract/data';
import ipaddr from 'ipaddr.js';
import { programPaths, screenPaths } from './platform/own-paths.ts';
import { isTimezone } from './platform/timezone.ts';

export interface Setting<T> {
  env: string;
  default: T;
  /** What the default is called in the documentation where the value itself says too little. */
  defaultText?: string;
  help: string;
  /** @throws Error whose message goes on from "must be". */
  read(text: string): T;
  /** A value that is refused is not repeated in the message. */
  isSecret?: boolean;
}

export const setting = <T>(
  env: string,
  read: (text: string) => T,
  fallback: NoInfer<T>,
  help: string,
  defaultText?: string,
): Setting<T> => ({ env: `MILLRACE_${env}`, read, default: fallback, help, defaultText });

export const secret = <T>(one: Setting<T>): Setting<T> => ({ ...one, isSecret: true });

/**
 * How the text of an environment variable becomes a value. Each reader throws an Error whose message goes on from "must be".
 */

export const text =
  (pattern = /^/, expected = 'text') =>
  (value: string): string => {
    if (!pattern.test(value)) throw new Error(expected);
    return value;
  };

/** Texts with commas between them. */
export const listOf = (value: string): string[] =>
  value
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '');

export const integer =
  (min: number, max: number) =>
  (value: string): number => {
    const number = Number(value);
    if (!/^-?\d+$/.test(value) || number < min || number > max) throw new Error(`a whole number from ${min} to ${max}`);
    return number;
  };

/** Zero means something else than a number: none, or all. */
export const zeroOr =
  (min: number, max: number) =>
  (value: string): number => {
    const number = Number(value);
    if (number !== 0 && number < min) throw new Error(`0, or a whole number from ${min} to ${max}`);
    return integer(0, max)(value);
  };

export const flag = (value: string): boolean => {
  if (value !== 'true' && value !== 'false') throw new Error('true or false');
  return value === 'true';
};

export const oneOf =
  <const T extends string>(...choices: T[]) =>
  (value: string): T => {
    const choice = choices.find((candidate) => candidate === value);
    if (choice === undefined) throw new Error(`one of ${choices.join(', ')}`);
    return choice;
  };

/** An http address without query, whose path is plain, kept without a slash at its end; empty for none. */
export const address = (value: string): string => {
  if (value === '') return '';
  if (!URL.canParse(value)) throw new Error('an address such as https://automation.example.com');
  const url = new URL(value);
  if (!/^https?:$/.test(url.protocol) || url.search || url.hash || url.username)
    throw new Error('an http or https address without query and user name');
  if (!/^(?:\/[\w.~-]+)*\/*$/.test(url.pathname))
    throw new Error(
      'an address whose path has letters, digits, ., _, ~ and - only, such as https://example.com/automation',
    );
  return url.href.replace(/\/+$/, '');
};

/** An http or https address of whatever kind; empty for none. */
export const link = (value: string): string => {
  if (value === '') return '';
  if (!URL.canParse(value) || !/^https?:$/.test(new URL(value).protocol))
    throw new Error('an http or https address such as https://wiki.example.com/automation');
  return value;
};

/** Origins of pages with commas between them, such as `https://docs.example.com`. */
export const origins = (value: string): string[] =>
  listOf(value).map((one) => {
    const url = URL.canParse(one) ? new URL(one) : undefined;
    if (!url || !/^https?:$/.test(url.protocol) || url.href !== `${url.origin}/`)
      throw new Error('origins such as https://docs.example.com, with commas between');
    return url.origin;
  });

/** JSON of entries of the editor's sidebar. */
export const menuItems = (value: string): MenuItem[] => {
  const expected =
    'a JSON list of objects with id, position ("top" or "bottom"), label, url, and where wanted icon (one or two letters) and newWindow';
  let items: unknown;
  try {
    items = JSON.parse(value || '[]');
  } catch {
    throw new Error(expected);
  }
  const read = menuItemSchema.array().safeParse(items);
  if (!read.success) throw new Error(expected);
  return read.data;
};

/** An http or https address of a proxy, with user name and password where it asks for them. */
export const proxyAddress = (value: string): string => {
  const url = URL.parse(value);
  if (value !== '' && (!url || !/^https?:$/.test(url.protocol) || url.pathname !== '/' || url.search || url.hash))
    throw new Error('an address such as http://proxy.example.com:3128');
  return value;
};

export const databaseUrl = (value: string): string => {
  if (value !== '' && !/^postgres(ql)?:\/\//.test(value)) throw new Error('a postgres:// address, or empty for SQLite');
  return value;
};

/** Texts with commas between them. */
export const encryptionKeys = (value: string): string => {
  const keys = value.split(',').map((key) => key.trim());
  if (value !== '' && keys.some((key) => key.length < 32 || /\s/.test(key)))
    throw new Error('texts of 32 characters or more without spaces, with commas between them');
  return keys.join(',');
};

/** JSON of an object of objects. Kept as text. */
export const jsonOfTypes = (value: string): string => {
  if (value === '') return '';
  try {
    const parsed: unknown = JSON.parse(value);
    if (isObject(parsed) && Object.values(parsed).every(isObject)) return value;
  } catch {
    // Told below.
  }
  throw new Error('JSON such as {"githubOAuth2Api":{"clientId":"…","clientSecret":"…"}}');
};

export const timezone = (value: string): string => {
  if (!isTimezone(value)) throw new Error('the IANA name of a time zone, such as Europe/Berlin');
  return value;
};

/** First parts of paths that the instance serves itself. */
export const reservedSegments = [...programPaths, ...screenPaths];
export const segment = (value: string): string => {
  if (!/^[a-z0-9][a-z0-9_-]*$/i.test(value) || reservedSegments.includes(value.toLowerCase()))
    throw new Error('one part of a path (letters, digits, - and _) that the editor does not use itself');
  return value;
};

/** A name with all below it, an address or one with a port, a range, or everything. */
const isProxyException = (host: string): boolean =>
  host === '*' ||
  (host.includes('/')
    ? ipaddr.isValidCIDR(host)
    : ipaddr.isValid(host) || /^(?:\[[\da-f:.]+\]|(?:\*?\.)?[\p{L}\p{N}_.-]+)(?::\d{1,5})?$/iu.test(host));

/** One that is misspelt would send through the proxy what was to go past it. */
export const proxyExceptions = (value: string): string => {
  const wrong = listOf(value).find((host) => !isProxyException(host));
  if (wrong !== undefined)
    throw new Error(
      `hosts with commas between, such as example.com, 10.0.0.0/8 or example.com:8080, and "${wrong}" is none`,
    );
  return value;
};
