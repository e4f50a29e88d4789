import { NodeError } from '../../node-api/errors.ts';
import { type NodeOptions, testNode } from '../../testing/index.ts';
import { place, value } from './place.ts';

/** Nodes that take their time: in memory, outside of it, until someone calls, until another workflow has ended. */

const pauseType = testNode(
  async (context) => {
    await context.sleep(Number(context.parameter('value')));
    return [[...context.items]];
  },
  { name: 'golden.pause', parameters: value },
);

/** Hands its items on after so many milliseconds. */
export const pause = (milliseconds: number, settings?: NodeOptions) =>
  place(pauseType, settings, { value: milliseconds });

const holdType = testNode(
  (context) => {
    const { resumption, memo } = context;
    const milliseconds = Number(context.parameter('value'));
    if (!resumption) return context.wait({ till: context.now() + milliseconds, memo: { since: 'now' } });
    return [
      context.items.map((item) => ({ ...item, json: { n: `${String(item.json.n)} since ${String(memo?.since)}` } })),
    ];
  },
  { name: 'golden.hold', parameters: value },
);

/** Waits so many milliseconds, outside of memory. */
export const hold = (milliseconds: number, settings?: NodeOptions) =>
  place(holdType, settings, { value: milliseconds });

const listenType = testNode(
  (context) => {
    const { resumption } = context;
    if (resumption?.kind === 'webhook') return [[{ json: { n: String(resumption.request.body) } }]];
    if (resumption) return [[...context.items]];
    const till = context.parameter('value') as number | null;
    return context.wait({
      till: till && context.now() + till,
      webhook: { method: 'POST', responseMode: 'onReceived' },
    });
  },
  { name: 'golden.listen', parameters: value },
);

/** Waits for a call and gives what that brings; after so many milliseconds it goes on with its items. */
export const listen = (limit: number | null, settings?: NodeOptions) => place(listenType, settings, { value: limit });

const callType = testNode(
  async (context) => {
    const { resumption, items } = context;
    const id = String(context.parameter('value'));
    const call = { workflow: { id }, items: [...items], waitForEnd: context.rawParameter('waitForEnd') !== false };
    const result = resumption?.kind === 'execution' ? resumption.result : await context.callWorkflow(call);
    if (result.status === 'waiting') return context.wait({ till: null, executionId: result.executionId });
    if (result.status === 'error') throw new NodeError(`The called workflow failed: ${result.error.message}`);
    if (result.status === 'started') return [[...items]];
    return [result.items.map((item) => ({ json: item.json }))];
  },
  {
    name: 'golden.call',
    parameters: [...value, { name: 'waitForEnd', displayName: 'Wait', type: 'boolean', default: true }],
  },
);

/** Calls another workflow with all items; gives what its last node gave. */
export const call = (id: string, settings?: NodeOptions) => place(callType, settings, { value: id });

/** Starts another workflow and does not wait for it. */
export const send = (id: string, settings?: NodeOptions) => place(callType, settings, { value: id, waitForEnd: false });
