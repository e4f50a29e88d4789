import type { Item, ParameterDefinition } from '@millrace/contract/data';
import type { NodeDefinition } from '../../node-api/definition.ts';
import { NodeError } from '../../node-api/errors.ts';
import { type NodeOptions, testNode } from '../../testing/index.ts';
import { expression, place, value } from './place.ts';

/** A node that others serve, and those that serve it. What they serve is a function from text to text. */

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

const diaryType = testNode(
  async (context) => {
    context.state.pages = Number(context.state.pages ?? 0) + 1;
    const [ask] = (await context.connected('ai_languageModel')) as Serve[];
    return [[{ json: { n: ask!(`page ${String(context.state.pages)}`) } }]];
  },
  { name: 'golden.diary', keepsState: true, inputs: ['main', 'ai_languageModel'] },
);
/** Asks its model for a further page in each of its runs. Its state comes first: in replay there are no sub-nodes. */
export const diary = (settings?: NodeOptions) => place(diaryType, settings);
