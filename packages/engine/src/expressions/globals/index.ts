import { buffer } from './buffer.ts';
import { defineFunctions } from './define.ts';
import { intl } from './intl.ts';
import { listFunctions } from './lists.ts';
import { math, number, numberFunctions } from './numbers.ts';
import { array, json, map, object, set } from './structures.ts';
import { boolean, errors, regExp, string, uriFunctions, url, urlSearchParams } from './texts.ts';
import { date, dateTime, duration, interval } from './time.ts';

/** Names without `$` that every expression knows. */
export const globals: ReadonlyMap<string, unknown> = new Map<string, unknown>([
  ['undefined', undefined],
  ['NaN', Number.NaN],
  ['Infinity', Number.POSITIVE_INFINITY],
  ...[
    array,
    boolean,
    buffer,
    date,
    dateTime,
    duration,
    interval,
    intl,
    json,
    map,
    math,
    number,
    object,
    regExp,
    set,
    string,
    url,
    urlSearchParams,
  ].map((namespace): [string, unknown] => [namespace.name, namespace]),
  ...Object.entries({ ...errors, ...numberFunctions, ...uriFunctions, ...defineFunctions(listFunctions) }),
]);

export { unsupportedGlobals } from './unsupported.ts';

/** Names of the host that expressions of others may mention: each is an empty object here. */
export const hiddenGlobals: ReadonlySet<string> = new Set(
  (
    'document window globalThis self alert prompt confirm eval setTimeout setInterval Function fetch XMLHttpRequest Promise ' +
    'Generator GeneratorFunction AsyncFunction AsyncGenerator AsyncGeneratorFunction WebAssembly Reflect Proxy escape unescape'
  ).split(' '),
);
