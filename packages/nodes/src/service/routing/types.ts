/**
 * Declarative descriptions of the public format: nodes without code, whose parameters say what they add to a request. Texts that begin with `=` are
 * expressions. Where a description is code and not data, functions may stand in some places.
 */
import type {
  DisplayOptions,
  Item,
  ParameterRouting,
  ResponseAction,
  RoutedOperations,
  RoutedOutput,
  RoutedSend,
} from '@millrace/contract/data';
import type { Locatable } from '@millrace/engine/node-api';

/** A request while it is put together. Keys of other libraries that mean nothing here are left alone. */
export interface RoutedOptions {
  method?: string;
  baseURL?: string;
  url?: string;
  qs?: Record<string, unknown>;
  headers?: Record<string, unknown>;
  body?: unknown;
  /** `arraybuffer` and `stream` keep bytes, `text` keeps text; else JSON is read where the answer is that. */
  encoding?: string;
  json?: boolean;
  arrayFormat?: 'indices' | 'brackets' | 'repeat' | 'comma';
  ignoreHttpStatusErrors?: boolean | { ignore: boolean; except?: readonly number[] };
  skipSslCertificateValidation?: boolean;
  disableFollowRedirect?: boolean;
  timeout?: number;
  proxy?: unknown;
  [key: string]: unknown;
}

/** An answer as functions and expressions see it. */
export interface RoutedResponse {
  body: unknown;
  headers: Record<string, string | string[]>;
  statusCode: number;
  statusMessage: string;
}

/** Functions get as `this` what the host of the description has for them. */
export type PreSend = (this: unknown, options: RoutedOptions) => Promise<RoutedOptions> | RoutedOptions;
export type PostReceive = (this: unknown, items: Item[], response: RoutedResponse) => Promise<Item[]> | Item[];

/** What a parameter, or an option of one, adds to a request; where a description is code, functions have places in it. */
export interface Routing extends Omit<ParameterRouting, 'send' | 'output' | 'operations'> {
  send?: RoutedSend & { preSend?: readonly PreSend[] };
  output?: Omit<RoutedOutput, 'postReceive'> & { postReceive?: readonly (ResponseAction | PostReceive)[] };
  operations?: { pagination?: RoutedPagination };
}

export type RoutedPagination =
  | NonNullable<RoutedOperations['pagination']>
  | ((this: unknown, request: Collected) => Promise<Item[]>);

/** A parameter, an option of one, or a group of a fixed collection. */
export interface RoutedProperty extends Locatable {
  modes?: readonly (NonNullable<Locatable['modes']>[number] & { displayName?: string; type?: string })[];
  name: string;
  displayName?: string;
  type?: string;
  default?: unknown;
  displayOptions?: DisplayOptions;
  options?: readonly RoutedChild[];
  routing?: Routing;
}

/** What stands in `options`: a choice has a value, a member a type, a group values. */
export interface RoutedChild extends RoutedProperty {
  value?: unknown;
  values?: readonly RoutedProperty[];
}

export interface DeclarativeDescription {
  properties: readonly RoutedProperty[];
  requestDefaults?: Readonly<Record<string, unknown>>;
  requestOperations?: { pagination?: RoutedPagination };
  credentials?: readonly { name: string; displayOptions?: DisplayOptions }[];
}

/** What all shown parameters of a node have added up to, for one item. Functions of pagination get and may change it. */
export interface Collected {
  options: RoutedOptions;
  preSend: PreSend[];
  postReceive: { actions: readonly (ResponseAction | PostReceive)[]; data: { parameterValue: unknown } }[];
  paginate?: boolean;
  maxResults?: number;
  requestOperations: { pagination?: RoutedPagination };
}
