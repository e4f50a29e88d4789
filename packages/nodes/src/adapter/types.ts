import type { JsonObject, NodeCodex, NodePorts, ParameterDefinition, ParameterOption } from '@millrace/contract/data';
import type { DeclarativeDescription } from '../service/routing/types.ts';

/**
 * The public interface of node packages: classes with a description and functions that get what they may use as `this`. Only what is read here is named;
 * code of packages may put anything else beside it.
 */

export type Self = object;

export interface PublicWebhook {
  name: string;
  httpMethod: string;
  path: string;
  isFullPath?: boolean;
  responseMode?: string;
  responseData?: string;
}

export interface PublicDescription extends Omit<DeclarativeDescription, 'properties'> {
  name: string;
  displayName: string;
  description?: string;
  icon?: unknown;
  group?: readonly string[];
  version: number | readonly number[];
  defaultVersion?: number;
  subtitle?: string;
  defaults?: { name?: string; color?: string };
  inputs: NodePorts;
  outputs: NodePorts;
  inputNames?: readonly string[];
  outputNames?: readonly string[];
  credentials?: readonly { name: string; required?: boolean; displayOptions?: object; testedBy?: unknown }[];
  properties: readonly ParameterDefinition[];
  webhooks?: readonly PublicWebhook[];
  polling?: boolean;
  usableAsTool?: unknown;
  hidden?: boolean;
  codex?: NodeCodex;
  documentationUrl?: string;
  maxNodes?: number;
  activationMessage?: string;
  eventTriggerDescription?: string;
}

type Method<R> = (this: Self, ...given: never[]) => Promise<R>;

export interface PublicNode {
  description: PublicDescription;
  execute?: Method<unknown>;
  poll?: Method<unknown>;
  trigger?: Method<unknown>;
  webhook?: Method<unknown>;
  supplyData?: Method<{ response: unknown; closeFunction?(): Promise<void> }>;
  webhookMethods?: Record<string, Partial<Record<'checkExists' | 'create' | 'delete', Method<boolean>>>>;
  methods?: {
    loadOptions?: Record<string, Method<ParameterOption[]>>;
    listSearch?: Record<string, (this: Self, filter?: string, token?: string) => Promise<JsonObject>>;
    resourceMapping?: Record<string, Method<JsonObject>>;
    credentialTest?: Record<
      string,
      (this: Self, credential: { data: object }) => Promise<{ status: string; message: string }>
    >;
    actionHandler?: Record<string, (this: Self, payload: unknown) => Promise<unknown>>;
  };
}

/** A type of which each version is a class of its own. */
export interface PublicVersionedNode {
  nodeVersions: Record<string, PublicNode>;
  description: Partial<PublicDescription>;
  currentVersion?: number;
}

export interface PublicCredential {
  name: string;
  displayName: string;
  documentationUrl?: string;
  extends?: readonly string[];
  properties: readonly ParameterDefinition[];
  authenticate?:
    | {
        type: 'generic';
        properties: {
          headers?: Record<string, string>;
          qs?: Record<string, string>;
          body?: Record<string, string>;
          auth?: { username: string; password: string };
        };
      }
    | ((credentials: object, options: object) => Promise<object>);
  preAuthenticate?: (this: Self, credentials: object) => Promise<Record<string, unknown>>;
  test?: {
    request: {
      baseURL?: string;
      url?: string;
      method?: string;
      headers?: Record<string, string>;
      qs?: Record<string, string>;
      body?: unknown;
    };
    rules?: readonly { type: string; properties: Record<string, unknown> }[];
  };
}
