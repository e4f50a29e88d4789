/**
 * Several requests for one item. Before each page the user's expressions change the request, after each page they say whether there is
 * another; both see `$response`, `$request` and `$pageCount`.
 */
import type { JsonObject } from '@millrace/contract/data';
import { isObject } from '@millrace/contract/data';
import { NodeError } from '@millrace/engine/node-api';
import { type AnswerContent, shownAnswer } from './answer.ts';
import { watchEqualPages } from './equal-pages.ts';
import type { Page } from './exchange.ts';
import { readNumber } from './read-number.ts';
import type { RequestPlan } from './request.ts';

/** As stored, with expressions unevaluated. */
export interface Pagination {
  paginationMode?: 'off' | 'updateAParameterInEachRequest' | 'responseContainsNextURL';
  nextURL?: string;
  parameters?: { parameters?: unknown };
  paginationCompleteWhen?: 'responseIsEmpty' | 'receiveSpecificStatusCodes' | 'other';
  statusCodesWhenComplete?: string;
  completeExpression?: unknown;
  limitPagesFetched?: boolean;
  maxRequests?: number | string;
  requestInterval?: number | string;
}

/** A parameter that each request has with another value. */
interface Change {
  type?: 'body' | 'headers' | 'qs';
  name?: string;
  value?: unknown;
}

/** They are not evaluated yet, so nobody has seen to their shape. */
const readChanges = ({ parameters }: Pagination): Change[] => {
  const list = isObject(parameters) ? parameters.parameters : undefined;
  return (Array.isArray(list) ? list : [list]).filter((change): change is Change => isObject(change));
};

type Evaluate = (value: unknown, variables: Record<string, unknown>) => unknown;

interface Tools {
  evaluate: Evaluate;
  /** Sends one page. `acceptedStatuses` are no failure, whatever they are. */
  send(plan: RequestPlan, acceptedStatuses: ReadonlySet<number>): Promise<Page>;
  sleep(milliseconds: number): Promise<void>;
}

const isPresent = (value: unknown): boolean => value !== undefined && value !== null && value !== '';

/** Sets `a.b` in a copy; the objects on the way are copied too. */
const setIn = (target: unknown, [key = '', ...rest]: string[], value: unknown): JsonObject => ({
  ...(isObject(target) ? (target as JsonObject) : {}),
  [key]: (rest.length === 0
    ? value
    : setIn(
        isObject(target) && Object.hasOwn(target, key) ? target[key] : undefined,
        rest,
        value,
      )) as JsonObject[string],
});

const replacePair = (pairs: [string, unknown][], name: string, value: unknown, isSame: (other: string) => boolean) => [
  ...pairs.filter(([other]) => !isSame(other)),
  [name, value] as [string, unknown],
];

const withBodyValue = (plan: RequestPlan, name: string, value: unknown): RequestPlan => {
  const { body } = plan;
  if (!body || body.kind === 'json') {
    return { ...plan, body: { kind: 'json', value: setIn(body?.value, name.split('.'), value) } };
  }
  if (body.kind === 'form') {
    return { ...plan, body: { ...body, fields: replacePair(body.fields, name, value, (other) => other === name) } };
  }
  if (body.kind === 'multipart') {
    const fields = [...body.fields.filter((field) => field.name !== name), { name, value: String(value) }];
    return { ...plan, body: { ...body, fields } };
  }
  throw new NodeError('Pagination cannot change a field of a body that has none', {
    description: 'Use a JSON or form body, or change the query or a header.',
  });
};

const withParameter = (plan: RequestPlan, type: string, name: string, value: unknown): RequestPlan => {
  if (type === 'body') return withBodyValue(plan, name, value);
  if (type === 'headers') {
    const lower = name.toLowerCase();
    return { ...plan, headers: replacePair(plan.headers, name, value, (other) => other.toLowerCase() === lower) };
  }
  return { ...plan, query: replacePair(plan.query, name, value, (other) => other === name) };
};

