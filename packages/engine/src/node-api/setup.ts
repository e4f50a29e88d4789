import type {
  Json,
  JsonObject,
  MappedFields,
  ParameterDefinition,
  ParameterOption,
  SearchResult,
} from '@millrace/contract/data';
import type { NodeContext } from './context.ts';
import type { CredentialData } from './credential-data.ts';
import type { AskDataTables } from './data-tables.ts';
import type { FileServices } from './files.ts';
import type { HostServices } from './host.ts';
import type { HttpRequest, HttpResponse } from './http.ts';

export type { MappedField, MappedFields, SearchResult } from '@millrace/contract/data';

/**
 * What a node type does outside of executions: it offers choices for its parameters, registers webhooks, looks for news, tests credentials. Each of
 * these is one call of one method, made in a worker process like a node run, with the same permissions and a limit of time.
 */

/** A node as such a call sees it: its parameters as they are now, saved or not. Expressions have no items to read. */
export interface SetupContext<P extends readonly ParameterDefinition[] = readonly ParameterDefinition[]>
  extends NodeContext<P>,
    Pick<HostServices, 'now' | 'random' | 'binary'> {
  /** As in `ExecuteContext`. */
  readonly files: FileServices;
  /** As in `ExecuteContext`. */
  http(request: HttpRequest): Promise<HttpResponse>;
  /** As in `ExecuteContext`. */
  reach(host: string, port: number, options?: { credential?: string }): Promise<string>;
  /** As in `ExecuteContext`. */
  readonly dataTables: AskDataTables;
  /** Aborts when the answer is no longer wanted, or takes too long. */
  readonly signal: AbortSignal;
  sleep(milliseconds: number): Promise<void>;
  /** As in `ExecuteContext`. */
  credential(type: string): Promise<CredentialData>;
  /** As in `ExecuteContext`; what is changed is stored with what the call brings about, or not at all. */
  staticData(scope: 'node' | 'global'): Record<string, unknown>;
  /** Evaluates a template (`=…{{ }}`) with further variables, such as `$response`. Text without `=` is given back. There is one item, which is empty. */
  evaluate(template: string, itemIndex: number, variables?: Record<string, unknown>): unknown;
  /** Lines for the instance's log; of a run by hand, for the editor's console. */
  log(...values: unknown[]): void;
}

/** For choices: where in the parameters they are wanted. */
export interface ChoicesContext<P extends readonly ParameterDefinition[] = readonly ParameterDefinition[]>
  extends SetupContext<P> {
  /** Value of a parameter in the same collection as the one that is to be chosen; undefined where there is none. */
  sibling(name: string): unknown;
}

export interface SearchQuery {
  /** What was typed; left out where nothing was. */
  filter?: string;
  /** `nextPage` of the page before. */
  page?: string;
}

export interface CredentialTestResult {
  status: 'OK' | 'Error';
  message: string;
}

type Maybe<T> = T | Promise<T>;

/** By the names that parameters and credential uses give them. */
export interface NodeMethods<P extends readonly ParameterDefinition[] = readonly ParameterDefinition[]> {
  /** `typeOptions.loadOptionsMethod` */
  options?: Readonly<Record<string, (context: ChoicesContext<P>) => Maybe<ParameterOption[]>>>;
  /** `typeOptions.loadOptions`: a request that is described as data. Default: what it says is carried out as it stands. */
  loadOptions?: (context: ChoicesContext<P>, described: JsonObject) => Maybe<ParameterOption[]>;
  /** `typeOptions.searchListMethod` of a resource locator's mode. */
  search?: Readonly<Record<string, (context: ChoicesContext<P>, query: SearchQuery) => Maybe<SearchResult>>>;
  /** `typeOptions.resourceMapper.resourceMapperMethod` */
  mapping?: Readonly<Record<string, (context: ChoicesContext<P>) => Maybe<MappedFields>>>;
  /** `action` of a button. */
  action?: Readonly<Record<string, (context: ChoicesContext<P>, payload: JsonObject) => Maybe<Json>>>;
  /** `testedBy` of a credential use; the node must say `readsSecrets` to see what it tests. */
  credentialTest?: Readonly<
    Record<string, (context: SetupContext<P>, credential: CredentialData) => Maybe<CredentialTestResult>>
  >;
}
