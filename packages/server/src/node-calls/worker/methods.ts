import type { ParameterOption } from '@millrace/contract';
import {
  type ChoicesContext,
  type NodeDefinition,
  NodeError,
  type NodeMethods,
  type ReceivedCall,
  type RegistrationContext,
  type SetupContext,
  type WebhookRequest,
} from '@millrace/engine/node-api';
import type { Routing } from '@millrace/nodes/routing';
import type { NodeMethod } from '../types.ts';
import { MissingError } from './missing.ts';
import { withOwnPaths } from './own-paths.ts';
import { siblingsOf } from './sibling.ts';

type NamedKind = Exclude<keyof NodeMethods, 'loadOptions'>;

const namedKinds: Readonly<Record<NamedKind, string>> = {
  options: 'choices',
  search: 'searches',
  mapping: 'columns',
  action: 'actions',
  credentialTest: 'tests of credentials',
};

/** For messages. */
export const nameOf = (definition: NodeDefinition, method: NodeMethod): string =>
  'name' in method ? `"${method.name}" of ${definition.displayName}` : `"${method.kind}" of ${definition.displayName}`;

/** The method of this name. Names come from outside. @throws MissingError */
const named = <K extends NamedKind>(definition: NodeDefinition, kind: K, name: string) => {
  const methods: NodeMethods[K] = definition.methods?.[kind];
  const method = methods && Object.hasOwn(methods, name) ? methods[name] : undefined;
  if (typeof method !== 'function')
    throw new MissingError('method', `${definition.displayName} has no method "${name}" among its ${namedKinds[kind]}`);
  return method as NonNullable<NodeMethods[K]>[string];
};

/** @throws MissingError */
const required = <T>(definition: NodeDefinition, what: T | undefined, kind: string): T => {
  if (what === undefined) throw new MissingError('method', `${definition.displayName} has no "${kind}"`);
  return what;
};

const choicesContext = (context: SetupContext, path: string): ChoicesContext => ({
  ...context,
  sibling: siblingsOf(context, path),
});

const registrationContext = (
  context: SetupContext,
  { urls, isTest }: { urls: Record<string, string>; isTest: boolean },
): RegistrationContext => ({
  ...context,
  isTest,
  webhookUrl(name = 'default') {
    if (!Object.hasOwn(urls, name)) throw new NodeError(`The node has no webhook "${name}"`);
    return urls[name] as string;
  },
});

/** Carries out what a type without an own way says of a request, with its credential. */
const loadAsDescribed = async ({ credentials }: NodeDefinition): Promise<NonNullable<NodeMethods['loadOptions']>> => {
  const { executeRoutingOnce } = await import('@millrace/nodes/routing');
  return async (context, { routing }) => {
    const properties = [{ name: 'choices', type: 'hidden', routing: routing as Routing | undefined }];
    const items = await executeRoutingOnce({ properties, credentials }, context, 0);
    return items.map(({ json }) => json as unknown as ParameterOption);
  };
};

/** Calls the method. Gives what it gives. @throws MissingError, and whatever it throws */
export const callMethod = async (
  definition: NodeDefinition,
  context: SetupContext,
  method: NodeMethod,
): Promise<unknown> => {
  switch (method.kind) {
    case 'options':
    case 'mapping':
      return named(definition, method.kind, method.name)(choicesContext(context, method.path));
    case 'loadOptions': {
      const load = definition.methods?.loadOptions ?? (await loadAsDescribed(definition));
      return load(choicesContext(context, method.path), method.described);
    }
    case 'search': {
      const { filter, page } = method;
      return named(
        definition,
        'search',
        method.name,
      )(choicesContext(context, method.path), {
        ...(filter !== undefined && { filter }),
        ...(page !== undefined && { page }),
      });
    }
    case 'action':
      return named(definition, 'action', method.name)(choicesContext(context, method.path), method.payload);
    case 'credentialTest':
      if (!definition.readsSecrets)
        throw new NodeError(
          `${definition.displayName} does not say that it reads secrets, so it cannot test credentials`,
        );
      return named(definition, 'credentialTest', method.name)(context, method.credential);
    case 'webhook':
      return withOwnPaths((await definition.webhook?.(context)) ?? [], context);
    case 'schedule':
      return definition.schedule?.(context) ?? [];
    case 'lifecycle':
      return definition.lifecycle?.(context) ?? [];
    case 'exists':
    case 'register':
    case 'unregister': {
      const registration = required(definition, definition.registration, 'registration');
      return registration[method.kind](registrationContext(context, method));
    }
    case 'receive': {
      const receive = required(definition, definition.receive, 'receive');
      const { request, ...about } = method.call;
      const call: ReceivedCall = { ...(request.parse() as WebhookRequest), ...about };
      return receive.call(definition, { ...context, call, isTest: method.isTest });
    }
    case 'poll': {
      const poll = required(definition, definition.poll, 'poll');
      return poll.call(definition, { ...context, isTest: method.isTest });
    }
  }
};

/** Making the requests of such a method again does no harm. */
export const isRepeatable = (kind: NodeMethod['kind']): boolean => !unrepeatable.has(kind);

const unrepeatable: ReadonlySet<NodeMethod['kind']> = new Set(['action', 'register', 'unregister', 'receive', 'poll']);
