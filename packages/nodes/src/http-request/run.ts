/** The course of a node run, the same for all versions: read a request for each item, send them, make items of the answers. */
import type { BinaryData, Item } from '@millrace/contract/data';
import type { ExecuteContext, NodeOutput } from '@millrace/engine/node-api';
import { type AnswerOptions, type ReadResponse, readContent, textOf, toItems } from './answer.ts';
import { evaluateDeep } from './evaluate-deep.ts';
import { failedAnswer, failedExchange } from './failure.ts';
import { fetchPages, type Page, type Pagination } from './pagination.ts';
import { encodeRequest, type RequestPlan, type Transport } from './request.ts';
import { type Batch, sendAll } from './send-all.ts';

/** All that is to be done for one item. */
export interface Exchange {
  plan: RequestPlan;
  transport: Transport;
  answer: AnswerOptions;
  neverError: boolean;
  pagination?: Pagination;
}

type Context = Pick<
  ExecuteContext,
  'items' | 'http' | 'binary' | 'signal' | 'sleep' | 'evaluate' | 'continueOnFail' | 'forEachItem'
>;

const accepts: Record<AnswerOptions['format'], string> = {
  autodetect: 'application/json,text/html,application/xhtml+xml,application/xml,text/*;q=0.9,image/*;q=0.8,*/*;q=0.7',
  json: 'application/json,text/*;q=0.9,*/*;q=0.8',
  text: 'text/plain,text/html,application/xml,application/json;q=0.9,*/*;q=0.8',
  file: '*/*',
};

const sendPage = async (
  context: Context,
  { transport, answer, neverError }: Exchange,
  plan: RequestPlan,
  acceptedStatuses: ReadonlySet<number>,
  itemIndex: number,
): Promise<Page> => {
  const readFile = (data: BinaryData) => context.binary.read(data);
  const request = await encodeRequest(plan, transport, { accept: accepts[answer.format] }, readFile);
  const answered = await context.http({ ...request, signal: context.signal }).catch((error: unknown) => {
    throw context.signal.aborted ? error : failedExchange(request, error, itemIndex);
  });
  const { status, statusText, headers, url } = answered;
  const response: ReadResponse = { status, statusText, headers, url, body: await answered.bytes() };
  const isAccepted = response.status < 400 || neverError || acceptedStatuses.has(response.status);
  if (!isAccepted) throw failedAnswer(request, response, textOf(response), itemIndex);
  const forgiving = answer.forgiving || response.status >= 400;
  return { request, response, content: readContent(response, { ...answer, forgiving }) };
};

const runExchange = async (context: Context, exchange: Exchange, itemIndex: number): Promise<Item[]> => {
  const send = (plan: RequestPlan, acceptedStatuses: ReadonlySet<number>) =>
    sendPage(context, exchange, plan, acceptedStatuses, itemIndex);
  const pages = exchange.pagination
    ? await fetchPages(exchange.plan, exchange.pagination, {
        send,
        sleep: (milliseconds) => context.sleep(milliseconds),
        evaluate: (value, variables) => evaluateDeep(context, value, itemIndex, variables),
      })
    : [await send(exchange.plan, new Set())];
  const items: Item[] = [];
  for (const { request, response, content } of pages) {
    const input = context.items[itemIndex];
    for (const item of await toItems(
      response,
      content,
      exchange.answer,
      response.url ?? request.url,
      input,
      context.binary,
    )) {
      items.push(item);
    }
  }
  return items;
};

/** @param read gives the exchange of an item, or throws the NodeError with which the item fails */
export const runRequests = async (
  context: Context,
  batch: Batch | undefined,
  read: (itemIndex: number) => Exchange,
): Promise<NodeOutput> => {
  const outcomes = await sendAll(context.items.length, {
    batch,
    goesOn: context.continueOnFail,
    sleep: (milliseconds) => context.sleep(milliseconds),
    send: async (index) => runExchange(context, read(index), index),
  });
  return context.forEachItem((_, index) => {
    // Requests begin in the items' order, so what was not sent lies behind the failure that is thrown here.
    const outcome = outcomes[index]!;
    if (outcome.status === 'rejected') throw outcome.reason;
    return outcome.value;
  });
};
