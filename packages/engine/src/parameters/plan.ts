import { isObject, type ParameterDefinition } from '@millrace/contract/data';
import { isExpression } from '../expressions/is-expression.ts';
import { compileTemplate } from '../expressions/template.ts';
import type { ExpressionScope } from '../expressions/types.ts';
import { convert } from './convert.ts';
import { withDefaults } from './defaults.ts';
import { createLookup, isVisible, type Values } from './display.ts';
import { ParameterError } from './errors.ts';
import { extractValue } from './extract.ts';
import { isBlank } from './numbers.ts';
import { hasShape } from './shapes.ts';

/**
 * A node's parameters, compiled once. A value without expressions is a constant that all items share; any other is a closure that builds
 * it for one item, in which the constant parts are shared too. What is shared is frozen.
 */

type Evaluate = (scope: ExpressionScope) => unknown;

/** A constant, or how to build the value. */
type Compiled = { readonly value: unknown; readonly evaluate?: undefined } | { readonly evaluate: Evaluate };

export interface CompiledParameters {
  /** Shown parameters with defaults filled in, expressions left as text. */
  readonly raw: Values;
  /**
   * The value for the item that the scope stands at. The default of a parameter that is hidden.
   * @param createScope called only where there is something to evaluate
   * @throws ParameterError
   */
  get(name: string, itemIndex: number, createScope: () => ExpressionScope): unknown;
  /**
   * The text that the value names a thing by.
   * @throws ParameterError
   */
  extract(name: string, itemIndex: number, createScope: () => ExpressionScope): string;
  /** All shown parameters, made when first asked for; each is evaluated, for the item that the scope then stands at, when it is read. */
  createView(createScope: () => ExpressionScope): () => Values;
}

/** Types whose values hold what a service has said (names, columns) beside what the user has written, which is under `value`. */
const holdsAnswers: ReadonlySet<ParameterDefinition['type']> = new Set([
  'resourceLocator',
  'workflowSelector',
  'resourceMapper',
]);

/** Finds the definition of a key of an object, among those that are shown. */
type DefinitionOf = (name: string, beside: Values) => ParameterDefinition | undefined;