const isEmptyContent = (content: AnswerContent): boolean => {
  if (content.kind === 'file') {
    const { content: file } = content;
    return (file instanceof Uint8Array ? file.length : file.fileSize) === 0;
  }
  if (content.kind === 'text') return content.text.trim() === '';
  const { value } = content;
  if (typeof value === 'object' && value !== null) return Object.keys(value).length === 0;
  return value === null || value === '';
};

const readStatuses = (text: unknown): Set<number> =>
  new Set(
    String(text ?? '')
      .split(/[\s,]+/)
      .filter((code) => code !== '')
      .map(Number),
  );

/** All pages of one item, in order. @throws NodeError of a page, or if the pages do not come to an end */
export const fetchPages = async (first: RequestPlan, pagination: Pagination, tools: Tools): Promise<Page[]> => {
  if (pagination.paginationMode === 'responseContainsNextURL' && !pagination.nextURL?.trim()) {
    throw new NodeError('The URL of the next page is not set', {
      description: 'Write an expression that reads it from the answer, such as {{ $response.body.next }}.',
    });
  }
  const completeWhen = pagination.paginationCompleteWhen ?? 'responseIsEmpty';
  const limit = pagination.limitPagesFetched
    ? readNumber(tools.evaluate(pagination.maxRequests, {}), 100)
    : Number.POSITIVE_INFINITY;
  const interval = readNumber(tools.evaluate(pagination.requestInterval, {}), 0);
  const endStatuses =
    completeWhen === 'receiveSpecificStatusCodes'
      ? readStatuses(tools.evaluate(pagination.statusCodesWhenComplete, {}))
      : new Set<number>();

  const changes = readChanges(pagination);
  const pages: Page[] = [];
  let variables: Record<string, unknown> = {
    $pageCount: 0,
    $request: { method: first.method, url: first.url },
    $response: { body: {}, headers: {}, statusCode: 0, statusMessage: '' },
  };
  const watch = watchEqualPages();

  /** Before the first page an expression that asks for the answer has nothing to find; its parameter is left out. */
  const evaluateLeniently = (value: unknown): unknown => {
    if (pages.length > 0) return tools.evaluate(value, variables);
    try {
      return tools.evaluate(value, variables);
    } catch {
      return undefined;
    }
  };

  const nextPlan = (): RequestPlan | undefined => {
    if (pagination.paginationMode === 'responseContainsNextURL') {
      if (pages.length === 0) return first;
      const next = tools.evaluate(pagination.nextURL, variables);
      if (!isPresent(next)) return undefined;
      const last = pages.at(-1);
      const url = URL.parse(String(next), last?.response.url ?? last?.request.url)?.href ?? String(next);
      return { ...first, url, query: first.query.filter(([name]) => !URL.parse(url)?.searchParams.has(name)) };
    }
    let plan = first;
    for (const { type = 'qs', name = '', value } of changes) {
      const named = String(tools.evaluate(name, variables) ?? '');
      const updated = evaluateLeniently(value);
      if (named === '' || updated === undefined || updated === null) continue;
      if (pages.length === 0 && updated === '') continue;
      plan = withParameter(plan, type, named, updated);
    }
    return plan;
  };

  const isLast = (page: Page): boolean => {
    if (completeWhen === 'responseIsEmpty') return isEmptyContent(page.content);
    if (completeWhen === 'receiveSpecificStatusCodes') return endStatuses.has(page.response.status);
    return Boolean(tools.evaluate(pagination.completeExpression, variables));
  };

  for (;;) {
    const plan = nextPlan();
    if (!plan) return pages;
    if (pages.length > 0 && interval > 0) await tools.sleep(interval);
    const page = await tools.send(plan, endStatuses);
    pages.push(page);
    const { method, url, headers, body } = page.request;
    variables = {
      $pageCount: pages.length,
      $request: { method, url, headers, body: typeof body === 'string' ? body : undefined },
      $response: shownAnswer(page.response, page.content),
    };
    if (pages.length >= limit || isLast(page)) return pages;
    watch(page.response.body);
  }
};
