import { compileCode, outermost } from '../../packages/engine/src/expressions/compile/index.ts';
import { globals } from '../../packages/engine/src/expressions/globals/index.ts';
import { hashText } from '../../packages/engine/src/expressions/hash.ts';
import { callMember, readMember } from '../../packages/engine/src/expressions/language/members.ts';
import { FunctionValue, type Invoke, Namespace } from '../../packages/engine/src/expressions/language/values.ts';
import { tableOf } from '../../packages/engine/src/expressions/methods/index.ts';
import { parseCode } from '../../packages/engine/src/expressions/parse.ts';
import { Scope } from '../../packages/engine/src/expressions/scope-state.ts';
import { variables } from '../../packages/engine/src/expressions/variables/index.ts';
import { data } from './data.ts';
import { argumentCodes, largeReceivers, smallReceivers } from './values.ts';

/** A function of the language with its arguments, to be called directly. */
export interface Call {
  name: string;
  /** Steps that were paid before the call, for its arguments. */
  paid: number;
  run(scope: Scope): unknown;
}

function evaluateCode(code: string): unknown {
  const scope = new Scope(data, hashText);
  scope.steps = 1e9;
  scope.owned = new WeakSet();
  const tree = parseCode(code);
  return tree && compileCode(tree).run(scope, outermost);
}

const argumentLists = argumentCodes.map((code) => ({ code, args: evaluateCode(`[${code}]`) as unknown[] }));

/** Every property and method of these values. */
function methodCalls(size: string, receivers: readonly string[]): Call[] {
  return receivers.flatMap((receiver) => {
    const value = evaluateCode(receiver);
    const table = tableOf(value);
    if (table === undefined) throw new Error(`${receiver} has no table`);
    const reads = [...table.properties.keys()].map(
      (name): Call => ({
        name: `${size}: ${receiver}.${name}`,
        paid: 0,
        run: (scope) => readMember(value, name, scope),
      }),
    );
    const calls = [...table.methods.keys()].flatMap((name) =>
      argumentLists.map(
        ({ code, args }): Call => ({
          name: `${size}: ${receiver}.${name}(${code})`,
          paid: args.length >> 3,
          run: (scope) => callMember(scope, value, name, args),
        }),
      ),
    );
    return [...reads, ...calls];
  });
}

/** Every function that has a name, and those that it has. */
function globalCalls(): Call[] {
  const functions: [name: string, invoke: Invoke][] = [];
  const add = (name: string, value: unknown): void => {
    if (!(value instanceof FunctionValue)) return;
    functions.push([name, value.invoke]);
    if (!(value instanceof Namespace)) return;
    if (value.construct) functions.push([`new ${name}`, value.construct]);
    for (const [member, inner] of value.members) add(`${name}.${member}`, inner);
  };
  for (const [name, value] of globals) add(name, value);
  for (const [name, variable] of variables) {
    add(
      name,
      quietly(() => variable(new Scope(data, hashText))),
    );
  }
  return functions.flatMap(([name, invoke]) =>
    argumentLists.map(
      ({ code, args }): Call => ({
        name: `global: ${name}(${code})`,
        paid: args.length >> 3,
        run: (scope) => invoke(scope, args),
      }),
    ),
  );
}

function quietly<T>(work: () => T): T | undefined {
  try {
    return work();
  } catch {
    return undefined;
  }
}

/** Every method and global of the language, with each list of arguments. */
export const allCalls = (): Call[] => [
  ...methodCalls('small', smallReceivers),
  ...methodCalls('large', largeReceivers),
  ...globalCalls(),
];
