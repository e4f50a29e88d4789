import type { Json, ReadonlyJson } from './json.ts';

/** What a node type, its parameters and its ports look like, as data: given out by the API, read by engine and editor. */

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

export interface DisplayCondition {
  _cnd:
    | { eq: Json }
    | { not: Json }
    | { gte: number }
    | { lte: number }
    | { gt: number }
    | { lt: number }
    | { between: { from: number; to: number } }
    | { startsWith: string }
    | { endsWith: string }
    | { includes: string }
    | { regex: string }
    | { exists: true };
}

/**
 * Parameter name → values of which one must be there. A name that starts with `/` is looked up from the root of the node's
 * parameters, `@version` is the node's typeVersion, dots lead into objects.
 */
export type DisplayRules = Record<string, readonly (Json | DisplayCondition)[]>;

/** Shown when every `show` rule holds and no `hide` rule does. */
export interface DisplayOptions {
  show?: DisplayRules;
  hide?: DisplayRules;
}

export interface TypeOptions {
  rows?: number;
  password?: boolean;
  editor?: 'code' | 'json' | 'html' | 'sql';
  minValue?: number;
  maxValue?: number;
  numberPrecision?: number;
  multipleValues?: boolean;
  multipleValueButtonText?: string;
  sortable?: boolean;
  loadOptionsMethod?: string;
  loadOptionsDependsOn?: string[];
  loadOptions?: Record<string, Json>;
  reloadOnChange?: boolean;
  showAlpha?: boolean;
  alwaysOpenEditWindow?: boolean;
  codeAutocomplete?: string;
  /** For `filter`. */
  filter?: {
    caseSensitive?: boolean | string;
    typeValidation?: 'strict' | 'loose' | string;
    maxConditions?: number;
    version?: number;
  };
}

export interface ParameterOption {
  name: string;
  value: string | number | boolean;
  description?: string;
  displayOptions?: DisplayOptions;
}

export interface ParameterGroup {
  name: string;
  displayName: string;
  values: readonly ParameterDefinition[];
}

export type ResourceLocatorMode = {
  name: 'list' | 'id' | 'url' | 'name' | (string & {});
  displayName: string;
  type: 'list' | 'string';
  placeholder?: string;
  hint?: string;
  typeOptions?: { searchListMethod?: string; searchable?: boolean };
  validation?: readonly { type: 'regex'; regex: string; errorMessage: string }[];
  extractValue?: { type: 'regex'; regex: string };
};

/** Value of a resource locator. */
export interface ResourceLocatorValue {
  __rl: true;
  mode: string;
  value: string | number | null;
  cachedResultName?: string;
  cachedResultUrl?: string;
}

/** Value of an assignment collection. */
export interface AssignmentCollectionValue {
  assignments: {
    id?: string;
    name: string;
    value: unknown;
    type?: 'string' | 'number' | 'boolean' | 'array' | 'object';
  }[];
}

interface ParameterBase {
  name: string;
  displayName: string;
  description?: string;
  hint?: string;
  placeholder?: string;
  required?: boolean;
  displayOptions?: DisplayOptions;
  /** True where an expression makes no sense: the value is taken as it stands. */
  noDataExpression?: boolean;
  /** The type is that of the field in the editor alone: a node gets the value as it is written, or as its expression gives it. */
  keepsType?: boolean;
  typeOptions?: TypeOptions;
}

/** All parameter types. A new member asks, through total maps over `type`, for its validator in engine and its input in editor. */
export type ParameterDefinition =
  | (ParameterBase & { type: 'string'; default: string | readonly string[] })
  | (ParameterBase & { type: 'number'; default: number | null | readonly number[] })
  | (ParameterBase & { type: 'boolean'; default: boolean })
  | (ParameterBase & { type: 'dateTime'; default: string })
  | (ParameterBase & { type: 'color'; default: string })
  | (ParameterBase & { type: 'json'; default: ReadonlyJson })
  | (ParameterBase & { type: 'options'; default: string | number | boolean; options?: readonly ParameterOption[] })
  | (ParameterBase & {
      type: 'multiOptions';
      default: readonly (string | number)[];
      options?: readonly ParameterOption[];
    })
  | (ParameterBase & {
      type: 'collection';
      default: { readonly [key: string]: ReadonlyJson | undefined };
      options: readonly ParameterDefinition[];
    })
  | (ParameterBase & {
      type: 'fixedCollection';
      default: { readonly [key: string]: ReadonlyJson | undefined };
      options: readonly ParameterGroup[];
    })
  | (ParameterBase & { type: 'notice'; default: '' })
  | (ParameterBase & { type: 'hidden'; default: ReadonlyJson })
  | (ParameterBase & { type: 'filter'; default: ReadonlyJson })
  | (ParameterBase & { type: 'assignmentCollection'; default: ReadonlyJson })
  | (ParameterBase & { type: 'resourceLocator'; default: ReadonlyJson; modes: readonly ResourceLocatorMode[] });

export type ParameterType = ParameterDefinition['type'];

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
}

/** How the editor shows a webhook's address; texts may be expressions over `$parameter`. */
export interface WebhookDescription {
  name: string;
  httpMethod: string;
  path: string;
  isFullPath?: boolean;
  responseMode?: string;
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
  webhooks?: readonly WebhookDescription[];
  polling?: boolean;
  /** Kept for old workflows and not offered in the node creator. */
  hidden?: boolean;
  codex?: NodeCodex;
  documentationUrl?: string;
  activationMessage?: string;
  eventTriggerDescription?: string;
}
