import type { NodeContext } from '@millrace/engine/node-api';

type Context = Pick<NodeContext, 'parameter' | 'rawParameter'>;

/**
 * A node's parameters for one item, each evaluated when it is looked at: for display rules, which look at few. What is not shown is not there.
 */
export const lazyValues = (context: Context, itemIndex: number): Readonly<Record<string, unknown>> => {
  const read = (name: string | symbol): unknown =>
    typeof name !== 'string' || context.rawParameter(name) === undefined
      ? undefined
      : context.parameter(name as never, itemIndex);
  return new Proxy<Record<string, unknown>>(
    {},
    {
      get: (_, name) => read(name),
      getOwnPropertyDescriptor: (_, name) =>
        read(name) === undefined ? undefined : { configurable: true, enumerable: true, value: read(name) },
    },
  );
};
