import type { Item, ParameterDefinition } from '@millrace/contract/data';
import type { NodeDefinition } from '../node-api/definition.ts';
import { NodeError } from '../node-api/errors.ts';
import { type NodeOptions, passNode, startNode, testNode } from '../testing/index.ts';

/**
 * The nodes of the golden workflows. Each is called with what it needs, then with any settings of a node. They depend on nothing but their
 * items, parameters and state, so that a run can be repeated, paused and continued. Items carry their value as `n`.
 */

export interface PlacedNode {
  readonly type: NodeDefinition | string;
  readonly options: NodeOptions;
}

const place = (type: PlacedNode['type'], settings: NodeOptions = {}, parameters: NodeOptions['parameters'] = {}) => ({
  type,
  options: { ...settings, parameters },
});

const value = [{ name: 'value', displayName: 'Value', type: 'json', default: null }] as const;
const expression = (code: string) => ({ value: `={{ ${code} }}` });

const numberOf = (item: Item): number => Number(item.json.n);

/** A trigger: gives the items that the run starts with. */
export const start = (settings?: NodeOptions) => place(startNode, settings);

/** Hands its items on. */
export const pass = (settings?: NodeOptions) => place(passNode, settings);

/** A type that nobody knows. */
export const unknown = (settings?: NodeOptions) => place('acme.missing', settings);

const setType = testNode(
  (context) => context.forEachItem((_, index) => ({ json: { n: context.parameter('value', index) } })),
  { name: 'golden.set', parameters: value },
);
/** Gives `n` of each item the value of an expression. */
export const set = (code: string, settings?: NodeOptions) => place(setType, settings, expression(code));

const keepType = testNode(
  (context) => context.forEachItem((item, index) => (context.parameter('value', index) ? item : null)),
  { name: 'golden.keep', parameters: value },
);
/** Lets the items through for which the expression is true. */
export const keep = (code: string, settings?: NodeOptions) => place(keepType, settings, expression(code));

const routeType = testNode(
  (context) => {
    const outputs: Item[][] = [[], [], []];
    for (const [index, item] of context.items.entries()) outputs[Number(context.parameter('value', index))]?.push(item);
    return outputs;
  },
  { name: 'golden.route', outputs: ['main', 'main', 'main'], parameters: value },
);
/** Sends each item to the output, of three, whose number the expression gives. */
export const route = (code: string, settings?: NodeOptions) => place(routeType, settings, expression(code));

const whenType = testNode(
  (context) => {
    const holds = context.items.map((_, index) => Boolean(context.parameter('value', index)));
    return [context.items.filter((_, index) => holds[index]), context.items.filter((_, index) => !holds[index])];
  },
  { name: 'golden.when', outputs: ['main', 'main'], parameters: value },
);
/** Sends items for which the expression is true to the first output, the others to the second. */
export const when = (code: string, settings?: NodeOptions) => place(whenType, settings, expression(code));

const nothingType = testNode(() => [[]], { name: 'golden.nothing' });
/** Gives no items. */
export const nothing = (settings?: NodeOptions) => place(nothingType, settings);

const lateType = testNode(
  async ({ items }) => {
    await Promise.resolve();
    return [[...items]];
  },
  { name: 'golden.late' },
);
/** Hands its items on, later than at once. */
export const late = (settings?: NodeOptions) => place(lateType, settings);

const splitType = testNode(
  (context) =>
    context.forEachItem((item) => ['a', 'b'].map((part) => ({ json: { n: `${String(item.json.n)}${part}` } }))),
  { name: 'golden.split' },
);
/** Makes two items of each: one to many, with links. */
export const split = (settings?: NodeOptions) => place(splitType, settings);

const gatherType = testNode(
  ({ items }) => [
    [{ json: { n: items.map((item) => item.json.n).join('+') }, pairedItem: items.map((_, index) => index) }],
  ],
  { name: 'golden.gather' },
);
/** Makes one item of all, linked to all: many to one. */
export const gather = (settings?: NodeOptions) => place(gatherType, settings);

const totalType = testNode(({ items }) => [[{ json: { n: items.reduce((sum, item) => sum + numberOf(item), 0) } }]], {
  name: 'golden.total',
});
/** Makes one item of all and does not say of which. */
export const total = (settings?: NodeOptions) => place(totalType, settings);

const reverseType = testNode(({ items }) => [items.toReversed()], { name: 'golden.reverse' });
/** Turns the order of its items round; they keep their links. */
export const reverse = (settings?: NodeOptions) => place(reverseType, settings);

