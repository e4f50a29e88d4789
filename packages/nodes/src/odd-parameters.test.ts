import type { ParameterDefinition } from '@millrace/contract/data';
import type { NodeDefinition } from '@millrace/engine/node-api';
import { runNode } from '@millrace/engine/testing';
import { expect, test } from 'vitest';
import { loadNodeTypes } from './index.ts';

/**
 * Workflows come from anywhere, and expressions give anything: whatever stands in a parameter, a node works or says what is wrong, and never fails by a
 * defect of its own.
 */

const oddValues = [null, ' ', 7, [], {}, [null], ['a'], { a: 1 }, '={{ undefined }}', '={{ {} }}', '={{ [7] }}'];
/** Errors that explain themselves. */
const explained = ['NodeError', 'ExpressionError', 'ParameterError'];

type Values = Record<string, unknown>;

/** Each parameter with each odd value, those within collections too. */
function* oddly(parameters: readonly ParameterDefinition[], wrap: (values: Values) => Values): Generator<Values> {
  for (const one of parameters) {
    const at = (value: unknown) => wrap({ [one.name]: value });
    for (const value of oddValues) yield at(value);
    if (one.type === 'collection') yield* oddly(one.options, at);
    if (one.type !== 'fixedCollection') continue;
    for (const { name, values } of one.options) {
      for (const value of oddValues) yield at({ [name]: value });
      yield* oddly(values, (entry) => at({ [name]: one.typeOptions?.multipleValues ? [entry] : entry }));
    }
  }
}

/** The node as it begins, and with each choice of each list of options. */
const settings = ({ parameters }: NodeDefinition): Values[] => {
  const choices = parameters.flatMap((one) =>
    one.type === 'options' ? (one.options ?? []).map(({ value }) => ({ [one.name]: value })) : [],
  );
  const isMode = (name: string) => ['mode', 'resume', 'sendBody'].includes(name);
  const modes = choices.filter((choice) => Object.keys(choice).every(isMode));
  return [{}, ...choices, ...modes.flatMap((mode) => choices.map((choice) => ({ ...choice, ...mode })))];
};

/** What depends on other choices shows up with each of them: a sample is enough. */
const sampled = (values: Values[], most: number): Values[] =>
  values.filter((_, index) => index % Math.ceil(values.length / most) === 0);

const nodes = (await loadNodeTypes()).filter(({ execute }) => execute);
/** One version of each definition: the others have the same parameters, or some of them. */
const cases = nodes.map((node) => [node.name, node.versions.at(-1)!, node] as const);

test.each(cases)('%s %s takes any parameters', { timeout: 60_000 }, async (_name, typeVersion, node) => {
  const inputs = node.inputs.length === 1 ? [[{ a: [1] }, {}]] : [[{ a: [1] }], [{}]];
  for (const setting of sampled(settings(node), 5)) {
    for (const values of oddly(node.parameters, (top) => top)) {
      const parameters = { ...setting, ...values };
      const host = { http: () => ({ body: {} }) };
      const { error } = await runNode(node, { typeVersion, parameters: parameters as never, inputs, host });
      if (!error || explained.includes(error.name)) continue;
      expect.unreachable(
        `${JSON.stringify(parameters)}: ${error.name}: ${error.message} ${error.stack?.split('\n')[1]}`,
      );
    }
  }
});
