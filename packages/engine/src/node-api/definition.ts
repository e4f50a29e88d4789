import type {
  NodeCodex,
  NodeCredentialUse,
  NodeGroup,
  NodePorts,
  NodeWebhook,
  ParameterDefinition,
} from '@millrace/contract/data';
import type { ExecuteContext, NodeContext, NodeOutput } from './context.ts';
import type { LifecycleEvent } from './lifecycle.ts';
import type { NodeRuns } from './node-run.ts';
import { withPollTimes } from './polling.ts';
import type { ScheduleSpec } from './schedule.ts';
import type { NodeMethods, SetupContext } from './setup.ts';
import type { Supplied, SupplyContext } from './sub-node.ts';
import type { ListenContext, PollContext, Receipt, ReceiveContext, WebhookRegistration } from './trigger.ts';
import type { Wait } from './wait.ts';
import type { WebhookSpec } from './webhook.ts';

/** What code a definition has. */
export const nodeCapabilities = [
  'execute',
  'supply',
  'webhook',
  'registration',
  'receive',
  'schedule',
  'lifecycle',
  'poll',
  'listen',
] as const satisfies readonly (keyof NodeDefinition)[];
export type NodeCapability = (typeof nodeCapabilities)[number];

/** All that can be known of a node type without its code: plain data, but for `repeatable`. */
export interface NodeTypeFacts<P extends readonly ParameterDefinition[] = readonly ParameterDefinition[]> {
  /** Our own name: `core.set`. */
  name: string;
  displayName: string;
  description: string;
  /** Every typeVersion that this definition runs. Several definitions may share a name with different versions. */
  versions: readonly number[];
  /** What a new node gets; must be among `versions`. Left out by definitions that are kept for old workflows. */
  defaultVersion?: number;
  /** Public type names whose workflows this runs unchanged. */
  aliases?: readonly string[];
  group: readonly NodeGroup[];
  defaults: { name: string; color?: string };
  subtitle?: string;
  inputs: NodePorts;
  outputs: NodePorts;
  inputNames?: readonly string[];
  outputNames?: readonly string[];
  maxNodes?: number;
  hidden?: boolean;
  codex?: NodeCodex;
  credentials?: readonly NodeCredentialUse[];
  /** What clients can know of the addresses that `webhook` gives, or that a wait ends at. */
  webhooks?: readonly NodeWebhook[];
  /** Code of the node sees the secret fields of its credentials. Left out: `credential()` gives the others only, and requests are signed on their way out. */
  readsSecrets?: boolean;
  activationMessage?: string;
  eventTriggerDescription?: string;
  documentationUrl?: string;
  parameters: P;
  /** Wired to an agent it is a tool: there is a type of its name and `Tool` (and one for each alias) with that output. */
  usableAsTool?: boolean;
  /** Inputs wait for all (default) or the node runs as soon as one has data. */
  runsWhen?: 'allInputs' | 'anyInput';
  /**
   * True where running the node twice does no harm: after a lost worker it is simply run again. Before any other node runs, what was
   * computed so far is made durable. A function decides by the parameters; it is asked before each run.
   */
  repeatable?: boolean | ((context: NodeContext<P>) => boolean);
  /**
   * The node acts on the world by other means than its context. The requests and calls of its context are known after a lost worker and are not made
   * twice; what it does by itself is not, so a run of it that was under way is not begun again.
   */
  ownEffects?: boolean;
  /** The node uses `context.state`, which is stored with each of its results, and may look at items of its earlier runs. */
  keepsState?: boolean;
  /** Of what is known without its code; else the members below tell. */
  capabilities?: readonly NodeCapability[];
}

/** A node type: what is known of it, and its code. */
export interface NodeDefinition<P extends readonly ParameterDefinition[] = readonly ParameterDefinition[]>
  extends NodeTypeFacts<P> {
  /**
   * Turns input items into output items. A trigger makes the first items from `context.trigger`; one that receives, polls or listens needs none.
   * Sub-nodes that serve a value have `supply` instead.
   */
  execute?(context: ExecuteContext<P>): NodeOutput | Wait | NodeRuns | Promise<NodeOutput | Wait | NodeRuns>;
  /** Sub-nodes (outputs of type `ai_…`): what they serve to the node that they are wired to. */
  supply?(context: SupplyContext<P>): Supplied | Promise<Supplied>;
  /** Webhook triggers: the addresses to serve. */
  webhook?(context: SetupContext<P>): WebhookSpec[] | Promise<WebhookSpec[]>;
  /** For services that must be told the address. */
  registration?: WebhookRegistration<P>;
  /** Has a say on each call of the node's webhooks before an execution starts. */
  receive?(context: ReceiveContext<P>): Receipt | Promise<Receipt>;
  /** Schedule triggers: when to fire. */
  schedule?(context: SetupContext<P>): ScheduleSpec[] | Promise<ScheduleSpec[]>;
  /** Of which of these events of its workflow and of the instance the node is told. What has happened is `context.trigger` then. */
  lifecycle?(context: SetupContext<P>): LifecycleEvent[] | Promise<LifecycleEvent[]>;
  /** Looks for news at the times that the user has set. Null, or no items: nothing starts. */
  poll?(context: PollContext<P>): Promise<NodeOutput | null>;
  /** Keeps a connection open. It returns when `context.signal` aborts. */
  listen?(context: ListenContext<P>): Promise<void>;
  methods?: NodeMethods<P>;
}

/** A node type whose parameters are inferred from the definition. One that polls gets the parameter for its times. */
export const defineNode = <const P extends readonly ParameterDefinition[]>(
  definition: NodeDefinition<P>,
): NodeDefinition => withPollTimes(definition as unknown as NodeDefinition);

/** What a definition can do, whether or not its code is here. */
export const capabilitiesOf = (definition: NodeDefinition): ReadonlySet<NodeCapability> =>
  new Set(definition.capabilities ?? nodeCapabilities.filter((name) => definition[name] !== undefined));
