import type {
  AnyNode,
  ArrayPattern,
  Identifier,
  MemberExpression,
  ObjectPattern,
  Pattern,
  VariableDeclaration,
} from 'acorn';
import { notSupported, typeError } from '../errors.ts';
import { toKey } from '../language/convert.ts';
import { toList } from '../language/iterate.ts';
import { readAllowed, readMember } from '../language/members.ts';
import { copyFields, isPlainObject } from '../language/values.ts';
import { childrenOf } from '../parse.ts';
import type { Binding, Code, Compiler } from './code.ts';
import type { LocalKind, Locals } from './locals.ts';
import { assertNamable } from './members.ts';

/** Names of `var` belong to the function around and are declared at its beginning (`hoistVariables`). */
export function declarationKind(node: VariableDeclaration): 'const' | 'let' | 'var' {
  if (node.kind === 'const' || node.kind === 'let' || node.kind === 'var') return node.kind;
  throw notSupported(`"${node.kind}" is`, node.start, 'Use const or let.');
}

/** Declares what `var` names anywhere in a function, but not in functions within. */
export function hoistVariables(statements: readonly AnyNode[], locals: Locals): void {
  const open: AnyNode[] = [...statements];
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    if (node.type === 'VariableDeclaration' && node.kind === 'var') {
      for (const { id } of node.declarations) declareNames(id, 'let', locals, true);
    }
    if (/Function|Class/.test(node.type)) continue;
    for (const child of childrenOf(node)) open.push(child as AnyNode);
  }
}

/** Declares every name that a pattern binds. */
export function declareNames(pattern: Pattern, kind: LocalKind, locals: Locals, mayBeKnown = false): void {
  switch (pattern.type) {
    case 'Identifier':
      if (!mayBeKnown || !locals.has(pattern.name)) locals.declare(pattern.name, kind, pattern.start);
      break;
    case 'ArrayPattern':
      for (const element of pattern.elements) if (element) declareNames(element, kind, locals, mayBeKnown);
      break;
    case 'ObjectPattern':
      for (const property of pattern.properties) {
        declareNames(property.type === 'RestElement' ? property.argument : property.value, kind, locals, mayBeKnown);
      }
      break;
    case 'AssignmentPattern':
      declareNames(pattern.left, kind, locals, mayBeKnown);
      break;
    case 'RestElement':
      declareNames(pattern.argument, kind, locals, mayBeKnown);
      break;
    case 'MemberExpression':
      throw notSupported('Setting a member by a pattern is', pattern.start, 'Take the values into names first.');
  }
}

/** Puts a value where a name or a member in a pattern says. */
type CompileTarget = (target: Identifier | MemberExpression) => Binding;

/** Compiles a pattern whose names are declared in `locals`, the innermost environment. */
export const compileBinding = (compiler: Compiler, pattern: Pattern, locals: Locals): Binding =>
  compilePattern(compiler, pattern, locals, (target) => {
    const slot = target.type === 'Identifier' ? (locals.find(target.name)?.slot ?? 0) : 0;
    return (_, env, value) => {
      env.values[slot] = value;
    };
  });

/** Compiles a pattern of any targets. */
export function compilePattern(
  compiler: Compiler,
  pattern: Pattern,
  locals: Locals,
  compileTarget: CompileTarget,
): Binding {
  const part = (inner: Pattern): Binding => compilePattern(compiler, inner, locals, compileTarget);
  switch (pattern.type) {
    case 'Identifier':
    case 'MemberExpression':
      return compileTarget(pattern);
    case 'AssignmentPattern': {
      const bind = part(pattern.left);
      const fallback = compiler.expression(pattern.right, locals);
      return (scope, env, value) => bind(scope, env, value === undefined ? fallback(scope, env) : value);
    }
    case 'ArrayPattern':
      return compileListPattern(pattern, part);
    case 'ObjectPattern':
      return compileObjectPattern(compiler, pattern, locals, part);
    default:
      throw notSupported('This pattern is', pattern.start, 'Take the values into names first.');
  }
}

function compileListPattern(pattern: ArrayPattern, part: (inner: Pattern) => Binding): Binding {
  const bindings = pattern.elements.map((element) => {
    if (element === null) return undefined;
    return element.type === 'RestElement'
      ? { bind: part(element.argument), isRest: true }
      : { bind: part(element), isRest: false };
  });
  return (scope, env, value) => {
    const list = toList(scope, value);
    bindings.forEach((binding, index) => {
      binding?.bind(scope, env, binding.isRest ? scope.own(list.slice(index)) : list[index]);
    });
  };
}

function compileObjectPattern(
  compiler: Compiler,
  pattern: ObjectPattern,
  locals: Locals,
  part: (inner: Pattern) => Binding,
): Binding {
  const taken: Code[] = [];
  const bindings = pattern.properties.map((property) => {
    if (property.type === 'RestElement') {
      return { key: undefined, name: undefined, bind: part(property.argument) };
    }
    const bind = part(property.value);
    if (property.computed) {
      const key = compiler.expression(property.key, locals);
      taken.push(key);
      return { key, name: undefined, bind };
    }
    const name =
      property.key.type === 'Identifier' ? property.key.name : String((property.key as { value?: unknown }).value);
    assertNamable(name, property.key.start);
    taken.push(() => name);
    return { key: undefined, name, bind };
  });
  return (scope, env, value) => {
    if (value === null || value === undefined) throw typeError(`Fields cannot be taken from ${value}`);
    if (typeof value === 'string') scope.openText(value);
    for (const { key, name, bind } of bindings) {
      if (name !== undefined) bind(scope, env, readAllowed(value, name, scope));
      else if (key) bind(scope, env, readMember(value, toKey(scope, key(scope, env)), scope));
      else {
        const rest: Record<string, unknown> = {};
        if (isPlainObject(value)) copyFields(scope, rest, value);
        for (const code of taken) delete rest[toKey(scope, code(scope, env))];
        bind(scope, env, scope.own(rest));
      }
    }
  };
}
