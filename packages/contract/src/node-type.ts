import type { DisplayOptions, ParameterDefinition } from './parameters/index.ts';

/** What a node type and its ports look like, as data: given out by the API, read by engine and editor. */

export type ConnectionType = 'main' | `ai_${string}`;

export interface NodePort {
  type: ConnectionType;
  displayName?: string;
  required?: boolean;
  maxConnections?: number;
}

/** Ports as a list, or as an expression over `$parameter` and `$nodeVersion` that gives such a list. */
export type NodePorts = readonly (ConnectionType | NodePort)[] | string;

export type NodeGroup = 'trigger' | 'input' | 'output' | 'transform' | 'organization' | 'schedule';

/** Categories of the node creator, in the order in which they are shown; others follow A to Z, Miscellaneous last. */
export const coreCategory = 'Core Nodes';
export const customCategory = 'Custom Nodes';
export const coreSubcategories = ['Flow', 'Data Transformation', 'Files', 'Helpers'] as const;

export interface NodeCodex {
  categories: readonly string[];
  subcategories?: Record<string, readonly string[]>;
  /** Further words that the search finds the node by. */
  alias?: readonly string[];
}

export interface NodeCredentialUse {
  name: string;
  required?: boolean;
  displayOptions?: DisplayOptions;
  /** Name of the node's method that tells whether one works. */
  testedBy?: string;
}

/** An address that nodes of a type are called at, as far as it is known without their code; what a node's is in full says `POST /node-webhooks`. */
export interface NodeWebhook {
  name: string;
  /** May be an expression over `$parameter`, as the path. */
  httpMethod: string;
  path: string;
  /** Nothing stands before the path. Else the id of the node's webhook does. */
  isFullPath?: boolean;
  /** A call does not start a run: one that waits goes on. */
  restartWebhook?: boolean;
}

export interface NodeTypeDescription {
  /** Own name such as `core.set`, or the name that was asked for if that is an alias. */
  name: string;
  displayName: string;
  description: string;
  version: number;
  defaultVersion: number;
  /** Public type names whose workflows this type runs unchanged. */
  aliases: readonly string[];
  group: readonly NodeGroup[];
  /** `file:<name>`: the picture is at `/node-icon/{type name}`. */
  icon: string;
  defaults: { name: string; color?: string };
  /** Shown under the node's name; may be an expression over `$parameter`. */
  subtitle?: string;
  inputs: NodePorts;
  outputs: NodePorts;
  inputNames?: readonly string[];
  outputNames?: readonly string[];
  maxNodes?: number;
  /** Left out of the list of node types; asked for by name and version. */
  properties?: readonly ParameterDefinition[];
  credentials?: readonly NodeCredentialUse[];
  /** Its nodes are called from outside; `POST /node-webhooks` says where. */
  hasWebhooks?: boolean;
  webhooks?: readonly NodeWebhook[];
  polling?: boolean;
  /** Kept for old workflows and not offered in the node creator. */
  hidden?: boolean;
  codex?: NodeCodex;
  documentationUrl?: string;
  activationMessage?: string;
  eventTriggerDescription?: string;
}

/** Something that a node of some type can be set to do, such as "Append a row": a choice of an operation, and of a resource where it has several. */
export interface NodeAction {
  /** Name of the node type. */
  type: string;
  displayName: string;
  /** Values of the parameters that choose it, by their names. */
  parameters: Record<string, string>;
}
