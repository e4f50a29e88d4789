import type { ArrayExpression, Literal, ObjectExpression, Property, SpreadElement, TemplateLiteral } from 'acorn';
import { charge, chargeList } from '../budget.ts';
import { ExpressionError, forbiddenName, notSupported } from '../errors.ts';
import { toKey } from '../language/convert.ts';
import { toList } from '../language/iterate.ts';
import { assertAllowedName, copyFields, isForbiddenName, isPlainObject } from '../language/values.ts';
import type { Scope } from '../scope.ts';
import type { Code, Compiler } from './code.ts';
import type { Locals } from './locals.ts';
import { compileTemplateLiteral } from './operators.ts';

export function compileLiteral(node: Literal): Code {
  if (node.regex) return compileRegExp(node.regex.pattern, node.regex.flags, node.start);
  if (node.bigint) {
    throw notSupported('A BigInt is', node.start, 'Write a number without the n.');
  }
  const { value } = node;
  return () => value;
}

/** Only patterns that remember where they stopped need a new object for each evaluation. */
function compileRegExp(pattern: string, flags: string, position: number): Code {
  let shared: RegExp;
  try {
    shared = new RegExp(pattern, flags);
  } catch (cause) {
    throw new ExpressionError('syntax', cause instanceof Error ? cause.message : String(cause), { position });
  }
  if (!shared.global && !shared.sticky) return () => shared;
  return (scope) => {
    charge(scope, 5);
    return new RegExp(shared);
  };
}

export function compileTemplateText(compiler: Compiler, node: TemplateLiteral, locals: Locals): Code {
  const texts = node.quasis.map((quasi) => quasi.value.cooked ?? quasi.value.raw);
  return compileTemplateLiteral(
    texts,
    node.expressions.map((part) => compiler.expression(part, locals)),
  );
}

type Element = { isSpread: boolean; code: Code };

/** Elements of a list or arguments of a call, of which some may be spread. */
export function compileElements(
  compiler: Compiler,
  nodes: readonly (ArrayExpression['elements'][number] | SpreadElement)[],
  locals: Locals,
): (scope: Scope, env: Parameters<Code>[1]) => unknown[] {
  const elements: Element[] = nodes.map((node) => {
    if (node === null) return { isSpread: false, code: () => undefined };
    return node.type === 'SpreadElement'
      ? { isSpread: true, code: compiler.expression(node.argument, locals) }
      : { isSpread: false, code: compiler.expression(node, locals) };
  });
  if (elements.some((element) => element.isSpread)) {
    return (scope, env) => {
      const list: unknown[] = [];
      for (const { isSpread, code } of elements) {
        const value = code(scope, env);
        if (isSpread) for (const element of toList(scope, value)) list.push(element);
        else list.push(value);
      }
      chargeList(scope, list.length);
      return list;
    };
  }
  const codes = elements.map((element) => element.code);
  return (scope, env) => {
    const list: unknown[] = [];
    for (const code of codes) list.push(code(scope, env));
    return list;
  };
}

export function compileArray(compiler: Compiler, node: ArrayExpression, locals: Locals): Code {
  const make = compileElements(compiler, node.elements, locals);
  return compiler.isMutating ? (scope, env) => scope.own(make(scope, env)) : make;
}

type FieldWriter = (scope: Scope, env: Parameters<Code>[1], target: Record<string, unknown>) => void;

export function compileObject(compiler: Compiler, node: ObjectExpression, locals: Locals): Code {
  const writers = node.properties.map((property) =>
    property.type === 'SpreadElement'
      ? compileSpread(compiler, property, locals)
      : compileProperty(compiler, property, locals),
  );
  return (scope, env) => {
    const object: Record<string, unknown> = {};
    for (const write of writers) write(scope, env, object);
    return scope.own(object);
  };
}

function compileSpread(compiler: Compiler, node: SpreadElement, locals: Locals): FieldWriter {
  const source = compiler.expression(node.argument, locals);
  return (scope, env, target) => {
    const value = source(scope, env);
    if (typeof value === 'string' || Array.isArray(value)) {
      chargeList(scope, value.length, 4);
      for (let index = 0; index < value.length; index += 1) target[index] = value[index];
    } else if (isPlainObject(value)) {
      copyFields(scope, target, value);
    }
  };
}

function compileProperty(compiler: Compiler, node: Property, locals: Locals): FieldWriter {
  if (node.kind !== 'init') {
    throw notSupported('Getters and setters are', node.start, 'Give the field its value directly.');
  }
  const value = compiler.expression(node.value, locals);
  if (node.computed) {
    const key = compiler.expression(node.key, locals);
    return (scope, env, target) => {
      const name = toKey(scope, key(scope, env));
      assertAllowedName(name);
      target[name] = value(scope, env);
    };
  }
  const name = node.key.type === 'Identifier' ? node.key.name : String((node.key as Literal).value);
  if (isForbiddenName(name)) {
    const error = forbiddenName(name);
    error.position = node.key.start;
    throw error;
  }
  return (scope, env, target) => {
    target[name] = value(scope, env);
  };
}
