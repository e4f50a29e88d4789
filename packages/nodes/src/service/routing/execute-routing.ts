/** Runs nodes of the public format that have no code: their parameters say, as data, what they add to a request and what becomes of its answer. */
import { type Item, isObject, type ParameterDefinition } from '@millrace/contract/data';
import { type ExecuteContext, isDisplayed, type NodeOutput } from '@millrace/engine/node-api';
import { evaluateDeep } from '../../http/evaluate-deep.ts';
import type { HttpContext } from '../../http/exchange.ts';
import { type Batch, sendAll } from '../../http/send-all.ts';
import { type CollectContext, collect } from './collect.ts';
import { routedExchange } from './exchange.ts';
import { fetchRouted } from './paginate.ts';
import { asItem } from './receive.ts';
import type { DeclarativeDescription } from './types.ts';

type SingleContext = HttpContext & CollectContext & Pick<ExecuteContext, 'credential'>;
type RoutingContext = SingleContext & Pick<ExecuteContext, 'items' | 'continueOnFail' | 'forEachItem'>;

export interface RoutingOptions {
  /** What functions of the description get as `this`, for one item. */
  self?(itemIndex: number): unknown;
  /** Whether the node has a credential of the type. Default: it has those that its parameters show. */
  hasCredential?(type: string): boolean;
  /** Further variables of expressions. */
  variables?: Record<string, unknown>;
}

interface Batching {
  batching?: { batch?: { batchSize?: number; batchInterval?: number } };
  timeout?: number;
  allowUnauthorizedCerts?: boolean;
  proxy?: string;
}

/** The parameter that declarative nodes have without naming it: how their requests are sent. */
export const requestOptionsParameter = {
  name: 'requestOptions',
  displayName: 'Request Options',
  type: 'collection',
  placeholder: 'Add option',
  default: {},
  options: [
    {
      name: 'batching',
      displayName: 'Batching',
      type: 'fixedCollection',
      default: { batch: {} },
      options: [
        {
          name: 'batch',
          displayName: 'Batching',
          values: [
            {
              name: 'batchSize',
              displayName: 'Items per batch',
              type: 'number',
              default: 50,
              typeOptions: { minValue: -1 },
              description: 'How many requests are made before the next pause',
            },
            {
              name: 'batchInterval',
              displayName: 'Batch interval (ms)',
              type: 'number',
              default: 1000,
              typeOptions: { minValue: 0 },
            },
          ],
        },
      ],
    },
    {
      name: 'allowUnauthorizedCerts',
      displayName: 'Ignore SSL Issues',
      type: 'boolean',
      default: false,
      description: 'Whether certificates that cannot be verified are accepted',
    },
    { name: 'proxy', displayName: 'Proxy', type: 'string', default: '', placeholder: 'http://proxy.example.com:3128' },
    { name: 'timeout', displayName: 'Timeout (ms)', type: 'number', default: 10000, typeOptions: { minValue: 1 } },
  ],
} as const satisfies ParameterDefinition;

const readRequestOptions = (context: CollectContext, itemIndex: number): Batching => {
  const value = context.rawParameter('requestOptions');
  return isObject(value) ? (evaluateDeep(context, value, itemIndex) as Batching) : {};
};

const readBatch = (context: CollectContext): Batch | undefined => {
  const { batchSize = 1, batchInterval = 0 } = readRequestOptions(context, 0).batching?.batch ?? {};
  return Number(batchInterval) > 0
    ? { size: Math.max(Number(batchSize), 1), interval: Number(batchInterval) }
    : undefined;
};

const credentialOf = (
  { credentials = [], properties }: DeclarativeDescription,
  context: CollectContext,
  hasCredential: (type: string) => boolean,
): string | undefined => {
  const values = Object.fromEntries(properties.map(({ name }) => [name, context.rawParameter(name)]));
  return credentials.find(
    (use) => isDisplayed(use, values, values, context.node.typeVersion) && hasCredential(use.name),
  )?.name;
};

/**
 * The requests that the parameters ask for, for one item: of a node run, or of a list of choices.
 * @throws NodeError in the service's words; whatever functions of the description throw
 */
export const executeRoutingOnce = async (
  description: DeclarativeDescription,
  context: SingleContext,
  itemIndex: number,
  { self, hasCredential = () => true, variables }: RoutingOptions = {},
): Promise<Item[]> => {
  const credential = credentialOf(description, context, hasCredential);
  const known: Record<string, unknown> = {
    $version: context.node.typeVersion,
    ...(credential !== undefined && { $credentials: await context.credential(credential) }),
    ...variables,
  };
  const collected = collect(description, context, itemIndex, known);
  const { timeout, allowUnauthorizedCerts, proxy } = readRequestOptions(context, itemIndex);
  if (timeout) collected.options.timeout = Number(timeout);
  if (allowUnauthorizedCerts) collected.options.skipSslCertificateValidation = true;
  if (proxy) collected.options.proxy = proxy;

  const own = self?.(itemIndex);
  for (const preSend of collected.preSend) collected.options = await preSend.call(own, collected.options);
  const items = await fetchRouted(collected, {
    evaluate: (value, more) => evaluateDeep(context, value, itemIndex, { ...known, ...more }),
    binary: context.binary,
    self: own,
    exchange: (options) => routedExchange(context, options, credential, itemIndex),
  });
  const most = collected.maxResults ?? items.length;
  return items.slice(0, most).map(asItem);
};

/** A node run of a declarative description: `execute` of the definition that stands for it. */
export const executeRouting = async (
  description: DeclarativeDescription,
  context: RoutingContext,
  options: RoutingOptions = {},
): Promise<NodeOutput> => {
  const outcomes = await sendAll(context.items.length, {
    batch: readBatch(context),
    goesOn: context.continueOnFail,
    sleep: (milliseconds) => context.sleep(milliseconds),
    send: (index) => executeRoutingOnce(description, context, index, options),
  });
  return context.forEachItem((_, index) => {
    const outcome = outcomes[index]!;
    if (outcome.status === 'rejected') throw outcome.reason;
    return outcome.value;
  });
};