const makeType = testNode(
  (context) => [
    Array.from({ length: Number(context.parameter('value')) }, (_, index) => ({ json: { n: 'abc'[index]! } })),
  ],
  { name: 'golden.make', parameters: value },
);
/** Makes so many new items (`a`, `b`, `c`) and does not say of what. */
export const make = (count: number, settings?: NodeOptions) => place(makeType, settings, { value: count });

const appendType = testNode(({ inputs }) => [inputs.flatMap((items) => items ?? [])], {
  name: 'golden.append',
  inputs: ['main', 'main'],
});
/** A merge with two inputs: all items of the first, then all of the second. */
export const append = (settings?: NodeOptions) => place(appendType, settings);

const appendThreeType = testNode(({ inputs }) => [inputs.flatMap((items) => items ?? [])], {
  name: 'golden.appendThree',
  inputs: ['main', 'main', 'main'],
});
/** The same with three inputs. */
export const appendThree = (settings?: NodeOptions) => place(appendThreeType, settings);

const zipType = testNode(
  ({ inputs: [first, second] }) => [
    (first ?? []).slice(0, second?.length ?? 0).map((item, index) => ({
      json: { n: `${String(item.json.n)}&${String(second?.[index]?.json.n)}` },
      pairedItem: [
        { item: index, input: 0 },
        { item: index, input: 1 },
      ],
    })),
  ],
  { name: 'golden.zip', inputs: ['main', 'main'] },
);
/** A merge by position: one item of each pair, linked to both. */
export const zip = (settings?: NodeOptions) => place(zipType, settings);

const eitherType = testNode(({ inputs }) => [inputs.flatMap((items) => items ?? [])], {
  name: 'golden.either',
  inputs: ['main', 'main'],
  runsWhen: 'anyInput',
});
/** Two inputs; runs for each arrival instead of waiting for both. */
export const either = (settings?: NodeOptions) => place(eitherType, settings);

const loopType = testNode(
  (context) => {
    const { items, state } = context;
    const begins = state.rest === undefined;
    const rest = begins ? [...items] : (state.rest as Item[]);
    const back = begins ? [] : [...(state.back as Item[]), ...items];
    const size = Number(context.parameter('value'));
    if (rest.length > 0) {
      Object.assign(state, { rest: rest.slice(size), back });
      return [[], rest.slice(0, size)];
    }
    delete state.rest;
    delete state.back;
    return [back, []];
  },
  { name: 'golden.loop', keepsState: true, outputs: ['main', 'main'], parameters: value },
);
/** Hands its items out on output 1, so many a pass, then all that came back on output 0. Then it begins anew. */
export const loop = (size: number, settings?: NodeOptions) => place(loopType, settings, { value: size });

const countdownType = testNode(
  (context) => context.forEachItem((item) => (numberOf(item) > 0 ? { json: { n: numberOf(item) - 1 } } : null)),
  { name: 'golden.countdown' },
);
/** One less, until nothing is left. */
export const countdown = (settings?: NodeOptions) => place(countdownType, settings);

const failIfType = testNode(
  (context) =>
    context.forEachItem((item, index) => {
      if (context.parameter('value', index)) throw new NodeError(`No ${String(item.json.n)}`);
      return item;
    }),
  { name: 'golden.failIf', parameters: value },
);
/** Fails for the items for which the expression is true, hands the others on. */
export const failIf = (code: string, settings?: NodeOptions) => place(failIfType, settings, expression(code));

const brokenType = testNode(
  () => {
    throw new NodeError('Broken');
  },
  { name: 'golden.broken' },
);
/** Fails as a whole. */
export const broken = (settings?: NodeOptions) => place(brokenType, settings);

const flakyType = testNode(
  (context) => {
    const { items, state, runIndex } = context;
    const calls = state.run === runIndex ? Number(state.calls) + 1 : 1;
    Object.assign(state, { run: runIndex, calls });
    if (calls <= Number(context.parameter('value'))) throw new NodeError(`Failure ${calls}`);
    return [[...items]];
  },
  { name: 'golden.flaky', keepsState: true, parameters: value },
);
/** Fails as a whole the first so many times that it is called, in each of its runs. */
export const flaky = (failures: number, settings?: NodeOptions) => place(flakyType, settings, { value: failures });

const countType = testNode(
  ({ state }) => {
    state.count = Number(state.count ?? 0) + 1;
    return [[{ json: { n: Number(state.count) } }]];
  },
  { name: 'golden.count', keepsState: true },
);
/** Gives one item: how often it has run. */
export const count = (settings?: NodeOptions) => place(countType, settings);

