import { withContents } from './files.ts';
import { helpers } from './helpers.ts';
import { ask } from './host.ts';
import { itemsOfNode, nodeReference, olderReferences } from './nodes.ts';

/** The names that code finds, besides those of the language. */

declare const luxon: typeof import('luxon');
declare const jmespath: typeof import('jmespath');

export type Item = { json: Record<string, unknown>; binary?: Record<string, unknown>; pairedItem?: unknown };

/** What a run is about. */
export interface RunFacts {
  items: Item[];
  /** IANA name. */
  timezone: string;
  runIndex: number;
}

/** Static data that the code has asked for: what it holds at the end is kept. */
export const staticData: Record<string, unknown> = {};

const getWorkflowStaticData = (scope: unknown): unknown => {
  if (scope !== 'global' && scope !== 'node')
    throw new TypeError('$getWorkflowStaticData needs "global" or "node": write $getWorkflowStaticData("global")');
  staticData[scope] ??= ask('staticData', scope);
  return staticData[scope];
};

const customData = {
  get: (key: string) => ask('customData', 'get', key) ?? undefined,
  getAll: () => ask('customData', 'getAll'),
  set: (key: string, value: unknown) => void ask('customData', 'set', key, value),
  setAll: (values: unknown) => void ask('customData', 'setAll', values),
};

/** Variables of expressions that mean the same here, computed when they are read. */
const asInExpressions = [
  '$workflow',
  '$vars',
  '$env',
  '$prevNode',
  '$parameter',
  '$rawParameter',
  '$nodeVersion',
  '$nodeId',
  '$webhookId',
  '$executionId',
  '$resumeWebhookUrl',
  '$mode',
];

/** At which item the code is; the first where it runs once for all. */
let at = 0;
export const moveTo = (index: number): void => {
  at = index;
};

const define = (target: object, name: string, compute: () => unknown): object =>
  Object.defineProperty(target, name, {
    get: compute,
    set: (value: unknown) => Object.defineProperty(target, name, { value, writable: true, configurable: true }),
    configurable: true,
    enumerable: true,
  });

const once = (compute: () => unknown): (() => unknown) => {
  let known: { value: unknown } | undefined;
  return () => {
    known ??= { value: compute() };
    return known.value;
  };
};

const search = (data: unknown, query: string): unknown => {
  if (typeof data !== 'object' || data === null)
    throw new TypeError('$jmespath needs an object or a list first: write $jmespath(data, "query")');
  return jmespath.search(data, query);
};

const isEmpty = (value: unknown): boolean =>
  value === undefined ||
  value === null ||
  value === '' ||
  (typeof value === 'object' && !(value instanceof Date) && Object.keys(value).length === 0);

/** @returns what code finds as `this` */
export const defineVariables = ({ items, timezone, runIndex }: RunFacts): object => {
  withContents(items);
  const { DateTime, Duration, Interval, Settings } = luxon;
  Settings.defaultZone = timezone;
  const now = once(() => DateTime.now());
  const itemIndex = () => at;
  const itemAt = (index: number): Item => {
    const item = items[index];
    if (!item) throw new Error('There is no input item: no data came in');
    return item;
  };
  /** The variables as one item sees them. */
  const ofItem = (index: () => number): object => {
    const scope = {};
    const current = () => itemAt(index());
    define(scope, '$json', () => current().json);
    define(scope, '$data', () => current().json);
    define(scope, '$binary', () => current().binary ?? {});
    define(scope, '$thisItem', current);
    define(scope, '$itemIndex', index);
    define(scope, '$node', () => olderReferences(index));
    define(scope, '$', () => (name: unknown) => nodeReference(name, index));
    return scope;
  };
  const input = {
    all: () => items,
    first: () => items[0],
    last: () => items.at(-1),
    itemMatching: itemAt,
    get item() {
      return itemAt(at);
    },
  };
  define(
    input,
    'params',
    once(() => ask('inputParameters')),
  );
  define(
    input,
    'context',
    once(() => ask('inputContext')),
  );
  const execution = once(() => ({ ...(ask('variable', '$execution') as object), customData }));
  const items$ = (name?: unknown, output?: number, run?: number) =>
    name === undefined ? items : itemsOfNode(name, output, run);

  Object.defineProperties(globalThis, Object.getOwnPropertyDescriptors(ofItem(itemIndex)));
  Object.assign(globalThis, {
    $input: input,
    items,
    $items: items$,
    $item: (index: number) => ofItem(() => index),
    $runIndex: runIndex,
    $getWorkflowStaticData: getWorkflowStaticData,
    getWorkflowStaticData,
    $jmespath: search,
    $jmesPath: search,
    $helpers: helpers,
    $if: (condition: unknown, then: unknown, otherwise: unknown = false) => (condition ? then : otherwise),
    $ifEmpty: (value: unknown, otherwise: unknown) => (isEmpty(value) ? otherwise : value),
    $min: Math.min,
    $max: Math.max,
    $not: (value: unknown) => !value,
    $evaluateExpression: (text: unknown, index = at) => ask('evaluateExpression', String(text), index),
    $getPairedItem: (node: string, _: unknown, link: { item?: number } = {}) =>
      nodeReference(node, itemIndex).itemMatching(link.item ?? at),
    DateTime,
    Duration,
    Interval,
  });
  define(globalThis, '$now', now);
  define(globalThis, '$today', () => (now() as import('luxon').DateTime).startOf('day'));
  define(globalThis, '$execution', execution);
  for (const name of asInExpressions)
    define(
      globalThis,
      name,
      once(() => ask('variable', name)),
    );

  return {
    helpers,
    getWorkflowStaticData,
    getNodeParameter: (name: string, index?: number, fallback?: unknown) =>
      ask('getNodeParameter', name, index ?? at, fallback ?? null) ?? fallback,
    getInputData: () => items,
    getItemIndex: itemIndex,
    getExecutionId: () => (execution() as { id: string }).id,
    getMode: () => ask('variable', '$mode'),
    getTimezone: () => timezone,
    getWorkflow: () => ask('variable', '$workflow'),
    getNode: () => ask('node'),
    evaluateExpression: (text: unknown, index = at) => ask('evaluateExpression', String(text), index),
  };
};
