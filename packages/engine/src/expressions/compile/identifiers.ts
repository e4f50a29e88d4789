import type { Identifier } from 'acorn';
import { ExpressionError, forbiddenName, notSupported } from '../errors.ts';
import { globals, hiddenGlobals, unsupportedGlobals } from '../globals/index.ts';
import { isForbiddenName } from '../language/values.ts';
import type { Scope } from '../scope.ts';
import { variables } from '../variables/index.ts';
import type { Code, Environment } from './code.ts';
import { type Local, type Locals, uninitialised } from './locals.ts';

export function compileIdentifier(node: Identifier, locals: Locals): Code {
  const { name } = node;
  const local = locals.find(name);
  if (local) return readLocal(local, node.start);
  if (isForbiddenName(name)) {
    const error = forbiddenName(name);
    error.position = node.start;
    throw error;
  }
  const variable = variables.get(name);
  if (variable) return (scope) => variable(scope);
  if (globals.has(name)) {
    const value = globals.get(name);
    return () => value;
  }
  if (name === 'arguments') throw notSupported('"arguments" is', node.start, 'Use a rest parameter: (...values) => …');
  const instead = unsupportedGlobals.get(name);
  if (instead !== undefined) throw notSupported(`${name} is`, node.start, instead);
  const isHidden = hiddenGlobals.has(name);
  return (scope) => {
    const provided = scope.variables;
    if (provided !== undefined && Object.hasOwn(provided, name)) return provided[name];
    if (isHidden) return {};
    throw unknownName(name, node.start);
  };
}

/** `typeof name` is the one place where an unknown name is no error. */
export function isKnownName(name: string, locals: Locals, scope: Scope): boolean {
  if (locals.find(name) || variables.has(name) || globals.has(name) || hiddenGlobals.has(name)) return true;
  return scope.variables !== undefined && Object.hasOwn(scope.variables, name);
}

function unknownName(name: string, position: number): ExpressionError {
  if (name.startsWith('$')) {
    return new ExpressionError('reference', `There is no ${name} here`, {
      position,
      hint: 'The variables $json, $input, $now and $(…) are available everywhere; some others only in certain fields.',
    });
  }
  return new ExpressionError('reference', `There is no "${name}"`, {
    position,
    hint: `For a field of the input write $json.${name}, for a text put it in quotes.`,
  });
}

export function readLocal(local: Local, position: number): Code {
  const { slot, distance } = local;
  if (local.kind === 'parameter') {
    if (distance === 0) return (_, env) => env.values[slot];
    if (distance === 1) return (_, env) => env.outer?.values[slot];
    return (_, env) => environmentAt(env, distance).values[slot];
  }
  return (_, env) => {
    const value = environmentAt(env, distance).values[slot];
    if (value === uninitialised) {
      throw new ExpressionError('reference', `"${local.name}" is used before it is set`, { position });
    }
    return value;
  };
}

export function environmentAt(env: Environment, distance: number): Environment {
  let found = env;
  for (let count = distance; count > 0; count -= 1) found = found.outer ?? found;
  return found;
}
