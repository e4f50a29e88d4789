import type { ArrayPattern, ObjectPattern, Pattern, VariableDeclaration } from 'acorn';
import { notSupported, typeError } from '../errors.ts';
import { toKey } from '../language/convert.ts';
import { toList } from '../language/iterate.ts';
import { readAllowed, readMember } from '../language/members.ts';
import { copyFields, isPlainObject } from '../language/values.ts';
import type { Binding, Code, Compiler } from './code.ts';
import type { LocalKind, Locals } from './locals.ts';
import { assertNamable } from './members.ts';

export function declarationKind(node: VariableDeclaration): 'const' | 'let' {
  if (node.kind === 'const') return 'const';
  if (node.kind === 'let' || node.kind === 'var') return 'let';
  throw notSupported(`"${node.kind}" is`, node.start, 'Use const or let.');
}

/** Declares every name that a pattern binds. */
export function declareNames(pattern: Pattern, kind: LocalKind, locals: Locals): void {
  switch (pattern.type) {
    case 'Identifier':
      locals.declare(pattern.name, kind, pattern.start);
      break;
    case 'ArrayPattern':
      for (const element of pattern.elements) if (element) declareNames(element, kind, locals);
      break;
    case 'ObjectPattern':
      for (const property of pattern.properties) {
        declareNames(property.type === 'RestElement' ? property.argument : property.value, kind, locals);
      }
      break;
    case 'AssignmentPattern':
      declareNames(pattern.left, kind, locals);
      break;
    case 'RestElement':
      declareNames(pattern.argument, kind, locals);
      break;
    case 'MemberExpression':
      throw notSupported('Setting a member by a pattern is', pattern.start, 'Take the values into names first.');
  }
}

/** Compiles a pattern whose names are declared in `locals`, the innermost environment. */
export function compileBinding(compiler: Compiler, pattern: Pattern, locals: Locals): Binding {
  switch (pattern.type) {
    case 'Identifier': {
      const slot = locals.find(pattern.name)?.slot ?? 0;
      return (_, env, value) => {
        env.values[slot] = value;
      };
    }
    case 'AssignmentPattern': {
      const bind = compileBinding(compiler, pattern.left, locals);
      const fallback = compiler.expression(pattern.right, locals);
      return (scope, env, value) => bind(scope, env, value === undefined ? fallback(scope, env) : value);
    }
    case 'ArrayPattern':
      return compileListPattern(compiler, pattern, locals);
    case 'ObjectPattern':
      return compileObjectPattern(compiler, pattern, locals);
    default:
      throw notSupported('This pattern is', pattern.start, 'Take the values into names first.');
  }
}

function compileListPattern(compiler: Compiler, pattern: ArrayPattern, locals: Locals): Binding {
  const bindings = pattern.elements.map((element) => {
    if (element === null) return undefined;
    return element.type === 'RestElement'
      ? { bind: compileBinding(compiler, element.argument, locals), isRest: true }
      : { bind: compileBinding(compiler, element, locals), isRest: false };
  });
  return (scope, env, value) => {
    const list = toList(scope, value);
    bindings.forEach((binding, index) => {
      binding?.bind(scope, env, binding.isRest ? scope.own(list.slice(index)) : list[index]);
    });
  };
}

function compileObjectPattern(compiler: Compiler, pattern: ObjectPattern, locals: Locals): Binding {
  const taken: Code[] = [];
  const bindings = pattern.properties.map((property) => {
    if (property.type === 'RestElement') {
      return { key: undefined, name: undefined, bind: compileBinding(compiler, property.argument, locals) };
    }
    const bind = compileBinding(compiler, property.value, locals);
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
      if (name !== undefined) bind(scope, env, readAllowed(value, name));
      else if (key) bind(scope, env, readMember(value, toKey(scope, key(scope, env))));
      else {
        const rest: Record<string, unknown> = {};
        if (isPlainObject(value)) copyFields(scope, rest, value);
        for (const code of taken) delete rest[toKey(scope, code(scope, env))];
        bind(scope, env, scope.own(rest));
      }
    }
  };
}