const scopeParameter = [
  { name: 'scope', displayName: 'Scope', type: 'string', default: 'node' },
] as const satisfies readonly ParameterDefinition[];
const tallyType = testNode(
  (context) => {
    const data = context.staticData(context.parameter('scope') === 'global' ? 'global' : 'node');
    data.count = Number(data.count ?? 0) + 1;
    return [[{ json: { n: Number(data.count) } }]];
  },
  { name: 'golden.tally', parameters: scopeParameter },
);
/** Counts in static data. */
export const tally = (scope: 'node' | 'global', settings?: NodeOptions) => place(tallyType, settings, { scope });

const attachType = testNode(
  (context) =>
    context.forEachItem((item) => ({
      json: item.json,
      binary: { file: { id: `file-${String(item.json.n)}`, mimeType: 'text/plain' } },
    })),
  { name: 'golden.attach' },
);
/** Adds a file to each item. */
export const attach = (settings?: NodeOptions) => place(attachType, settings);

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

const hangType = testNode(() => new Promise<never>(() => {}), { name: 'golden.hang' });
/** Never comes back. */
export const hang = (settings?: NodeOptions) => place(hangType, settings);

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

type Serve = (text: string) => string;

const subNode = <const P extends readonly ParameterDefinition[]>(
  details: Omit<Partial<NodeDefinition<P>>, 'execute'> & Pick<NodeDefinition<P>, 'supply' | 'parameters'>,
): NodeDefinition => {
  const { execute: _, ...definition } = testNode<P>(() => [], { inputs: [], ...details });
  return definition;
};

const modelType = subNode({
  name: 'golden.model',
  outputs: ['ai_languageModel'],
  parameters: value,
  supply: (context) => {
    const style = String(context.parameter('value'));
    const answer: Serve = (text) => {
      const answered = `${style}(${text})`;
      context.recordCall([{ json: { n: text } }], [{ json: { n: answered } }]);
      return answered;
    };
    return { value: answer };
  },
});
/** A sub-node of type `ai_languageModel`: answers in the style that the expression gives. */
export const model = (code: string, settings?: NodeOptions) => place(modelType, settings, expression(code));

const refuserType = subNode({
  name: 'golden.refuser',
  parameters: [],
  outputs: ['ai_languageModel'],
  supply: (context) => ({
    value: (text: string) => {
      const error = new NodeError(`Nothing to say about ${text}`);
      context.recordCall([{ json: { n: text } }], { error });
      throw error;
    },
  }),
});
/** A model whose every use fails. */
export const refuser = (settings?: NodeOptions) => place(refuserType, settings);

const brokenModelType = subNode({
  name: 'golden.brokenModel',
  parameters: [],
  outputs: ['ai_languageModel'],
  supply: () => {
    throw new NodeError('No key');
  },
});
/** A model that cannot be set up. */
export const brokenModel = (settings?: NodeOptions) => place(brokenModelType, settings);

const toolType = subNode({
  name: 'golden.tool',
  inputs: ['ai_languageModel'],
  outputs: ['ai_tool'],
  parameters: value,
  supply: async (context) => {
    const models = (await context.connected('ai_languageModel')) as Serve[];
    const use: Serve = (text) => {
      const used = models.reduce((said, ask) => ask(said), `${text}+${String(context.parameter('value'))}`);
      context.recordCall([{ json: { n: text } }], [{ json: { n: used } }]);
      return used;
    };
    return { value: use };
  },
});
/** A sub-node of type `ai_tool`: adds what the expression gives; may have models of its own. */
export const tool = (code: string, settings?: NodeOptions) => place(toolType, settings, expression(code));

const agentType = testNode(
  async (context) => {
    const { items, continueOnFail } = context;
    const output: Item[] = [];
    for (const [index, item] of items.entries()) {
      try {
        const [ask] = (await context.connected('ai_languageModel', index)) as Serve[];
        const tools = (await context.connected('ai_tool', index)) as Serve[];
        const n = tools.reduce((text, use) => use(text), ask!(String(item.json.n)));
        output.push({ json: { n }, pairedItem: index });
      } catch (error) {
        if (!continueOnFail) throw error;
        output.push(context.failedItem(error, index));
      }
    }
    return [output];
  },
  {
    name: 'golden.agent',
    inputs: ['main', { type: 'ai_languageModel', displayName: 'Model', required: true }, 'ai_tool'],
  },
);
/** Asks its model about each item, then uses its tools on the answer. */
export const agent = (settings?: NodeOptions) => place(agentType, settings);

const labelType = testNode(
  (context) => {
    for (const item of context.items) context.customData.set('order', item.json.n);
    return [[...context.items]];
  },
  { name: 'golden.label' },
);
/** Keeps the value of its last item as custom data of the execution. */
export const label = (settings?: NodeOptions) => place(labelType, settings);