export const compileParameters = (
  definitions: readonly ParameterDefinition[],
  values: Values | undefined,
  typeVersion: number,
): CompiledParameters => {
  const raw = frozenCopy(withDefaults(definitions, values, typeVersion)) as Values;

  const among = (list: readonly ParameterDefinition[]): DefinitionOf => {
    const byName = Map.groupBy(list, (definition) => definition.name);
    return (name, beside) => {
      const candidates = byName.get(name);
      if (!candidates || candidates.length === 1) return candidates?.[0];
      const lookup = createLookup(beside, raw, typeVersion);
      return candidates.find((candidate) => isVisible(candidate.displayOptions, lookup)) ?? candidates[0];
    };
  };

  const compileText = (text: string, definition: ParameterDefinition | undefined): Compiled => {
    const template = compileTemplate(text);
    return { evaluate: (scope) => convert(template.evaluate(scope), definition) };
  };

  const compileList = (list: readonly unknown[], compileEach: (value: unknown) => Compiled): Compiled => {
    const entries = list.map(compileEach);
    if (entries.every((entry) => !entry.evaluate)) {
      return { value: Object.freeze(entries.map((entry) => (entry.evaluate ? undefined : entry.value))) };
    }
    return { evaluate: (scope) => entries.map((entry) => (entry.evaluate ? entry.evaluate(scope) : entry.value)) };
  };

  const compileObject = (object: Values, compileEach: (name: string, value: unknown) => Compiled): Compiled => {
    const names = Object.keys(object).filter((name) => name !== '__proto__');
    const entries = names.map((name) => compileEach(name, object[name]));
    const constants: Record<string, unknown> = {};
    const dynamic: { name: string; evaluate: Evaluate }[] = [];
    for (const [index, entry] of entries.entries()) {
      const name = names[index]!;
      if (entry.evaluate) dynamic.push({ name, evaluate: entry.evaluate });
      constants[name] = entry.evaluate ? undefined : entry.value;
    }
    if (dynamic.length === 0) return { value: Object.freeze(constants) };
    return {
      evaluate: (scope) => {
        const built = { ...constants };
        for (const { name, evaluate } of dynamic) built[name] = evaluate(scope);
        return built;
      },
    };
  };

  const compile = (value: unknown, definition: ParameterDefinition | undefined): Compiled => {
    const compiled = compileParts(value, definition);
    // What an expression gives has become what it should be; what is made of parts has not.
    if (!definition || isExpression(value)) return compiled;
    const { evaluate } = compiled;
    if (evaluate && hasShape(value, definition)) return compiled;
    return evaluate
      ? { evaluate: (scope) => convert(evaluate(scope), definition) }
      : { value: frozenCopy(convert(compiled.value, definition)) };
  };

  const compileParts = (value: unknown, definition: ParameterDefinition | undefined): Compiled => {
    if (definition?.noDataExpression && !(isObject(value) && holdsValues.has(definition.type)))
      return { value: frozenCopy(convert(value, definition)) };
    if (isExpression(value)) return compileText(value, definition);
    if (definition?.type === 'collection') {
      const inside = among(definition.options);
      return compileEntries(value, inside);
    }
    if (definition?.type === 'fixedCollection' && isObject(value)) {
      return compileObject(value, (name, entries) => {
        const group = definition.options.find((option) => option.name === name);
        return compileEntries(entries, group ? among(group.values) : () => undefined);
      });
    }
    if (definition && isObject(value) && holdsAnswers.has(definition.type)) {
      return compileObject(value, (name, entry) =>
        name === 'value' ? compile(entry, undefined) : { value: frozenCopy(entry) },
      );
    }
    if (Array.isArray(value)) {
      const takesSeveral = definition?.typeOptions?.multipleValues;
      return compileList(value, (entry) => compile(entry, takesSeveral ? withoutSeveral(definition) : undefined));
    }
    if (isObject(value)) return compileObject(value, (_, entry) => compile(entry, undefined));
    if (definition?.type === 'number' && !definition.keepsType && isBlank(value)) return { value: definition.default };
    return { value: frozenCopy(definition ? convert(value, definition) : value) };
  };

  /** An object whose keys have definitions, or a list of such. */
  const compileEntries = (value: unknown, definitionOf: DefinitionOf): Compiled => {
    if (isExpression(value)) return compileText(value, undefined);
    if (Array.isArray(value)) return compileList(value, (entry) => compileEntries(entry, definitionOf));
    if (!isObject(value)) return { value };
    return compileObject(value, (name, entry) => compile(entry, definitionOf(name, value)));
  };

  const topLevel = among(definitions);
  const plans = new Map<string, Compiled>();
  const displayName = (name: string) => topLevel(name, raw)?.displayName ?? name;

  const planOf = (name: string): Compiled => {
    let plan = plans.get(name);
    if (!plan) {
      const definition = topLevel(name, raw);
      const value = Object.hasOwn(raw, name) ? raw[name] : definition?.default;
      try {
        plan = compile(value, definition);
      } catch (error) {
        plan = {
          evaluate: () => {
            throw error;
          },
        };
      }
      plans.set(name, plan);
    }
    return plan;
  };

  const get: CompiledParameters['get'] = (name, itemIndex, createScope) => {
    const plan = planOf(name);
    if (!plan.evaluate) return plan.value;
    try {
      const scope = createScope();
      scope.itemIndex = itemIndex;
      return plan.evaluate(scope);
    } catch (error) {
      throw new ParameterError(name, displayName(name), itemIndex, error);
    }
  };

  const extract: CompiledParameters['extract'] = (name, itemIndex, createScope) => {
    const value = get(name, itemIndex, createScope);
    try {
      return extractValue(value, topLevel(name, raw));
    } catch (error) {
      throw new ParameterError(name, displayName(name), itemIndex, error);
    }
  };

  const createView: CompiledParameters['createView'] = (createScope) => {
    const open = new Set<string>();
    const read = (name: string): unknown => {
      // A parameter that refers to itself sees its own text.
      if (open.has(name)) return raw[name];
      open.add(name);
      try {
        return get(name, createScope().itemIndex, createScope);
      } finally {
        open.delete(name);
      }
    };
    let values: Values | undefined;
    return () => {
      if (values) return values;
      const properties = Object.keys(raw).map((name) => [name, { enumerable: true, get: () => read(name) }]);
      values = Object.defineProperties({}, Object.fromEntries(properties)) as Values;
      return values;
    };
  };

  return { raw, get, extract, createView };
};

/** Where no expression may stand in place of the whole, one may still be a value within. */
const holdsValues: ReadonlySet<ParameterDefinition['type']> = new Set([
  'assignmentCollection',
  'filter',
  'resourceMapper',
]);

/** All runs share the constants, so nobody may change them. */
const frozenCopy = (value: unknown): unknown => {
  if (Array.isArray(value)) return Object.freeze(value.map(frozenCopy));
  if (!isObject(value)) return value;
  return Object.freeze(Object.fromEntries(Object.entries(value).map(([name, entry]) => [name, frozenCopy(entry)])));
};

const withoutSeveral = (definition: ParameterDefinition): ParameterDefinition => ({
  ...definition,
  typeOptions: { ...definition.typeOptions, multipleValues: false },
});
