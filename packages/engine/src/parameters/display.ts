import {
  type DisplayCondition,
  type DisplayOptions,
  type DisplayRules,
  isObject,
  type Json,
} from '@millrace/contract/data';
import { readNumber } from './numbers.ts';

/** Which parameters are shown. The same rules decide in the editor what is drawn, and in a run which definition of a name counts. */

export type Values = Readonly<Record<string, unknown>>;

/** Gives the value that a rule's name speaks of. */
export type Lookup = (name: string) => unknown;

const isExpressionText = (value: unknown): boolean => typeof value === 'string' && value.startsWith('=');

const isCondition = (rule: Json | DisplayCondition): rule is DisplayCondition => isObject(rule) && '_cnd' in rule;

const sameJson = (a: unknown, b: unknown): boolean =>
  a === b || (typeof a === 'object' && a !== null && JSON.stringify(a) === JSON.stringify(b));

const meets = (value: unknown, { _cnd: condition }: DisplayCondition): boolean => {
  if ('eq' in condition) return sameJson(value, condition.eq);
  if ('not' in condition) return !sameJson(value, condition.not);
  if ('gte' in condition) return readNumber(value) >= readNumber(condition.gte);
  if ('lte' in condition) return readNumber(value) <= readNumber(condition.lte);
  if ('gt' in condition) return readNumber(value) > readNumber(condition.gt);
  if ('lt' in condition) return readNumber(value) < readNumber(condition.lt);
  if ('between' in condition) {
    const { from, to } = condition.between;
    return readNumber(value) >= readNumber(from) && readNumber(value) <= readNumber(to);
  }
  if ('startsWith' in condition) return typeof value === 'string' && value.startsWith(condition.startsWith);
  if ('endsWith' in condition) return typeof value === 'string' && value.endsWith(condition.endsWith);
  if ('includes' in condition) return typeof value === 'string' && value.includes(condition.includes);
  if ('regex' in condition) return typeof value === 'string' && new RegExp(condition.regex).test(value);
  return value !== undefined && value !== null && value !== '';
};

const matches = (value: unknown, rules: readonly (Json | DisplayCondition)[]): boolean => {
  const values = Array.isArray(value) ? value : [value];
  return rules.some((rule) =>
    isCondition(rule)
      ? meets(value, rule) || (Array.isArray(value) && value.some((each) => meets(each, rule)))
      : values.some((each) => sameJson(each, rule)),
  );
};

/** A value that is only known in the run may be any: it hides nothing. */
const isUnknown = (value: unknown): boolean =>
  isExpressionText(value) || (isObject(value) && value.__rl === true && isExpressionText(value.value));

const holds = (rules: DisplayRules, lookup: Lookup, quantifier: 'every' | 'some', unknown: boolean): boolean =>
  Object.entries(rules)[quantifier](([name, allowed]) => {
    const value = lookup(name);
    return isUnknown(value) ? unknown : matches(value, allowed);
  });

/** @param whenUnknown what a rule counts for whose value is only known in the run */
const apply = (options: DisplayOptions, lookup: Lookup, whenUnknown: boolean): boolean => {
  if (options.show && !holds(options.show, lookup, 'every', whenUnknown)) return false;
  return !(options.hide && holds(options.hide, lookup, 'some', !whenUnknown));
};

/** Whether display options hold, given a way to look values up. */
export const isVisible = (options: DisplayOptions | undefined, lookup: Lookup): boolean =>
  !options || apply(options, lookup, true);

/** Reads `a.b.c`; own properties only. The value of a resource locator is what a rule compares. */
export const readPath = (values: unknown, path: string): unknown => {
  let value: unknown = values;
  if (isObject(value) && Object.hasOwn(value, path)) value = value[path];
  else {
    for (const name of path.split('.')) {
      value =
        typeof value === 'object' && value !== null && Object.hasOwn(value, name)
          ? Reflect.get(value, name)
          : undefined;
    }
  }
  return isObject(value) && value.__rl === true ? value.value : value;
};

/** What rules can ask of the node itself. `@tool` is false: the rules of types that serve as tools do not ask any more (`toTool`). */
export const nodeFact = (name: string, typeVersion: number): unknown =>
  name === '@version' ? typeVersion : name === '@tool' ? false : undefined;

/** Looks names up beside the parameter, from the root (`/name`), or as the node's version (`@version`). */
export const createLookup =
  (values: Values, rootValues: Values, typeVersion: number): Lookup =>
  (name) => {
    if (name.startsWith('@')) return nodeFact(name, typeVersion);
    return name.startsWith('/') ? readPath(rootValues, name.slice(1)) : readPath(values, name);
  };

/**
 * Whether a parameter (or option, or credential) is shown.
 * @param values the parameters beside it, with defaults filled in
 * @param rootValues the node's parameters, with defaults filled in
 */
export const isDisplayed = (
  definition: { readonly displayOptions?: DisplayOptions },
  values: Values,
  rootValues: Values,
  typeVersion: number,
): boolean => isVisible(definition.displayOptions, createLookup(values, rootValues, typeVersion));

/** Whether a parameter is shown and cannot be changed. */
export const isLocked = (
  definition: { readonly disabledOptions?: DisplayOptions },
  values: Values,
  rootValues: Values,
  typeVersion: number,
): boolean =>
  definition.disabledOptions !== undefined &&
  apply(definition.disabledOptions, createLookup(values, rootValues, typeVersion), false);
