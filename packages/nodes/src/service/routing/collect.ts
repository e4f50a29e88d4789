import { isObject, type JsonObject } from '@millrace/contract/data';
import { type ExecuteContext, isDisplayed, locatedValue, setField } from '@millrace/engine/node-api';
import { evaluateDeep } from '../../http/evaluate-deep.ts';
import { lazyValues } from '../lazy-values.ts';
import type { Collected, DeclarativeDescription, RoutedOptions, RoutedProperty, Routing } from './types.ts';

export type CollectContext = Pick<ExecuteContext, 'node' | 'parameter' | 'rawParameter' | 'evaluate'>;

/** Where in the parameters a property is: its values, and further variables of its expressions. */
interface Place {
  values: Readonly<Record<string, unknown>>;
  variables: Record<string, unknown>;
}

const isMissing = (value: unknown): boolean => value === undefined || value === null;

/** Objects are joined key by key, anything else is replaced. */
const joined = (under: unknown, over: unknown): unknown => {
  if (!isObject(under) || !isObject(over) || Object.getPrototypeOf(over) !== Object.prototype) return over;
  const result: Record<string, unknown> = { ...under };
  for (const [key, value] of Object.entries(over)) {
    if (value !== undefined && key !== '__proto__') result[key] = joined(result[key], value);
  }
  return result;
};

/** Keys and indexes of `a.b[0]["c d"]`. */
const toPath = (name: string): string[] =>
  name
    .replace(/\[(?:"([^"]*)"|'([^']*)'|(\d+))\]/g, (_, a, b, c) => `.${a ?? b ?? c}`)
    .split('.')
    .filter((key) => key !== '');

const put = (options: RoutedOptions, key: 'body' | 'qs', name: string, isPath: boolean, value: unknown): void => {
  const path = isPath ? toPath(name) : [name];
  if (path.includes('__proto__') || path.length === 0 || value === undefined) return;
  const target = isObject(options[key]) ? { ...(options[key] as JsonObject) } : {};
  setField(target, path, value as never);
  options[key] = target;
};

/** What the parameters of a node add to its request, for one item. @throws ExpressionError */
export const collect = (
  description: DeclarativeDescription,
  context: CollectContext,
  itemIndex: number,
  variables: Record<string, unknown>,
): Collected => {
  const collected: Collected = {
    options: { qs: {}, headers: {}, body: {} },
    preSend: [],
    postReceive: [],
    requestOperations: { ...description.requestOperations },
  };
  const root = lazyValues(context, itemIndex);
  const evaluate = (value: unknown, more: Record<string, unknown>) => evaluateDeep(context, value, itemIndex, more);

  const addRouting = (routing: Routing, value: unknown, place: Place) => {
    const more = { ...place.variables, $value: value };
    const { options } = collected;
    for (const [key, part] of Object.entries(routing.request ?? {})) {
      options[key] = joined(options[key], evaluate(part, more));
    }
    const { send, output, operations } = routing;
    if (send?.property !== undefined) {
      const name = String(evaluate(send.property, more));
      const sent = isMissing(send.value) || send.value === '' ? value : evaluate(send.value, more);
      put(options, send.type === 'body' ? 'body' : 'qs', name, send.propertyInDotNotation !== false, sent);
    }
    if (send?.paginate !== undefined) collected.paginate ??= Boolean(evaluate(send.paginate, more));
    collected.preSend.push(...(send?.preSend ?? []));
    const most = Number(evaluate(output?.maxResults, more) ?? 0);
    if (most > 0) collected.maxResults = most;
    const actions = (output?.postReceive ?? []).filter(
      (action) => typeof action === 'function' || isMissing(action.enabled) || Boolean(evaluate(action.enabled, more)),
    );
    if (actions.length > 0) collected.postReceive.push({ actions, data: { parameterValue: value } });
    if (operations) Object.assign(collected.requestOperations, operations);
  };

  const add = (property: RoutedProperty, place: Place): void => {
    if (!isDisplayed(property, place.values, root, context.node.typeVersion)) return;
    // Nothing is read, and so no expression evaluated, that nothing is made of.
    if (!property.routing && !property.options) return;
    const value = locatedValue(place.values[property.name], property);
    if (property.routing) addRouting(property.routing, value, place);
    if (!property.options || isMissing(value)) return;
    if (property.type === 'options') {
      const chosen = property.options.find((option) => option.value === value);
      if (!chosen?.routing || !isDisplayed(chosen, place.values, root, context.node.typeVersion)) return;
      addRouting(chosen.routing, value, place);
    } else if (property.type === 'collection' && isObject(value)) {
      for (const member of property.options) {
        if (Object.hasOwn(value, member.name)) add(member, { values: value, variables: place.variables });
      }
    } else if (property.type === 'fixedCollection' && isObject(value)) {
      for (const group of property.options) {
        const given = Object.hasOwn(value, group.name) ? value[group.name] : undefined;
        const entries = Array.isArray(given) ? given : [given];
        for (const [index, entry] of entries.entries()) {
          if (!isObject(entry)) continue;
          const more = { ...place.variables, $index: index, $self: entry };
          for (const member of group.values ?? []) add(member, { values: entry, variables: more });
        }
      }
    }
  };

  for (const [key, part] of Object.entries(description.requestDefaults ?? {})) {
    collected.options[key] = joined(collected.options[key], evaluate(part, variables));
  }
  for (const property of description.properties) add(property, { values: root, variables });
  return collected;
};
