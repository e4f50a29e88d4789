import { ExpressionError, typeError } from '../errors.ts';
import { toKey } from '../language/convert.ts';
import { HostFunction, isPlainObject, LazyObject } from '../language/values.ts';
import type { Scope } from '../scope.ts';
import type { CustomData } from '../types.ts';
import { buildOnce } from './build.ts';

/** The execution, what it is told to remember of itself, and what the workflow keeps from one run to the next. */

function writable(scope: Scope): CustomData {
  if (scope.data.customData) return scope.data.customData;
  throw new ExpressionError('noData', 'Custom data can be set in a run of the workflow only', {
    type: 'no_custom_data',
    hint: 'It is set when the node runs.',
  });
}

const customDataFunctions = {
  get: new HostFunction('get', (scope, [key]) => scope.data.customData?.get(toKey(scope, key))),
  getAll: new HostFunction('getAll', (scope) => scope.data.customData?.getAll()),
  set: new HostFunction('set', (scope, [key, value]) => writable(scope).set(toKey(scope, key), value)),
  setAll: new HostFunction('setAll', (scope, [values]) => {
    if (!isPlainObject(values)) throw typeError('setAll() needs an object', 'Write .setAll({ key: "value" }).');
    writable(scope).setAll(values);
  }),
};

const customData = new LazyObject('$execution.customData', {
  get: () => customDataFunctions.get,
  getAll: () => customDataFunctions.getAll,
  set: () => customDataFunctions.set,
  setAll: () => customDataFunctions.setAll,
});

const execution = ({ data }: Scope): LazyObject =>
  new LazyObject('$execution', {
    id: () => data.execution.id,
    mode: () => (data.execution.mode === 'manual' ? 'test' : 'production'),
    resumeUrl: () => data.execution.resumeUrl,
    resumeFormUrl: () => data.execution.resumeFormUrl,
    customData: () => customData,
  });

const staticData = new HostFunction('$getWorkflowStaticData', (scope, [kind]) => {
  if (kind !== 'global' && kind !== 'node') {
    throw typeError('$getWorkflowStaticData needs "global" or "node"', 'Write $getWorkflowStaticData("global").');
  }
  if (scope.data.staticData) return scope.data.staticData(kind);
  throw new ExpressionError('noData', 'Static data can be read in a run of the workflow only', {
    type: 'no_static_data',
    hint: 'It is there when the node runs.',
  });
});

export const executionVariables: readonly (readonly [string, (scope: Scope) => unknown])[] = [
  ['$execution', (scope) => buildOnce(scope, '$execution', execution)],
  ['$executionId', ({ data }) => data.execution.id],
  ['$resumeWebhookUrl', ({ data }) => data.execution.resumeUrl],
  ['$mode', ({ data }) => data.execution.mode],
  ['$getWorkflowStaticData', () => staticData],
];
