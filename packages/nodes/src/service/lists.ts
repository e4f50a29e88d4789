import type { ParameterOption } from '@millrace/contract/data';
import {
  type ChoicesContext,
  locatedValue,
  NodeError,
  type NodeMethods,
  type SearchQuery,
  type SearchResult,
} from '@millrace/engine/node-api';
import type { Connection } from './connection.ts';
import type { Field } from './field.ts';
import type { PageToken, Paging } from './paging.ts';
import { readPath } from './path.ts';
import type { RequestLine, RequestParts } from './request.ts';
import { createRequester, type Requester } from './requester.ts';

/** What a list that is not one request may use. */
export interface ListTools extends Requester {
  readonly context: ChoicesContext;
  /** A parameter of the node; of a locator the id that it names. */
  value(name: string): unknown;
}

/** Choices that are one request. Paths are dotted, in an element. */
export interface ListRequest {
  request: RequestLine;
  with?: RequestParts;
  root?: string;
  paging?: Paging;
  name: string;
  value: string;
  description?: string;
  /** Address of the thing; `{value}` and names of fields are replaced. */
  url?: string;
  /** Query parameter for what was typed. Left out: the list is filtered here. */
  filter?: string;
}

/** Choices that a service offers, by the name of the list: for options and for resource locators alike. */
export type ServiceList = ListRequest | ((tools: ListTools, query: SearchQuery) => Promise<SearchResult>);

const mostPages = 20;

const matches = (name: string, filter: string | undefined): boolean =>
  filter === undefined || name.toLowerCase().includes(filter.toLowerCase());

/** What lists and column mappings use, made for one call. */
export const createListTools = (
  connection: Connection,
  fields: readonly Field[],
  context: ChoicesContext,
): ListTools => {
  const value = (name: string): unknown => {
    const definition = fields.find((field) => field.name === name);
    const given: unknown = context.parameter(name as never);
    return definition ? locatedValue(given, definition) : given;
  };
  const readPlace = (name: string): unknown => {
    const definition = fields.find((field) => field.name === name);
    if (!definition) return undefined;
    const given = value(name);
    if (given === '' || given === null) throw new NodeError(`Choose "${definition.displayName}" first`);
    return given;
  };
  return { ...createRequester(connection, context, 0, readPlace), context, value };
};

const search = async (list: ServiceList, tools: ListTools, { filter, page }: SearchQuery): Promise<SearchResult> => {
  if (typeof list === 'function') return list(tools, { filter, page });
  const query = { ...list.with?.query, ...(list.filter !== undefined && { [list.filter]: filter }) };
  const token: PageToken | undefined = page !== undefined && /^\d+$/.test(page) ? Number(page) : page;
  const { elements, next } = await tools.listPage(
    list.request,
    { ...list.with, query },
    { root: list.root, paging: list.paging, token },
  );
  const results = elements.map((element) => {
    const value = readPath(element, list.value) as string | number;
    const description = list.description && readPath(element, list.description);
    const url = list.url?.replace(/\{([^{}]+)\}/g, (_, name: string) =>
      encodeURIComponent(String(name === 'value' ? value : (readPath(element, name) ?? tools.value(name)))),
    );
    return {
      name: String(readPath(element, list.name) ?? value),
      value,
      ...(typeof description === 'string' && description !== '' && { description }),
      ...(url !== undefined && { url }),
    };
  });
  const shown = list.filter === undefined ? results.filter(({ name }) => matches(name, filter)) : results;
  return { results: shown, ...(next !== undefined && { nextPage: String(next) }) };
};

const options = async (list: ServiceList, tools: ListTools): Promise<ParameterOption[]> => {
  const found: ParameterOption[] = [];
  let page: string | undefined;
  for (let count = 0; count < mostPages; count++) {
    const { results, nextPage } = await search(list, tools, { page });
    for (const { name, value, description } of results)
      found.push({ name, value, ...(description && { description }) });
    if (nextPage === undefined) break;
    page = nextPage;
  }
  return found;
};

/** The methods that parameters name in `searchListMethod` and `loadOptionsMethod`. */
export const listMethods = (
  connection: Connection,
  fields: readonly Field[],
  lists: Readonly<Record<string, ServiceList>>,
): Required<Pick<NodeMethods, 'options' | 'search'>> => {
  const each = <T>(make: (list: ServiceList) => T): Record<string, T> =>
    Object.fromEntries(Object.entries(lists).map(([name, list]) => [name, make(list)]));
  return {
    options: each((list) => (context: ChoicesContext) => options(list, createListTools(connection, fields, context))),
    search: each(
      (list) => (context: ChoicesContext, query: SearchQuery) =>
        search(list, createListTools(connection, fields, context), query),
    ),
  };
};
